"""A shuffle fixed beforehand: committed to before the deal, provable after it (RULES section 10).

The server draws a secret for each deal and shows its `commitment`; the secret alone decides the pack. Once the deal is
over the secret is shown, and anyone can check that it hashes to the commitment and gives the hands that were dealt.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator
from hashlib import sha256

from .cards import DECK, Card

SECRET_BYTES = 32


def commitment(secret: bytes) -> str:
    """The SHA-256 of the secret, in hexadecimal: shown before the deal, it fixes the pack."""
    return sha256(secret).hexdigest()


def shuffled_pack(secret: bytes, purpose: str) -> tuple[Card, ...]:
    """The 52 cards in the order this secret gives them; `purpose` ("deal" or "draw") keeps two packs apart."""
    numbers = _numbers(secret, purpose)
    pack = list(DECK)
    for last in range(51, 0, -1):
        pick = _below(last + 1, numbers)
        pack[last], pack[pick] = pack[pick], pack[last]
    return tuple(pack)


def deal_hands(secret: bytes) -> tuple[tuple[Card, ...], ...]:
    """The four hands dealt card by card from the secret's pack: players 0, 1, 2, then the dummy in place order."""
    pack = shuffled_pack(secret, "deal")
    return tuple(pack[seat::4] for seat in range(4))


def verify(secret: bytes, committed: str, hands: tuple[tuple[Card, ...], ...]) -> bool:
    """Whether the secret was the one committed to and gives exactly these hands, the dummy's in place order."""
    return hmac.compare_digest(commitment(secret), committed) and _as_sets(deal_hands(secret)) == _as_sets(hands)


def _as_sets(hands: tuple[tuple[Card, ...], ...]) -> tuple[object, ...]:
    """Hands to compare: order means something in the dummy's places only."""
    return (*map(frozenset, hands[:3]), hands[3])


def _numbers(secret: bytes, purpose: str) -> Iterator[int]:
    """An endless stream of 64-bit numbers from HMAC-SHA256 of a counter."""
    counter = 0
    while True:
        block = hmac.new(secret, f"{purpose}:{counter}".encode(), sha256).digest()
        yield from (int.from_bytes(block[start : start + 8], "big") for start in range(0, 32, 8))
        counter += 1


def _below(limit: int, numbers: Iterator[int]) -> int:
    """A number under `limit`, every one equally likely: the uneven tail of the 64-bit range is thrown away."""
    fair = (1 << 64) - (1 << 64) % limit
    return next(number for number in numbers if number < fair) % limit
