"""A deal under review in words: links, hands, needs, log and findings."""

from collections.abc import Iterator
from random import Random

import pytest

from games.analysis.findings import Verdict
from games.bots import BidReview, BidWorth
from games.engine import (
    DUMMY,
    PLAYERS,
    BiddingStyle,
    BidMade,
    CardPlayed,
    ClaimAnswered,
    ClaimMade,
    Dealt,
    Event,
    PeekRule,
    Phase,
    Player,
    State,
    decide,
    evolve,
    legal_actions,
    owner,
    parse_cards,
)
from games.review.findings import bid_tables, lost_tricks
from games.review.log import ReviewSelection, event_sentence, review_log
from games.review.page import ReviewPage, first_position, review_page
from games.review.queries import ReviewedDeal
from tests.builders import ONE_SUIT_EACH, bid, claim, new_deal, play, play_out
from tests.pages.scenes import SEATS


def chosen(
    at: int = 0, seen_by: Player | None = None, of: Player | None = None, *, costly: bool = False
) -> ReviewSelection:
    return ReviewSelection("", {}, at, seen_by, of, costly)


def log_of(state: State) -> tuple[Event, ...]:
    claim: list[Event] = []
    if state.claimed is not None and state.declarer is not None:
        claimer = owner(state.claimed, state.declarer)
        claim = [
            ClaimMade(claimer, state.claimed_tricks),
            *(ClaimAnswered(player, True) for player in PLAYERS if player != claimer),
        ]
    played = [card for trick in state.tricks for card in trick.cards]
    return (Dealt(state.rules, state.dealer, state.before, state.dealt), *state.peeks, *state.bids, *played, *claim)


def reviewed(state: State | None = None, viewer: Player | None = None) -> ReviewedDeal:
    return ReviewedDeal(SEATS, viewer, log_of(state or play_out(bid(new_deal(), 4, 5, 3), Random(2))))


def page(at: int, seen_by: Player | None = None, deal: ReviewedDeal | None = None) -> ReviewPage:
    return review_page(deal or reviewed(), chosen(at, seen_by))


def random_log(seed: int) -> Iterator[Event]:
    """A whole deal of random legal actions, claims and looks among them."""
    rng = Random(seed)
    style, peek = rng.choice(list(BiddingStyle)), rng.choice(list(PeekRule))
    state = new_deal(bidding=style, peek=peek)
    yield Dealt(state.rules, state.dealer, state.before, state.dealt)
    while state.phase is not Phase.FINISHED:
        for event in decide(state, rng.choice(list(legal_actions(state)))):
            yield event
            state = evolve(state, event)


@pytest.mark.parametrize("seed", range(6))
def test_every_position_of_any_deal_can_be_shown_to_everyone(seed: int) -> None:
    deal = ReviewedDeal(SEATS, None, tuple(random_log(seed)))
    for at in {*range(0, len(deal.log), 4), len(deal.log) - 1}:
        for seen_by in (None, 0, 1, 2):
            shown = page(at, seen_by, deal)
            cards = [card for seat in shown.seats for suit in seat.suits for card in suit.cards]
            assert len(cards) == 13 * sum(bool(seat.suits) for seat in shown.seats)
            review_log(deal, chosen(at, seen_by))


def test_review_begins_where_the_play_begins() -> None:
    deal = reviewed()
    assert first_position(deal.log) == 3
    assert isinstance(deal.log[3], BidMade)
    assert isinstance(deal.log[4], CardPlayed)


def test_links_lead_card_by_card_and_trick_by_trick() -> None:
    steps = page(9).steps  # two cards of the second trick are played
    assert (steps.back, steps.forward) == ("?at=8", "?at=10")
    assert (steps.trick_back, steps.trick_forward) == ("?at=7", "?at=11")
    assert (steps.first, steps.last) == ("?at=0", "?at=55")
    first, last = page(0).steps, page(55, 1).steps
    assert (first.first, first.back, first.trick_back, first.trick_forward) == ("", "", "", "?at=3")
    assert (last.last, last.forward, last.trick_forward, last.trick_back) == ("", "", "", "?at=51&as=1")


