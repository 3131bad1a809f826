"""Exercises from deals that were played here: whose may be asked about, and what their pages show."""

from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from games import bots
from games.analysis.findings import cards_played
from games.engine import BiddingStyle, Card, Play, Rules, view_for
from games.learning import training
from games.learning.exercises import Exercise, Kind
from games.models import Attempt, Deal, DealResult, Game, JudgedDeal, Mistake, MistakeKind
from games.play import game_moderation
from games.play.event_log import load_state
from tests.clients import ClientFor
from tests.learning.test_exercises import with_other_cards
from tests.security.exchange import TOKENS
from tests.tables import begin, close_table, finish_deals, host_of, new_player, own_move

pytestmark = pytest.mark.django_db

OTHER_HANDS = "The other hands, as they were dealt"


def played(rules: Rules | None = None, **options: object) -> str:
    """A table of a person with two bots that has ended after one deal."""
    code = begin(new_player(), rules=rules, **options)
    finish_deals(code)
    close_table(code)
    return code


def number_of(code: str) -> int:
    return Deal.objects.get(game__code=code).pk


def address(kind: Kind, number: int) -> str:
    return reverse("games:exercise", args=[kind, number])


def mistake_of(code: str) -> Mistake:
    """A mistake of the host with a card that had an alternative."""
    result = DealResult.objects.get(user=host_of(code), score__deal__game__code=code)
    judged = JudgedDeal.objects.create(result=result, user=result.user, at=result.at)
    return Mistake.objects.create(judged=judged, move=own_move(code), kind=MistakeKind.DEFENDER, lost=12)


def exercise_of(kind: Kind, code: str) -> Exercise:
    if kind is Kind.PLAYED:
        question = training.played(number_of(code))
    else:
        question = training.own(host_of(code), mistake_of(code).pk)
    assert question is not None
    return question


@pytest.mark.parametrize("few", [1, 2])
def test_cards_are_asked_of_played_deals_if_there_are_enough(
    client: Client, monkeypatch: pytest.MonkeyPatch, few: int
) -> None:
    monkeypatch.setattr(training, "FEW", few)
    number = number_of(played())
    to = client.get(reverse("games:train_kind", args=[Kind.CARD])).url  # type: ignore[attr-defined]
    assert (to == address(Kind.PLAYED, number)) is (few == 1)
    assert to.startswith("/learn/train/card/") is (few == 2)


