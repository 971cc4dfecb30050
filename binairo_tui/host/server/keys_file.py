"""Reads the file of public keys that `--allow` admits."""

from base64 import b64decode, b64encode
from hashlib import sha256
from pathlib import Path

from binairo_tui import files


class KeysFileError(Exception):
    """The file cannot be used. The message names the file and the line."""


def read_keys(path: Path) -> frozenset[str]:
    """Return the fingerprints of the public keys in a file that has one per line, as in `authorized_keys`.

    Raises KeysFileError.
    """
    found = set()
    try:
        lines = files.untrusted.read_untrusted(path).splitlines()
    except files.untrusted.UnreadableError as error:
        raise KeysFileError(f"{path}: {error}") from None
    for number, text in enumerate(lines, 1):
        if text.strip() and not text.lstrip().startswith("#"):
            fingerprint = _fingerprint(text)
            if not fingerprint:
                raise KeysFileError(f"{path}, line {number}: not a public key such as 'ssh-ed25519 AAAA... name'")
            found.add(fingerprint)
    return frozenset(found)


def _fingerprint(text: str) -> str:
    """Return the fingerprint of a public key as OpenSSH shows it, or '' if the text is not a public key.

    Does not use asyncssh, which must not be imported before the spawner is forked.
    """
    kind, _, rest = text.strip().partition(" ")
    try:
        blob = b64decode(rest.split(" ", 1)[0], validate=True)
    except ValueError:
        return ""
    if not blob.startswith(len(kind).to_bytes(4, "big") + kind.encode()):
        return ""
    return "SHA256:" + b64encode(sha256(blob).digest()).decode().rstrip("=")
