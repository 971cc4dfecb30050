"""What the screens show, as plain values and text; imports neither Textual nor Rich."""
