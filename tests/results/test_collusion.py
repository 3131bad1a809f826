"""The collusion watch: deals are watched once, and a pair is compared with what the player does against others."""

import re
from io import StringIO

import pytest
from django.core.management import call_command

from accounts.models import User
from games.models import Deal, DealScore, Seat, SoftPlay
from games.results import collusion
from games.results.collusion import Sums, limit, standard_score
from tests.tables import begin, finish_deals, new_player, three_people

MANY = 100


def sums(softness: float) -> Sums:
    """Return the sums of many deals with this softness on average, and a standard deviation of 1."""
    return Sums(MANY, MANY * softness, MANY * (softness**2 + 1))


def test_weak_player_is_not_taken_for_a_soft_one() -> None:
    soft, weak = standard_score(sums(1.0), sums(0.0)), standard_score(sums(1.5), sums(1.4))
    assert soft is not None
    assert weak is not None
    assert weak < 0 < limit(10_000) < soft


def test_few_deals_have_no_score() -> None:
    assert standard_score(Sums(10, 30, 90), sums(0.0)) is None


def test_limit_grows_with_the_number_of_pairs() -> None:
    assert 1.6 < limit(1) < 3 < limit(200) < limit(10_000) < 5


def store(player: User, declarer: User | None, softness: float) -> None:
    totals = sums(softness)
    SoftPlay.objects.create(
        player=player, declarer=declarer, deals=totals.deals, total=totals.total, squares=totals.squares
    )


def watch() -> str:
    printed = StringIO()
    call_command("daily", stdout=printed)
    return re.findall(r"^collusion: (.*)$", printed.getvalue(), re.M)[0]


@pytest.mark.slow
@pytest.mark.django_db
def test_deals_are_watched_once_and_soft_pairs_flagged() -> None:
    soft, weak, friend, other = (new_player() for _ in range(4))
    for player, softness in ((soft, 0.0), (weak, 1.4)):
        store(player, other, softness)
        store(player, friend, 1.5)
        store(player, None, softness)
    code = three_people()
    finish_deals(code, 2)
    assert watch() == "2"
    flagged = SoftPlay.objects.get(flagged=True)
    assert (flagged.player, flagged.declarer) == (soft, friend)
    watched = SoftPlay.objects.filter(player__seats__game__code=code)
    deals = {number for pair in watched for number, _softness in pair.strongest}
    assert deals == set(Deal.objects.filter(game__code=code).values_list("pk", flat=True))
    before = list(SoftPlay.objects.order_by("pk").values())
    assert watch() == "0"
    assert list(SoftPlay.objects.order_by("pk").values()) == before


@pytest.mark.slow
@pytest.mark.django_db
def test_bots_are_no_suspects() -> None:
    finish_deals(begin(new_player()), 2)
    watch()
    assert DealScore.objects.count() == 6
    assert set(SoftPlay.objects.values_list("player__is_guest", flat=True)) <= {True, None}, "None stands for guests"


@pytest.mark.django_db
def test_guests_are_watched_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of them plays too few deals for a score."""
    monkeypatch.setattr(collusion, "softness", lambda *_: {0: 1.0, 1: 1.0, 2: 1.0})
    monkeypatch.setattr(collusion, "MIN_DEALS", 4)
    farmer, other = (User.objects.create_user(name) for name in ("Farmer", "Other"))
    for declarer, deals in ((farmer, 3), (other, 3)):
        for _game in range(2):
            finish_deals(begin(declarer, new_player(), new_player()), deals)
    assert collusion.watch_new() == 12
    seats = Seat.objects.filter(by_guest=True)
    assert seats.count() == 8
    guests, each = SoftPlay.objects.filter(player=None), SoftPlay.objects.filter(player__is_guest=True)
    assert {pair.declarer for pair in guests} == {pair.declarer for pair in each}, "the cards decide who declares"
    assert sum(pair.deals for pair in guests) == sum(pair.deals for pair in each)
    assert {pair.games for pair in guests} == {8}
    assert {pair.shared_games for pair in guests.filter(declarer__in=[farmer, other])} <= {4}
    assert all(pair.score is not None for pair in guests.filter(declarer__in=[farmer, other], deals__gte=4))
    assert not SoftPlay.objects.filter(player__is_guest=True, score__isnull=False).exists()
