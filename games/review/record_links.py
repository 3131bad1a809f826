"""Pack a deal record (docs/records.md) into a URL: imported records are not stored anywhere else."""

import base64
import binascii
import json
import zlib
from typing import Final

from games.engine import State, record_of

LONGEST_RECORD: Final = 4_000
"""Bytes of an unpacked record; a whole deal takes less than half of them."""


def pack(state: State) -> str:
    """Return the record of this deal as text for a URL."""
    record = json.dumps(record_of(state), separators=(",", ":")).encode()
    return base64.urlsafe_b64encode(zlib.compress(record, 9)).rstrip(b"=").decode()


def unpack(text: str) -> bytes:
    """Return the unchecked, possibly truncated record in this text. Raises ValueError if it holds none."""
    try:
        packed = base64.b64decode(text.encode("ascii") + b"==", altchars=b"-_")
        record = zlib.decompressobj().decompress(packed, LONGEST_RECORD)
    except (UnicodeEncodeError, binascii.Error, zlib.error) as error:
        raise ValueError("not a packed record") from error
    return record
