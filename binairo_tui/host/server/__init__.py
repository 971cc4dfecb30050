"""The server of a host: lets players in over SSH, runs one player process for each session, and lets players race.

`binairo host` starts three kinds of process. The spawner (`spawner`) has the app loaded, but not the server. For each
session, it forks a player process (`child`), which runs behind a `wall`. The server (`ssh`) speaks SSH and relays bytes
between a connection and the pseudo-terminal of its player process. The hub (`hub`) runs in the same process as the
server. It answers the requests that `host.client` sends from each player process over a socket, and keeps names, keys,
results and races in a database.

The modules `rooms`, `move_log` and `names` are pure.
"""

from typing import TYPE_CHECKING

from binairo_tui.lazy import lazy_exports

if TYPE_CHECKING:
    from binairo_tui.host.server import (
        backup,
        control,
        database,
        hub,
        keys_file,
        limits,
        names,
        run,
        service,
        setup,
        usage,
        wall,
    )
else:
    __getattr__ = lazy_exports(__name__)
