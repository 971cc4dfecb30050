"""The SSH server: accepts connections, and authenticates them by public key."""

import asyncio
import signal
import time
from contextlib import suppress
from secrets import token_hex

import asyncssh

from binairo_tui.files.json_lines import RequestError
from binairo_tui.host.server import limits, links, player_session, state

IDLE_CHECK_SECONDS = 5.0
MAX_KEYS = 20
"""How many keys a connection may offer. Each one costs a database query."""


class ClientConnection(asyncssh.SSHServer):
    """A connection to the server. Its client can only authenticate with a public key and open one session."""

    def __init__(self, host: state.Host) -> None:
        self.host = host
        self._visitor = links.Visitor(token_hex(8), "", "")
        self.peer: state.Peer | None = None
        self._key_count = 0
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
        asyncio.get_running_loop().call_later(self.host.limits.grace_seconds, self._check_session, self.peer)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        if self.peer is not None:
            self.host.peers.discard(self.peer)
            self.peer = None

    def public_key_auth_supported(self) -> bool:
        return True  # the only method of authentication

    async def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:  # noqa: ARG002
        peer = self.peer
        if peer is None:
            return False
        self._key_count += 1
        if self._key_count > MAX_KEYS:
            peer.connection.abort()
            return False
        fingerprint = key.get_fingerprint()
        player = await self.host.hub.in_thread(lambda: self.host.database.player_of_key(fingerprint))
        keys = [fingerprint]
        if player is not None:
            keys = await self.host.hub.in_thread(lambda: self.host.database.keys_of(player.id))
        if (player is not None and player.is_banned) or not self.host.allows(keys):
            self.host.log(f"refused {peer.address}: {fingerprint}")
            return False
        if player is not None:
            self._visitor = links.Visitor(player.id, player.name, fingerprint, player.is_raceable)
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

    def _check_session(self, peer: state.Peer) -> None:
        if peer in self.host.peers and not any(session.peer is peer for session in self.host.sessions):
            self.host.log(f"closed {peer.address}: no session within {self.host.limits.grace_seconds} s")
            peer.connection.abort()


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
        compression_algs=None,
        line_editor=False,
        encoding=None,
        keepalive_interval=30,
        keepalive_count_max=4,
        reuse_address=True,
        backlog=128,
    )


async def watch_idle(host: state.Host) -> None:
    """End the sessions that may not go on. Never returns.

    A session ends if it is idle, if its visitor has chosen no name in time, if its player was banned or removed, if its
    key was removed, or if `--allow` no longer admits it.
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
            if not (key in welcome if session in named else host.allows([key])):
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
