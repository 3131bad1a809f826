"""Malformed session keys: the visitor is anonymous, and the database is not queried."""

from http import HTTPStatus

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

pytestmark = pytest.mark.django_db

COOKIES = [r'sessionid="aaaaaaaa\000bbbbbbbb"', r'sessionid="aaaaaaaa\303\261bbbbbbbb"', "sessionid=aaaaaaaa-bbbbbbbb"]


@pytest.mark.parametrize("cookie", COOKIES)
def test_malformed_session_key_is_not_looked_up(client: Client, cookie: str) -> None:
    with CaptureQueriesContext(connection) as asked:
        response = client.get(reverse("settings_account"), headers={"cookie": cookie})
    assert response.status_code == HTTPStatus.FOUND
    assert not [query for query in asked if "django_session" in query["sql"]]
