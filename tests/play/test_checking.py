"""The check of stored games: it finds nothing after play, and names each row that was damaged."""

import re
from collections.abc import Callable
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from django.db.models import F, Model, QuerySet

from games.engine import AnswerClaim, Claim, Player, Rules
from games.models import Deal, DealResult, DealScore, Event, Game, GameResult, Ladder, Rating, RatingChange, Seat, Tally
from games.play import queue
from games.results import rebuild
from tests.play.test_clocks_and_proposals import play_to_a_lead
from tests.tables import (
    begin,
    finish_deals,
    meanwhile,
    new_player,
    open_table,
    play_on,
    snapshot_for,
    state_of,
    three_people,
)

ALL_RIGHT = "Everything stored is what the logs say."

pytestmark = pytest.mark.django_db


def check(*arguments: str) -> str:
    """Return what the command printed, with the error that ends it if anything differs."""
    printed = StringIO()
    try:
        call_command("check_games", *arguments, stdout=printed)
    except CommandError as error:  # manage.py ends with 1
        printed.write(str(error))
    return printed.getvalue()


def changed(rows: QuerySet[Model], **values: object) -> Callable[[], object]:
    return lambda: rows.model._default_manager.filter(pk=rows[0].pk).update(**values)


def without(rows: QuerySet[Model]) -> Callable[[], object]:
    return lambda: rows.model._default_manager.filter(pk=rows[0].pk).delete()


def damages() -> dict[str, Callable[[], object]]:
    """Return changes of stored rows, each by a part of the sentence that reports it."""
    bids, cards = (Event.objects.filter(payload__kind=kind).order_by("pk") for kind in ("BidMade", "CardPlayed"))
    deals, scores = Deal.objects.order_by("pk"), DealScore.objects.order_by("pk")
    over, running = Game.objects.filter(stage="over"), Game.objects.filter(stage="deal")
    too_high = {**bids[0].payload, "tricks": 40}
    return {
        f"event {bids[0].sequence} can’t follow those before it": changed(bids, payload=too_high),
        f"event {cards[0].sequence} can’t be read": changed(cards, payload={"kind": "CardPlayed", "hand": 0}),
        f"event {cards[1].sequence} can’t follow those before it": without(cards),
        "deal 1: there are no events": lambda: Event.objects.filter(deal=deals[0]).delete(),
        "deal 1: its secret and the seeds give other cards": changed(deals, secret="ab" * 32),
        "another dealer is stored": changed(deals, dealer=(deals[0].dealer + 1) % 3),
        "another declarer is stored": changed(deals, declarer=None),
        "it is finished, and stored otherwise": changed(deals, finished=False),
        "it is not finished, and stored otherwise": changed(deals.filter(finished=False), finished=True),
        "the score of seat 1 differs in total": changed(scores, total=F("total") + 1),
        "the score of seat 1 differs in nils": changed(scores, nils=[{"hand": 0, "made": True, "points": 1}]),
        "the score of seat 1 differs in by_bot": changed(scores, by_bot=True),
        "the score of seat 1 is missing": without(scores),
        "some deals are missing or superfluous": changed(over, deal_number=F("deal_number") + 1),
        "it was dealt under other rules": changed(over, bag_limit=None),
        "is at the stage “scored”": changed(over, stage="scored"),
        "is stored with another winner": changed(over, winner=None),
        "has later events": changed(running, version=1),
        "waits for the site, and no step is due": changed(Game.objects.filter(stage="drawing"), due_at=None),
        "does not have three seats": without(Seat.objects.order_by("pk")),
        "DealResult of": changed(DealResult.objects.all(), points=F("points") + 1),
        "GameResult of game_id": changed(GameResult.objects.all(), bags=F("bags") + 1),
        "Tally of user_id": without(Tally.objects.all()),
        "RatingChange of game_id": changed(RatingChange.objects.all(), mu=F("mu") + 1),
        "Rating of user_id": changed(Rating.objects.all(), wins=F("wins") + 1),
        "ladder people": lambda: Ladder.objects.all().delete(),
    }


@pytest.fixture
def _play_games() -> None:
    """Play a game of three people to its end, begin the second deal of another, and open one more."""
    people = [new_player() for _ in range(3)]
    play_on(begin(*people, rules=Rules(target=100, floor=-100)), lambda table: table.stage == "over")
    finish_deals(running := begin(*people))
    play_on(running, lambda table: table.deal_number == 2 and bool(table.view and table.view.tricks))
    open_table(people[0])


@pytest.mark.slow
@pytest.mark.usefixtures("checked_in_one_transaction", "_play_games")
def test_each_kind_of_damage_is_named_and_nothing_else_is() -> None:
    assert ALL_RIGHT in check()
    assert {game.stage for game in Game.objects.all()} == {"over", "deal", "drawing"}
    for sentence, damage in damages().items():
        with transaction.atomic():
            damage()
            printed = check()
            transaction.set_rollback(True)
        assert sentence in printed
        assert ALL_RIGHT not in printed
        assert not re.search(r"\b[SHDC][2-9TJQKA]\b", printed), "a card of a deal that may still run"
    assert ALL_RIGHT in check()


@pytest.mark.usefixtures("checked_in_one_transaction")
def test_check_goes_on_after_a_game() -> None:
    first, second = (open_table(new_player()) for _ in range(2))
    Game.objects.update(due_at=None)
    assert f"Game {first} waits for the site" not in check(f"--after={first}")
    assert f"Game {second} waits for the site" in check(f"--after={first}")
    assert "2 of 2 games played again" in check(f"--after={first}")
    assert "There is no game x." in check("--after=x")


@pytest.mark.usefixtures("checked_in_one_transaction")
def test_parts_of_a_check_are_the_whole() -> None:
    codes = {open_table(new_player()) for _ in range(5)}
    Game.objects.update(due_at=None)
    named = [{code for code in codes if f"Game {code} waits for the site" in check(f"--part={k}/3")} for k in (1, 2, 3)]
    assert set.union(*named) == codes
    assert sum(map(len, named)) == len(codes)
    assert "'4/3' is not one of several parts" in check("--part=4/3")


@pytest.mark.django_db(transaction=True)
def test_check_keeps_no_writer_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is written meanwhile is not seen."""
    finish_deals(begin(new_player()))
    meanwhile(monkeypatch, rebuild, "compare", lambda: Tally.objects.all().delete())
    assert ALL_RIGHT in check()
    monkeypatch.undo()
    assert "Tally of" in check()


@pytest.mark.django_db(transaction=True)  # `check_games` begins one of its own
def test_claim_answered_in_the_order_of_older_versions_is_right() -> None:
    """The claimer's partner accepted before declarer."""
    code = three_people()
    claimer = play_to_a_lead(code, of_declarer=False)
    for action in (Claim(claimer), *(AnswerClaim(player, True) for player in asked_in_turn(code, claimer))):
        queue.take_turn(code=code, action=action, version=snapshot_for(code).version)
    one, other = Event.objects.filter(game__code=code, payload__kind="ClaimAnswered")
    one.payload, other.payload = other.payload, one.payload
    one.save()
    other.save()
    assert ALL_RIGHT in check()


def asked_in_turn(code: str, claimer: Player) -> tuple[Player, Player]:
    """Return declarer and the partner of a defender who claims."""
    declarer = state_of(code).declarer
    assert declarer is not None
    [partner] = {0, 1, 2} - {claimer, declarer}
    return declarer, partner
