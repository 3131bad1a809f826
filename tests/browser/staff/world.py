"""What the staff finds on its site: for each role players, games and a report of its own to act on."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.contrib.auth.hashers import make_password
from django.utils import timezone

from accounts.models import User
from games.chat import services as chat_services
from games.models import Game, Message
from tests.pasts import NOON, past_game
from tests.staff.people import (
    ADMINISTRATOR,
    HOST,
    PASSWORD,
    ROLES,
    member,
)
from tests.tables import begin

NOBODY: Final = "Nobody"
"""No role, with rows like every role's: there is tried out what is refused."""

REASON: Final = "Because of this test"


def staff_name(role: str) -> str:
    return role.split()[0]


def rita_of(role: str) -> str:
    """The player a role acts on; she plays with Vera. Nobody's is suspended and muted."""
    return f"Rita {role[0]}"


def pia_of(role: str) -> str:
    """She plays with Cleo, whose seat is empty."""
    return f"Pia {role[0]}"


def cleo_of(role: str) -> str:
    return f"Cleo {role[0]}"


def dan_of(role: str) -> str:
    """He said something, and it was reported."""
    return f"Dan {role[0]}"


def vera_of(role: str) -> str:
    """She has played a game to its end."""
    return f"Vera {role[0]}"


def pias_table(role: str) -> str:
    return f"Evening {role[0]}"


def veras_second_table(role: str) -> str:
    return f"Yesterday {role[0]}"


def furnish() -> None:
    """Fill an empty database; runs in the site's shell."""
    for role in ROLES:
        member(role, staff_name(role))
    for role in (*ROLES, NOBODY):
        _people_and_games(role)
    tomorrow = timezone.now() + timedelta(days=1)
    refused = User.objects.filter(username=rita_of(NOBODY))
    refused.update(suspended_until=tomorrow, suspension_reason=REASON, muted_until=tomorrow)
    # One for all, as it is made slowly on purpose.
    User.objects.exclude(is_staff=True).update(password=make_password(PASSWORD))


def play_again() -> None:
    """Vera plays a second game, for the staff to void."""
    for role in (HOST, ADMINISTRATOR):
        vera = User.objects.get(username=vera_of(role))
        _name(past_game(vera, None, None, at=NOON + timedelta(days=1), seed=2).code, veras_second_table(role))


def _people_and_games(role: str) -> None:
    names = (rita_of(role), pia_of(role), cleo_of(role), dan_of(role), vera_of(role))
    rita, pia, cleo, dan, vera = (User.objects.create_user(name) for name in names)
    _name(begin(rita, vera), f"Noon {role[0]}")
    _name(begin(pia, cleo), pias_table(role))
    past_game(vera, None, None)
    code = begin(dan, pia)
    chat_services.say(code=code, author=dan, text=f"Unkind words to {role}")
    chat_services.report(code=code, reporter=pia, number=Message.objects.get(game__code=code).pk)


def _name(code: str, name: str) -> None:
    Game.objects.filter(code=code).update(name=name)
