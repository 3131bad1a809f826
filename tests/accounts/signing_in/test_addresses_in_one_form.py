"""The migration that brings stored email addresses into one form: it copes with those that become the same."""

from importlib import import_module

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps

from accounts.models import User
from tests.tables import new_player

pytestmark = pytest.mark.django_db

migration = import_module("accounts.migrations._addresses_in_one_form")

WIDE, USUAL = "zoe@\N{FULLWIDTH LATIN SMALL LETTER E}xample.org", "zoe@example.org"


def stored() -> list[tuple[int, str, bool, bool]]:
    rows = EmailAddress.objects.order_by("pk")
    return list(rows.values_list("user", "email", "verified", "primary"))


def add(user: User, email: str, *, verified: bool = True, primary: bool = True) -> None:
    EmailAddress.objects.create(user=user, email=email, verified=verified, primary=primary)


def test_addresses_are_brought_into_one_form() -> None:
    zoe = new_player()
    User.objects.filter(pk=zoe.pk).update(email=WIDE)
    add(zoe, WIDE)
    migration.bring_into_one_form(apps, None)
    assert stored() == [(zoe.pk, USUAL, True, True)]
    assert User.objects.get(pk=zoe.pk).email == USUAL


def test_mailbox_stays_confirmed_for_one_account() -> None:
    first, second, usual = new_player(), new_player(), new_player()
    add(first, WIDE)
    add(second, "zoe@example\N{FULLWIDTH FULL STOP}org")
    migration.bring_into_one_form(apps, None)
    assert stored() == [(first.pk, USUAL, True, True), (second.pk, USUAL, False, True)]
    EmailAddress.objects.all().delete()
    add(first, WIDE)
    add(usual, USUAL)
    migration.bring_into_one_form(apps, None)
    assert stored() == [(first.pk, USUAL, False, True), (usual.pk, USUAL, True, True)]


def test_two_forms_of_one_account_become_one() -> None:
    zoe = new_player()
    add(zoe, WIDE)
    add(zoe, USUAL, verified=False, primary=False)
    migration.bring_into_one_form(apps, None)
    assert stored() == [(zoe.pk, USUAL, True, True)]


def test_what_has_no_form_stays() -> None:
    zoe = new_player()
    add(zoe, f"zoe@{'ü' * 70}.example")
    migration.bring_into_one_form(apps, None)
    assert stored() == [(zoe.pk, f"zoe@{'ü' * 70}.example", True, True)]
