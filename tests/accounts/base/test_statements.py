"""Queries whose SQL is written once, among them that of an account by its key."""

from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth.models import Group
from django.contrib.sessions.models import Session
from django.db import transaction
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.base.statements import Statement
from accounts.models import User
from games.models import Game, Seat, read_seats
from tests.tables import new_player, open_table, three_people

pytestmark = pytest.mark.django_db


def values(user: User) -> dict[str, object]:
    return {field.attname: getattr(user, field.attname) for field in user._meta.concrete_fields}


def test_account_by_key_is_the_one_that_a_filter_returns(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    key = new_player().pk
    User.objects.filter(pk=key).update(last_login=timezone.now(), date_joined=datetime(2020, 2, 29, tzinfo=UTC))
    with django_assert_num_queries(1):
        quick = User.objects.get(pk=key)
    usual = User.objects.filter(pk=key)[0]
    assert values(quick) == values(usual)
    assert {name: type(value) for name, value in values(quick).items()} == {
        name: type(value) for name, value in values(usual).items()
    }
    assert quick == usual
    assert not quick._state.adding
    assert User.objects.get(pk=str(key)) == usual


def test_account_that_does_not_exist_is_missed() -> None:
    with pytest.raises(User.DoesNotExist):
        User.objects.get(pk=2**40)


def test_account_by_key_has_what_this_transaction_has_written() -> None:
    user = new_player()
    with transaction.atomic():
        User.objects.filter(pk=user.pk).update(is_staff=True)
        assert User.objects.get(pk=user.pk).is_staff


def test_related_accounts_are_looked_for_among_those_only() -> None:
    member, other = new_player(), new_player()
    group = Group.objects.create(name="some")
    group.user_set.add(member)
    assert group.user_set.get(pk=member.pk) == member
    with pytest.raises(User.DoesNotExist):
        group.user_set.get(pk=other.pk)


def test_statement_returns_what_its_query_does(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    statement = Statement(
        lambda user, since: Session.objects.filter(pk=user, expire_date__gt=since).values_list("pk", "expire_date")
    )
    ends = timezone.now() + timedelta(days=1)
    Session.objects.create(session_key="one", session_data="", expire_date=ends)
    for _time in range(2):
        with django_assert_num_queries(1):
            assert statement.all("one", timezone.now()) == [("one", ends)]
    assert statement.all("two", timezone.now()) == []
    assert statement.first("one", ends + timedelta(seconds=1)) is None


def test_statement_takes_lists_of_any_length(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    statement = Statement(lambda keys, name: User.objects.filter(pk__in=keys).exclude(username=name).order_by("pk"))
    users = [new_player() for _ in range(3)]
    keys = [user.pk for user in users]
    for some in (keys, keys[:1], keys[1:]):
        assert statement.all(some, "nobody") == [user for user in users if user.pk in some]
    assert statement.all(keys, users[1].username) == [users[0], users[2]]
    with django_assert_num_queries(0):
        assert statement.all([], "nobody") == []


def test_statement_has_the_related_rows_of_its_query(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    statement = Statement(lambda player: Seat.objects.filter(user=player).select_related("game__host", "user"))
    host = new_player()
    code = open_table(host)
    with django_assert_num_queries(1):
        (seat,) = statement.all(host.pk)
        assert (seat.user, seat.game.code, seat.game.host) == (host, code, host)
        assert values(seat.game.host) == values(host)


def test_seats_are_read_with_their_games(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    codes = [open_table(new_player()), three_people()]
    games = [Game.objects.select_related("host").get(code=code) for code in codes]
    with django_assert_num_queries(1):
        read_seats(games)
        read = [[(seat.player, seat.account, seat.game.code) for seat in game.seats.all()] for game in games]
    usual = [Seat.objects.filter(game__code=code).order_by("player") for code in codes]
    assert read == [[(seat.player, seat.account, seat.game.code) for seat in seats] for seats in usual]
