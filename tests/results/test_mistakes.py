"""Mistakes stored with an analysis: whose they are, what they are called and what they cost; and their rebuild."""

from dataclasses import replace
from typing import Any

import pytest

from accounts.models import User
from accounts.personal_data import export, merging
from accounts.signing_in.guests import create_guest
from games.analysis.findings import (
    BestPlay,
    PointsAnalysis,
    bids_to_json,
    cards_played,
    points_to_json,
    thoughts_to_json,
)
from games.bots import Advice, BidReview, BidWorth, Cause, Opinion, Reason
from games.engine import Bid, Play, State, bid_of
from games.models import Deal, DealResult, Event, JudgedDeal, Mistake, MistakeKind
from games.play import game_moderation
from games.play.event_log import load_state
from games.review import analysis_jobs
from games.values import Author
from tests.finished_games import rebuilt
from tests.tables import begin, finish_deals, host_of, new_player

pytestmark = pytest.mark.django_db

REASON = Reason(Cause.NO_DIFFERENCE)
PLAIN = BidWorth(0, (), 0.5, 0.5, None, 0.0, 0.0, 1.0, 0.3, 0.0)


@pytest.fixture(scope="module")
def code(rows_of_the_module: None) -> str:  # noqa: ARG001  # in which it stays
    """A table of a person at seat 0 with two bots, with one finished deal; every move of the person is marked so."""
    code = begin(new_player())
    finish_deals(code)
    Event.objects.filter(game__code=code).update(author=Author.PLAYER)
    return code


def deal_of(code: str) -> Deal:
    return Deal.objects.get(game__code=code, number=1)


def analyse(code: str, better_bid: Bid | None = None) -> State:
    """Store an analysis in which every card of the deal is a mistake that gives ten points more away than the one
    before, and, if another bid is given, player 0's bid too.
    """
    deal = deal_of(code)
    end = load_state(deal)
    better = Advice(Play(0, cards_played(end)[0].card), REASON)
    opinions = [Opinion(REASON, None)] * 3 + [Opinion(REASON, better)] * len(cards_played(end))
    best = [BestPlay((10 * step * (step + 1), 0, 0)) for step in range(len(cards_played(end)) + 1)]
    steps: dict[str, Any] = {
        "tricks": [],
        "points": points_to_json(PointsAnalysis(tuple(best), ())),
        "thoughts": thoughts_to_json(opinions),
        "bids": bids_to_json([review(end, better_bid)] if better_bid else []),
    }
    analysis_jobs.request_analysis(end, permanent=True, asked_by="a player", deal=deal.pk)
    while analysis_jobs.run_next(lambda _record, step: steps[step]):
        pass
    return end


def review(end: State, better: Bid) -> BidReview:
    made = bid_of(end, 0)
    assert made is not None
    own = replace(PLAIN, tricks=made.tricks, nils=tuple(sorted(made.nils)))
    best = replace(PLAIN, tricks=better.tricks, nils=tuple(sorted(better.nils)), worth=12.5)
    return BidReview(0, 100, (own, best), best)


def test_cards_are_named_by_role_and_cost_what_they_gave_away(code: str) -> None:
    end = analyse(code)
    mistakes = {mistake.move: mistake for mistake in Mistake.objects.all()}
    own = [number for number, played in enumerate(cards_played(end)) if owner_of(end, number) == 0]
    assert sorted(mistakes) == [3 + number for number in own]
    for number in own:
        kind = MistakeKind.DECLARER if end.declarer == 0 else MistakeKind.DEFENDER
        assert mistakes[3 + number].kind == (MistakeKind.LEAD if number == 0 else kind)
        share = 1 if end.declarer == 0 else 0.5
        assert mistakes[3 + number].lost == pytest.approx(share * 20 * (number + 1))


def owner_of(end: State, number: int) -> int:
    assert end.declarer is not None
    hand = cards_played(end)[number].hand
    return end.declarer if hand == 3 else hand


@pytest.mark.parametrize(
    ("change", "nil", "kinds"),
    [
        (1, False, [MistakeKind.LOW]),
        (-1, False, [MistakeKind.HIGH]),
        (0, True, [MistakeKind.NIL_MISSED, MistakeKind.NIL_CALLED]),
    ],
)
def test_bid_is_compared_with_the_better_one(code: str, change: int, nil: bool, kinds: list[MistakeKind]) -> None:
    made = bid_of(load_state(deal_of(code)), 0)
    assert made is not None
    analyse(code, Bid(0, made.tricks + change, made.nils ^ ({0} if nil else set())))
    (mistake,) = Mistake.objects.filter(move__lt=3)
    assert (mistake.kind, mistake.lost, mistake.judged.user) == (kinds[nil and 0 in made.nils], 12.5, host_of(code))


def test_moves_of_bots_are_nobodys_mistakes(code: str) -> None:
    Event.objects.filter(game__code=code).update(author=Author.CLOCK)
    analyse(code)
    assert JudgedDeal.objects.get().user == host_of(code)
    assert not Mistake.objects.exists()


def test_half_an_analysis_judges_nothing(code: str) -> None:
    deal = deal_of(code)
    analysis_jobs.request_analysis(load_state(deal), permanent=True, asked_by="a player", deal=deal.pk)
    analysis_jobs.run_next(lambda _record, _step: [])
    assert not JudgedDeal.objects.exists()


def test_analysis_of_an_imported_record_judges_once_its_deal_is_known(code: str) -> None:
    analyse(code)
    end, (analysis,) = load_state(deal_of(code)), deal_of(code).analyses.all()
    JudgedDeal.objects.all().delete()
    analysis.deal = None
    analysis.save()
    analysis_jobs.find_analysis(end, permanent=False)
    assert not JudgedDeal.objects.exists()
    analysis_jobs.find_analysis(end, permanent=True, deal=deal_of(code).pk)
    assert JudgedDeal.objects.get().mistakes.exists()


def test_mistakes_are_rebuilt_from_the_stored_analyses(code: str) -> None:
    analyse(code)
    before = rows()
    assert before
    Mistake.objects.filter(pk=Mistake.objects.all()[0].pk).update(lost=1000)
    assert f"mistakes: {len(before)}, 1 differed" in rebuilt()
    assert rows() == before
    JudgedDeal.objects.all().delete()
    assert "judged deals of players: 1, 1 differed" in rebuilt()
    assert rows() == before
    DealResult.objects.update(strength=None)
    assert "deals of players: 1, 1 differed" in rebuilt()
    assert DealResult.objects.get().strength is not None
    assert rows() == before
    assert "Everything stored is what the deals say." in rebuilt()


def rows() -> list[tuple[Any, ...]]:
    return list(Mistake.objects.order_by("move").values_list("judged_id", "move", "kind", "lost"))


def test_void_game_has_no_mistakes(code: str) -> None:
    analyse(code)
    game_moderation.void(code=code, by=host_of(code), public_reason="A test", reason="A note")
    assert not JudgedDeal.objects.exists()


def test_mistakes_go_along_with_a_guest_and_into_the_export(code: str) -> None:
    analyse(code)
    user = User.objects.create_user("Rob")
    assert merging.merge(host_of(code), user)
    assert JudgedDeal.objects.get().user == user
    exported = export.export(user)["mistakes"]
    assert [(one["code"], one["deal"], one["move"], one["lost"]) for one in exported] == [
        (code, 1, move, lost) for _judged, move, _kind, lost in rows()
    ]
    assert not export.export(create_guest("Robin"))["mistakes"]
