"""The verbs of the command line, one file each; see `binairo_tui.cli` for how to add one."""
