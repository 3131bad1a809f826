"""Join codes: seven digits that lead to a table, short enough to say aloud; they end with the table's game.

Digits are said alike by everybody, make no words, and a phone has a keyboard for them. With ten million of them and a
limit on attempts, nobody comes upon a table by guessing: where a thousand tables have codes, one address finds its
first one after some three and a half days of guessing on average.
"""

import secrets
from typing import Final

from django.db import IntegrityError, transaction

from games.models import Game, JoinCode
from games.values import ENDED, UNFINISHED

DIGITS: Final = 7


def give_code(game: Game) -> None:
    """Give a new table a code that no other has."""
    while True:
        digits = f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"
        try:
            with transaction.atomic():
                JoinCode.objects.create(game=game, digits=digits)
        except IntegrityError:
            continue  # another table has it
        return


def tidied(code: str) -> str:
    """Return the digits of a code as somebody typed it, with spaces or hyphens; "" if it is none."""
    digits = "".join(char for char in code if char not in " -\u00a0\u2009")
    return digits if len(digits) == DIGITS and digits.isascii() and digits.isdigit() else ""


def table_of(digits: str) -> str:
    """Return the code in the address of the table with this join code; "" if none has it."""
    rows = JoinCode.objects.filter(digits=digits, game__stage__in=UNFINISHED)
    return rows.values_list("game__code", flat=True).first() or ""


def remove_ended() -> int:
    """Remove the codes of games that have ended; return how many."""
    return JoinCode.objects.filter(game__stage__in=ENDED).delete()[0]
