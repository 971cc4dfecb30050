"""A player's session: relays bytes, sizes and hang-ups between an SSH channel and a player process."""

import asyncio
import os
import re
import signal
import termios
import time
from contextlib import suppress
from typing import Any

import asyncssh

from binairo_tui.host.server import child, links, setup, state

MOST_COLUMNS, MOST_LINES = 500, 200
"""The largest size of a terminal that is passed on; larger sizes are clamped."""
RESIZE_SECONDS = 0.1
"""Seconds between two sizes of a terminal that are passed on."""
READ_BYTES = 16 << 10
LEAST_PACKET = 1 << 10
"""The smallest maximum size of packets that a client may set. Each packet costs time, so a frame must not need many."""
UNSENT_SECONDS = 0.05
"""Seconds between checks whether a client has read enough."""
INPUT_SECONDS = 0.02
"""Seconds between two attempts to pass keys to a player process that is not reading."""
CLOSE_SECONDS = 5.0
"""Timeout in seconds for a client to close the connection after its session has ended."""
_VARIABLES = (b"LC_ALL", b"LC_CTYPE", b"LANG", b"COLORTERM")
"""The environment variables that are used; all others are dropped as they arrive."""
_WORD = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+@-]{0,39}")


class _Environment(dict[bytes, bytes]):
    """The environment variables that a client sends. Variables that are not used are not kept."""

    def __setitem__(self, name: bytes, value: bytes) -> None:
        if name in _VARIABLES and _WORD.fullmatch(value.decode("latin-1")):
            super().__setitem__(name, value)