def test_open_hands_keep_played_cards_and_mark_the_next_one() -> None:
    deal = reviewed()
    seats = page(20, deal=deal).seats
    cards = [card for seat in seats for suit in seat.suits for card in suit.cards]
    assert sum(card.played for card in cards) == 17
    (following,) = [card for card in cards if card.is_next]
    assert isinstance(deal.log[21], CardPlayed)
    assert following.face.code == str(deal.log[21].card)


def test_player_sees_the_own_hand_the_exposed_dummy_and_backs() -> None:
    shown = {seat.count.code: seat for seat in page(5, 1).seats}
    assert {code for code, seat in shown.items() if seat.suits} == {"1", "dummy"}
    played = [len(shown[code].face_down) for code in ("0", "2")]
    assert sum(played) in (24, 25)
    assert not any(card.is_next for seat in shown.values() for suit in seat.suits for card in suit.cards)


def test_needs_of_contracts_are_shown() -> None:
    deal = reviewed(play_out(bid(new_deal(), 0, 13, 5), Random(2)))
    early = {seat.count.code: seat.need for seat in page(3, deal=deal).seats}
    assert early == {"0": "made", "1": "needs 13 of 13", "2": "needs 5 of 13", "dummy": ""}
    late = {seat.count.code: (seat.need, seat.tone) for seat in page(55, deal=deal).seats}
    assert late["1"] == ("can’t be made any more", "bad")
    assert late["0"][0].startswith("made, ")


def test_log_of_a_player_ends_at_the_position() -> None:
    deal = reviewed()
    assert len(review_log(deal, chosen(20)).tricks) == 13
    tricks = review_log(deal, chosen(20, 0)).tricks
    assert (len(tricks), len(tricks[-1].cards)) == (5, 1)


@pytest.mark.parametrize(
    ("reader", "sentence"),
    [
        (None, "Alex claims 7 of the 12 tricks left."),
        (0, "You claim 7 of the 12 tricks left."),
        (1, "Alex claims 7 of the 12 tricks left; you get 5."),
        (2, "Alex claims 7 of the 12 tricks left for your side."),
    ],
)
def test_claim_is_described_in_the_log_and_at_the_end(reader: Player | None, sentence: str) -> None:
    """Player 1 declares, so player 2 is the partner of player 0, who claims."""
    lead = play(bid(new_deal(ONE_SUIT_EACH), 4, 7, 4), "SA HA DA CA")
    deal = reviewed(claim(lead, 7), reader)
    last = len(deal.log) - 1
    assert review_log(deal, chosen(last)).claims[0].words == sentence
    assert page(last, deal=deal).happened == sentence


@pytest.mark.parametrize(
    ("tricks", "sentence"),
    [
        (None, "Ben claims the remaining tricks."),
        (4, "Ben claims 4 of the remaining tricks."),
        (0, "Ben concedes the remaining tricks."),
    ],
)
def test_claim_is_named_in_the_log_for_staff(tricks: int | None, sentence: str) -> None:
    assert event_sentence(ClaimMade(1, tricks), ("Ana", "Ben", "Cleo")) == sentence


def verdict(got: int, best: int, *, trick: int = 3, hand: int = 1) -> Verdict:
    return Verdict(
        played=CardPlayed(hand, parse_cards("HQ")[0]),
        trick=trick,
        by_declarer=hand == 1,
        got=got,
        best=best,
        better=parse_cards("D5 D4") if got < best else (),
    )


def test_worst_mistakes_come_first_and_can_be_those_of_one_player() -> None:
    deal = reviewed(viewer=1)
    declarer = deal.end.declarer
    assert declarer is not None
    judged = [verdict(8 - lost, 8, trick=lost, hand=hand) for lost, hand in ((1, 0), (1, 1), (3, 2), (2, DUMMY))]
    losses = lost_tricks(deal, chosen(7), judged)
    assert [mistake.verdict.lost for mistake in losses.mistakes] == [3, 2, 1]
    assert [mistake.verdict.played.hand for mistake in losses.others] == [1]
    assert [link.is_current for link in losses.filters] == [True, False, False, False]
    assert losses.filters[0].words == "Everyone (4)"
    of_declarer = lost_tricks(deal, chosen(7, of=declarer), judged)
    assert {mistake.verdict.played.hand for mistake in of_declarer.mistakes} == {declarer, DUMMY}
    assert of_declarer.filters[1 + declarer][1:] == (f"?at=7&of={declarer}", True)
    assert of_declarer.filters[1 + declarer].words.endswith("(2)")


