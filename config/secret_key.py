"""Generates the secret key of an installation without a SECRET_KEY variable."""

import os
import secrets
from pathlib import Path


def load_or_create(path: Path) -> str:
    """Return the key stored in *path*, creating the file (mode 0600) the first time.

    Several processes may start at once: each writes its own draft and links it into place. The first link wins, so
    that all return the same complete key.
    """
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f"{path.name}.{os.getpid()}")
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_urlsafe(50))
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text()
