"""Playing with others over SSH: all that the program has for it, behind one seam.

`server` is what `binairo host` runs, `client` what a player process knows of the host, `screens` what the app shows on
a host, and `cli` the verb `host`. Nothing outside this package imports it; `binairo_tui.cli.program` names the verb.
"""
