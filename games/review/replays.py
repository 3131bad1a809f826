"""Replays: a finished deal is played again with the same cards against two bots, without counting, and compared with
the original.
"""

import json
from collections.abc import Sequence
from functools import reduce
from typing import Final, NamedTuple

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _, ngettext

from accounts.models import User
from accounts.names.services import NameRefused
from games import engine
from games.engine import PLAYERS, BidMade, CardPlayed, Dealt, Event, Peeked, Phase, Player, score
from games.lobby import one_deal, tables
from games.lobby.tables import TooManyGames
from games.models import Deal, Game
from games.play.errors import NotPossible
from games.play.modes.replays import find_replay
from games.review.imported import imported_deal, not_understood, posted_deal
from games.review.lookups import finished_deals
from games.review.queries import ReviewedDeal
from games.values import TableOptions
from games.web.shortcuts import check_opens_table, player_or_guest
from games.words.names import plain, signed, tone

LONGEST_NUMBER: Final = 4
"""The most digits of a position in a deal."""


@transaction.atomic
def open_replay(*, user: User, log: Sequence[Event], player: Player, source: Deal | None, at: int = 0) -> Game:
    """Begin a replay of a finished deal with these events, with the user in the seat of `player`, at the position `at`.

    `source` is the deal, if it is one of a table; the caller has checked that the user may see it. A replay begins with
    the bidding, or with what was bid and played up to its position, at the same score, and everybody has seen what they
    saw of the dummy then. Nobody has claimed. Raises TooManyGames, AccountDeleted, NotPossible if nothing is left to
    play.
    """
    made = [event for event in log[: at + 1] if isinstance(event, BidMade | CardPlayed)]
    options = TableOptions(spectators=False, chat=False)
    again, on = _("Deal %(number)d again"), _("Deal %(number)d, played on")
    name = (on if made else again) % {"number": source.number} if source else _("A deal again")
    record = json.dumps(engine.record_of(engine.replay(log)))
    state = engine.replay([event for event in log if isinstance(event, Dealt | Peeked)])
    if reduce(engine.evolve, made, state).phase is Phase.FINISHED:
        raise NotPossible
    game = tables.new_game(host=user, rules=state.rules, name=name, options=options, replayed=record, replay_of=source)
    return one_deal.begin(game, user=user, player=player, events=[engine.dealt_event(state), *state.peeks, *made])


def play_again(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Begin a replay of a finished deal in the seat that the form names, perhaps at a position of its review, for
    everyone who may look at the review.
    """
    (deal,) = finished_deals(request.user, code, number)
    source = Deal.objects.get(game__code=code, number=number)
    return _begin(request, deal, source, reverse("games:review", args=[code, number]))


def play_imported(request: HttpRequest) -> HttpResponse:
    """Begin a replay of a finished deal whose record is in the form, as in the address of its review."""
    posted = posted_deal(request)
    if posted is None or posted[0].end.phase is not Phase.FINISHED:
        return not_understood(request)
    deal, review = posted
    return _begin(request, deal, None, review)


def _begin(request: HttpRequest, deal: ReviewedDeal, source: Deal | None, review: str) -> HttpResponse:
    """Begin the replay and go to its table, or back to the review with a notice. A visitor becomes a guest first."""
    player = next((player for player in PLAYERS if request.POST.get("player") == str(player)), None)
    at = request.POST.get("at", "0")
    if player is None or not (at.isascii() and at.isdigit()) or len(at) > LONGEST_NUMBER:
        return not_understood(request)
    try:
        user = player_or_guest(request)
        check_opens_table(request)
        game = open_replay(user=user, log=deal.log, player=player, source=source, at=int(at))
    except NameRefused as refusal:
        raise PermissionDenied(refusal.sentence()) from None
    except (TooManyGames, NotPossible) as refusal:
        messages.error(request, refusal.sentence())
        return redirect(review)
    return redirect("games:table", game.code)


def compare(request: HttpRequest, code: str) -> HttpResponse:
    """Show players their finished replay beside the deal that it repeats; 404 for other games and readers."""
    game = find_replay(code)
    if game is None:
        raise Http404(_("This game is no replay."))
    (now,) = finished_deals(request.user, code, 1)
    if now.viewer is None:
        raise Http404(_("Only the player of a replay can compare it."))
    source = game.replay_of
    if source is None:
        then = imported_deal(game.replayed.encode())
    else:
        (then,) = finished_deals(request.user, source.game.code, source.number)
    return render(request, "review/comparison.html", {"then": then, "now": now, "comparison": comparison(then, now)})


class Outcome(NamedTuple):
    """A seat's contract and the tricks of its side, such as "7 · 8", with its points; `tone` is good, bad or nought."""

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
    changes = [after.total - before.total for before, after in zip(score(then.end), score(now.end), strict=True)]
    seats = tuple(map(SeatComparison, zip(_outcomes(then), _outcomes(now), strict=True), map(signed, changes)))
    return Comparison(_sentence(seats[now.viewer], changes[now.viewer]), seats)


def _outcomes(deal: ReviewedDeal) -> list[Outcome]:
    return [
        Outcome(
            name=deal.names.label(player),
            is_declarer=player == deal.end.declarer,
            tricks=f"{line.side_tricks}/{line.contract}",
            points=signed(line.total),
            tone=tone(line.total),
        )
        for player, line in enumerate(score(deal.end))
    ]


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