def test_costly_mistakes_can_be_shown_alone() -> None:
    deal = reviewed(viewer=1)
    declarer = deal.end.declarer
    assert declarer is not None
    judged = [verdict(8 - lost, 8, hand=hand) for lost, hand in ((1, declarer), (2, DUMMY), (3, (declarer + 1) % 3))]
    costly = lost_tricks(deal, chosen(7, costly=True), judged)
    assert [mistake.verdict.lost for mistake in costly.mistakes] == [3, 2]
    assert [link.is_current for link in costly.weights] == [False, True]
    assert costly.filters[0] == ("Everyone (2)", "?at=7&costly=1", True)
    of_declarer = lost_tricks(deal, chosen(7, of=declarer, costly=True), judged)
    assert [mistake.verdict.played.hand for mistake in of_declarer.mistakes] == [DUMMY]
    assert [link.words for link in of_declarer.weights] == ["All (2)", "Two tricks or more (1)"]
    assert of_declarer.weights[0].href == f"?at=7&of={declarer}"


def test_turning_point_is_not_listed_among_the_lost_tricks_again() -> None:
    judged = [verdict(8 - lost, 8, hand=hand) for lost, hand in ((1, 0), (3, 1), (2, 2))]
    losses = lost_tricks(reviewed(viewer=1), chosen(), judged, listed=[1])
    assert [mistake.verdict.lost for mistake in losses.mistakes] == [2, 1]
    assert losses.filters[0].words == "Everyone (2)"
    assert [link.words for link in losses.weights] == ["All (2)", "Two tricks or more (1)"]


def test_tricks_given_away_are_shown_with_the_better_card() -> None:
    deal = reviewed(viewer=1)
    losses = lost_tricks(deal, chosen(), [verdict(8, 8), verdict(6, 8), verdict(7, 8, hand=DUMMY)])
    assert "could take 8 tricks" in losses.summary
    assert [mistake.sentence for mistake in losses.mistakes] == [
        "With the queen of hearts you give away 2 tricks.",
        "With the queen of hearts the dummy gives away a trick.",
    ]
    assert [card.code for card in losses.mistakes[0].better] == ["D5", "D4"]
    assert losses.mistakes[0].href == "?at=4"


def worth(tricks: int, gain: float, worth: float | None = None) -> BidWorth:
    value = gain if worth is None else worth
    return BidWorth(tricks, (), 0.0, 0.5, None, gain, gain, 2.0, 0.4 + value / 1000, value)


@pytest.mark.parametrize(
    ("own", "best", "words"),
    [
        (worth(4, 40.0), worth(5, 42.0), "A good bid"),
        (worth(4, 10.0), worth(5, 42.0), "5 instead of 4: it gains 32 more points"),
        (worth(4, 42.0, 5.0), worth(5, 40.0, 30.0), "game, which is 43.0% instead of 40.5%"),
        (worth(4, 10.0, 29.0), worth(5, 40.0, 30.0), "5 gains 30 more points on the others than 4, but"),
    ],
)
def test_judgement_is_the_experts(own: BidWorth, best: BidWorth, words: str) -> None:
    deal = reviewed()
    (table,) = bid_tables(deal, [BidReview(0, 60, (own, best), best)])
    assert words in table.judgement
    assert [(line.is_made, line.is_best) for line in table.lines] == [(True, False), (False, True)]


@pytest.mark.parametrize(("average", "words"), [(-300.0, "more than"), (300.0, "less than")])
def test_luck_is_the_result_less_the_average_of_the_bid(average: float, words: str) -> None:
    deal, own = reviewed(), worth(4, average)
    assert words in bid_tables(deal, [BidReview(0, 60, (own,), own)])[0].luck
