"""The SSH server: accepts connections, and authenticates them by public key."""

import asyncio
import signal
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from secrets import token_hex
from typing import Any, cast

import asyncssh
from asyncssh.constants import MSG_GLOBAL_REQUEST, MSG_KEXINIT, MSG_REQUEST_FAILURE
from asyncssh.packet import SSHPacket

from binairo_tui.files.json_lines import RequestError
from binairo_tui.host.server import limits, links, player_session, state

IDLE_CHECK_SECONDS = 5.0
BACKLOG = 128
"""How many connections may wait until they are accepted."""
MAX_KEYS = 20
"""How many keys a connection may offer. Each one costs a database query."""
MAX_ATTEMPTS = 8 * MAX_KEYS
"""How often asyncssh may ask how a connection can authenticate. It asks two or three times for each key."""
MAX_EXCHANGES = 4
"""How many key exchanges a connection may make in a minute. Usual clients make one each hour, or one for each GiB."""
WINDOW_BYTES = 128 << 10
"""How many bytes of keys a client may send before the player process has read them."""
SLICE_BYTES = 1 << 10
"""How many bytes from a connection are processed before other connections have their turn."""
MAX_UNREAD = 256 << 10
"""How many bytes may wait for a client. If more wait, nothing from this client is processed until it has read some."""
UNREAD_SECONDS = 0.1
"""Seconds between checks whether a client has read enough."""
KEY_EXCHANGES = "*25519-sha*"
"""Matches `curve25519-sha256`, and `mlkem768x25519-sha256` and `sntrup761x25519-sha512` if there are libraries for
them.
"""
CIPHERS = "*@openssh.com,aes256-ctr,aes128-ctr"
"""`chacha20-poly1305`, and AES in GCM and CTR mode. Each client chooses the one that comes first in its own list."""
MACS = "hmac-sha2-256-etm@openssh.com,hmac-sha2-512-etm@openssh.com"
"""Message authentication codes for AES in CTR mode; the other ciphers authenticate messages themselves."""
SIGNATURES = (
    *("ssh-ed25519", "sk-ssh-ed25519@openssh.com", "sk-ecdsa-sha2-nistp256@openssh.com"),
    *("ecdsa-sha2-nistp256", "ecdsa-sha2-nistp384", "ecdsa-sha2-nistp521", "rsa-sha2-512", "rsa-sha2-256"),
)
"""The signatures with which players prove their keys. None uses SHA-1."""
RSA_BITS = range(2048, 8193)
EVERYBODYS = (
    *(0, 1, (1 << 255) - 20, (1 << 255) - 19, (1 << 255) - 18),
    0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826,
    0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7,
)
"""The Ed25519 keys whose points have an order of at most 8, without the sign bit. Anybody can sign for such a key."""
MOST_EXPONENT = 1 << 32
"""Limit on the public exponent of an RSA key. The larger the exponent is, the longer a signature takes to check."""


