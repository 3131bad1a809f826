"""The deals of a set side by side, if two have finished it."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.models import BoardPlay, DealSet
from games.sets import queries
from games.sets.ladders import LadderRow
from games.words.names import plain, signed


class DealOfTwo(NamedTuple):
    """A deal as the reader and the other have played it: points, contract and tricks of both, and their sums so far."""

    number: int
    points: str
    words: str
    is_better: bool
    other_points: str
    other_words: str
    other_is_better: bool
    standing: str


def deals_of_two(deal_set: DealSet, ranked: Sequence[LadderRow]) -> list[DealOfTwo]:
    """Return the deals of the two who are `ranked`, one of whom is the reader. Show them only to that reader."""
    own, other = sorted(ranked, key=lambda row: not row.is_own)
    plays = queries.finished_plays(deal_set).filter(user__in=[own.account, other.account]).select_related("board")
    by = {(play.user_id, play.board.number): play for play in plays}
    deals, sums = [], [0, 0]
    for number in sorted({number for _user, number in by}):
        keys = (own.account, number), (other.account, number)
        if not all(key in by for key in keys):
            continue  # taken out by staff since the ladder was computed
        pair = by[keys[0]], by[keys[1]]
        sums = [so_far + (play.points or 0) for so_far, play in zip(sums, pair, strict=True)]
        deals.append(_deal(number, *pair, sums))
    return deals


def _deal(number: int, own: BoardPlay, other: BoardPlay, sums: Sequence[int]) -> DealOfTwo:
    mine, theirs = own.points or 0, other.points or 0
    standing = " – ".join(plain(points) for points in sums)
    return DealOfTwo(
        number, signed(mine), _words(own), mine > theirs, signed(theirs), _words(other), theirs > mine, standing
    )


def _words(play: BoardPlay) -> str:
    """Return the contract and the tricks of a finished play."""
    return _("contract %(contract)d, took %(tricks)d") % {"contract": play.contract or 0, "tricks": play.tricks or 0}
