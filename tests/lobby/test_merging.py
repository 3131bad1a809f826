"""A guest who signs in to an account takes the games along, with results and statistics and without ratings."""

from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from accounts.models import Follow, Note, User
from accounts.people import following
from accounts.personal_data import merging
from accounts.preferences import vacation
from games.chat import services as chat_services
from games.models import (
    Block,
    Company,
    DealResult,
    Game,
    GameResult,
    Insight,
    Message,
    Rating,
    Report,
    ReportReason,
    Seat,
    Tally,
)
from games.people import reports
from games.play import game_moderation
from games.results import ratings
from tests.finished_games import NOON, played_game, rebuilt
from tests.play.player_clocks import due_in
from tests.tables import (
    Time,
    act,
    at_once,
    begin,
    close_table,
    gather,
    my_turn,
    new_player,
    people_to_act,
    play_on,
    snapshot_for,
)

pytestmark = pytest.mark.django_db

DAY = 24 * 60 * 60


@pytest.fixture
def user() -> User:
    return User.objects.create_user("Zoe")


@pytest.fixture
def guest() -> User:
    return new_player()


def day(number: int) -> dict[str, object]:
    return {"at": NOON + timedelta(days=number), "seed": number}


def assert_all_follows_from_the_deals() -> None:
    assert "Everything stored is what the deals say." in rebuilt()


def test_results_are_those_of_one_player_and_ratings_stay(guest: User, user: User, ana: User, ben: User) -> None:
    """Games of guest and account are mixed in time, and with games of opponents that follow from them."""
    played_game(user, ana, ben, **day(0))
    played_game(ana, guest, None, **day(1))
    played_game(ben, ana, guest, **day(2))
    played_game(ana, user, None, **day(3))
    played_game(ana, ben, None, **day(40))
    game_moderation.void(code=played_game(guest, ana, ben, **day(5)).code, by=ana, public_reason="-", reason="-")
    before = list(Rating.objects.order_by("pk").values_list("user", "ladder", "mu", "sigma", "games", "wins"))
    assert merging.merge(guest, user)
    assert not User.objects.get(pk=guest.pk).is_active
    assert list(Rating.objects.order_by("pk").values_list("user", "ladder", "mu", "sigma", "games", "wins")) == before
    assert GameResult.objects.filter(user=user).count() == 5
    assert DealResult.objects.filter(user=user).exists()
    assert not GameResult.objects.filter(left=guest.pk).exists()
    assert not GameResult.objects.filter(right=guest.pk).exists()
    assert ratings.ratings_of(user)[Company.PEOPLE].games == 1
    assert_all_follows_from_the_deals()


@pytest.mark.parametrize("on_vacation", ["guest", "user"])
def test_clock_of_a_game_by_turns_follows_the_vacation_of_the_account(
    on_vacation: str, guest: User, user: User, time: Time
) -> None:
    code = begin(guest, clock="1day")
    play_on(code, my_turn)
    vacation.begin({"guest": guest, "user": user}[on_vacation], 5)
    time.passes(DAY / 2)
    assert merging.merge(guest, user)
    assert due_in(code) == pytest.approx(DAY if on_vacation == "guest" else 5 * DAY, abs=2)


def test_games_of_both_stay_with_the_guest(guest: User, user: User, ana: User) -> None:
    shared = played_game(guest, user, ana, **day(0))
    own = played_game(guest, ana, None, **day(1))
    begin(guest, user)
    offer = merging.offer(guest, user)
    staying = "not the games and tournaments in which both of you played (2): they stay with the guest"
    assert offer == ["1 game, with its results", "not the ratings from those games: they stay with the guest", staying]
    assert merging.merge(guest, user)
    guest.refresh_from_db()
    assert not guest.is_active
    assert set(Seat.objects.filter(user=user).values_list("game__code", flat=True)) >= {shared.code, own.code}
    assert shared.seats.filter(user=guest).exists()
    assert not own.seats.filter(user=guest).exists()
    assert_all_follows_from_the_deals()


