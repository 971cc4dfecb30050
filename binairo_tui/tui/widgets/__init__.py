"""Small widgets that several screens share. A screen sets their attributes; they report back with messages."""
