"""Between two deals: players get ready for the next one, and it is dealt."""

from django.utils import timezone

from games.engine import Dealt, Player, deal_hands, replay
from games.models import Author, Deal, Game, Stage, rules_of
from games.play import cache, loading, progress
from games.play.errors import NotPossible, StaleGame
from games.play.event_log import Draft
from games.play.table import Logged, Table


def ready(table: Table, player: Player, version: int, draft: Draft) -> None:
    """Store that a player who saw the game at `version` is ready; deal if all people at the table are.

    Being ready twice changes nothing. Raises StaleGame if a deal has begun since `version`, so that an old page starts
    nothing, and NotPossible while a bot sits in for the player.
    """
    game, seat = table.game, table.seats[player]
    if not Stage(game.stage).waits_for_deal or version < table.moved:
        raise StaleGame
    if seat.bot_plays:
        raise NotPossible
    was_ready, seat.ready = seat.ready, True
    if _waits_for_nobody(table):
        deal(table, draft)
    elif not was_ready or version > game.version:  # a later version shows that the cache is outdated
        game.updated_at = timezone.now()
        draft.move_on(game, 1, [seat])


def start_deal(game: Game) -> None:
    """Deal the next deal of a locked game, even if not all players are ready. Raises StaleGame if it doesn't wait for
    one.
    """
    if not Stage(game.stage).waits_for_deal:
        raise StaleGame
    _deal_alone(loading.load(game))


def start_if_all_are_ready(game: Game) -> None:
    """Deal the next deal of a locked game if all are ready: a player who was not may have left."""
    if not Stage(game.stage).waits_for_deal:
        return
    table = loading.load(game)
    if _waits_for_nobody(table):
        _deal_alone(table)


def _deal_alone(table: Table) -> None:
    draft = Draft()
    deal(table, draft)
    draft.write()
    cache.publish_on_commit(table)


def _waits_for_nobody(table: Table) -> bool:
    return all(seat.ready or seat.bot_plays for seat in table.seats)


def deal(table: Table, draft: Draft) -> None:
    """Deal the next deal at a table that waits for it."""
    game = table.game
    dealer, standing = table.next_dealer, table.standing
    game.deal_number += 1
    game.stage = Stage.DEAL
    row = Deal(game=game, number=game.deal_number, dealer=dealer, secret=progress.new_secret(), dealt_at=timezone.now())
    event = Dealt(rules_of(game), dealer, standing, deal_hands(bytes.fromhex(row.secret)))
    table.deal, table.state = row, replay([event])
    table.log = [Logged(game.version + 1, event, Author.PLAYER)]
    draft.append(game, row, progress.wait(game, table.seats, table.state, None), [event], Author.PLAYER)
    progress.tell_players(game, table.seats)
