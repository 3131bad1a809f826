"""The page from which the host directs a tournament, and what each of its forms does."""

from datetime import timedelta
from http import HTTPStatus
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from accounts.models import Notification, User
from accounts.notifications.kinds import KINDS
from accounts.personal_data import deletion
from accounts.site_config.models import AuditAction, AuditEntry, BlockedWord
from games.competitions.tournaments import direction, rounds, services
from games.models import Game, Tournament, TournamentEntry, TournamentSeat, TournamentStage
from games.play import presence
from tests.clients import ClientFor
from tests.competitions.tournaments.tournaments import announced, entered, go_on, play_round, running, tables_of
from tests.staff.people import ADMINISTRATOR, member
from tests.tables import Time, here, new_player, user_at

pytestmark = pytest.mark.django_db


def address(tournament: Tournament, rest: str = "direct/") -> str:
    return f"/tournaments/{tournament.code}/{rest}"


def do(client: Client, tournament: Tournament, action: str, **fields: object) -> Any:
    return client.post(address(tournament), {"do": action, **fields})


@pytest.fixture(scope="module")
def of_nine(rows_of_the_module: None) -> Tournament:  # noqa: ARG001  # in which it stays
    """A tournament of nine, whose first round is over and whose second one is played."""
    tournament = running(9, rounds=2)
    play_round(tournament)
    return go_on(tournament)


@pytest.fixture
def tournament(of_nine: Tournament) -> Tournament:
    """That tournament, as each test finds it; its players are at their tables."""
    for table in tables_of(of_nine):
        here(table.code)
    return Tournament.objects.get(pk=of_nine.pk)


def first_entry(tournament: Tournament) -> TournamentEntry:
    return tournament.entries.filter(number__isnull=False).order_by("number")[0]


def test_only_host_and_staff_direct(tournament: Tournament, client_for: ClientFor) -> None:
    assert Client().get(address(tournament)).status_code == HTTPStatus.FOUND
    for user in (new_player(), user_at(tables_of(tournament)[0].code)):
        client = client_for(user)
        assert client.get(address(tournament)).status_code == HTTPStatus.FORBIDDEN
        assert do(client, tournament, "end", reason="mine").status_code == HTTPStatus.FORBIDDEN
        assert "Direct the tournament" not in client.get(address(tournament, "")).text
    for user in (tournament.host, member(ADMINISTRATOR)):
        assert client_for(user).get(address(tournament)).status_code == HTTPStatus.OK
    assert "Direct the tournament" in client_for(tournament.host).get(address(tournament, "")).text
    assert not AuditEntry.objects.filter(action=AuditAction.END_TOURNAMENT).exists()


def test_host_whose_role_is_taken_away_directs_no_longer(tournament: Tournament, client_for: ClientFor) -> None:
    tournament.host.groups.clear()
    client = client_for(tournament.host)
    assert do(client, tournament, "end", reason="mine").status_code == HTTPStatus.FORBIDDEN
    assert "Direct the tournament" not in client.get(address(tournament, "")).text
    tournament.refresh_from_db()
    assert tournament.stage == TournamentStage.RUNNING


def test_page_says_for_whom_tables_wait_and_calls_a_bot(tournament: Tournament, client_for: ClientFor) -> None:
    client, table = client_for(tournament.host), tables_of(tournament)[0]
    entry = table.tournament_places.get(player=1).entry
    cache.set(presence._key(table.code, 1), timezone.now().timestamp() - 1000)
    page = client.get(address(tournament)).text
    assert str(entry) in page
    assert entry.user.avatar in page
    assert "away from the table" in page
    assert do(client, tournament, "bot", entry=entry.pk).status_code == HTTPStatus.FOUND
    assert table.seats.get(player=1).bot_name
    assert "(bot) sits in" in client.get(address(tournament)).text
    assert do(client, tournament, "bot", entry=entry.pk).status_code == HTTPStatus.CONFLICT


def test_adjusted_score_and_reason_are_shown(tournament: Tournament, client_for: ClientFor) -> None:
    client, entry = client_for(tournament.host), first_entry(tournament)
    fields = {"entry": entry.pk, "board": 1, "percent": "61.5", "reason": "a bug at the table"}
    assert do(client, tournament, "adjust", **fields).status_code == HTTPStatus.FOUND
    page = Client().get(address(tournament, "?round=1")).text
    assert "a bug at the table" in page
    assert "61.5%" in page
    assert "61.5%" in Client().get(address(tournament, "")).text
    assert do(client, tournament, "adjust", **{**fields, "board": 2}).status_code == HTTPStatus.CONFLICT


