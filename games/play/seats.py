"""Who sits in a seat, a player or a bot, and under which name."""

import random
from collections.abc import Iterable, Sequence
from typing import Final

from accounts.base.names import are_alike
from accounts.models import User
from accounts.names.services import name_among
from games.engine import Player
from games.models import Game, Seat, seats_of
from games.play.errors import BotPlays

BOT_NAMES = ("Ada", "Blaise", "Clara", "Emil", "Greta", "Hugo", "Ines", "Jonas", "Lucia", "Marek", "Nora", "Otto")


def check_plays(game: Game, player: Player) -> None:
    """Raise BotPlays while a bot sits in for this player, who must take the seat back first."""
    if game.seats.filter(player=player).exclude(bot_name="").exists():
        raise BotPlays


BOTS_OF_SETS: Final = ("Greta", "Blaise")
"""The two bots of sets of deals, the same for everybody, clockwise from the player."""


def free_bot_names(game: Game) -> list[str]:
    """Return the bot names that resemble no name at the table, in an order that depends on the table."""
    taken = [name for seat in seats_of(game) for name in (seat.player_name, seat.bot_name) if name]
    names = [name for name in BOT_NAMES if not any(are_alike(name, other) for other in taken)]
    return random.Random(game.code).sample(names, len(names))


def seat_person(seat: Seat, user: User, others: Iterable[Seat], before: str = "") -> None:
    """Give the seat, which is saved later, to this player, under a name that nobody in the `others` has: if possible
    under the one from `before`.
    """
    names = [other.player_name for other in others if other.user_id is not None and other.user_id != user.pk]
    seat.user, seat.called = user, name_among(user, names, before)
    seat.by_guest = user.is_guest


def of_people(game: Game, users: Sequence[User | None], before: Sequence[str] = ("", "", "")) -> list[Seat]:
    """Return unsaved seats for these players, a free seat for None. `before` are names they have had."""
    new: list[Seat] = []
    for player, user in enumerate(users):
        seat = Seat(game=game, player=player)
        if user is not None:
            seat_person(seat, user, new, before[player])
        new.append(seat)
    return new


def seat_bots(game: Game, seats: Sequence[Seat], wanted: Sequence[str] = ()) -> None:
    """Give each of these seats to a bot with a free name, the `wanted` ones first."""
    if not seats:
        return
    free = free_bot_names(game)
    names = [name for name in wanted if name in free] + [name for name in free if name not in wanted]
    for seat, bot_name in zip(seats, names, strict=False):
        seat.bot_name = bot_name
        seat.save()
