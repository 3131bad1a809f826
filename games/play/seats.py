"""The name of whoever plays a seat: its player, or a bot."""

import random
from collections.abc import Iterable

from games.engine import Player
from games.models import Game, Seat
from games.play.errors import NotPossible

BOT_NAMES = ("Ada", "Blaise", "Clara", "Emil", "Greta", "Hugo", "Ines", "Jonas", "Lucia", "Marek", "Nora", "Otto")


def check_plays(game: Game, player: Player) -> None:
    """Raise NotPossible while a bot sits in for this player, who must take the seat back first."""
    if game.seats.filter(player=player).exclude(bot_name="").exists():
        raise NotPossible


def free_bot_names(game: Game) -> list[str]:
    """Return the bot names that nobody at the table has, in an order that depends on the table."""
    seats = game.seats.select_related("user")
    taken = {name.casefold() for seat in seats for name in (seat.player_name, seat.bot_name)}
    names = [name for name in BOT_NAMES if name.casefold() not in taken]
    return random.Random(game.code).sample(names, len(names))


def seat_bots(game: Game, seats: Iterable[Seat]) -> None:
    """Give each of these seats to a bot with a free name."""
    for seat, bot_name in zip(seats, free_bot_names(game), strict=False):
        seat.bot_name = bot_name
        seat.save()
