"""Playing with others over SSH.

`binairo host` runs `server`. A player process uses `client` to reach the host. `screens` holds the screens that the app
shows on a host, and `cli` the verb `host`. No other package imports this one; `binairo_tui.cli.program` has just the
name of the verb's module.
"""
