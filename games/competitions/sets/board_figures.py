"""The figures of one board: the result and practice of the reader, the Expert's line, and advice from the field; and
how results are compared, by how many there are: two head to head, a few in a list, many by their distribution.

Per cents, the distribution and the terms of duplicate are meaningful only for many results.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, NamedTuple

from django.utils.translation import gettext as _, ngettext

from games.competitions.sets.practice import with_practice
from games.competitions.sets.queries import BidOfField
from games.competitions.sets.words import bid_words
from games.models import Board, BoardPlay
from games.results import fields
from games.results.fields import Field
from games.words.names import difference, per_cent, signed

LEAST_PLAYS: Final = 3
"""How many must have made a bid before it is advised to others."""

LEAST_GAIN: Final = 10
"""Points: smaller differences between bids, or between plays, are not mentioned."""


def against_others(board: Board, field: Field, own: BoardPlay) -> list[str]:
    """Return how a finished play compares with the field, if there are enough results, and with the Expert."""
    if own.points is None or not own.counts:
        return []
    figures = [against_field(fields.percent(field, own.points))] if shows_per_cents(fields.results_in(field)) else []
    if board.expert_points is not None:
        figures.append((signed(own.points - board.expert_points), _("against the Expert")))
    return [" ".join(figure) for figure in figures]


def against_field(percent: float | Fraction | None) -> tuple[str, str]:
    """Return a per cent of the matchpoints as a figure with its name, in words that need no explanation."""
    return per_cent(percent), _("against the field (average: 50)")


def duplicate_figures(field: Field, own: BoardPlay | None) -> list[tuple[str, str]]:
    """Return the reader's result in the terms of duplicate; [] without others to compare it with."""
    if own is None or own.points is None or not own.counts or fields.results_in(field) < 2:
        return []
    return [
        (per_cent(fields.percent(field, own.points)), _("of the matchpoints")),
        (difference(fields.butler(field, own.points)), _("against the datum (Butler)")),
    ]


def practice_figures(board: Board, field: Field, own: BoardPlay | None, points: int | None) -> list[tuple[str, str]]:
    """Return how the points of the last practice would have compared with the others' results."""
    if points is None:
        return []
    with_it = with_practice(field, points, own.points if own and own.counts else None)
    figures = [(signed(points), _("points")), (place_in(with_it, points), _("place it would have been"))]
    if shows_per_cents(fields.results_in(with_it)):
        figures.append(against_field(fields.percent(with_it, points)))
    if board.expert_points is not None:
        figures.append((signed(points - board.expert_points), _("against the Expert")))
    return figures


def place_in(field: Field, points: int) -> str:
    """Return the place of a result, such as "15 of 34"."""
    return _("%(place)d of %(results)d") % {"place": fields.place(field, points), "results": fields.results_in(field)}


def expert_sentence(board: Board) -> str:
    """Return the Expert's result on the board; before it has one, when it will play."""
    if board.expert_points is None or board.expert_bid is None:
        if board.deal_set.closes_at is None:
            return _("An Expert is about to play this deal in the same seat.")
        return _("An Expert plays this deal in the same seat when the set closes.")
    return _("An Expert in the same seat bid %(bid)d. Its side took %(tricks)d tricks, and it scored %(points)s.") % {
        "bid": board.expert_bid,
        "tricks": board.expert_tricks,
        "points": signed(board.expert_points),
    }


def advice(bids: Sequence[BidOfField], bidding: str, own: BoardPlay | None) -> str:
    """Return one sentence on what the reader could have done better, by the bids of the field; "" if few differ."""
    made = next((bid for bid in bids if own and (bid.bid, bid.nils) == (own.bid, own.nils)), None)
    tried = [bid for bid in bids if bid.plays >= LEAST_PLAYS]
    if own is None or own.points is None or not own.counts or made is None or len(tried) < 2:
        return ""
    best = max(tried, key=lambda bid: bid.mean)
    if best.mean >= made.mean + LEAST_GAIN:
        facts = {"best": bid_words(best.bid, best.nils, bidding), "mean": difference(best.mean)}
        facts |= {"own": bid_words(made.bid, made.nils, bidding), "points": difference(made.mean)}
        return _("The bid to make was %(best)s: it brought %(mean)s on average, %(own)s brought %(points)s.") % facts
    if own.points <= made.mean - LEAST_GAIN:
        return _("Your bid was good: others made %(mean)s with it on average. The play cost you points.") % {
            "mean": difference(made.mean)
        }
    return _("Well bid: on average no bid brought much more than yours.")


MANY_FROM: Final = 8
"""From how many results on their distribution is shown, and each has a per cent."""


def shows_per_cents(results: int) -> bool:
    """Return whether this many results are compared by their distribution, and each has a per cent."""
    return results >= MANY_FROM


class Side(NamedTuple):
    """One of two results: whose it is, with the name as pages write it, and the points."""

    name: str
    points: int
    is_own: bool

    @property
    def words(self) -> str:
        return signed(self.points)


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Two results, the reader's first, otherwise the better one; and who is ahead by how many points."""

    first: Side
    second: Side

    @property
    def first_leads(self) -> bool:
        return self.first.points > self.second.points

    @property
    def second_leads(self) -> bool:
        return self.second.points > self.first.points

    @property
    def sentence(self) -> str:
        """Return who is ahead, and by how much."""
        points = abs(self.first.points - self.second.points)
        if not points:
            return _("You are level.") if self.first.is_own else _("They are level.")
        if self.first_leads and self.first.is_own:
            words = ngettext("You are ahead by %(points)d point.", "You are ahead by %(points)d points.", points)
        else:
            words = ngettext(
                "%(name)s is ahead by %(points)d point.", "%(name)s is ahead by %(points)d points.", points
            )
        return words % {"name": (self.first if self.first_leads else self.second).name, "points": points}


def head_to_head(sides: Sequence[Side]) -> HeadToHead | None:
    """Return the comparison of two results; None if there are fewer or more."""
    if len(sides) != 2:
        return None
    return HeadToHead(*sorted(sides, key=lambda side: (not side.is_own, -side.points)))