def test_game_in_which_the_account_may_not_sit_stays_with_the_guest(guest: User, user: User, ana: User) -> None:
    seen, refused = begin(guest, ana), gather(ana, guest)
    Insight.objects.create(game=Game.objects.get(code=seen), user=user)
    Block.objects.create(user=ana, blocked=user)
    played_game(guest, ana, None)
    assert merging.offer(guest, user)[0] == "1 game, with its results"
    assert merging.merge(guest, user)
    assert not Seat.objects.filter(user=user, game__code__in=(seen, refused)).exists()
    assert Game.objects.get(code=seen).host == ana, "the guest is removed"
    assert snapshot_for(seen).seats[0].stand_in, "the guest has left"
    assert_all_follows_from_the_deals()


def test_running_game_goes_on_with_the_account(guest: User, user: User, ana: User) -> None:
    code = begin(guest, ana, new_player())
    while people_to_act(snapshot_for(code)) != [0]:
        act(code)
    version = snapshot_for(code).version
    assert "your seat in 1 running game" in merging.offer(guest, user)
    assert merging.merge(guest, user)
    snapshot = snapshot_for(code)
    assert snapshot.version > version
    assert snapshot.seats[0].name == "Zoe"
    assert Game.objects.get(code=code).host == user
    act(code)
    close_table(code)
    assert_all_follows_from_the_deals()


def test_messages_blocks_follows_and_notes_go_along(guest: User, user: User, ana: User, ben: User) -> None:
    code = gather(guest, ana)
    chat_services.send_message(code=code, author=guest, text="Hello")
    Block.objects.create(user=guest, blocked=ben)
    for blocker, blocked in ((guest, ana), (user, ana), (guest, user)):
        Block.objects.create(user=blocker, blocked=blocked)
    following.follow(guest, ben)
    following.follow(user, ben)
    following.follow(ana, guest)
    following.follow(guest, user)
    following.write_note(guest, ana, "Plays fast")
    assert merging.merge(guest, user)
    assert Message.objects.get().author == user
    assert set(Follow.objects.values_list("user", "followed")) == {(user.pk, ben.pk), (ana.pk, user.pk)}
    assert Note.objects.get().user == user
    assert set(Block.objects.values_list("user", "blocked")) == {(user.pk, ana.pk), (user.pk, ben.pk)}


@pytest.mark.django_db(transaction=True)
def test_two_tabs_merge_once(guest: User, user: User, ana: User) -> None:
    with transaction.atomic():
        played_game(guest, ana, None)
    assert at_once(2, lambda _: str(merging.merge(guest, user))) == ["False", "True"]
    assert Tally.objects.filter(user=user).exists()
    assert not Rating.objects.filter(user=user).exists()
    assert_all_follows_from_the_deals()


def test_guest_who_has_registered_meanwhile_is_not_merged(guest: User, user: User, ana: User) -> None:
    played_game(guest, ana, None)
    User.objects.filter(pk=guest.pk).update(is_guest=False)
    assert not merging.merge(guest, user)
    assert GameResult.objects.filter(user=guest).exists()


def test_reports_of_both_do_not_stand_in_the_way(guest: User, user: User, ana: User, ben: User) -> None:
    code = begin(ana, guest, user)
    message = chat_services.send_message(code=code, author=ana, text="Hello")
    for reporter in (guest, user):
        chat_services.report(code=code, reporter=reporter, number=message.pk)
        reports.report_player(reporter=reporter, name=ben.username, reason=ReportReason.NAME, text="-")
    for subject in (guest, user):
        reports.report_player(reporter=ana, name=subject.username, reason=ReportReason.NAME, text="-")
    assert merging.merge(guest, user)
    assert Report.objects.filter(reporter=user, message=message).count() == 1
    for reporter, name in ((user, ben.username), (ana, user.username)):
        reports.report_player(reporter=reporter, name=name, reason=ReportReason.NAME, text="Again")
        same = Report.objects.filter(reporter=reporter, subject__username=name)
        assert set(same.values_list("text", flat=True)) == {"Again"}


@pytest.mark.parametrize("column", ["suspended_until", "muted_until", "must_rename"])
def test_restriction_that_came_last_is_not_lost(column: str, guest: User, user: User, ana: User) -> None:
    """Staff may press their button while the guest does."""
    played_game(guest, ana, None)
    until = timezone.now() + timedelta(days=1)
    User.objects.filter(pk=guest.pk).update(**{column: column == "must_rename" or until})
    assert not merging.merge(guest, user)
    assert GameResult.objects.filter(user=guest).exists()
