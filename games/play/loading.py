"""Loading of tables from the database."""

from dataclasses import fields
from datetime import timedelta
from operator import attrgetter
from typing import Final

from django.utils import timezone

from accounts.base.statements import Statement, read_related
from games.engine import PLAYERS, BidMade, NilResult, Player, PlayerScore, from_json, replay
from games.models import (
    Deal,
    DealScore,
    Event,
    Game,
    JoinCode,
    JointReview,
    Void,
    logs,
    options_of,
    read_seats,
    rules_of,
    seats_of,
)
from games.play import event_log, hold_times, presence
from games.play.snapshot import FinishedDeal
from games.play.table import Table
from games.results.ratings import rating_steps
from games.values import Logged, Stage

REVIEWED_TOGETHER: Final = (Stage.SCORED, Stage.OVER)
"""The stages at which a table's last deal may be looked at together."""

JOINT_REVIEW_LASTS: Final = timedelta(minutes=30)
"""How long one player can lead a joint review. After the last deal of a game nothing else ends it."""


_BY_CODE: Final = Statement(lambda code: Game.objects.filter(code=code).select_related("host"))


def game_by_code(code: str) -> Game:
    """Return the game with its seats and their users. Raises Game.DoesNotExist."""
    game = _BY_CODE.first(code)
    if game is None:
        raise Game.DoesNotExist
    read_seats([game])
    return game


def load(game: Game) -> Table:
    """Return the table at `game.version`, even if it has changed since `game` was read, locked or by `game_by_code`."""
    seats = seats_of(game)
    deal = event_log.current_deal(game)
    log = _log(deal, game.version) if deal else []
    standing = [entry.event for entry in log if not entry.taken_back]
    state = replay(standing) if standing else None
    table = Table(game, rules_of(game), options_of(game), seats, deal, state, log, finished_deals(game))
    if game.stage == Stage.OPEN:
        table.expected, table.join_code = presence.yet_to_come(game), _join_code(game)
    elif Stage(game.stage).has_ended:
        table.rematch, table.rematch_by = _rematch(game)
        table.rated, table.void = rating_steps(game, seats), _void_reason(game)
    if (review := joint_review(game)) is not None:
        table.review_leader = review.leader
    table.holds = hold_times.running(game, timezone.now())
    return table


_LED: Final = Statement(
    lambda game, deal, since: JointReview.objects.filter(game=game, deal_number=deal, led_since__gt=since)
)


def joint_review(game: Game) -> JointReview | None:
    """Return the joint review of the game's last deal; None if nobody leads one now, or the next deal has begun."""
    if Stage(game.stage) not in REVIEWED_TOGETHER:
        return None
    since = timezone.now() - JOINT_REVIEW_LASTS
    return _LED.first(game.pk, game.deal_number, since)


_OF_EVENTS: Final = ("sequence", "payload", "author", "taken_back")
_EVENTS: Final = Statement(
    lambda deal, last: Event.objects.filter(deal=deal, sequence__lte=last).order_by("sequence").values_list(*_OF_EVENTS)
)
_OVER: Final = Statement(
    lambda game, last: Deal.objects.filter(game=game, finished=True, number__lte=last).order_by("number")
)
_SCORES: Final = Statement(lambda deals: DealScore.objects.filter(deal__in=deals).order_by("player"))


def _log(deal: Deal, version: int) -> list[Logged]:
    rows = _EVENTS.all(deal.pk, version) or [attrgetter(*_OF_EVENTS)(row) for row in logs.archived_rows(deal)]
    return [Logged(sequence, from_json(payload), author, taken_back) for sequence, payload, author, taken_back in rows]


def finished_deals(game: Game) -> tuple[FinishedDeal, ...]:
    """Return the lines of the score sheet up to the game's version, oldest first."""
    last = game.deal_number - (game.stage == Stage.DEAL)
    if not last:
        return ()
    over = _OVER.all(game.pk, last)
    read_related(over, "scores", _SCORES)
    return tuple(map(_finished_deal, over))


def _finished_deal(deal: Deal) -> FinishedDeal:
    rows = list(deal.scores.all())
    bids = [BidMade(player, rows[player].bid, frozenset(rows[player].declared_nils)) for player in PLAYERS]
    scores = [_score(row) for row in rows]
    assert deal.declarer is not None, "a finished deal has a declarer"
    return FinishedDeal(
        deal.number, deal.dealer, deal.declarer, (bids[0], bids[1], bids[2]), (scores[0], scores[1], scores[2])
    )


def _score(row: DealScore) -> PlayerScore:
    columns = {field.name: getattr(row, field.name) for field in fields(PlayerScore)}
    return PlayerScore(**columns | {"nils": tuple(NilResult(**nil) for nil in row.nils)})


def _join_code(game: Game) -> str:
    """Return the table's join code; "" without one."""
    return JoinCode.objects.filter(game=game).values_list("digits", flat=True).first() or ""


def _rematch(game: Game) -> tuple[str, Player | None]:
    """Return the code of the game's rematch and the player who hosts it; "" and None without one.

    Players keep their seats in a rematch.
    """
    row = Game.objects.filter(rematch_of=game).values_list("code", "host").first()
    if row is None:
        return "", None
    code, host = row
    return code, next((seat.player for seat in seats_of(game) if seat.user_id == host), None)


def _void_reason(game: Game) -> str:
    """Return why the staff declared the game void; "" if it counts."""
    return Void.objects.filter(game=game).values_list("reason", flat=True).first() or ""
