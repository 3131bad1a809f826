"""The generated keys of an installation that has none in its variables."""

import base64
import os
import secrets
from collections.abc import Callable
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric import ec


def new_secret() -> str:
    """Return a key that signs sessions and links."""
    return secrets.token_urlsafe(50)


def new_vapid_key() -> str:
    """Return a private key that signs pushes to browsers (RFC 8292): 32 bytes in base64url."""
    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return base64.urlsafe_b64encode(number.to_bytes(32, "big")).decode().rstrip("=")


def load_or_create(path: Path, make: Callable[[], str]) -> str:
    """Return the key stored in *path*, creating the file (mode 0600) the first time.

    Several processes may start at once: each writes its own draft and links it into place. The first link wins, so
    that all return the same complete key.
    """
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f"{path.name}.{os.getpid()}")
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(make())
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text()