class ClientConnection(asyncssh.SSHServer):
    """A connection to the server. Its client can only authenticate with a public key and open one session."""

    def __init__(self, host: state.Host) -> None:
        self.host = host
        self._key_count = self._attempt_count = 0
        self._exchanges = limits.RateLimiter(MAX_EXCHANGES)

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        # Refused here, a connection does not cost a key exchange.
        name = conn.get_extra_info("peername")
        self.peer = state.Peer(conn, limits.source_of(str(name[0])) if name else "?")
        refusal = self.host.check_connection(self.peer.address)
        if refusal:
            self.host.log_refusal(self.peer.address, refusal)
            reason = f"refused: {refusal}. Try again in a minute."
            # A client shows the reason only after the version has been sent; the key exchange has not begun by then.
            asyncio.get_running_loop().call_soon(conn.disconnect, asyncssh.DISC_TOO_MANY_CONNECTIONS, reason)
            return
        self.host.peers.add(self.peer)
        Intake(self.peer, partial(self.host.count_use, self.peer))
        setattr(conn, "process_packet", partial(self._process_packet, conn.process_packet))  # noqa: B010 - for mypy
        asyncio.get_running_loop().call_later(self.host.limits.grace_seconds, self._check_progress, self.peer)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        self.host.peers.discard(self.peer)

    def _process_packet(self, own: Callable[..., Any], kind: int, number: int, packet: SSHPacket) -> Any:
        """Process a packet that belongs to no session, unless it begins one key exchange too many.

        An exchange costs a client little, but neither asyncssh nor the protocol limits the number of exchanges. Nor do
        they limit the length of an exchange, during which asyncssh keeps all output for the client in memory.
        """
        if kind == MSG_KEXINIT:
            if not self._exchanges.allows("", time.monotonic()):
                self.host.log_refusal(self.peer.address, "too many key exchanges")
                raise asyncssh.DisconnectError(asyncssh.DISC_BY_APPLICATION, "too many key exchanges")
            asyncio.get_running_loop().call_later(self.host.limits.grace_seconds, self._check_progress, self.peer)
        if kind == MSG_GLOBAL_REQUEST:
            # The game needs no such request. asyncssh would forward ports, or sign thousands of times for one packet.
            packet.get_string()
            if packet.get_boolean():
                self.peer.connection.send_packet(MSG_REQUEST_FAILURE)
            return True
        return own(kind, number, packet)

    def public_key_auth_supported(self) -> bool:
        self._attempt_count += 1
        if self._attempt_count > MAX_ATTEMPTS:
            self.peer.connection.abort()
        return True  # the only method of authentication

    async def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:  # noqa: ARG002
        self._key_count += 1
        if self._key_count > MAX_KEYS:
            self.peer.connection.abort()
            return False
        key.all_sig_algorithms = key.all_sig_algorithms.intersection(map(str.encode, SIGNATURES))
        fingerprint = key.get_fingerprint()
        if not is_strong(key):
            self.host.log_refusal(self.peer.address, f"{fingerprint} is too weak")
            return False
        player = await self.host.hub.in_thread(lambda: self.host.database.player_of_key(fingerprint))
        keys = [fingerprint]
        if player is not None:
            keys = await self.host.hub.in_thread(lambda: self.host.database.keys_of(player.id))
        if (player is not None and player.is_banned) or not self.host.allows(keys):
            self.host.log(f"refused {self.peer.address}: {fingerprint}")
            return False
        identity = (player.id, player.name) if player else (token_hex(8), "")
        self._visitor = links.Visitor(*identity, fingerprint)
        return True

    def session_requested(self) -> player_session.PlayerSession | bool:
        if self.peer.session:
            return False
        session = self.peer.session = player_session.PlayerSession(self.host, self.peer, self._visitor)
        return session

    def connection_requested(self, *_: object) -> bool:
        raise asyncssh.ChannelOpenError(
            asyncssh.OPEN_ADMINISTRATIVELY_PROHIBITED, "this host does not forward connections"
        )

    unix_connection_requested = connection_requested  # type: ignore[assignment] # it returns nothing

    def _check_progress(self, peer: state.Peer) -> None:
        """Close a connection that has not opened a session in time, or has not finished a key exchange in time."""
        is_exchanging = not peer.connection._kex_complete  # noqa: SLF001 - there is no other way
        if peer in self.host.peers and (is_exchanging or peer.session not in self.host.sessions):
            self.host.log_refusal(peer.address, f"no session or no keys within {self.host.limits.grace_seconds} s")
            peer.connection.abort()


def is_strong(key: asyncssh.SSHKey) -> bool:
    """Return whether a key can be proved by one of `SIGNATURES`, and only by the key's owner.

    The size and the exponent of an RSA key must be within the limits above.
    """
    if key.get_algorithm() != "ssh-rsa":
        packet = SSHPacket(key.public_data)
        packet.get_string()
        point = int.from_bytes(packet.get_string(), "little") % (1 << 255)
        return key.get_algorithm() in SIGNATURES and point not in EVERYBODYS
    rsa: Any = key.pyca_key
    return rsa.key_size in RSA_BITS and rsa.public_numbers().e <= MOST_EXPONENT


