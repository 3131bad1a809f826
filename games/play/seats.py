"""Who plays a seat: its player, or a bot with a name."""

import random
from collections.abc import Collection, Iterable

from games.engine import Player
from games.models import Game, Seat
from games.play.errors import NotPossible

BOT_NAMES = ("Ada", "Blaise", "Clara", "Emil", "Greta", "Hugo", "Ines", "Jonas", "Lucia", "Marek", "Nora", "Otto")


def check_plays(game: Game, player: Player) -> None:
    """Raise NotPossible while a bot sits in for this player, who must take the seat back first."""
    if game.seats.filter(player=player).exclude(bot_name="").exists():
        raise NotPossible


def free_bot_names(taken: Collection[str], seed: str) -> list[str]:
    """Return the bot names that nobody at the table has, in an order that depends on `seed`."""
    folded = {name.casefold() for name in taken}
    names = [name for name in BOT_NAMES if name.casefold() not in folded]
    return random.Random(seed).sample(names, len(names))


def seat_bots(game: Game, seats: Iterable[Seat]) -> None:
    """Give each of these seats to a bot with a free name."""
    taken = [seat.player_name for seat in game.seats.select_related("user")]
    for seat, bot_name in zip(seats, free_bot_names(taken, game.code), strict=False):
        seat.bot_name = bot_name
        seat.save()
