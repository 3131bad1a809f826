"""The user of a request: the same as Django finds, and nobody once the account is closed."""

import pytest
from django.contrib.auth import get_user
from django.contrib.sessions.models import Session
from django.http import HttpRequest
from django.test import Client
from django.utils import timezone

from accounts.backends import AccountBackend
from accounts.models import User
from accounts.services import create_guest
from accounts.session_store import SessionStore

pytestmark = pytest.mark.django_db


def test_user_is_found_with_all_fields() -> None:
    guest = create_guest("Ana")
    found = AccountBackend().get_user(guest.pk)
    assert found is not None
    names = [field.attname for field in User._meta.concrete_fields]
    expected = User.objects.get(pk=guest.pk)
    assert [getattr(found, name) for name in names] == [getattr(expected, name) for name in names]
    assert not found.get_deferred_fields()


def test_closed_account_and_unknown_id_are_nobody() -> None:
    guest = create_guest("Ana")
    User.objects.filter(pk=guest.pk).update(is_active=False)
    assert AccountBackend().get_user(guest.pk) is None
    assert AccountBackend().get_user(guest.pk + 1000) is None


def test_expired_session_has_no_user(client: Client) -> None:
    guest = create_guest("Ana")
    client.force_login(guest)
    request = HttpRequest()
    request.session = SessionStore(client.session.session_key)
    assert get_user(request) == guest
    Session.objects.update(expire_date=timezone.now())
    request.session = SessionStore(client.session.session_key)
    assert get_user(request).is_anonymous
    assert request.session.session_key is None
