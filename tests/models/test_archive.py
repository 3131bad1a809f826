"""The archive of events: what one can open of a game is the same before and after, and nothing is lost or twice."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db.models import QuerySet
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.fairness import deal_counts
from games.learning import training
from games.models import Analysis, ArchivedLog, Deal, DealCount, DealResult, Event, Game, SoftPlay, logs
from games.results import collusion, rebuild
from games.review import analysis_jobs
from tests.security.exchange import TOKENS
from tests.staff.people import MODERATOR, member
from tests.tables import begin, close_table, deal, finish_deals, new_player, play_on, to_play

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

PAGES = (
    "", "sheet/", "deals/1/", "deals/2/?at=30&as=1", "deals/1.json", "deals/2.pbn", "deals/1.png", "deals.jsonl",
    "deals.pbn", "deals/2/verify/",
)  # fmt: skip


@pytest.fixture(scope="module")
def players(rows_of_the_module: None) -> list[User]:  # noqa: ARG001  # in which they stay
    return [new_player(), new_player(), new_player()]


@pytest.fixture(scope="module")
def code(players: list[User]) -> str:
    """Return a table that was closed in its third deal, after a card was taken back, two months ago."""
    code = begin(*players)
    finish_deals(code, 2)
    deal(code)
    play_on(code, to_play)
    close_table(code)
    last = Event.objects.filter(game__code=code).latest("sequence")
    Event.objects.filter(pk=last.pk).update(taken_back=True)
    Game.objects.update(updated_at=timezone.now() - timedelta(days=70))
    return code


def archive() -> str:
    output = StringIO()
    call_command("archive_events", before=f"{timezone.now() - timedelta(days=31):%Y-%m}", stdout=output)
    return output.getvalue().strip()


def opened(code: str, *visitors: Client) -> dict[str, bytes]:
    """Return what these visitors can open of the table, without the tokens of forms."""
    game, staff = Game.objects.get(code=code), Client()
    staff.force_login(User.objects.filter(username="Moderator").first() or member(MODERATOR))
    addresses = [(visitor, f"/tables/{code}/{page}") for visitor in visitors for page in PAGES]
    addresses.append((staff, f"/admin/games/game/{game.pk}/change/"))
    stored = {}
    for number, (visitor, address) in enumerate(addresses):
        answer = visitor.get(address, follow=True)
        stored[f"{number} {address} {answer.status_code}"] = TOKENS.sub("", answer.content.decode("latin-1")).encode()
    return stored


@pytest.mark.usefixtures("checked_in_one_transaction", "time")
def test_everything_that_can_be_opened_stays_the_same(code: str, players: list[User]) -> None:
    stranger, player = Client(), Client()
    player.force_login(players[1])
    opened(code, stranger, player)
    while analysis_jobs.run_next(lambda _record, _step: None):
        Analysis.objects.update(due_at=None)
    before = opened(code, stranger, player)
    assert {name.rsplit(" ")[-1] for name in before} == {"200"}
    rows = [logs.rows_of(deal) for deal in Deal.objects.order_by("pk")]
    assert archive() == "Games archived: 1."
    assert not Event.objects.exists()
    after = opened(code, stranger, player)
    assert [name for name in before if after.get(name) != before[name]] == []
    fields = ("game_id", "deal_id", "sequence", "payload", "author", "taken_back", "at")
    kept = [logs.rows_of(deal) for deal in Deal.objects.order_by("pk")]
    assert [[[getattr(row, field) for field in fields] for row in log] for log in kept] == [
        [[getattr(row, field) for field in fields] for row in log] for log in rows
    ]
    output = StringIO()
    call_command("check_games", stdout=output)
    assert "1 game" in output.getvalue()


@pytest.mark.usefixtures("code")
def test_what_stands_of_a_deal_is_read_of_the_archive_too() -> None:
    deals = Deal.objects.order_by("pk")
    before = [logs.standing_payloads(deal) for deal in deals]
    assert before == [[row.payload for row in logs.standing_rows(deal)] for deal in deals]
    assert [len(logs.rows_of(deal)) - len(log) for deal, log in zip(deals, before, strict=True)] == [0, 0, 1]
    archive()
    assert [logs.standing_payloads(deal) for deal in Deal.objects.order_by("pk")] == before


@pytest.mark.usefixtures("code")
def test_deals_are_counted_and_watched_after_they_were_archived_as_before() -> None:
    """Both may run later than the archive."""
    stored = []
    for _ in range(2):
        assert deal_counts.count_new() == 2
        assert collusion.watch_new() == 2
        stored.append(
            [
                sorted(DealCount.objects.values_list("statistic", "value", "count")),
                sorted(SoftPlay.objects.values_list("player", "declarer", "deals", "total"), key=str),
            ]
        )
        archive()
        Deal.objects.update(counted=False, watched=False)
        DealCount.objects.all().delete()
        SoftPlay.objects.all().delete()
    assert stored[0] == stored[1]
    assert all(stored[0])


@pytest.mark.usefixtures("code")
def test_statistics_and_exercises_are_made_of_the_archive_too() -> None:
    """The strength of hands, which only the logs say, is filled in where it is missing, which is no difference."""
    archive()
    rebuild.compare(lambda _done, _total: None, pytest.fail)
    DealResult.objects.update(strength=None)
    rebuild.compare(lambda _done, _total: None, pytest.fail)
    rebuild.rebuild(lambda _done, _total: None)
    assert DealResult.objects.exclude(strength=None).count() == 6
    assert all(training.played(deal.pk) for deal in Deal.objects.filter(finished=True))


@pytest.mark.parametrize("where", ["bulk_create", "delete"])
@pytest.mark.usefixtures("code")
def test_nothing_is_lost_when_it_is_killed(monkeypatch: pytest.MonkeyPatch, where: str) -> None:
    """After the archive was written and before the events were deleted, or before either."""
    before = [[row.sequence for row in logs.rows_of(deal)] for deal in Deal.objects.order_by("pk")]

    def die(*_args: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(QuerySet, where, die)
        with pytest.raises(KeyboardInterrupt):
            archive()
    assert not ArchivedLog.objects.exists()
    assert archive() == "Games archived: 1."
    assert archive() == "Games archived: 0."
    assert not Event.objects.exists()
    assert [[row.sequence for row in logs.rows_of(deal)] for deal in Deal.objects.order_by("pk")] == before


def test_events_stay_if_the_archive_does_not_give_them_back(monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    before = list(Event.objects.order_by("sequence").values_list("sequence", "payload"))
    pack = logs._pack
    monkeypatch.setattr(logs, "_pack", lambda rows: pack(rows[1:]))
    with pytest.raises(CommandError, match=f"game {code} do not come out"):
        archive()
    assert list(Event.objects.order_by("sequence").values_list("sequence", "payload")) == before
    assert not ArchivedLog.objects.exists()


def test_it_goes_on_where_it_was_stopped(code: str) -> None:
    other = begin(new_player())
    close_table(other)
    Game.objects.update(updated_at=timezone.now() - timedelta(days=70))
    work = logs.archive_before(timezone.now())
    assert next(work) == code
    work.close()
    assert set(Event.objects.values_list("game__code", flat=True)) == {other}
    assert archive() == "Games archived: 1."
    assert not Event.objects.exists()


def test_games_that_run_or_ended_later_stay(code: str) -> None:
    running = begin(new_player())
    Game.objects.filter(code=running).update(updated_at=timezone.now() - timedelta(days=70))
    Game.objects.filter(code=code).update(updated_at=timezone.now() - timedelta(days=20))
    assert archive() == "Games archived: 0."
    assert not ArchivedLog.objects.exists()


@pytest.mark.parametrize("before", ["2026", "March", "2026-13", f"{timezone.now():%Y}-12", "2999-01"])
def test_only_a_month_that_is_over_can_be_archived(before: str) -> None:
    with pytest.raises(CommandError):
        call_command("archive_events", before=before)
