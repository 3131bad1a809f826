"""The number of queries of admin lists and pages is small and constant."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.moderation import services as moderation
from accounts.site_config.models import Announcement, BlockedWord
from games.chat import services as chat_services
from games.models import Game, Message, Report, ReportReason, SoftPlay
from games.people import reports
from games.play import game_moderation
from tests.clients import ClientFor
from tests.staff.people import ADMINISTRATOR, member
from tests.tables import begin, deal, finish_deals, new_player

pytestmark = pytest.mark.django_db

MOST = 10
LISTS = (
    *(
        "accounts_user",
        "games_game",
        "games_message",
        "games_report",
        "games_rulespreset",
        "games_softplay",
        "games_readyphrase",
    ),
    *("site_config_announcement", "site_config_invitation", "site_config_blockedword", "site_config_auditentry"),
)
FILTERED = (
    reverse("admin:games_game_changelist") + "?state=stuck",
    reverse("admin:games_game_changelist") + "?q=player",
    reverse("admin:accounts_user_changelist") + "?status=reported&q=player",
    reverse("admin:games_report_changelist") + "?resolved__exact=0",
)


def some_of_each(by: User) -> None:
    """Create a game with two deals, a reported message, and audit entries of several kinds of target."""
    host, guest = new_player(), new_player()
    code = begin(host, guest)
    finish_deals(code, 2)
    chat_services.send_message(code=code, author=host, text="Rude")
    chat_services.report(code=code, reporter=guest, number=Message.objects.latest("pk").pk)
    moderation.take_name(host, by=by, reason="Rude")
    game_moderation.nudge(code=code, by=by, reason="Stuck")
    Announcement.objects.create(
        text_en=code, text_es=code, starts_at=timezone.now(), ends_at=timezone.now() + timedelta(1)
    )
    BlockedWord.objects.create(word=code)
    SoftPlay.objects.create(player=host, declarer=guest, score=1.0)
    reports.report_player(reporter=host, name=guest.username, reason=ReportReason.STALLING, text="Waits")
    reports.resolve(Report.objects.latest("pk"), by=by, note="Once", answer="Thank you")


def queries(client: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as captured:
        assert client.get(address).status_code == 200
    return len(captured)


@pytest.fixture
def staff(client_for: ClientFor) -> tuple[Client, User]:
    administrator = member(ADMINISTRATOR)
    some_of_each(administrator)
    return client_for(administrator), administrator


@pytest.mark.slow
@pytest.mark.usefixtures("settings_are_kept")
def test_queries_of_lists_do_not_grow_with_rows(staff: tuple[Client, User]) -> None:
    client, administrator = staff
    addresses = [*(reverse(f"admin:{name}_changelist") for name in LISTS), *FILTERED, reverse("admin:index")]
    client.get(addresses[0])  # caches content types and settings
    few = {address: queries(client, address) for address in addresses}
    for _ in range(4):
        some_of_each(administrator)
    many = {address: queries(client, address) for address in addresses}
    assert many == few
    assert max(many[address] for address in addresses[:-1]) <= MOST, many


@pytest.mark.slow
@pytest.mark.usefixtures("settings_are_kept")
def test_queries_of_pages_do_not_grow_with_history(staff: tuple[Client, User]) -> None:
    client, administrator = staff
    game, player, report = (
        Game.objects.get(),
        User.objects.filter(hosted_games__isnull=False).get(),
        Report.objects.get(resolved=False),
    )
    pages = [
        reverse("admin:games_game_change", args=[game.pk]),
        reverse("admin:accounts_user_change", args=[player.pk]),
        reverse("admin:games_report_change", args=[report.pk]),
    ]
    add_history(game, player, administrator)
    for page in pages:
        client.get(page)  # caches content types
    before = [queries(client, page) for page in pages]
    for _ in range(3):
        add_history(game, player, administrator)
    assert [queries(client, page) for page in pages] == before


def add_history(game: Game, player: User, by: User) -> None:
    """Add a deal and a staff action to the game, and a game and a report to the player."""
    deal(game.code)
    finish_deals(game.code)
    game_moderation.nudge(code=game.code, by=by, reason="Stuck")
    reporter = new_player()
    code = begin(player, reporter)
    chat_services.send_message(code=code, author=player, text="Rude")
    chat_services.report(code=code, reporter=reporter, number=Message.objects.latest("pk").pk)
