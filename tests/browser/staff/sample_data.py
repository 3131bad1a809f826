"""Sample data: for each role its own players, games and a report to act on."""

from datetime import timedelta
from typing import Final

from django.contrib.auth.hashers import make_password
from django.utils import timezone

from accounts.models import User
from games.chat import services as chat_services
from games.models import Game, Message
from tests.finished_games import played_game
from tests.staff.people import PASSWORD, ROLES, member
from tests.tables import begin

NOBODY: Final = "Nobody"
"""Stands for no role. Its rows are for requests that must be refused."""

REASON: Final = "Because of this test"


def staff_name(role: str) -> str:
    return role.split()[0]


def rita_of(role: str) -> str:
    """The player a role acts on; she plays with Vera. Nobody's Rita is suspended and muted."""
    return f"Rita {role[0]}"


def pia_of(role: str) -> str:
    """A player at a table with Cleo, who is absent."""
    return f"Pia {role[0]}"


def cleo_of(role: str) -> str:
    return f"Cleo {role[0]}"


def dan_of(role: str) -> str:
    """A player with a reported message."""
    return f"Dan {role[0]}"


def vera_of(role: str) -> str:
    """A player with a finished game."""
    return f"Vera {role[0]}"


def pias_table(role: str) -> str:
    return f"Evening {role[0]}"


def veras_table(role: str) -> str:
    return f"Yesterday {role[0]}"


def create_sample_data() -> None:
    """Fill the empty database of a site."""
    for role in ROLES:
        member(role, staff_name(role))
    for role in (*ROLES, NOBODY):
        _people_and_games(role)
    tomorrow = timezone.now() + timedelta(days=1)
    refused = User.objects.filter(username=rita_of(NOBODY))
    refused.update(suspended_until=tomorrow, suspension_reason=REASON, muted_until=tomorrow)
    User.objects.update(password=make_password(PASSWORD))


def _people_and_games(role: str) -> None:
    names = (rita_of(role), pia_of(role), cleo_of(role), dan_of(role), vera_of(role))
    rita, pia, cleo, dan, vera = (User.objects.create_user(name) for name in names)
    _name(begin(rita, vera), f"Noon {role[0]}")
    _name(begin(pia, cleo), pias_table(role))
    _name(played_game(vera, None, None).code, veras_table(role))
    code = begin(dan, pia)
    chat_services.send_message(code=code, author=dan, text=f"Unkind words to {role}")
    chat_services.report(code=code, reporter=pia, number=Message.objects.get(game__code=code).pk)


def _name(code: str, name: str) -> None:
    Game.objects.filter(code=code).update(name=name)