def test_played_deal_is_asked_once_and_then_come_generated_ones(
    client_for: ClientFor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(training, "FEW", 1)
    code, user = played(), new_player()
    question, client = exercise_of(Kind.PLAYED, code), client_for(user)
    answer = client.post(address(Kind.PLAYED, question.number), {"choice": question.best.code})
    assert Attempt.objects.get().kind == Kind.PLAYED
    assert f'href="{address(Kind.CARD, 1)}"' in answer.text
    assert training.progress(user)[Kind.CARD].answered == 1
    assert "1 answered, 1 right" in client.get(reverse("games:learn")).text


def test_deals_of_closed_void_running_and_other_tables_are_not_asked_about(client: Client) -> None:
    running, closed, void = begin(new_player()), played(spectators=False), played()
    finish_deals(running)
    game_moderation.void(code=void, by=new_player(), public_reason="A test", reason="A note")
    suicide = played(Rules(bidding=BiddingStyle.SUICIDE))
    without_cards = played()
    Deal.objects.get(game__code=without_cards).events.all().delete()
    for code in (running, closed, void, suicide, without_cards):
        assert client.get(address(Kind.PLAYED, number_of(code))).status_code == 404
    assert client.get(address(Kind.PLAYED, 10**30)).status_code == 404


def test_deal_whose_table_is_closed_to_spectators_later_is_not_asked_about_any_more(client: Client) -> None:
    code = played()
    assert client.get(address(Kind.PLAYED, number_of(code))).status_code == 200
    Game.objects.filter(code=code).update(spectators=False)
    assert client.get(address(Kind.PLAYED, number_of(code))).status_code == 404


def test_anybodys_deal_names_nobody_before_and_after_the_answer(client: Client) -> None:
    code = played()
    question = exercise_of(Kind.PLAYED, code)
    asked = client.get(address(Kind.PLAYED, question.number))
    answer = client.post(address(Kind.PLAYED, question.number), {"choice": question.best.code})
    names = [seat.player_name for seat in Game.objects.get(code=code).seats.all() if seat.user]
    assert OTHER_HANDS in answer.text
    for page in (asked.text, answer.text):
        assert not any(secret in page for secret in (code, *names))
        assert "/deals/" not in page


@pytest.mark.parametrize("kind", [Kind.PLAYED, Kind.OWN])
def test_page_is_the_same_with_other_hidden_cards_until_it_is_answered(
    client_for: ClientFor, kind: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = played()
    question, shown = exercise_of(kind, code), []
    for number, state in enumerate((question.state, with_other_cards(question))):
        same = replace(question, state=state)
        monkeypatch.setattr(training, "own", lambda *_, same=same: same)
        monkeypatch.setattr(training, "played", lambda *_, same=same: same)
        client = client_for(host_of(code))
        Attempt.objects.all().delete()
        asked = client.get(address(kind, question.number)).text
        answered = client.post(address(kind, question.number), {"choice": question.best.code}).text
        shown.append((TOKENS.sub("", asked), TOKENS.sub("", answered)))
        assert OTHER_HANDS not in shown[number][0]
    assert shown[0][0] == shown[1][0]
    assert shown[0][1] != shown[1][1]


@pytest.mark.parametrize("kind", [Kind.PLAYED, Kind.OWN])
def test_position_is_one_of_the_deal_and_judged_as_hints_judge_it(kind: Kind) -> None:
    code = played()
    question, end = exercise_of(kind, code), load_state(Deal.objects.get(game__code=code))
    assert question.state.dealt == end.dealt
    assert cards_played(end)[: len(cards_played(question.state))] == cards_played(question.state)
    assert question.view == view_for(question.state, question.player)
    advised = bots.advise(question.view).action
    assert isinstance(advised, Play)
    assert advised.card == question.best.move


def test_own_mistake_leads_to_its_review_after_the_answer_only(client_for: ClientFor) -> None:
    code = played()
    user, question = host_of(code), exercise_of(Kind.OWN, code)
    assert question.origin is not None
    assert question.player == 0
    client = client_for(user)
    to = client.get(reverse("games:train_kind", args=[Kind.OWN])).url  # type: ignore[attr-defined]
    assert to == address(Kind.OWN, question.number)
    review = f"{reverse('games:review', args=[code, 1])}?at={question.origin.at}"
    assert review not in client.get(to).text
    answer = client.post(to, {"choice": question.best.code})
    assert f'href="{review}"' in answer.text
    assert "In the deal you played " in answer.text
    assert answer.context["answer"].people == ""
    shown = client.get(review)
    assert shown.context["review"].at == question.origin.at
    end = load_state(Deal.objects.get(game__code=code))
    assert question.origin.played == cards_played(end)[len(cards_played(question.state))].card
    assert isinstance(question.origin.played, Card)
    assert reverse("games:exercise", args=[Kind.OWN, question.number]) not in answer.text.partition("verdict")[2]
    assert "No cards to find right now." in client.get(reverse("games:train_kind", args=[Kind.OWN])).text


def test_own_mistakes_are_their_players_only(client: Client, client_for: ClientFor) -> None:
    question = exercise_of(Kind.OWN, played())
    for other in (client, client_for(new_player())):
        assert other.get(address(Kind.OWN, question.number)).status_code == 404
        assert "No cards to find right now." in other.get(reverse("games:train_kind", args=[Kind.OWN])).text
    assert "/learn/train/own/" not in client.get(reverse("games:learn")).text


def test_mistaken_bid_is_no_exercise(client_for: ClientFor) -> None:
    code = played()
    mistake = mistake_of(code)
    Mistake.objects.filter(pk=mistake.pk).update(kind=MistakeKind.HIGH)
    assert client_for(host_of(code)).get(address(Kind.OWN, mistake.pk)).status_code == 404


def test_number_of_a_deal_determines_its_position() -> None:
    code = played()
    first = exercise_of(Kind.PLAYED, code)
    training._judged.cache_clear()
    assert exercise_of(Kind.PLAYED, code) == first
