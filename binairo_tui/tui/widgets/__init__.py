"""Small widgets that several screens share. A screen sets their attributes; they post messages to the screen."""
