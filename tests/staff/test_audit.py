"""The audit log page, in the reader's language."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth.models import Group
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.moderation import services as moderation
from accounts.site_config import services
from accounts.site_config.models import Announcement, SiteSettings
from tests.clients import ClientFor
from tests.staff.people import ADMINISTRATOR, HOST, member, registered

pytestmark = pytest.mark.django_db

LOG = reverse("admin:site_config_auditentry_changelist")


@pytest.fixture
def administrator() -> User:
    return member(ADMINISTRATOR)


@pytest.fixture
def spanish(client_for: ClientFor, administrator: User) -> Callable[[], str]:
    client = client_for(administrator)
    return lambda: client.get(LOG, headers={"accept-language": "es"}).text


def test_end_of_suspension_is_in_the_reader_s_format(spanish: Callable[[], str], administrator: User) -> None:
    until = datetime(2190, 12, 24, 9, 5, tzinfo=UTC)
    moderation.suspend(registered("Alex"), by=administrator, until=until, reason="Rude")
    assert "hasta: 24/12/2190 09:05" in spanish()


def test_roles_and_settings_have_translated_names(spanish: Callable[[], str], administrator: User) -> None:
    roles = list(Group.objects.filter(name=HOST))
    moderation.give_roles(registered("Alex"), by=administrator, roles=roles, reason="Helps")
    services.save(SiteSettings(pk=1), by=administrator, changes={"most_games": "5"})
    log = spanish()
    assert "papeles: Anfitrión de torneos" in log
    assert "partidas sin terminar que puede tener un jugador: 5" in log


@pytest.mark.parametrize(("now", "word"), [("True", "activado"), ("False", "desactivado")])
def test_boolean_setting_is_shown_as_on_or_off(
    spanish: Callable[[], str], administrator: User, now: str, word: str
) -> None:
    services.save(SiteSettings(pk=1), by=administrator, changes={"guests": now})
    assert f"los visitantes pueden jugar: {word}<" in spanish()


def test_choice_is_shown_with_its_label(spanish: Callable[[], str], administrator: User) -> None:
    services.save(SiteSettings(pk=1), by=administrator, changes={"sign_ups": "closed"})
    assert "quién puede registrarse: nadie por ahora<" in spanish()


@pytest.mark.parametrize(
    ("language", "one", "two"),
    [
        ("en", "1 entry of the audit log", "2 entries of the audit log"),
        ("es", "1 entrada del registro de acciones", "2 entradas del registro de acciones"),
    ],
)
def test_number_of_entries_has_the_right_plural(
    client_for: ClientFor, administrator: User, language: str, one: str, two: str
) -> None:
    client = client_for(administrator)
    for words in (one, two):
        services.save(SiteSettings(pk=1), by=administrator, changes={"most_games": "5"})
        assert words in client.get(LOG, headers={"accept-language": language}).text


def test_text_of_deleted_row_stays_in_the_log(spanish: Callable[[], str], administrator: User) -> None:
    now = timezone.now()
    announcement = Announcement(
        text_en="We rest", text_es="Descansamos", starts_at=now, ends_at=now + timedelta(hours=1)
    )
    services.save(announcement, by=administrator, changes={})
    services.remove(announcement, by=administrator)
    assert "We rest" in spanish()
