"""Join codes: seven digits that lead to a table, short enough to say aloud; they end with the table's game.

Digits are easy to say and to type on a phone, and form no words. With ten million codes and a limit on attempts,
guessing is hopeless: if a thousand tables have codes, one address needs some three and a half days on average to guess
its first.
"""

import secrets
from typing import Final

from django.db import IntegrityError, transaction

from games.models import Game, JoinCode
from games.values import ENDED, UNFINISHED

DIGITS: Final = 7


def give_code(game: Game) -> None:
    """Give a new table a unique code."""
    while True:
        digits = f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"
        try:
            with transaction.atomic():
                JoinCode.objects.create(game=game, digits=digits)
        except IntegrityError:
            continue  # another table has it
        return


def tidied(code: str) -> str:
    """Return the digits of a code that was typed with spaces or hyphens; "" if it is not a code."""
    digits = "".join(char for char in code if char not in " -\u00a0\u2009")
    return digits if len(digits) == DIGITS and digits.isascii() and digits.isdigit() else ""


def table_of(digits: str) -> str:
    """Return the code in the address of the table with this join code; "" if none has it."""
    rows = JoinCode.objects.filter(digits=digits, game__stage__in=UNFINISHED)
    return rows.values_list("game__code", flat=True).first() or ""


def remove_ended() -> int:
    """Remove the codes of games that have ended; return how many."""
    return JoinCode.objects.filter(game__stage__in=ENDED).delete()[0]
