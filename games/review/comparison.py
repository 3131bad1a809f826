"""A replay beside the deal that it repeats, in words and figures."""

from typing import NamedTuple

from django.utils.translation import gettext as _, ngettext

from games.engine import PLAYERS, Player, PlayerScore, State, replay, score
from games.review.reviewed_deal import ReviewedDeal
from games.words.names import Names, plain, signed, tone


class Outcome(NamedTuple):
    """What a seat had to make and what its side took: "7 · 8", with its points; `tone` is good, bad or nought."""

    name: str
    is_declarer: bool
    tricks: str
    points: str
    tone: str


class SeatComparison(NamedTuple):
    """The outcomes of one seat, then and now; `change` are the points now less those then."""

    outcomes: tuple[Outcome, Outcome]
    change: str


class Comparison(NamedTuple):
    """A replay beside its deal: a sentence on the reader's own seat, and the three seats."""

    sentence: str
    seats: tuple[SeatComparison, ...]


def comparison(then: ReviewedDeal, now: ReviewedDeal) -> Comparison:
    """Compare a finished replay, which only its player sees, with the finished deal that it repeats."""
    assert now.viewer is not None, "a replay is seen by its player"
    before, after = (_outcomes(deal) for deal in (then, now))
    changes = [score(replay(now.log))[player].total - score(replay(then.log))[player].total for player in PLAYERS]
    seats = tuple(map(SeatComparison, zip(before, after, strict=True), map(signed, changes)))
    return Comparison(_sentence(seats[now.viewer], changes[now.viewer]), seats)


def _outcomes(deal: ReviewedDeal) -> list[Outcome]:
    end, names = replay(deal.log), Names(deal.seats, deal.viewer)
    return [_outcome(end, player, line, names) for player, line in zip(PLAYERS, score(end), strict=True)]


def _outcome(end: State, player: Player, line: PlayerScore, names: Names) -> Outcome:
    tricks = f"{line.side_tricks}/{line.contract}"
    return Outcome(names.label(player), player == end.declarer, tricks, signed(line.total), tone(line.total))


def _sentence(own: SeatComparison, change: int) -> str:
    then, now = own.outcomes
    facts = {"now": now.points, "then": then.points, "count": plain(abs(change))}
    if not change:
        return _("You scored %(now)s, as this seat did then.") % facts
    better = ngettext(
        "You scored %(now)s and this seat %(then)s then: %(count)s point more.",
        "You scored %(now)s and this seat %(then)s then: %(count)s points more.",
        abs(change),
    )
    worse = ngettext(
        "You scored %(now)s and this seat %(then)s then: %(count)s point less.",
        "You scored %(now)s and this seat %(then)s then: %(count)s points less.",
        abs(change),
    )
    return (better if change > 0 else worse) % facts
