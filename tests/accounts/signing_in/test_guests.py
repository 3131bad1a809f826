"""Guests: creation, registration and deletion."""

import datetime
import random
from collections.abc import Callable

import pytest
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.core.management import call_command
from django.http import HttpRequest
from django.test import RequestFactory
from django.utils import timezone

from accounts.base.rate_limits import TooManyRequests
from accounts.models import User
from accounts.names.services import NameRefused
from accounts.personal_data import deletion
from accounts.signals import lock_requested
from accounts.signing_in import guests
from games.models import Game

pytestmark = pytest.mark.django_db


def visit(*, address: str = "192.0.2.1") -> HttpRequest:
    """Build a POST request of an anonymous visitor."""
    request = RequestFactory().post("/", REMOTE_ADDR=address)
    request.session = SessionStore()
    request.user = AnonymousUser()
    return request


def days_ago(days: int) -> datetime.date:
    return timezone.now().date() - datetime.timedelta(days=days)


def guest(name: str, *, unused_for: int) -> User:
    user = guests.create_guest(name)
    User.objects.filter(pk=user.pk).update(last_seen=days_ago(unused_for))
    return user


def test_visitor_with_a_name_becomes_signed_in_guest() -> None:
    request = visit()
    user = guests.ensure_player(request, "  Alex ")
    assert (user.username, user.is_guest, user.has_usable_password()) == ("Alex", True, False)
    assert request.user == user
    assert request.session["_auth_user_id"] == str(user.pk)


def test_signed_in_visitor_stays_the_same_player() -> None:
    request = visit()
    user = guests.ensure_player(request, "Alex")
    assert guests.ensure_player(request, "Somebody else") == user
    assert User.objects.count() == 1


def test_taken_name_gets_a_number() -> None:
    given = [guests.create_guest(name).username for name in ("Alex", "alex", "ALEX")]
    assert given == ["Alex", "alex 2", "ALEX 3"]


def test_long_name_is_shortened_for_its_number() -> None:
    guests.create_guest("Bartholomew-Jane")
    assert guests.create_guest("Bartholomew-Jane").username == "Bartholomew-Ja 2"


def test_guest_name_taken_in_other_case_gets_a_number() -> None:
    guests.create_guest("Ñandú")
    assert guests.create_guest("ñANDÚ").username == "ñANDÚ 2"


def test_guest_name_that_looks_like_another_gets_a_number() -> None:
    guests.create_guest("Aex")
    assert guests.create_guest("Аех").username == "Аех 2"  # noqa: RUF001


def test_guest_is_refused_when_all_numbered_names_are_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(random, "randrange", lambda low, _: low)
    for _ in range(10):
        guests.create_guest("Alex")
    with pytest.raises(NameRefused, match="taken"):
        guests.create_guest("Alex")


def test_invalid_guest_name_is_refused_with_a_reason() -> None:
    with pytest.raises(NameRefused, match="2 to 16 characters"):
        guests.ensure_player(visit(), "A")
    with pytest.raises(NameRefused, match="letters and digits"):
        guests.ensure_player(visit(), "<script>")
    assert not User.objects.exists()


def test_guests_are_limited_per_address(limit: Callable[[str, str], None]) -> None:
    limit("create_guest", "3/10m/ip")
    for number in range(3):
        guests.ensure_player(visit(), f"Guest {number}")
    with pytest.raises(TooManyRequests):
        guests.ensure_player(visit(), "One more")
    assert guests.ensure_player(visit(address="192.0.2.2"), "Another house").is_guest
    assert User.objects.count() == 4


def test_refused_names_do_not_count_towards_the_limit() -> None:
    for _ in range(20):
        with pytest.raises(NameRefused):
            guests.ensure_player(visit(), "?")
    assert guests.ensure_player(visit(), "Alex").is_guest


def test_registered_guest_keeps_the_account() -> None:
    user = guests.create_guest("Alex")
    guests.register_guest(user, password="correct horse", email="alex@example.org")
    stored = User.objects.get(pk=user.pk)
    assert not stored.is_guest
    assert stored.check_password("correct horse")
    assert stored.emailaddress_set.get().email == stored.email == "alex@example.org"


@pytest.mark.usefixtures("time")
def test_guests_not_seen_for_thirty_days_are_deleted() -> None:
    guest("Long gone", unused_for=31)
    guest("Just in time", unused_for=30)
    registered = guest("Registered", unused_for=400)
    guests.register_guest(registered, password="correct horse")
    assert deletion.remove_stale_guests(timezone.now()) == deletion.StaleGuests(deleted=1, anonymised=0)
    assert set(User.objects.values_list("username", flat=True)) == {"Just in time", "Registered"}


@pytest.mark.usefixtures("time")
@pytest.mark.parametrize(("days_since", "stays"), [(0, True), (30, True), (31, False)])
def test_days_of_a_guest_on_vacation_are_counted_from_its_end(days_since: int, *, stays: bool) -> None:
    """The games by turns of a guest wait that long."""
    player = guest("Alex", unused_for=70)
    User.objects.update(vacation_until=timezone.now() - datetime.timedelta(days=days_since))
    deletion.remove_stale_guests(timezone.now())
    assert User.objects.filter(pk=player.pk).exists() == stays


def test_stale_guest_with_games_is_anonymised() -> None:
    player = guest("Alex", unused_for=31)
    Game.objects.create(code="stored", name="A table", host=player, target=500)
    assert deletion.remove_stale_guests(timezone.now()) == deletion.StaleGuests(deleted=0, anonymised=1)
    player.refresh_from_db()
    assert (player.username, player.is_active) == (f"Former player {player.pk:04}", False)
    assert Game.objects.get(code="stored").host == player
    assert guests.create_guest("Alex").username == "Alex"
    assert deletion.remove_stale_guests(timezone.now()) == deletion.StaleGuests(deleted=0, anonymised=0)


@pytest.mark.parametrize("change", [{"last_seen": datetime.date.today()}, {"is_guest": False}])
def test_guest_who_returns_during_the_clean_up_stays(change: dict[str, object]) -> None:
    player = guest("Alex", unused_for=31)

    def come_back(user: User, **_: object) -> None:
        User.objects.filter(pk=user.pk).update(**change)

    lock_requested.connect(come_back)
    try:
        assert deletion.remove_stale_guests(timezone.now()) == deletion.StaleGuests(deleted=0, anonymised=0)
    finally:
        lock_requested.disconnect(come_back)
    assert User.objects.get(pk=player.pk).username == "Alex"


def test_stale_guests_are_removed_every_day(capsys: pytest.CaptureFixture[str]) -> None:
    guest("Long gone", unused_for=31)
    call_command("daily")
    assert "guests: 1\n" in capsys.readouterr().out
    assert not User.objects.exists()
