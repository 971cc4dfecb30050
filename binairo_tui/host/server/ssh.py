"""The SSH server: accepts connections, and authenticates them by public key."""

import asyncio
import signal
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
MAX_KEYS = 20
"""How many keys a connection may offer. Each one costs a database query."""
MAX_ATTEMPTS = 8 * MAX_KEYS
"""How often asyncssh may look up how a connection can authenticate, which it does two or three times for each key."""
MAX_EXCHANGES = 4
"""How many key exchanges a connection may make in a minute. Clients make one an hour, or one for each GiB."""
WINDOW_BYTES = 128 << 10
"""How many bytes of keys a client may send before the player process has read them."""
SLICE_BYTES = 1 << 10
"""How many bytes of a connection are processed before others have their turn."""
MAX_UNREAD = 256 << 10
"""How many bytes may wait for a client before it must read some: frames wait earlier, but answers do not."""
UNREAD_SECONDS = 0.1
"""Seconds between two looks whether a client has read enough."""
SHARE, BURST = 0.005, 0.1
"""The share of a core that a connection may use on average, and the seconds of it at once. A key takes half a ms."""
KEY_EXCHANGES = "*25519-sha*"
"""`mlkem768x25519-sha256` and `sntrup761x25519-sha512`, where there are libraries for them, and `curve25519-sha256`."""
CIPHERS = "*@openssh.com,aes256-ctr,aes128-ctr"
"""`chacha20-poly1305` and AES in GCM and CTR mode; of these, clients prefer the first that they know."""
MACS = "hmac-sha2-256-etm@openssh.com,hmac-sha2-512-etm@openssh.com"
"""For AES in CTR mode, which has none of its own."""
SIGNATURES = (
    *("ssh-ed25519", "sk-ssh-ed25519@openssh.com", "sk-ecdsa-sha2-nistp256@openssh.com"),
    *("ecdsa-sha2-nistp256", "ecdsa-sha2-nistp384", "ecdsa-sha2-nistp521", "rsa-sha2-512", "rsa-sha2-256"),
)
"""The signatures with which players prove their keys. None uses SHA-1."""
RSA_BITS = range(2048, 8193)
MOST_EXPONENT = 1 << 32
"""Limit on the public exponent of an RSA key. The larger the exponent is, the longer a signature takes to check."""


class ClientConnection(asyncssh.SSHServer):
    """A connection to the server. Its client can only authenticate with a public key and open one session."""

    def __init__(self, host: state.Host) -> None:
        self.host = host
        self._visitor = links.Visitor(token_hex(8), "", "")
        self.peer: state.Peer | None = None
        self._key_count = self._attempt_count = 0
        self._exchanges = limits.RateLimiter(MAX_EXCHANGES)
        self._has_session = False

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        # Refused here, a connection does not cost a key exchange.
        name = conn.get_extra_info("peername")
        address = limits.source_of(str(name[0])) if name else "?"
        refusal = self.host.check_connection(address)
        if refusal:
            self.host.log_refusal(address, refusal)
            reason = f"refused: {refusal}. Try again in a minute."
            # A client shows the reason only after the version has been sent; the key exchange has not begun by then.
            asyncio.get_running_loop().call_soon(conn.disconnect, asyncssh.DISC_TOO_MANY_CONNECTIONS, reason)
            return
        self.peer = state.Peer(conn, address)
        self.host.peers.add(self.peer)
        Intake(conn, limits.Pace(SHARE, BURST))
        setattr(conn, "process_packet", partial(self._process_packet, conn.process_packet))  # noqa: B010 - for mypy
        asyncio.get_running_loop().call_later(self.host.limits.grace_seconds, self._check_progress, self.peer)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        if self.peer is not None:
            self.host.peers.discard(self.peer)
            self.peer = None

    def _process_packet(self, own: Callable[..., Any], kind: int, number: int, packet: SSHPacket) -> Any:
        """Process a packet that belongs to no session, unless it begins one key exchange too many.

        Neither asyncssh nor the protocol limits how often a client may ask for new keys, which costs a client little,
        or how long an exchange may take, during which asyncssh keeps all that the client should see.
        """
        if kind == MSG_KEXINIT and self.peer:
            if not self._exchanges.allows("", time.monotonic()):
                self.host.log_refusal(self.peer.address, "too many key exchanges")
                raise asyncssh.DisconnectError(asyncssh.DISC_BY_APPLICATION, "too many key exchanges")
            asyncio.get_running_loop().call_later(self.host.limits.grace_seconds, self._check_progress, self.peer)
        if kind == MSG_GLOBAL_REQUEST and self.peer:
            # The game needs none: asyncssh would forward ports, or sign thousands of times for one packet.
            packet.get_string()
            if packet.get_boolean():
                self.peer.connection.send_packet(MSG_REQUEST_FAILURE)
            return True
        return own(kind, number, packet)

    def public_key_auth_supported(self) -> bool:
        self._attempt_count += 1
        if self._attempt_count > MAX_ATTEMPTS and self.peer is not None:
            self.peer.connection.abort()
        return True  # the only method of authentication

    async def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:  # noqa: ARG002
        peer = self.peer
        if peer is None:
            return False
        self._key_count += 1
        if self._key_count > MAX_KEYS:
            peer.connection.abort()
            return False
        key.all_sig_algorithms = key.all_sig_algorithms.intersection(map(str.encode, SIGNATURES))
        fingerprint = key.get_fingerprint()
        if not is_strong(key):
            self.host.log_refusal(peer.address, f"{fingerprint} is too weak")
            return False
        player = await self.host.hub.in_thread(lambda: self.host.database.player_of_key(fingerprint))
        keys = [fingerprint]
        if player is not None:
            keys = await self.host.hub.in_thread(lambda: self.host.database.keys_of(player.id))
        if (player is not None and player.is_banned) or not self.host.allows(keys):
            self.host.log(f"refused {peer.address}: {fingerprint}")
            return False
        if player is not None:
            self._visitor = links.Visitor(player.id, player.name, fingerprint)
        else:
            self._visitor = links.Visitor(token_hex(8), "", fingerprint)
        return True

    def auth_completed(self) -> None:
        if self.peer is not None:
            self.peer.is_authenticated = True

    def session_requested(self) -> player_session.PlayerSession | bool:
        if self._has_session or self.peer is None:
            return False
        self._has_session = True
        return player_session.PlayerSession(self.host, self.peer, self._visitor)

    def connection_requested(self, *_: object) -> bool:
        raise asyncssh.ChannelOpenError(
            asyncssh.OPEN_ADMINISTRATIVELY_PROHIBITED, "this host does not forward connections"
        )

    unix_connection_requested = connection_requested  # type: ignore[assignment] # it returns nothing

    def _check_progress(self, peer: state.Peer) -> None:
        """Close a connection that had time enough to open a session, or to exchange keys."""
        is_exchanging = not peer.connection._kex_complete  # noqa: SLF001 - there is no other way
        if peer in self.host.peers and (is_exchanging or not any(it.peer is peer for it in self.host.sessions)):
            self.host.log_refusal(peer.address, f"no session or no keys within {self.host.limits.grace_seconds} s")
            peer.connection.abort()