class Intake:
    """Holds the bytes that a client has sent until its connection processes them.

    The connection processes the bytes in slices. `count` counts the seconds of processor time that a slice took, and
    returns how many seconds the next slice must wait. A slice also waits while the client does not read the answers.
    Meanwhile, nothing more is read from the client.
    """

    def __init__(self, peer: state.Peer, count: Callable[[float], float]) -> None:
        self._peer = peer
        self._process = peer.connection.data_received
        self._transport = cast("asyncio.Transport", peer.connection._transport)  # noqa: SLF001 - there is no other way
        self._count = count
        self._waiting = bytearray()
        setattr(peer.connection, "data_received", self.take)  # noqa: B010 - for mypy

    def take(self, data: bytes, _datatype: object = None) -> None:
        is_waiting = bool(self._waiting)
        self._waiting += data
        if not is_waiting:
            self._go_on()

    def _go_on(self) -> None:
        if self._transport.is_closing():
            return
        is_unread = self._peer.unsent > MAX_UNREAD
        seconds = UNREAD_SECONDS if is_unread else self._count(0.0)  # other connections may have used the shared time
        if self._waiting and not seconds:
            began, part = time.thread_time(), bytes(self._waiting[:SLICE_BYTES])
            del self._waiting[:SLICE_BYTES]
            self._process(part)
            seconds = self._count(time.thread_time() - began)
        if self._waiting or seconds:
            self._transport.pause_reading()
            asyncio.get_running_loop().call_later(seconds, self._go_on)
        else:
            self._transport.resume_reading()


async def listen(host: state.Host, address: str, port: int, key: asyncssh.SSHKey) -> asyncssh.SSHAcceptor:
    """Accept connections until the returned acceptor is closed. Raises OSError."""
    acceptor = await asyncssh.listen(
        address,
        port,
        server_factory=lambda: ClientConnection(host),
        server_host_keys=[key],
        server_version="binairo",
        login_timeout=host.limits.grace_seconds,
        password_auth=False,
        kbdint_auth=False,
        host_based_auth=False,
        gss_host=None,
        allow_scp=False,
        agent_forwarding=False,
        x11_forwarding=False,
        kex_algs=KEY_EXCHANGES,
        encryption_algs=CIPHERS,
        mac_algs=MACS,
        compression_algs=None,
        signature_algs=SIGNATURES,
        x509_trusted_certs=None,
        line_editor=False,
        encoding=None,
        window=WINDOW_BYTES,
        keepalive_interval=30,
        keepalive_count_max=4,
        reuse_address=True,
        backlog=1,  # asyncio accepts one connection in a turn, so keys are handled in between
    )
    for bound in acceptor.sockets:
        with socket.fromfd(bound.fileno(), bound.family, bound.type) as same:
            same.listen(BACKLOG)
    return acceptor


async def watch_idle(host: state.Host) -> None:
    """End the sessions that may not go on. Never returns.

    A session ends if its process has too many threads, if it is idle, if its visitor has chosen no name in time, if its
    player was banned or removed, if its key was removed, or if the file of `--allow` no longer has the key.
    """
    while True:
        await asyncio.sleep(IDLE_CHECK_SECONDS)
        named = {session for session in host.sessions if session.visitor.name}
        host.known = dict.fromkeys([*{it.peer.address: None for it in named} | host.known][: state.MAX_KNOWN])
        try:
            welcome = await host.hub.in_thread(host.welcome_keys)
        except RequestError:  # the failure is logged; the next check may succeed
            continue
        for session in [it for it in host.sessions if not it.is_ending]:
            key = session.visitor.fingerprint
            if session.check_process():
                host.log(f"killed {session.visitor.name}: more than {state.MAX_THREADS} threads")
                session.kill()
            elif not (key in welcome if session in named else host.allows([key])):
                session.end("You may not play on this host any more.")
            elif time.monotonic() - session.last_key > 60 * host.limits.idle_minutes:
                session.end(f"No key for {host.limits.idle_minutes} minutes: your game is saved.")
            elif not session.visitor.name and time.monotonic() - session.began > host.limits.name_seconds:
                session.end(f"No name within {host.limits.name_seconds} seconds: log in again.")


async def close(host: state.Host) -> None:
    """End all sessions, and wait until their games are saved; kill what has not ended after `state.END_SECONDS`."""
    host.is_closing = True
    for session in list(host.sessions):
        session.end("The host was closed; your game is saved.", signal.SIGTERM)
    with suppress(TimeoutError):
        async with asyncio.timeout(state.END_SECONDS):
            while host.sessions:
                await asyncio.sleep(0.02)
    for session in list(host.sessions):
        session.kill()
    for peer in list(host.peers):
        peer.connection.close()
