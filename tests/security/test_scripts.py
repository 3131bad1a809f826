"""Texts that people write are shown as text: on every page, in every frame, whoever reads it.

All text fields of the database are filled with markup, so a new field, and a new page, are tested too.
"""

from collections.abc import Iterator
from datetime import timedelta
from http import HTTPStatus
from typing import Final
from urllib.parse import quote

import pytest
from django.apps import apps
from django.contrib.auth.models import AnonymousUser
from django.db.models import CharField, Model, TextField
from django.test import Client
from django.utils import timezone
from django.utils.html import escape

from accounts.models import NAME_KEYS, User
from accounts.site_config.models import Announcement, AuditEntry, BlockedWord, Invitation
from games.chat import services as chat_services
from games.models import Game, Message, RulesPreset, Void
from games.play import game_moderation
from games.sockets.fragments import LobbyConsumer, OwnGamesConsumer, TurnsConsumer, chat_beside
from games.sockets.table_consumer import TableConsumer
from tests.addresses import addresses
from tests.finished_games import played_game
from tests.security.test_access import client_of
from tests.security.test_secrets import frames_for
from tests.staff.people import ADMINISTRATOR, member, registered
from tests.tables import begin, gather, play_on, to_play

HOSTILE: Final = "<q'\"&>"
"""Short enough for each field, of which PostgreSQL checks the length."""
RAW: Final = ("<q", "'\"&")
"""Parts of it that are markup wherever they stand unescaped: in a text, and in an attribute."""

NOT_WRITTEN: Final = {
    *("password", "email", "name_key", "code", "key", "chain_root", "secret", "seed", "record"),
    *("bidding", "chosen_avatar", "company", "digits", "month", "phrase", "places"),
}
"""Fields whose values the site makes or checks, character by character."""

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def fill_with_markup() -> int:
    """Replace all texts that people write by HOSTILE; return in how many fields of rows."""
    rows = [row for model in apps.get_models() if _is_ours(model) for row in model._base_manager.all()]
    return sum(_fill(row) for row in rows)


def _is_ours(model: type[Model]) -> bool:
    return model._meta.app_label in ("accounts", "games", "site_config")


def _fill(row: Model) -> int:
    names = [
        field.name
        for field in row._meta.concrete_fields
        if isinstance(field, CharField | TextField) and not field.choices and field.name not in NOT_WRITTEN
    ]
    for name in names:
        setattr(row, name, f"{HOSTILE}{row.pk}" if row._meta.get_field(name).unique else HOSTILE)
    Model.save(row, update_fields=[*names, *NAME_KEYS] if isinstance(row, User) else names)
    return len(names)


def html_of(client: Client, address: str) -> str:
    """Return the page as the visitor gets it; "" for what is no page."""
    page = client.get(address)
    is_page = page.status_code == HTTPStatus.OK and page["Content-Type"].startswith(("text/html", "image/svg"))
    return page.text if is_page else ""


def frames_of(code: str, user: User | AnonymousUser) -> Iterator[str]:
    """Yield what sockets send this visitor."""
    yield frames_for(code, user)
    browser = TableConsumer()
    browser.scope = {"user": user}
    yield chat_beside(browser, code).at_first()
    for kind in (LobbyConsumer, OwnGamesConsumer, TurnsConsumer) if user.is_authenticated else (LobbyConsumer,):
        lists = kind()
        lists.scope = {"user": user}
        yield lists.render()


def test_no_text_of_a_person_becomes_markup() -> None:
    host, seated, boss = registered("Alex"), registered("Ben"), member(ADMINISTRATOR)
    running, gathering = begin(host, seated, public=True), gather(host, seated, public=True)
    play_on(running, to_play)
    over, void = played_game(host, seated, None), played_game(host, seated, None, seed=2)
    game_moderation.void(code=void.code, by=boss, public_reason="A reason", reason="A note")
    chat_services.send_message(code=running, author=seated, text="Hello")
    chat_services.report(code=running, reporter=host, number=Message.objects.get().pk)
    now = timezone.now()
    Announcement.objects.create(text_en="Hello", text_es="Hola", starts_at=now, ends_at=now + timedelta(days=1))
    Invitation.objects.create(code="INVITED", note="For friends")
    BlockedWord.objects.create(word="word")
    assert AuditEntry.objects.exists()
    assert Void.objects.exists()
    assert fill_with_markup() > 40
    host.refresh_from_db()
    codes = (running, gathering, over.code, void.code)
    tables = {code: Game.objects.get(code=code) for code in codes}
    preset = RulesPreset.objects.values_list("pk", flat=True)[0]
    rows = {"accounts/user": seated.pk, "games/game": tables[running].pk, "games/rulespreset": preset}
    pages = [address.replace("Alex", quote(host.username)) for _, address in addresses(tables, rows)]
    clients = [client_of(user) for user in (seated, boss, None)]
    shown = {address: [html_of(client, address) for client in clients] for address in pages}
    for code in (running, gathering, over.code):
        for user in (host, seated, AnonymousUser()):
            shown[f"frames for {user} at {code}"] = list(frames_of(code, user))
    for address, texts in shown.items():
        for text in texts:
            assert not [part for part in RAW if part in text], address
    where = [address for address, texts in shown.items() if any(escape(HOSTILE) in text for text in texts)]
    assert len(where) > 40, where
