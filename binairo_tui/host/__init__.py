"""Playing with others over SSH.

`binairo host` runs `server`. A player process uses `client` to reach the host. `screens` holds the screens that the app
shows on a host, and `cli` the verb `host`. Nothing outside this package imports it; `binairo_tui.cli.program` names the
verb.
"""
