"""Files: where they live, reading what others wrote, replacing them atomically."""
