"""Between two deals: who is ready for the next one, and dealing it."""

from __future__ import annotations

from django.utils import timezone

from games.engine import (
    Dealt,
    Player,
    Standing,
    deal_hands,
    next_dealer,
    replay,
    standing_after,
)
from games.lobby.tables import NotPossible
from games.models import Author, Deal, Game
from games.play import cache, event_log, progress
from games.play.cache import Interval
from games.play.event_log import Draft, StaleGame
from games.play.snapshot import Stage
from games.pubsub import groups


def load(game: Game) -> Interval:
    """A locked game that waits for its next deal. Raises StaleGame if it does not."""
    if not Stage(game.stage).waits_for_deal:
        raise StaleGame
    last = event_log.current_deal(game)
    dealer = next_dealer(last.dealer) if last else event_log.opening_dealer(game)
    seats = list(game.seats.select_related("user").order_by("player"))
    return Interval(game, seats, dealer, _standing_after(last), _version_of_sheet(game))


def ready(interval: Interval, player: Player, version: int, draft: Draft) -> None:
    """A player who saw the game at `version` is ready for the next deal; once all people at the table are, it begins.

    Who is ready already changes nothing. Raises StaleGame if a deal has begun since, so that an old page starts
    nothing, and NotPossible while a bot sits in for the player.
    """
    if version < interval.since:
        raise StaleGame
    seat = interval.seats[player]
    if seat.bot_plays:
        raise NotPossible
    was_ready, seat.ready = seat.ready, True
    if _waits_for_nobody(interval):
        _deal(interval, draft)
        return
    if was_ready and version <= interval.game.version:  # a later one shows that memory is out of date
        return
    game, before = interval.game, interval.game.version
    game.updated_at = timezone.now()
    draft.move_on(game, 1, [seat])
    cache.keep_ready_on_commit(interval, player, before)
    groups.changed_on_commit(game.code, game.version)


def start_deal(game: Game) -> None:
    """Deal the next deal of a locked game, whoever is ready. Raises StaleGame if it doesn't wait for one."""
    _deal_alone(load(game))


def start_if_all_are_ready(game: Game) -> None:
    """Deal the next deal of a locked game if it waits for one, and for nobody: who was not ready may have left."""
    if not Stage(game.stage).waits_for_deal:
        return
    interval = load(game)
    if _waits_for_nobody(interval):
        _deal_alone(interval)


def _deal_alone(interval: Interval) -> None:
    draft = Draft()
    _deal(interval, draft)
    draft.write()


def _waits_for_nobody(interval: Interval) -> bool:
    return all(seat.ready or seat.bot_plays for seat in interval.seats)


def _deal(interval: Interval, draft: Draft) -> None:
    game, seats, before = interval.game, interval.seats, interval.game.version
    game.deal_number += 1
    game.stage = Stage.DEAL
    deal = Deal(
        game=game,
        number=game.deal_number,
        dealer=interval.dealer,
        secret=progress.new_secret(),
        dealt_at=timezone.now(),
    )
    dealt = Dealt(event_log.rules_of(game), deal.dealer, interval.standing, deal_hands(bytes.fromhex(deal.secret)))
    state = replay([dealt])
    draft.append(game, deal, progress.wait(game, seats, state, None), [dealt], Author.PLAYER)
    cache.keep_dealt_on_commit(game, seats, deal, state, before)
    progress.tell_players(game, seats)
    groups.changed_on_commit(game.code, game.version)


def _standing_after(last: Deal | None) -> Standing:
    """Points and bags after a scored deal; zeros before the first."""
    if last is None:
        return Standing()
    first, second, third = (event_log.score_from_row(row) for row in last.scores.order_by("player"))
    return standing_after((first, second, third))


def _version_of_sheet(game: Game) -> int:
    """The version at which the score sheet came up, the last event's; 0 for the draw, of which any sight will do."""
    return game.events.order_by("-sequence").values_list("sequence", flat=True).first() or 0
