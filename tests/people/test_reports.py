"""Reports of players: from the table, the review and the player's page; what came of them."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.personal_data import deletion
from accounts.site_config.models import AuditEntry
from games.models import Game, Report, ReportReason
from tests.clients import ClientFor
from tests.staff.people import HOST, MODERATOR, member, registered
from tests.tables import begin, finish_deals, new_player, open_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana() -> User:
    return registered("Ana")


@pytest.fixture
def ben() -> User:
    return registered("Ben")


def at(code: str) -> str:
    return reverse("games:report_at_table", args=[code])


def about(name: str) -> str:
    return reverse("games:report_player", args=[name])


def words(player: str, reason: str = "stalling", text: str = "Waits an hour for each card.") -> dict[str, str]:
    return {"player": player, "reason": reason, "text": text}


def test_player_is_reported_from_table_review_and_page(ana: User, ben: User, client_for: ClientFor) -> None:
    code, reporter = begin(ana, ben, new_player()), client_for(ana)
    finish_deals(code)
    table, review = reverse("games:table", args=[code]), reverse("games:review", args=[code, 1])
    assert all(f'href="{at(code)}"' in reporter.get(page).text for page in (table, review))
    assert f'href="{about("Ben")}"' in reporter.get(reverse("games:player", args=["Ben"])).text
    form = reporter.get(at(code)).text
    assert 'value="Ben"' in form
    assert 'value="Ana"' not in form
    for address in (at(code), about("Ben")):
        assert "Thank you" in reporter.post(address, words("Ben")).text
    reports = Report.objects.order_by("pk").values_list("game__code", "subject", "reporter", "reason")
    assert list(reports) == [(code, ben.pk, ana.pk, "stalling"), (None, ben.pk, ana.pk, "stalling")]


def test_page_of_a_player_offers_a_game_before_a_report(ana: User, ben: User, client_for: ClientFor) -> None:
    finish_deals(begin(ana, ben, new_player()))
    client, report = client_for(ana), f'href="{about("Ben")}"'
    page = client.get(reverse("games:player", args=["Ben"])).text
    assert page.count(report) == 1
    assert page.index('class="person-more"') < page.index(report) < page.index('id="ratings-title"')
    games = client.get(reverse("games:player_list", args=["Ben", "games"])).text
    assert games.index("</table>") < games.index(report)


def test_same_report_again_replaces_its_text(ana: User, ben: User, client_for: ClientFor) -> None:
    for text in ("First", "Second"):
        client_for(ana).post(about(ben.username), words("Ben", text=text))
    assert Report.objects.get().text == "Second"
    client_for(ana).post(about("Ben"), words("Ben", "name"))
    assert Report.objects.count() == 2


@pytest.mark.usefixtures("ben")
def test_guest_may_report_and_a_visitor_signs_in_first(client: Client, client_for: ClientFor) -> None:
    assert "/login/" in client.post(about("Ben"), words("Ben"))["Location"]
    assert client_for(new_player()).post(about("Ben"), words("Ben")).status_code == 200
    assert Report.objects.count() == 1


@pytest.mark.parametrize(
    "posted",
    [words("Ana"), words("Ben", "message"), words("Ben", ""), words("Ben", text="x" * 301), words("Bot Ada"), {}],
)
def test_bad_report_is_refused(posted: dict[str, str], ana: User, ben: User, client_for: ClientFor) -> None:
    code = begin(ana, ben)
    answer = client_for(ana).post(at(code), posted)
    assert (answer.status_code, Report.objects.count()) == (400, 0)
    assert "errorlist" in answer.text


def test_oneself_bots_and_closed_tables_are_not_reported(ana: User, ben: User, client_for: ClientFor) -> None:
    closed, alone = begin(ben, spectators=False), open_table(ana)
    reporter = client_for(ana)
    assert at(alone) not in reporter.get(reverse("games:table", args=[alone])).text
    for address, status in ((about("Ana"), 404), (about("Nobody"), 404), (at(alone), 404), (at(closed), 403)):
        assert reporter.get(address).status_code == status
        assert reporter.post(address, words("Ben")).status_code == status
    assert not Report.objects.exists()


@pytest.mark.parametrize("name", ["Nobody", "\0", "a\0b"])
def test_there_is_nobody_to_report_by_an_unknown_name(name: str, ana: User, client_for: ClientFor) -> None:
    assert [ask(about(name)).status_code for ask in (client_for(ana).get, client_for(ana).post)] == [404, 404]


def test_reports_are_rate_limited(
    ana: User, ben: User, client_for: ClientFor, limit: Callable[[str, str], None]
) -> None:
    limit("report", "1/m/user")
    reporter = client_for(ana)
    statuses = [reporter.post(about(ben.username), words("Ben", reason)).status_code for reason in ("name", "chat")]
    assert (statuses, Report.objects.count()) == ([200, 429], 1)


def resolve(staff: Client, **more: str) -> int:
    address = reverse("admin:games_report_changelist") + f"{Report.objects.get().pk}/do/resolve/"
    return staff.post(address, {"note": "Three games of it", "answer": "We talked to Ben.", **more}).status_code


def test_staff_decide_and_the_reporter_reads_the_answer(ana: User, ben: User, client_for: ClientFor) -> None:
    client_for(ana).post(about(ben.username), words("Ben"))
    lobby, moderator = reverse("games:home"), client_for(member(MODERATOR))
    assert "Answers from the staff" not in client_for(ana).get(lobby).text
    assert resolve(client_for(member(HOST))) == 403
    assert resolve(moderator, mute="24") == 302
    assert resolve(moderator) == 422
    ben.refresh_from_db()
    assert ben.is_muted
    assert AuditEntry.objects.filter(reason="Three games of it").count() == 2
    shown = client_for(ana).get(lobby).text
    assert "We talked to Ben." in shown
    assert "Three games of it" not in shown
    seen, number = reverse("games:answer_seen"), str(Report.objects.get().pk)
    client_for(ben).post(seen, {"report": number})
    client_for(ana).post(seen, {"report": "9" * 30})
    assert "We talked to Ben." in client_for(ana).get(lobby).text, "only the reporter may put it away"
    client_for(ana).post(seen, {"report": number})
    assert "We talked to Ben." not in client_for(ana).get(lobby).text


def test_staff_see_the_games_side_by_side_and_open_their_deals(ana: User, ben: User, client_for: ClientFor) -> None:
    reported, other = begin(ana, ben, spectators=False), begin(ben, new_player())
    for code in (reported, other):
        finish_deals(code)
    moderator, review = client_for(member(MODERATOR)), reverse("games:review", args=[reported, 1])
    assert moderator.get(review).status_code == 403, "nobody of this table is reported"
    moderator.post(about("Ben"), words("Ben"))
    assert moderator.get(review).status_code == 403, "staff do not open a table by a report of their own"
    Report.objects.all().delete()
    client_for(ana).post(at(reported), words("Ben", ReportReason.COLLUSION))
    page = moderator.get(reverse("admin:games_report_change", args=[Report.objects.get().pk])).text
    assert page.index(f'href="{review}"') < page.index(f'href="{reverse("games:review", args=[other, 1])}"')
    assert "Waits an hour for each card." in page
    assert moderator.get(review).status_code == 200
    assert client_for(member(HOST)).get(review).status_code == 403
    assert moderator.get(reverse("games:table", args=[reported])).status_code == 403, "its running deal stays closed"


def test_report_stays_when_either_account_is_closed(ana: User, ben: User, client_for: ClientFor) -> None:
    code = begin(ana, ben)
    client_for(ana).post(at(code), words("Ben"))
    for user in (ben, ana):
        deletion.delete_account(user)
    assert Report.objects.get().game == Game.objects.get(code=code)


def test_games_of_others_are_not_those_of_a_deleted_player(ana: User, client_for: ClientFor) -> None:
    gone = new_player()
    client_for(ana).post(about(gone.username), words(gone.username))
    deletion.delete_account(gone)
    assert not User.objects.filter(pk=gone.pk).exists()
    code = begin(new_player())  # with two bots
    page = client_for(member(MODERATOR)).get(reverse("admin:games_report_change", args=[Report.objects.get().pk]))
    assert code not in page.text
