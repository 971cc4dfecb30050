"""`python -m binairo_tui` is the `binairo` command."""

from binairo_tui.cli import main

if __name__ == "__main__":
    main()
