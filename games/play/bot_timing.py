"""The time that the site waits before each of its steps in a game, so that bots look human and people can read."""

import random
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings

from games.engine import State, legal_cards
from games.models import Game, Seat
from games.play import clocks, presence
from games.play.paces import DRAW_SHOWN_ALONE, LAST_TRICK_SHOWN, bot_pause
from games.values import BotPause, Stage

TRICKS_BEFORE_LAST: Final = 12
"""How many tricks are finished when the last one begins."""

HELD_FOR: Final = 0.1
"""Seconds from asking a bot until its move is made, as long as most choices take. A forced card is made no sooner."""

DRAW_SHOWN = 8.0
SHEET_SHOWN = 15.0
SHEET_SHOWN_ALONE = 45.0
SHEET_SHOWN_BY_TURNS = 10 * 60.0  # afterwards the table has a link to it

FORCED_AFTER: Final = (60.0, 30 * 60.0)
"""Seconds, at least and at most, after which a forced card is played for its player in a game by turns.

Chance decides, so that the time looks like that of a person who looks in now and then: a card that is always played at
once would show the others that its player had no choice, and so holds no other card of its suit.
"""


def due_at(game: Game, seats: Iterable[Seat], state: State | None, now: datetime) -> datetime | None:
    """Return when the site's next step in this game is due; None if it waits for people only, or has ended.

    While players gather, the step is to check whether anybody is still there. How long a draw or a score sheet is shown
    is decided when it appears and does not change. In a pause the next step is its end.
    """
    seats = list(seats)
    if game.is_paused:
        return game.paused_until
    match Stage(game.stage):
        case Stage.OPEN:
            return now + timedelta(seconds=presence.LISTED_FOR)
        case Stage.DRAWING:
            shown = DRAW_SHOWN_ALONE if _is_one_person_with_bots(seats) else DRAW_SHOWN
            return game.due_at or now + timedelta(seconds=shown)
        case Stage.SCORED:
            return game.due_at or now + timedelta(seconds=_sheet_shown(game, seats))
        case Stage.DEAL:
            return _due_in_deal(game, seats, state, now)
        case _:
            return None


def _is_one_person_with_bots(seats: list[Seat]) -> bool:
    """Return whether one person plays with bots of the site only: no other person, and no program by the API."""
    others = [seat for seat in seats if not seat.is_bot]
    return len(others) == 1 and not (others[0].user is not None and others[0].user.is_bot)


def _sheet_shown(game: Game, seats: list[Seat]) -> float:
    if game.is_by_turns:
        return SHEET_SHOWN_BY_TURNS
    is_alone = sum(not seat.bot_plays for seat in seats) <= 1  # nobody waits for a person alone with bots
    return SHEET_SHOWN_ALONE if is_alone else SHEET_SHOWN


def last_trick_shown() -> float:
    """Return the seconds for which the last trick of a deal is shown before its score is."""
    return LAST_TRICK_SHOWN * float(settings.BOT_PACE)


def _due_in_deal(game: Game, seats: list[Seat], state: State | None, now: datetime) -> datetime | None:
    """Return when a bot is due to move; if none may, the first time-out. Bots don't move while a proposal is open."""
    waiting = [seat for seat in seats if seat.waiting_since is not None]
    lapse = clocks.lapses_at(game, waiting)
    if lapse is None and any(seat.bot_plays for seat in waiting):
        pause = float(settings.BOT_PACE) * _bot_pause(game, seats, state)
        return now + timedelta(seconds=max(0.0, pause - HELD_FOR))
    forced = [forced_at(game, seat, state) for seat in waiting]
    return min(filter(None, (lapse, *forced, *(clocks.deadline(game, seat) for seat in waiting))), default=None)


def forced_at(game: Game, seat: Seat, state: State | None) -> datetime | None:
    """Return when the player's only legal card is played for them, in a game by turns, if they have asked for that.

    Not while a proposal is open, which a move would end. The last card is no secret: it is played at once.
    """
    if seat.user is None or not (seat.user.autoplays_forced or seat.user.autoplays_last) or seat.waiting_since is None:
        return None
    if not game.is_by_turns or game.proposal or seat.bot_plays:
        return None
    if state is None or len(legal_cards(state)) != 1:
        return None
    if len(state.tricks) == TRICKS_BEFORE_LAST:
        wanted, after = seat.user.autoplays_forced or seat.user.autoplays_last, LAST_TRICK_SHOWN
    else:  # the same time whenever it is worked out
        wanted = seat.user.autoplays_forced
        after = random.Random(f"{game.chain_root}.{seat.waiting_since.isoformat()}").uniform(*FORCED_AFTER)
    return seat.waiting_since + timedelta(seconds=after) if wanted else None


def _bot_pause(game: Game, seats: list[Seat], state: State | None) -> float:
    """Return how long a bot pauses, in seconds. Bots that play among themselves pause like people, to spare the
    server.
    """
    kind = BotPause.HUMAN if all(seat.bot_plays for seat in seats) else BotPause(game.bot_pause)
    is_first_trick = game.mode.counts and game.deal_number == 1 and not (state and state.tricks)
    return bot_pause(kind, state, first_trick_alone=is_first_trick and _is_one_person_with_bots(seats))