def test_reason_is_shown_without_controls_and_may_have_no_blocked_word(
    tournament: Tournament, client_for: ClientFor
) -> None:
    BlockedWord.objects.create(word="rude")
    client, entry = client_for(tournament.host), first_entry(tournament)
    fields = {"entry": entry.pk, "board": 1, "percent": "61.5", "reason": "How rude"}
    assert do(client, tournament, "adjust", **fields).status_code == HTTPStatus.BAD_REQUEST
    right_to_left = "\N{RIGHT-TO-LEFT OVERRIDE}"
    do(client, tournament, "adjust", **{**fields, "reason": f"a {right_to_left}bug\x1b at the table"})
    page = Client().get(address(tournament, "?round=1")).text
    assert "a bug at the table" in page
    assert right_to_left not in page


def test_host_who_plays_adjusts_no_score_of_their_own_table(tournament: Tournament, client_for: ClientFor) -> None:
    entry = first_entry(tournament)
    assert entry.user is not None
    entry.user.groups.set(tournament.host.groups.all())
    User.objects.filter(pk=entry.user.pk).update(is_staff=True)
    Tournament.objects.update(host=entry.user)
    client, own = client_for(entry.user), entry.places.get(round__number=1).table
    assert "The host plays too" in client.get(address(tournament, "")).text
    for place in TournamentSeat.objects.filter(round__number=1, entry__user__isnull=False):
        fields = {"entry": place.entry_id, "board": 1, "percent": "100", "reason": "Somebody slept"}
        answer = do(client, tournament, "adjust", **fields)
        refused = (answer.status_code, "at your own table" in answer.text) == (HTTPStatus.CONFLICT, True)
        assert refused == (place.table == own)


@pytest.mark.parametrize(
    ("action", "fields"),
    [
        ("adjust", {"entry": "1", "board": "x", "percent": "50", "reason": "r"}),
        ("adjust", {"percent": "200"}),
        ("disqualify", {"entry": "none", "reason": "r"}),
        ("warn", {}),
        ("end", {}),
        ("end", {"reason": "\N{ZERO WIDTH SPACE}"}),
        ("bot", {"entry": "x"}),
        ("nothing", {}),
    ],
)
def test_bad_input_is_refused_with_a_sentence(
    tournament: Tournament, client_for: ClientFor, action: str, fields: dict[str, str]
) -> None:
    answer = do(client_for(tournament.host), tournament, action, **fields)
    assert answer.status_code == HTTPStatus.BAD_REQUEST
    assert 'role="alert"' in answer.text
    assert not AuditEntry.objects.exclude(action=AuditAction.ADD).exists()


def test_warned_participant_is_notified_and_nobody_else_reads_why(
    tournament: Tournament, client_for: ClientFor
) -> None:
    entry = first_entry(tournament)
    assert entry.user is not None
    do(client_for(tournament.host), tournament, "warn", entry=entry.pk, reason="please play faster")
    assert Notification.objects.filter(user=entry.user, kind="tournament_warning").exists()
    assert "please play faster" in client_for(entry.user).get(address(tournament, "")).text
    assert "please play faster" not in client_for(new_player()).get(address(tournament, "")).text
    assert AuditEntry.objects.get(action=AuditAction.WARN_PARTICIPANT).details["participant"] == str(entry)


def test_disqualified_participant_has_no_place_and_a_bot_plays_on(client_for: ClientFor) -> None:
    tournament = running(9, rounds=2)
    play_round(tournament)
    entry = first_entry(tournament)
    do(client_for(tournament.host), tournament, "disqualify", entry=entry.pk, reason="talked about cards")
    go_on(tournament)
    assert "talked about cards" in Client().get(address(tournament, "")).text
    game = Game.objects.get(tournament_places__entry=entry, round__number=2)
    assert not game.seats.filter(user=entry.user).exists()


def test_pause_stops_tables_and_the_clock_of_the_round(client_for: ClientFor) -> None:
    tournament = running(3)
    [table] = tables_of(tournament)
    client, before = client_for(tournament.host), tournament.played_rounds.get().ends_at
    do(client, tournament, "pause")
    go_on(tournament)
    table.refresh_from_db()
    assert table.is_paused
    Tournament.objects.update(paused_at=timezone.now() - timedelta(minutes=5))
    do(client, tournament, "resume")
    table.refresh_from_db()
    assert not table.is_paused
    assert tournament.played_rounds.get().ends_at - before >= timedelta(minutes=5)


