"""The spawner: a process with the app loaded, which forks a player process for each session.

A fork takes milliseconds, but a new process would take half a second. Forked processes also share the memory of the
loaded program. A player process must inherit neither secrets nor locks. So the spawner is forked before the server
loads asyncssh and reads the host key; it has one thread, and it never runs an event loop.

The server sends `{"method": "spawn", ...}` with the fields of `ProcessOptions`, or `{"method": "signal", "pid": 7,
"signal": 15}`. The spawner answers the `spawn` messages in order, each with `{"event": "failed", "reason": "..."}`, or
with `{"event": "started", "pid": 7}` and two descriptors: the master of the pseudo-terminal and the player's link to
the hub. When a player process has ended, the spawner sends `{"event": "ended", "pid": 7, "status": 0}`. When the server
is gone, the spawner ends; the kernel then hangs up every player's terminal.
"""

import asyncio
import gc
import os
import pty
import select
import signal
import socket
import sys
import termios
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from fcntl import F_DUPFD, fcntl
from typing import Any, NoReturn

from binairo_tui.files.json_lines import format_line, parse_line
from binairo_tui.host.server import child

Started = tuple[int, int, int]
"""The id of a player process, and two descriptors: the master of its pseudo-terminal, and its link to the hub."""

MAX_MESSAGE = 16 << 10
_ABOVE_STREAMS = 10


class Spawner:
    """The server's interface to the spawner process, which the constructor forks.

    Create it before any thread is started or any secret is read, and call `attach` in the event loop.
    """

    def __init__(self) -> None:
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._starting: deque[tuple[asyncio.Future[Started], Callable[[int], None]]] = deque()
        self._on_end: dict[int, Callable[[int], None]] = {}
        self.pid = os.fork()
        if not self.pid:
            status = 1
            try:
                self._control.close()
                _Process(theirs).run()
                status = 0
            finally:
                os._exit(status)
        theirs.close()

    def attach(self, on_lost: Callable[[], None]) -> None:
        """Read the spawner's messages in the running event loop; call `on_lost` if the spawner ends by itself."""
        self._on_lost = on_lost
        self._control.setblocking(False)
        asyncio.get_running_loop().add_reader(self._control.fileno(), self._read)

    async def spawn(self, options: child.ProcessOptions, on_end: Callable[[int], None]) -> Started:
        """Start a player process; `on_end` is called with its exit status. Raises OSError."""
        self._send({"method": "spawn", **asdict(options)})  # first, because it may raise
        started: asyncio.Future[Started] = asyncio.get_running_loop().create_future()
        self._starting.append((started, on_end))
        return await started

    def signal(self, pid: int, which: int) -> None:
        """Send the signal `which` to a player process, unless it has ended."""
        if pid in self._on_end:
            with suppress(OSError):
                self._send({"method": "signal", "pid": pid, "signal": which})

    def close(self) -> None:
        with suppress(RuntimeError, OSError):
            asyncio.get_running_loop().remove_reader(self._control.fileno())
        self._control.close()
        with suppress(ChildProcessError):
            os.waitpid(self.pid, 0)

    def _send(self, fields: dict[str, object]) -> None:
        self._control.send(format_line(fields).encode())

    def _read(self) -> None:
        try:
            raw, descriptors, _, _ = socket.recv_fds(self._control, MAX_MESSAGE, 2)
        except BlockingIOError:
            return
        if not raw:
            self._lose()
            return
        match parse_line(raw):
            case {"event": "started", "pid": pid}:
                started, self._on_end[pid] = self._starting.popleft()
                started.set_result((pid, descriptors[0], descriptors[1]))
            case {"event": "failed", "reason": reason}:
                self._starting.popleft()[0].set_exception(OSError(0, reason))
            case {"event": "ended", "pid": pid, "status": status} if pid in self._on_end:  # else reported as failed
                self._on_end.pop(pid)(status)

    def _lose(self) -> None:
        """Report that the spawner has ended, so that all players are gone and no more can be started."""
        asyncio.get_running_loop().remove_reader(self._control.fileno())
        while self._starting:
            self._starting.popleft()[0].set_exception(OSError(0, "the spawner has ended"))
        while self._on_end:
            self._on_end.popitem()[1](1)
        self._on_lost()


class _Process:
    def __init__(self, control: socket.socket) -> None:
        self._control = control
        self._pids: set[int] = set()

    def run(self) -> None:
        """Start and signal player processes as the server asks, until the server closes the connection."""
        # Signals from the server's terminal are for the server, which ends this process by closing its socket.
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        wake, wake_end = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        signal.set_wakeup_fd(wake_end, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        _load_app()
        poll = select.poll()
        poll.register(self._control, select.POLLIN)
        poll.register(wake, select.POLLIN)
        while True:
            ready = {descriptor for descriptor, _ in poll.poll()}
            if wake in ready:
                with suppress(BlockingIOError):
                    os.read(wake, 4096)
                self._reap()
            if self._control.fileno() in ready:
                raw = self._control.recv(MAX_MESSAGE)
                if not raw:
                    return
                self._take(parse_line(raw))

    def _take(self, message: dict[str, Any]) -> None:
        if message.pop("method") == "signal":
            if message["pid"] in self._pids:  # not reaped yet, so the id is still its own
                with suppress(ProcessLookupError):
                    os.killpg(message["pid"], message["signal"])
            return
        try:
            self._spawn(child.ProcessOptions(**message))
        except OSError as error:
            self._say({"event": "failed", "reason": error.strerror or "cannot fork"})

    def _spawn(self, options: child.ProcessOptions) -> None:
        master, slave = pty.openpty()
        ours, theirs = socket.socketpair()
        try:
            with ours, theirs:
                termios.tcsetwinsize(slave, (options.lines, options.columns))
                pid = os.fork()
                if not pid:
                    _become_player(options, slave, theirs.fileno())
                self._pids.add(pid)
                started = format_line({"event": "started", "pid": pid}).encode()
                socket.send_fds(self._control, [started], [master, ours.fileno()])
        finally:
            os.close(master)
            os.close(slave)

    def _reap(self) -> None:
        while self._pids:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if not pid:
                return
            self._pids.discard(pid)
            self._say({"event": "ended", "pid": pid, "status": os.waitstatus_to_exitcode(status)})

    def _say(self, fields: dict[str, object]) -> None:
        with suppress(OSError):
            self._control.send(format_line(fields).encode())


def _load_app() -> None:
    gc.disable()
    os.environ |= {"TERM": "xterm-256color", "SSH_CONNECTION": "host", "TEXTUAL_DRIVER": "none"}
    from binairo_tui.tui.start import prepare

    prepare(os.environ)
    child.load()
    gc.freeze()
    gc.enable()


def _become_player(options: child.ProcessOptions, slave: int, link: int) -> NoReturn:
    """`slave` and `link` are the descriptors of the player's terminal and of the link to the hub."""
    status = 1
    try:
        signal.set_wakeup_fd(-1)
        for number in (signal.SIGCHLD, signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_DFL)
        kept = fcntl(link, F_DUPFD, _ABOVE_STREAMS)
        os.login_tty(slave)  # begins a session, whose terminal becomes the three standard streams
        os.dup2(kept, child.LINK)
        os.closerange(child.LINK + 1, os.sysconf("SC_OPEN_MAX"))
        status = child.play(options)
    except SystemExit as exit_:
        status = exit_.code if isinstance(exit_.code, int) else 1
    finally:
        with suppress(Exception):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(status)
