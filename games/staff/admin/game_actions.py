"""What staff do to games."""

from __future__ import annotations

from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.engine import DUMMY, PLAYERS, sort_cards
from games.models import Game
from games.play import game_moderation, voiding
from games.play.snapshot import ENDED, Stage
from games.presenters.faces import face
from games.staff.actions import Act, Page
from games.staff.forms import SeatForm


def _runs(game: Game) -> bool:
    return Stage(game.stage).is_running


def _show_cards(game: Game, by: User, chosen: dict[str, Any]) -> Page:
    state = game_moderation.show_cards(code=game.code, by=by, **chosen)
    names = [*(seat.player_name for seat in game.seats.all()), _("the dummy")]
    hands = [(names[hand], [face(card) for card in sort_cards(state.hands[hand])]) for hand in (*PLAYERS, DUMMY)]
    return Page("admin/cards.html", {"hands": hands})


ACTS: Final = (
    Act[Game](
        "nudge",
        _("Nudge"),
        "games.nudge_game",
        _("Who is waited for and what the site owes the game is worked out anew. No move is made or lost."),
        lambda game, by, chosen: game_moderation.nudge(code=game.code, by=by, **chosen),
        is_possible=_runs,
    ),
    Act[Game](
        "seat-bot",
        _("Replace a player by a bot"),
        "games.seat_bot_game",
        _("A bot plays for somebody who is not at the table; the player can take the seat back."),
        lambda game, by, chosen: game_moderation.seat_bot(code=game.code, by=by, **chosen),
        SeatForm,
        _runs,
    ),
    Act[Game](
        "close-doors",
        _("Close to spectators"),
        "games.close_doors_game",
        _("Only the players see this table from now on."),
        lambda game, by, chosen: game_moderation.close_doors(code=game.code, by=by, **chosen),
        is_possible=lambda game: game.spectators,
    ),
    Act[Game](
        "end",
        _("End the game"),
        "games.end_game",
        _("It ends without a winner. Deals that were scored stay in the statistics; no rating changes."),
        lambda game, by, chosen: game_moderation.end(code=game.code, by=by, **chosen),
        is_possible=lambda game: game.stage not in ENDED,
    ),
    Act[Game](
        "void",
        _("Void the game"),
        "games.void_game",
        _("It ends if it is still running. Statistics and ratings become what they would be without it."),
        lambda game, by, chosen: voiding.void(code=game.code, by=by, **chosen),
        is_possible=lambda game: not hasattr(game, "void"),
    ),
    Act[Game](
        "show-cards",
        _("Show the hidden cards"),
        "games.show_cards_game",
        _("You see all hands of the running deal. It is written down, and you may neither watch nor talk here then."),
        _show_cards,
        is_possible=lambda game: game.stage == Stage.DEAL,
    ),
)
