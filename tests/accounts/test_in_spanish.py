"""What allauth says, on pages and in mail, is said in Spanish as the rest of the site says it: to a friend."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.urls import reverse

from tests.accounts.test_entrance import PASSWORD, player

NEW = {"password1": "battery staple", "password2": "battery staple"}

pytestmark = pytest.mark.django_db

TO_A_STRANGER = re.compile(
    r"\b(usted|su (cuenta|contraseña|correo|dirección)|ha (iniciado|olvidado)|haga|introduzca|escoja|por favor)\b", re.I
)


def visit(reader: Client, name: str, **fields: str) -> str:
    """The page a form leads to, as text without tags."""
    page = reader.post(reverse(name), fields, follow=True, headers={"Accept-Language": "es"})
    return " ".join(re.sub("<[^>]+>", " ", page.text).split())


def conversation() -> Iterator[str]:
    """All that is said to somebody who signs in, gives an address, forgets a password and mistypes most things."""
    reader = Client()
    alex = player("Alex", email="alex@example.org", language="es")
    EmailAddress.objects.create(user=alex, email=alex.email, verified=True, primary=True)
    yield visit(reader, "account_login", login="Alex", password=PASSWORD)
    yield visit(reader, "account_email", email="no address", action_add="")
    yield visit(reader, "account_email", email="new@example.org", action_add="")
    yield visit(reader, "account_change_password", oldpassword="wrong", **NEW)
    yield visit(reader, "account_change_password", oldpassword=PASSWORD, **NEW)
    yield visit(reader, "account_logout")
    for address in ("alex@example.org", "nobody@example.org"):
        yield visit(reader, "account_reset_password", email=address)


def test_nobody_is_spoken_to_as_a_stranger() -> None:
    said = [*conversation(), *(f"{letter.subject}\n{letter.body}" for letter in mail.outbox)]
    assert len(mail.outbox) == 3
    for text, words in zip(
        said,
        (
            *("Hola, Alex.", "Eso no es una dirección", "un enlace para confirmar new@example.org"),
            *("Escribe la contraseña que tienes ahora.", "Tu contraseña ha cambiado.", "Has cerrado la sesión."),
            *("Si alguna cuenta tiene", "Si alguna cuenta tiene"),
            *("Alex ha dado este correo", "contraseña nueva para Alex", "no lo ha confirmado ninguna cuenta"),
        ),
        strict=True,
    ):
        assert re.search(words, text), text
        assert not TO_A_STRANGER.search(text), text
