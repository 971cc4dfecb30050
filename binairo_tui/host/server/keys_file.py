"""Reads the file of public keys that `--allow` admits."""

from pathlib import Path

from binairo_tui import files


class KeysFileError(Exception):
    """The file cannot be used. The message names the file and the line."""


def read_keys(path: Path) -> frozenset[str]:
    """Return the fingerprints of the public keys in a file such as `authorized_keys`. Raises KeysFileError."""
    import asyncssh  # not before the spawner is forked

    found = set()
    try:
        lines = files.untrusted.read_untrusted(path).splitlines()
    except files.untrusted.UnreadableError as error:
        raise KeysFileError(f"{path}: {error}") from None
    for number, text in enumerate(lines, 1):
        if text.strip() and not text.lstrip().startswith("#"):
            try:
                found.add(asyncssh.import_public_key(text.encode()).get_fingerprint())
            except asyncssh.KeyImportError:
                reason = "not a public key such as 'ssh-ed25519 AAAA... name'"
                raise KeysFileError(f"{path}, line {number}: {reason}") from None
    return frozenset(found)
