"""Reading an account by its key, which has a way of its own."""

from datetime import UTC, datetime

import pytest
from django.contrib.auth.models import Group
from django.db import transaction
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from tests.tables import new_player

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
