"""A deal record small enough for an address: a record that was brought along is kept nowhere else."""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from typing import Final

from games.engine import State, record_of

LONGEST_RECORD: Final = 4_000
"""Bytes of an unpacked record; a whole deal takes less than half of them."""


def pack(state: State) -> str:
    """The record of this deal as text for an address."""
    record = json.dumps(record_of(state), separators=(",", ":")).encode()
    return base64.urlsafe_b64encode(zlib.compress(record, 9)).rstrip(b"=").decode()


def unpack(text: str) -> bytes:
    """The record in such a text, whatever it may hold. Raises ValueError if there is none."""
    try:
        packed = base64.b64decode(text.encode("ascii") + b"==", altchars=b"-_")
        record = zlib.decompressobj().decompress(packed, LONGEST_RECORD)
    except (UnicodeEncodeError, binascii.Error, zlib.error) as error:
        raise ValueError("not a packed record") from error
    return record
