"""Small widgets that several screens share. Attributes go down, messages come up."""
