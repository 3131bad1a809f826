"""The Spanish texts of allauth's pages and mails are informal, like the rest of the site."""

import re
from collections.abc import Iterator

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core import mail
from django.test import Client
from django.urls import reverse

from tests.accounts.signing_in.test_sign_in import PASSWORD, player

NEW = {"password1": "battery staple", "password2": "battery staple"}

pytestmark = pytest.mark.django_db

FORMAL = re.compile(
    r"\b(usted|su (cuenta|contraseña|correo|dirección)|ha (iniciado|olvidado)|haga|introduzca|escoja|por favor)\b", re.I
)


def visit(reader: Client, name: str, **fields: str) -> str:
    """Submit a form and return the resulting page as text without tags."""
    page = reader.post(reverse(name), fields, follow=True, headers={"Accept-Language": "es"})
    return " ".join(re.sub("<[^>]+>", " ", page.text).split())


def all_messages() -> Iterator[str]:
    """Yield the pages after signing in, adding an address and resetting a password, with many mistakes."""
    reader = Client()
    alex = player("Alex", email="alex@example.org", language="es")
    EmailAddress.objects.create(user=alex, email=alex.email, verified=True, primary=True)
    yield visit(reader, "account_login", login="Alex", password=PASSWORD)
    reader.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    yield visit(reader, "account_email", email="no address", action_add="")
    yield visit(reader, "account_email", email="new@example.org", action_add="")
    yield visit(reader, "account_change_password", oldpassword="wrong", **NEW)
    yield visit(reader, "account_change_password", oldpassword=PASSWORD, **NEW)
    yield visit(reader, "account_logout")
    for address in ("alex@example.org", "nobody@example.org"):
        yield visit(reader, "account_reset_password", email=address)


def test_spanish_messages_are_informal() -> None:
    texts = [*all_messages(), *(f"{letter.subject}\n{letter.body}" for letter in mail.outbox)]
    assert len(mail.outbox) == 4
    for text, words in zip(
        texts,
        (
            *("Hola, Alex.", "Escribe una dirección", "un enlace para confirmar new@example.org"),
            *("Escribe la contraseña que tienes ahora.", "Tu contraseña ha cambiado.", "Has cerrado la sesión."),
            *("Si alguna cuenta ha", "Si alguna cuenta ha"),
            *("Alex ha dado este correo", "La contraseña ha cambiado"),
            *("contraseña nueva para Alex", "no lo ha confirmado ninguna cuenta"),
        ),
        strict=True,
    ):
        assert re.search(words, text), text
        assert not FORMAL.search(text), text


def test_faults_of_a_sign_up_are_shown_in_spanish() -> None:
    page = visit(Client(), "account_signup", username="A", password1="short", email="no address")
    for fault in ("como mínimo, y hay 1.", "Escribe una dirección de correo electrónico válida."):
        assert fault in page
    assert not FORMAL.search(page)


def test_forms_to_add_and_rename_a_key_are_in_spanish() -> None:
    reader, alex, label = Client(), player("Alex", language="es"), re.compile(r"<label[^>]*>Nombre")
    reader.force_login(alex)
    reader.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    assert label.search(reader.get(reverse("mfa_add_webauthn")).text)
    key = Authenticator.objects.create(user=alex, type=Authenticator.Type.WEBAUTHN, data={"name": "Phone"})
    assert label.search(reader.get(reverse("mfa_edit_webauthn", args=[key.pk])).text)
