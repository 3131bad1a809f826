"""The lines in which somebody may publish their result of the deal of the day.

They contain no card, no bid and no contract. The points are what is compared, so they are there, although who has not
played may guess a contract from them.
"""

from collections.abc import Iterator, Sequence
from typing import Final

OWN_TRICK: Final = "■"
OTHER_TRICK: Final = "□"
MADE: Final = "✓"
SET: Final = "✗"
GROUPS: Final = (slice(0, 5), slice(5, 10), slice(10, 13))


def share_lines(title: str, points: str, percent: str | None, tricks: Sequence[bool], *, made: bool) -> tuple[str, ...]:
    """Return three lines: the title; whether the contract was made, the points, and the per cent if they are known; the
    tricks.

    Title, points and per cent come in the words and notation of the reader. The address comes after these lines.
    """
    figures = [MADE if made else SET, points, *([f"· {percent}"] if percent else [])]
    return title, " ".join(figures), trick_signs(tricks)


def trick_signs(own: Sequence[bool]) -> str:
    """Return a sign for each of the 13 tricks in their order, in groups that are quick to count.

    `own` says of each trick whether the player's side took it, those given by a claim included.
    """
    if len(own) != 13:
        raise ValueError(f"a deal has 13 tricks, not {len(own)}")
    return " ".join(_signs(own))


def _signs(own: Sequence[bool]) -> Iterator[str]:
    for group in GROUPS:
        yield "".join(OWN_TRICK if trick else OTHER_TRICK for trick in own[group])
