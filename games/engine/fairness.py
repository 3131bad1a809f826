"""A shuffle that is fixed before the deal and can be proved after it (docs/rules.md section 10).

The server draws a random secret for each deal and shows its hash, the `commitment`. The secret alone decides the order
of the pack. After the deal the secret is shown, and anyone can check that it has this hash and gives these hands.
"""

import hmac
from collections.abc import Iterator
from hashlib import sha256

from .cards import DECK, Card

SECRET_BYTES = 32


def commitment(secret: bytes) -> str:
    """Return the SHA-256 hash of the secret in hexadecimal."""
    return sha256(secret).hexdigest()


def shuffled_pack(secret: bytes, purpose: str) -> tuple[Card, ...]:
    """Return the 52 cards in the order that the secret and the `purpose` ("deal" or "draw") give."""
    numbers = _numbers(secret, purpose)
    pack = list(DECK)
    for last in range(51, 0, -1):
        pick = _below(last + 1, numbers)
        pack[last], pack[pick] = pack[pick], pack[last]
    return tuple(pack)


def deal_hands(secret: bytes) -> tuple[tuple[Card, ...], ...]:
    """Return the hands of players 0, 1, 2 and the dummy (in place order), dealt card by card from the pack."""
    pack = shuffled_pack(secret, "deal")
    return tuple(pack[seat::4] for seat in range(4))


def verify(secret: bytes, committed: str, hands: tuple[tuple[Card, ...], ...]) -> bool:
    """Whether the secret has the hash `committed` and gives these hands, the dummy's in place order."""
    dealt = deal_hands(secret)
    same_cards = list(map(frozenset, dealt)) == list(map(frozenset, hands)) and dealt[3] == hands[3]
    return hmac.compare_digest(commitment(secret), committed) and same_cards


def _numbers(secret: bytes, purpose: str) -> Iterator[int]:
    """Yield 64-bit numbers without end, from HMAC-SHA256 of a counter."""
    counter = 0
    while True:
        block = hmac.new(secret, f"{purpose}:{counter}".encode(), sha256).digest()
        yield from (int.from_bytes(block[start : start + 8], "big") for start in range(0, 32, 8))
        counter += 1


def _below(limit: int, numbers: Iterator[int]) -> int:
    """Return a number from 0 to `limit` - 1, all equally likely: the uneven end of the range is skipped."""
    fair = (1 << 64) - (1 << 64) % limit
    return next(number for number in numbers if number < fair) % limit
