"""Staff actions on games."""

from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.components.cards import face_of
from games.engine import DUMMY, PLAYERS, sort_cards
from games.models import Game
from games.models.values import ENDED, Stage
from games.play import game_moderation, voiding
from games.staff.actions import ResultPage, StaffAction
from games.staff.forms import SeatForm


def _is_running(game: Game) -> bool:
    return Stage(game.stage).is_running


def _show_cards(game: Game, by: User, data: dict[str, Any]) -> ResultPage:
    state = game_moderation.show_cards(code=game.code, by=by, **data)
    names = [*(seat.player_name for seat in game.seats.all()), _("the dummy")]
    hands = [(names[hand], [face_of(card) for card in sort_cards(state.hands[hand])]) for hand in (*PLAYERS, DUMMY)]
    return ResultPage("admin/cards.html", {"hands": hands})


ACTIONS: Final = (
    StaffAction[Game](
        "nudge",
        _("Nudge"),
        "games.nudge_game",
        _("The site works out again whose turn it is and what is due. No move is made or lost."),
        lambda game, by, data: game_moderation.nudge(code=game.code, by=by, **data),
        is_possible=_is_running,
    ),
    StaffAction[Game](
        "seat-bot",
        _("Replace a player by a bot"),
        "games.seat_bot_game",
        _("A bot plays for somebody who is not at the table; the player can take the seat back."),
        lambda game, by, data: game_moderation.seat_bot(code=game.code, by=by, **data),
        SeatForm,
        _is_running,
    ),
    StaffAction[Game](
        "close-to-spectators",
        _("Close to spectators"),
        "games.close_to_spectators_game",
        _("Only the players see this table from now on."),
        lambda game, by, data: game_moderation.close_to_spectators(code=game.code, by=by, **data),
        is_possible=lambda game: game.spectators,
    ),
    StaffAction[Game](
        "end",
        _("End the game"),
        "games.end_game",
        _("It ends without a winner. Deals that were scored stay in the statistics; no rating changes."),
        lambda game, by, data: game_moderation.end(code=game.code, by=by, **data),
        is_possible=lambda game: game.stage not in ENDED,
    ),
    StaffAction[Game](
        "void",
        _("Void the game"),
        "games.void_game",
        _("It ends if it is still running. Statistics and ratings become what they would be without it."),
        lambda game, by, data: voiding.void(code=game.code, by=by, **data),
        is_possible=lambda game: not hasattr(game, "void"),
    ),
    StaffAction[Game](
        "show-cards",
        _("Show the hidden cards"),
        "games.show_cards_game",
        _("You see all hands of the running deal. This is logged, and you can no longer watch or chat at this table."),
        _show_cards,
        is_possible=lambda game: game.stage == Stage.DEAL,
    ),
)
