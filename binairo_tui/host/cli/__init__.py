"""The verb `host` and its own verbs."""
