"""Replays: a finished deal played again with the same cards, against two bots, for nothing."""

import json
from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games import engine
from games.engine import BOT_SEED, PLAYERS, Dealt, Event, Peeked, Player
from games.lobby import tables
from games.models import Author, Deal, Game, Seat, Stage, TableOptions
from games.play import game_rows, presence, progress, seats as bot_seats
from games.play.game_rows import Draft


@transaction.atomic
def open_replay(*, user: User, log: Sequence[Event], player: Player, source: Deal | None) -> Game:
    """Begin a replay of a finished deal with these events, with the user in the seat of `player`.

    `source` is the deal, if it is one of a table; the caller has checked that the user may see it. A replay begins with
    the bidding, at the same score, and everybody has seen what they saw of the dummy then. Raises TooManyGames,
    AccountDeleted.
    """
    options = TableOptions(spectators=False, chat=False)
    name = _("Deal %(number)d again") % {"number": source.number} if source else _("A deal again")
    record = json.dumps(engine.record_of(engine.replay(log)))
    state = engine.replay([event for event in log if isinstance(event, Dealt | Peeked)])
    game = tables.new_game(host=user, rules=state.rules, name=name, options=options, replayed=record, replay_of=source)
    game.opening_dealer, game.stage, game.deal_number = state.dealer, Stage.DEAL, 1
    rows = _seated(game, user, player)
    # Without a secret it has no proof, and it is in no statistics of cards and players.
    deal = Deal(game=game, number=1, dealer=state.dealer, counted=True, watched=True, dealt_at=timezone.now())
    draft, changed = Draft(), progress.wait(game, rows, state, None)
    draft.append(game, deal, changed, [engine.dealt_event(state), *state.peeks], Author.PLAYER)
    draft.write()
    presence.sign_of_life(game.code, player)
    progress.tell_players(game, rows)
    return game


def _seated(game: Game, user: User, player: Player) -> list[Seat]:
    """Store the game and its seats, with bots beside the user; return the seats."""
    rows = [Seat(game=game, player=seat, user=user if seat == player else None) for seat in PLAYERS]
    game_rows.add(game, rows)
    bots = [seat for seat in rows if seat.player != player]
    bot_seats.seat_bots(game, bots)
    for seat in bots:
        seat.seed = BOT_SEED
        seat.save(update_fields=["seed"])
    return rows
