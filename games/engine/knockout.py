"""Rounds of a knock-out for trios: the best of each table goes on (docs/duplicate.md).

Participants are their drawn numbers. Everything follows from who is still in, so anybody can compute a round again.
"""

from collections.abc import Sequence

from .movements import Round, Trio
from .seats import PLAYERS


def knockout_rounds(participants: int) -> int:
    """Return how many rounds decide between so many: the last one has one table."""
    rounds, most = 1, len(PLAYERS)
    while most < participants:
        rounds, most = rounds + 1, most * 3
    return rounds


def needs_bot(participants: int) -> bool:
    """Return whether a bot has to fill up a table of the first round: each table leaves two fewer, and one is left at
    the end, so the number has to be odd.
    """
    return participants % 2 == 0


def knockout_round(still_in: Sequence[int], number: int) -> Round:
    """Return a round for those who are still in, an odd number of at least three; `number` counts from 1.

    If they are no power of three, the lowest numbers have a bye in the first round (`out`), so many that a power of
    three is left after it. Else number i of k tables plays with the numbers k and 2k places after it. Seats move on in
    each round. Raise a `ValueError` for another number of participants.
    """
    if len(still_in) < len(PLAYERS) or needs_bot(len(still_in)):
        raise ValueError(f"no round for {len(still_in)} participants")
    ordered = sorted(still_in)
    left_after = 3 ** (knockout_rounds(len(ordered)) - 1)
    tables = (len(ordered) - left_after) // 2
    byes = len(ordered) - 3 * tables
    playing = ordered[byes:]
    return Round(tuple(_seats(playing, tables, at, number) for at in range(tables)), tuple(ordered[:byes]))


def _seats(playing: Sequence[int], tables: int, at: int, number: int) -> Trio:
    trio = [playing[at + tables * ((seat + number) % 3)] for seat in PLAYERS]
    return trio[0], trio[1], trio[2]
