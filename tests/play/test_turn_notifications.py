"""A player who is away is notified that it is their turn: once for each turn, and not of cards."""

import random

import pytest
from pytest_django import DjangoAssertNumQueries

from accounts.models import Notification, Push, User
from accounts.notifications import delivery
from accounts.notifications.groups import MAIL
from accounts.notifications.services import channels_of, subscribe
from games.lobby import invitations
from games.models import Report, ReportReason, Seat
from games.people import reports
from games.play import presence, proposals, turn_notifications
from games.values import Proposal
from tests.security.exchange import with_other_cards
from tests.tables import Time, act, begin, gather, here, new_player, people_to_act, snapshot_for, start

pytestmark = pytest.mark.django_db


def notified() -> list[tuple[int, str]]:
    """Return who was notified of what, in order."""
    return [(row.user_id, row.kind) for row in Notification.objects.order_by("pk")]


@pytest.fixture
def table(time: Time) -> str:  # noqa: ARG001  # whose clock the test moves on
    """A table of three people who are all away, at the first bid."""
    return begin(new_player(), new_player(), new_player())


def on_turn(code: str) -> User:
    [player] = people_to_act(snapshot_for(code))
    return Seat.objects.get(game__code=code, player=player).user


def test_player_who_is_away_is_notified_once_for_each_turn(table: str, time: Time) -> None:
    first = on_turn(table)
    turn_notifications.store()
    assert notified() == [], "perhaps the player moves at once"
    time.passes(21)
    for _ in range(2):
        turn_notifications.store()
    assert notified() == [(first.pk, "turn")]
    act(table)
    second = on_turn(table)
    time.passes(21)
    turn_notifications.store()
    assert notified() == [(first.pk, "turn"), (second.pk, "turn")]
    notification = Notification.objects.latest("pk")
    assert notification.path == f"/tables/{table}/"
    assert first.username in notification.values["others"]


def test_each_turn_of_a_deal_is_notified(table: str, time: Time) -> None:
    """Those to play a card too, of the own hand or of the dummy."""
    turns = []
    while len(snapshot_for(table).view.tricks) < 2:
        turns.append(on_turn(table).pk)
        time.passes(21)
        turn_notifications.store()
        act(table)
    assert len(turns) == 3 + 8
    assert [user for user, _kind in notified()] == turns


def test_turn_in_a_game_by_turns_is_notified_by_mail_too(time: Time) -> None:
    table = begin(new_player(), new_player(), new_player(), clock="3days")
    time.passes(21)
    turn_notifications.store()
    assert notified() == [(on_turn(table).pk, "turn_in_days")]
    assert MAIL in channels_of(on_turn(table), "turn_in_days")
    assert MAIL not in channels_of(on_turn(table), "turn")


def test_player_at_the_table_is_notified_when_they_have_gone(table: str, time: Time) -> None:
    time.passes(21)
    here(table)
    turn_notifications.store()
    assert notified() == []
    time.passes(presence.GONE_AFTER + 1)
    turn_notifications.store()
    assert len(notified()) == 1


def test_player_who_moves_within_a_short_time_is_not_notified(table: str, time: Time) -> None:
    first = on_turn(table)
    time.passes(19)
    act(table)
    time.passes(19)
    turn_notifications.store()
    assert notified() == []
    time.passes(2)
    turn_notifications.store()
    assert (first.pk, "turn") not in notified()
    assert len(notified()) == 1


def test_proposal_is_no_new_turn(table: str, time: Time) -> None:
    act(table)
    time.passes(21)
    turn_notifications.store()
    proposer = (people_to_act(snapshot_for(table))[0] + 2) % 3
    proposals.propose(code=table, player=proposer, kind=Proposal.TAKE_BACK)
    time.passes(21)
    turn_notifications.store()
    proposals.answer(code=table, player=proposer, version=snapshot_for(table).version, agree=False)
    time.passes(21)
    turn_notifications.store()
    assert len(notified()) == 1


def test_push_that_is_still_on_its_way_is_taken_back_by_the_move(table: str, time: Time) -> None:
    subscribe(on_turn(table), "https://push.example.com/a", "key", "secret")
    time.passes(21)
    turn_notifications.store()
    delivery.prepare_waiting()
    assert Push.objects.count() == 1
    turn_notifications.store()
    assert Push.objects.count() == 1, "it is still their turn"
    act(table)
    turn_notifications.store()
    assert Push.objects.count() == 0


def test_pushes_that_wait_are_looked_through_with_one_query(
    time: Time, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(3):
        table = begin(new_player(), new_player(), new_player())
        subscribe(on_turn(table), f"https://push.example.com/{number}", "key", "secret")
    time.passes(21)
    turn_notifications.store()
    delivery.prepare_waiting()
    assert Push.objects.count() == 3
    with django_assert_num_queries(3):  # late players, pushes on their way, and who of these is still to move
        turn_notifications.store()


def test_bot_that_sits_in_is_not_notified(table: str, time: Time) -> None:
    Seat.objects.filter(game__code=table).update(bot_name="Otto")
    time.passes(21)
    turn_notifications.store()
    assert notified() == []


def test_player_is_notified_once_of_each_invitation() -> None:
    host, guest = new_player(), new_player()
    code = gather(host)
    for number in (1, 2):
        for _ in range(2):
            invitations.invite(code=code, inviter=host, name=guest.username)
        assert notified() == [(guest.pk, "invitation")] * number
        invitations.decline(code=code, user=guest)
    assert not Notification.objects.filter(waits=True).exists(), "of an answered invitation nobody is notified any more"


def test_invitation_is_taken_back_when_the_game_begins() -> None:
    host, guest = new_player(), new_player()
    code = gather(host)
    invitations.invite(code=code, inviter=host, name=guest.username)
    assert Notification.objects.get().waits
    start(code, host)
    assert not Notification.objects.get().waits


def test_reporter_is_notified_of_an_answer() -> None:
    ana, ben, staff = new_player(), new_player(), new_player()
    for answer in ("", "We have spoken with them."):
        reports.report_player(reporter=ana, name=ben.username, reason=ReportReason.NAME, text="")
        reports.resolve(Report.objects.get(resolved=False), by=staff, note="", answer=answer)
    [row] = Notification.objects.all()
    assert (row.user, row.kind, row.values) == (ana, "report", {"subject": ben.username})


def test_notification_does_not_depend_on_cards(table: str, time: Time) -> None:
    time.passes(21)
    said = []
    for _ in range(2):
        turn_notifications.store()
        said += [(row.user_id, row.kind, row.about, row.path, row.values) for row in Notification.objects.all()]
        Notification.objects.all().delete()
        Seat.objects.update(notified_since=None)
        with_other_cards(table, None, random.Random(1))
    assert len(said) == 2
    assert said[0] == said[1]
