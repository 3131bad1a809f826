"""What is left of a removed account: all models are walked, those of later versions too."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps
from django.core import serializers
from django.forms import model_to_dict
from django.test import Client
from django.utils import timezone

from accounts.models import Notification, User
from accounts.notifications.services import notify_on_commit
from accounts.people import following
from accounts.personal_data import deletion
from games.chat import services as chat
from games.clubs import membership, services as clubs
from games.competitions.sets import services as set_services
from games.engine import Rules
from games.lobby import invitations
from games.models import Game
from games.values import UNFINISHED
from tests.finished_games import played_game
from tests.tables import begin, gather, new_player

pytestmark = pytest.mark.django_db

NAME, ADDRESS = "Zaphod", "zaphod@example.org"
RESULTS = {"DealResult.user", "GameResult.user", "Tally.user", "Rating.user", "RatingChange.user", "BoardPlay.user"}


def references(user: User) -> set[str]:
    """Return the names of all columns that refer to the account."""
    columns = [(model, column.name) for model in apps.get_models() for column in model._meta.fields]
    columns_of_users = [(model, name) for model, name in columns if model._meta.get_field(name).related_model is User]
    return {
        f"{model.__name__}.{name}"
        for model, name in columns_of_users
        if model._default_manager.filter(**{name: user.pk}).exists()
    }


def rows_with(text: str) -> set[str]:
    """Return the names of the models with a row in which the text occurs."""
    rows = [row for model in apps.get_models() for row in model._default_manager.all()]
    return {type(row).__name__ for row in rows if text.lower() in serializers.serialize("json", [row]).lower()}


@pytest.fixture
def zaphod() -> User:
    """A player who has left traces wherever a player can."""
    user = User.objects.create_user(NAME, password="correct horse", email=ADDRESS)
    EmailAddress.objects.create(user=user, email=ADDRESS, verified=True, primary=True)
    browser = Client()
    browser.post("/accounts/login/", {"login": NAME, "password": "correct horse"})
    ben, cid = new_player(), new_player()
    played_game(user, ben, cid, cards=True)
    code = begin(user, ben, cid)
    chat.send_message(code=code, author=user, text="Hello")
    message = chat.send_message(code=code, author=user, text="Well played")
    chat.report(code=code, reporter=ben, number=message.pk)
    chat.block(code=code, user=ben, name=NAME)
    following.follow(cid, user)
    following.write_note(ben, user, "Zaphod is good")
    following.write_note(user, ben, "good")
    invitations.invite(code=gather(user, cid), inviter=user, name=new_player().username)
    challenge = set_services.open_challenge(host=user, rules=Rules(), count=3)
    set_services.begin(challenge.boards.select_related("deal_set").earliest("number"), user)
    membership.invite(clubs.create_trio(user, "Zaphod’s trio"), by=user, name=ben.username)
    notify_on_commit(ben.pk, "turn", about=f"{code}/1/1", path="/", others=f"{NAME}, Zaphod B")
    return user


def test_removed_account_leaves_results_without_a_name(zaphod: User) -> None:
    assert len(references(zaphod)) > 10
    assert len(rows_with(NAME)) > 3
    deletion.delete_account(zaphod)
    assert references(zaphod) <= {"Game.host", "Seat.user", "Report.subject", "DealSet.host", *RESULTS}
    assert not Game.objects.filter(host=zaphod, stage__in=UNFINISHED).exists()
    notification = Notification.objects.get(kind="turn")
    assert notification.values["others"] == f"{deletion.former_player_name(zaphod)}, Zaphod B", "another player"
    notification.delete()
    assert rows_with(NAME) | rows_with(ADDRESS) == set()


def test_account_that_stays_without_a_name_says_nothing_else(zaphod: User) -> None:
    preferences = {"language": "es", "time_zone": "Europe/Madrid", "browser_time_zone": "Asia/Tokyo", "felt": "blue"}
    vacation = {"vacation_year": 2026, "vacation_days": 3, "vacation_until": timezone.now()}
    User.objects.filter(pk=zaphod.pk).update(**preferences, **vacation)
    deletion.delete_account(zaphod)
    left, new = (model_to_dict(user) for user in (User.objects.get(pk=zaphod.pk), User()))
    ours = {"id", "username", "password", "is_active", "visibility", "online_to", "date_joined", "last_seen"}
    assert {name for name, value in left.items() if value != new[name]} <= ours


def test_account_that_has_never_played_leaves_nothing(zaphod: User) -> None:
    guest = User.objects.create_user("Trillian", is_guest=True)
    soon = timezone.now() + timedelta(hours=1)
    notify_on_commit(zaphod.pk, "invitation", about="x", path="/", expires_at=soon, by=guest.username)
    deletion.delete_account(guest)
    assert not User.objects.filter(pk=guest.pk).exists()
    assert rows_with("Trillian") == set()