class PlayerSession(state.Session, asyncssh.SSHServerSession[bytes]):
    """A session of an SSH client. The client gets the game, or a line that says why not."""

    def __init__(self, host: state.Host, peer: state.Peer, visitor: links.Visitor) -> None:
        super().__init__(host, peer, visitor)
        self._channel: asyncssh.SSHServerChannel[bytes] | None = None
        self._term = ""
        self._size = (80, 24)
        self._wants_game = False
        self._master: int | None = None
        self._input = bytearray()
        self._playing: asyncio.Task[None] | None = None
        self._resizing: asyncio.TimerHandle | None = None

    # Requests from the client.

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        self._channel = chan
        chan._env = _Environment()  # noqa: SLF001 - asyncssh keeps all that a client ever sends, without a limit
        if chan._send_pktsize < LEAST_PACKET:  # noqa: SLF001 - there is no other way
            self.host.log_refusal(self.peer.address, f"packets of less than {LEAST_PACKET} bytes")
            self.peer.connection.abort()

    def pty_requested(self, term_type: str, term_size: Any, term_modes: Any) -> bool:  # noqa: ARG002
        self._term = term_type if _WORD.fullmatch(term_type) else ""
        self._size = clamped(term_size[0], term_size[1])
        return True

    def shell_requested(self) -> bool:
        self._wants_game = True  # the game takes the place of a shell
        return True

    def exec_requested(self, command: str) -> bool:  # noqa: ARG002 - it is not even logged
        return True  # so that `session_started` can print why no command is run

    subsystem_requested = exec_requested  # type: ignore[assignment] # the parameter has another name

    def session_started(self) -> None:
        refusal = self.host.check_session(self.visitor, self.peer.address)
        if not self._wants_game:
            sentence = "This host only plays Binairo: no commands, no files, no forwarding."
            self._refuse(sentence, "asked for something other than the game")
        elif not self._term:
            self._refuse("Binairo needs a terminal: connect with `ssh -t`.", "has no terminal")
        elif refusal:
            self._refuse(refusal, refusal)
        else:
            self.host.sessions.add(self)
            self._playing = asyncio.create_task(self._play())

    def eof_received(self) -> bool:
        self._hang_up()
        return True  # the channel stays open for the exit status

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        self._channel = None
        self._hang_up()
        self.peer.connection.close()

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:  # noqa: ARG002
        """Note a new size. The player process, which draws everything for each size, gets only the last of several."""
        self._size = clamped(width, height)
        if self._resizing is None:
            self._resizing = asyncio.get_running_loop().call_later(RESIZE_SECONDS, self._resize)

    def _resize(self) -> None:
        self._resizing = None
        if self._master is not None:
            columns, lines = self._size
            with suppress(termios.error):
                termios.tcsetwinsize(self._master, (lines, columns))

    # The game.

    async def _play(self) -> None:
        host, visitor = self.host, self.visitor
        directory = host.players / visitor.player
        directory.mkdir(mode=0o700, exist_ok=True)
        if not visitor.name:
            (directory / setup.VISITOR_MARK).touch(mode=0o600)
        options = child.ProcessOptions(
            str(directory), self._term, *self._environment(), *self._size, host.limits.memory_mib, host.limits.disk_mib
        )
        try:
            self._pid, self._master, link = await host.spawner.spawn(options, self._ended)
        except OSError as error:
            host.sessions.discard(self)
            self._refuse("The host cannot start a game now.", f"no player process: {error.strerror}")
            return
        os.set_blocking(self._master, False)
        if self._channel is None or self.is_ending:  # the connection was lost, or the session ended, in the meantime
            self._hang_up()
        else:
            self._resize()
            self._read_on()
        host.log(f"login {self._name} from {self.peer.address}")
        await host.hub.serve(visitor, link)

    def _environment(self) -> tuple[str, str]:
        """Return the client's locale (by default C.UTF-8), and its COLORTERM ('' if that is missing or unknown)."""
        sent = self._channel.get_environment() if self._channel else {}
        language = sent.get("LC_ALL") or sent.get("LC_CTYPE") or sent.get("LANG") or "C.UTF-8"
        colours = sent.get("COLORTERM", "")
        return language, colours if colours in ("truecolor", "24bit") else ""

    @property
    def _name(self) -> str:
        return self.visitor.name or f"a new player ({self.visitor.fingerprint})"

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:  # noqa: ARG002
        self.last_key = time.monotonic()
        self._input += data
        self._write_input()

    def _write_input(self) -> None:
        """Pass keys to the player process. Until it has taken them all, nothing more is read from the client."""
        if self._channel is None:
            return
        try:
            del self._input[: os.write(self._master, self._input) if self._master is not None else 0]
        except BlockingIOError:
            pass
        except OSError:  # the player process has ended
            self._input.clear()
        if self._input:
            self._channel.pause_reading()
            asyncio.get_running_loop().call_later(INPUT_SECONDS, self._write_input)
        else:
            self._channel.resume_reading()

    def _read_on(self) -> None:
        if self._master is not None:
            asyncio.get_running_loop().add_reader(self._master, self._read, self._master)

    def _read(self, master: int) -> None:
        """While too many bytes wait for a slow client, the player process must wait, too."""
        loop, most = asyncio.get_running_loop(), self.host.limits.queue_kib << 10
        if self._channel is not None and max(self._channel.get_write_buffer_size(), self.peer.unsent) > most:
            loop.remove_reader(master)
            loop.call_later(UNSENT_SECONDS, self._read_on)
            return
        try:
            data = os.read(master, READ_BYTES)
        except BlockingIOError:
            return
        except OSError:  # the player process has ended
            data = b""
        if not data:
            loop.remove_reader(master)
        elif self._channel is not None:
            self._channel.write(data)

    # The end.

    def _ended(self, status: int) -> None:
        if self._master is not None and self._channel is not None:
            with suppress(OSError):
                while data := os.read(self._master, READ_BYTES):
                    self._channel.write(data)
        self._close_master()
        self.host.sessions.discard(self)
        minutes, seconds = divmod(round(time.monotonic() - self.began), 60)
        self.host.log(f"logout {self._name} after {minutes}:{seconds:02}{f', status {status}' if status else ''}")
        if not self.visitor.name:  # the visitor has left without choosing a name
            setup.remove_tree(self.host.players / self.visitor.player)
        if self._channel is not None:
            self._channel.write(self._farewell)
            self._channel.exit(0 if status == 0 or self._farewell else 1)
            self._close_soon()

    def _hang_up(self) -> None:
        self._close_master()
        if self in self.host.sessions:
            self._stop(signal.SIGHUP, state.HANG_UP_SECONDS)

    def _close_master(self) -> None:
        if self._master is not None:
            asyncio.get_running_loop().remove_reader(self._master)
            os.close(self._master)
            self._master = None

    def _close_soon(self) -> None:
        asyncio.get_running_loop().call_later(CLOSE_SECONDS, self.peer.connection.abort)

    def _refuse(self, sentence: str, reason: str) -> None:
        self.host.log(f"refused {self._name} from {self.peer.address}: {reason}")
        if self._channel is not None:
            self._channel.write_stderr(f"{sentence}\r\n".encode())
            self._channel.exit(1)
            self._close_soon()


def clamped(columns: int, lines: int) -> tuple[int, int]:
    """Return a terminal size within sensible limits; 80x24 if the client reports no size."""
    if not columns or not lines:
        return 80, 24
    return min(columns, MOST_COLUMNS), min(lines, MOST_LINES)
