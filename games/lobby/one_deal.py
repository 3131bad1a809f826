"""Games of one deal that begin at once, with one person and two bots: replays, and boards of sets of deals."""

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games import engine
from games.engine import BOT_SEED, PLAYERS, Event, Player
from games.models import Deal, Game, Seat
from games.play import game_rows, presence, progress, seats
from games.play.game_rows import Draft
from games.values import Author, Stage


@transaction.atomic
def begin(game: Game, *, user: User, player: Player, events: Sequence[Event], bot_names: Sequence[str] = ()) -> Game:
    """Store a new game in the middle of its only deal, which has these events, with the user in the seat of `player`
    and bots in the next seats, with these names if they are free.

    Its deal has no secret of its own, and does not count in statistics of cards or players.
    """
    state = engine.replay(events)
    game.opening_dealer, game.stage, game.deal_number = state.dealer, Stage.DEAL, 1
    rows = _seated(game, user, player, bot_names)
    deal = Deal(game=game, number=1, dealer=state.dealer, counted=True, watched=True, dealt_at=timezone.now())
    draft, changed = Draft(), progress.wait(game, rows, state, None)
    draft.append(game, deal, changed, events, Author.PLAYER)
    draft.write()
    presence.sign_of_life(game.code, player)
    progress.refresh_other_pages(game, rows)
    return game


def _seated(game: Game, user: User, player: Player, bot_names: Sequence[str]) -> list[Seat]:
    """Store the game and its seats, with bots beside the user; return the seats."""
    rows = seats.of_people(game, [user if seat == player else None for seat in PLAYERS])
    for seat in rows:
        seat.seed = "" if seat.player == player else BOT_SEED
    game_rows.add(game, rows)
    after = [rows[(player + step) % len(PLAYERS)] for step in (1, 2)]
    seats.seat_bots(game, after, bot_names)
    return rows
