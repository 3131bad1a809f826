"""Look-ups by the parts of an address of a set of deals, for views and the API: 404 if there is nothing there."""

from collections.abc import Sequence
from datetime import date
from typing import Final

from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _

from games.competitions.sets import queries
from games.models import Board

FIRST_DAY: Final = date(2000, 1, 1)
"""The earliest day that an address may name."""


def day_in_address(text: str) -> date:
    """Return the day in an address; 404 if it is none."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise Http404(_("There is no such day.")) from None
    if day < FIRST_DAY:
        raise Http404(_("There is no such day."))
    return day


def boards_by(code: str) -> list[Board]:
    """Return the boards of the set at this address; 404 if there is none, or it has not opened."""
    boards = queries.boards_by(code)
    if not boards:
        raise Http404(_("There is no set of deals at this address."))
    if boards[0].deal_set.opens_at > timezone.now():
        raise Http404(_("This set of deals has not opened yet."))
    return boards


def number_in(text: str) -> int:
    """Return the number of a board in an address; 404 if it is none."""
    if not (text.isascii() and text.isdecimal() and len(text) < 4):
        raise Http404(_("This set has no such deal."))
    return int(text)


def board_of(of_set: Sequence[Board], number: int) -> Board:
    """Return the board with this number; 404 if there is none."""
    board = next((each for each in of_set if each.number == number), None)
    if board is None:
        raise Http404(_("This set has no such deal."))
    return board