def test_host_begins_and_ends_and_the_page_lists_it(client_for: ClientFor, time: Time) -> None:
    tournament = announced()
    entered(tournament, 3)
    client = client_for(tournament.host)
    assert "checked in" in client.get(address(tournament)).text
    assert do(client, tournament, "begin", confirmed="on").status_code == HTTPStatus.FOUND
    time.passes(60)
    assert go_on(tournament).stage == TournamentStage.RUNNING
    do(client, tournament, "end", reason="the hall closes")
    tournament.refresh_from_db()
    assert tournament.stage == TournamentStage.OVER
    page = client.get(address(tournament)).text
    assert "the hall closes" in page
    assert do(client, tournament, "end", reason="again").status_code == HTTPStatus.CONFLICT


def test_host_who_begins_early_confirms_and_who_has_entered_has_a_minute_to_check_in(
    client_for: ClientFor, time: Time
) -> None:
    tournament, absent = announced(minutes_ahead=40), new_player()
    services.enter(tournament.code, absent)
    time.passes(20 * 60)
    present = entered(tournament, 3)
    client = client_for(tournament.host)
    assert "1 of 4 have not checked in" in client.get(address(tournament)).text
    assert do(client, tournament, "begin").status_code == HTTPStatus.BAD_REQUEST
    assert do(client, tournament, "begin", confirmed="on").status_code == HTTPStatus.FOUND
    rounds.serve()
    notices = Notification.objects.filter(kind="tournament_soon")
    assert set(notices.values_list("user", "values__variant")) == {(user.pk, "early") for user in (absent, *present)}
    assert {notice.expires_at for notice in notices} == {time.now + timedelta(minutes=1)}
    assert do(client, tournament, "begin", confirmed="on").status_code == HTTPStatus.CONFLICT, "not once more"
    services.check_in(tournament.code, absent)
    time.passes(60)
    assert go_on(tournament).stage == TournamentStage.RUNNING
    assert tournament.entries.get(user=absent).number is not None
    assert notices.count() == 4, "nobody is reminded of what has begun"


def test_second_warning_is_a_second_notification(tournament: Tournament, client_for: ClientFor, time: Time) -> None:
    entry = first_entry(tournament)
    for number in (1, 2):
        do(client_for(tournament.host), tournament, "warn", entry=entry.pk, reason="please play faster")
        assert Notification.objects.filter(user=entry.user, kind="tournament_warning").count() == number
        time.passes(600)


def test_ruling_reaches_whom_it_concerns(tournament: Tournament, client_for: ClientFor) -> None:
    entry, client = first_entry(tournament), client_for(tournament.host)
    do(client, tournament, "adjust", entry=entry.pk, board=1, percent="61.5", reason="a bug at the table")
    do(client, tournament, "disqualify", entry=entry.pk, reason="talked about cards")
    notices = Notification.objects.filter(kind="tournament_ruling").order_by("pk")
    assert [notice.user for notice in notices] == [entry.user] * 2
    assert "board 1 to 61.5 per cent" in KINDS["tournament_ruling"].words(notices[0].values)
    assert "you are disqualified" in KINDS["tournament_ruling"].words(notices[1].values)


def test_beginning_with_too_few_is_refused_instead_of_calling_the_tournament_off(client_for: ClientFor) -> None:
    tournament = announced()
    entered(tournament, 2)
    refused = do(client_for(tournament.host), tournament, "begin", confirmed="on")
    assert refused.status_code == HTTPStatus.CONFLICT
    assert "Three players who have checked in are needed." in refused.text
    rounds.serve()
    tournament.refresh_from_db()
    assert tournament.stage == TournamentStage.OPEN


def test_part_for_htmx_has_no_forms_of_actions(tournament: Tournament, client_for: ClientFor) -> None:
    answer = client_for(tournament.host).get(address(tournament), headers={"HX-Request": "true"})
    assert "<html" not in answer.text
    assert 'value="end"' not in answer.text


def test_tournament_goes_on_without_the_account_of_its_host(client_for: ClientFor) -> None:
    tournament = running(9, rounds=2)
    host = User.objects.get(pk=tournament.host_id)
    User.objects.filter(pk=host.pk).update(is_staff=False)  # an administrator takes the role away first
    deletion.delete_account(host)
    play_round(tournament)
    assert go_on(tournament).played_rounds.count() == 2
    assert Client().get(address(tournament, "")).status_code == HTTPStatus.OK
    direction.end(tournament, by=member(ADMINISTRATOR), reason="its host is gone")
    assert client_for(member(ADMINISTRATOR, "Another")).get(address(tournament)).status_code == HTTPStatus.OK