def is_strong(key: asyncssh.SSHKey) -> bool:
    """Return whether a player may prove a key with one of `SIGNATURES`; an RSA key must have a sensible size, too."""
    if key.get_algorithm() != "ssh-rsa":
        return key.get_algorithm() in SIGNATURES
    rsa: Any = key.pyca_key
    return rsa.key_size in RSA_BITS and rsa.public_numbers().e <= MOST_EXPONENT


class Intake:
    """What a client has sent and its connection has not processed yet.

    The connection processes it in slices, at a `pace` that counts seconds of processor time. When the connection has
    used them up, or if the client does not read the answers, the connection must wait. Meanwhile, nothing more is read
    from the client. All connections of one address together have the limit of as many connections as the address may
    have.
    """

    def __init__(self, connection: asyncssh.SSHServerConnection, pace: limits.Pace) -> None:
        self._process = connection.data_received
        self._transport = cast("asyncio.Transport", connection._transport)  # noqa: SLF001 - there is no other way
        self._pace = pace
        self._waiting = bytearray()
        setattr(connection, "data_received", self.take)  # noqa: B010 - for mypy

    def take(self, data: bytes, _datatype: object = None) -> None:
        is_waiting = bool(self._waiting)
        self._waiting += data
        if not is_waiting:
            self._go_on()

    def _go_on(self) -> None:
        if self._transport.is_closing():
            return
        if self._transport.get_write_buffer_size() > MAX_UNREAD:
            self._wait(UNREAD_SECONDS)
            return
        began, part = time.thread_time(), bytes(self._waiting[:SLICE_BYTES])
        del self._waiting[:SLICE_BYTES]
        if part:
            self._process(part)
        seconds = self._pace.wait_seconds(time.thread_time() - began, time.monotonic())
        if self._waiting or seconds:
            self._wait(seconds)
        else:
            self._transport.resume_reading()

    def _wait(self, seconds: float) -> None:
        self._transport.pause_reading()
        asyncio.get_running_loop().call_later(seconds, self._go_on)


async def listen(host: state.Host, address: str, port: int, key: asyncssh.SSHKey) -> asyncssh.SSHAcceptor:
    """Accept connections until the returned acceptor is closed. Raises OSError."""
    return await asyncssh.listen(
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
        backlog=128,
    )


async def watch_idle(host: state.Host) -> None:
    """End the sessions that may not go on. Never returns.

    A session ends if its process has too many threads, if it is idle, if its visitor has chosen no name in time, if its
    player was banned or removed, if its key was removed, or if `--allow` no longer admits it.
    """
    while True:
        await asyncio.sleep(IDLE_CHECK_SECONDS)
        named = {session for session in host.sessions if session.visitor.name}
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
    """End the sessions of all players, and wait until their games are saved.

    Sessions that have not ended after `state.END_SECONDS` are killed.
    """
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
