"""What the table says: who sits where, what happened, what is asked for."""

from __future__ import annotations

import pytest

from games.engine import (
    DUMMY,
    HANDS,
    Bid,
    BiddingStyle,
    Claim,
    Peek,
    PeekRule,
    Phase,
    Play,
    Shape,
    State,
    act,
    legal_actions,
)
from games.presenters import TablePage
from games.presenters.faces import upper_row
from games.presenters.seating import positions
from tests.builders import claim
from tests.presenters.scenes import bidding, dealt, snapshot, walk, with_declarer

YOU, ANA, LARK = range(3)


@pytest.mark.parametrize(
    ("viewer", "bottom", "left", "top", "right"),
    [(0, 0, 1, 2, DUMMY), (1, 1, 2, DUMMY, 0), (2, 2, DUMMY, 0, 1), (None, 0, 1, 2, DUMMY)],
)
def test_before_the_play_everyone_sits_at_home(
    viewer: int | None, bottom: int, left: int, top: int, right: int
) -> None:
    seats = positions(snapshot(dealt(), viewer))
    assert [seats[hand] for hand in (bottom, left, top, right)] == ["bottom", "left", "top", "right"]


@pytest.mark.parametrize("declarer", range(3))
@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_in_the_play_partners_face_each_other_and_the_viewer_sits_at_the_bottom(
    declarer: int, viewer: int | None
) -> None:
    seats = positions(snapshot(with_declarer(declarer), viewer))
    assert seats[viewer or 0] == "bottom"
    assert {seats[declarer], seats[DUMMY]} in ({"top", "bottom"}, {"left", "right"})
    clockwise = ["bottom", "left", "top", "right"]
    after_declarer = clockwise[(clockwise.index(seats[declarer]) + 1) % 4]
    assert seats[(declarer + 1) % 3] == after_declarer


def test_a_player_s_picture_has_the_same_letter_for_everybody() -> None:
    for viewer in (YOU, ANA, None):
        page = TablePage(snapshot(dealt(), viewer))
        assert [page.plate(hand).initial for hand in (YOU, ANA)] == ["A", "A"]
        assert page.plate(YOU).name == ("You" if viewer == YOU else "Alex")


def test_the_draw_says_who_deals() -> None:
    page = TablePage(snapshot(None))
    assert page.announcement == "Bot Lark drew the king of spades and deals first."
    assert [draw.deals for draw in page.draw] == [False, False, True]


def test_a_bid_is_announced_with_its_nils_and_the_turn() -> None:
    state = act(dealt(dealer=2), Bid(0, 5))
    assert TablePage(snapshot(state, 1)).announcement == "Alex bids 5. Your turn: bid."
    state = act(state, Bid(1, 4, frozenset({1, DUMMY})))
    assert TablePage(snapshot(state, 2)).announcement == "Ana bids 4, nil on own hand and the dummy. Your turn: bid."
    assert TablePage(snapshot(state, 1)).announcement == "You bid 4, nil on your hand and the dummy."


def test_the_end_of_the_bidding_says_who_declares_and_who_leads() -> None:
    assert TablePage(snapshot(with_declarer(ANA), LARK)).announcement == (
        "You bid 3, nil on your hand. Ana declares and plays with the dummy. Alex leads."
    )


def test_cards_are_announced_in_words() -> None:
    state = with_declarer(ANA)
    play = next(action for action in legal_actions(state) if isinstance(action, Play))
    said = TablePage(snapshot(act(state, play), LARK)).announcement
    assert said.startswith("Alex leads the ")
    assert " of " in said


def test_a_finished_trick_names_its_winner_and_lies_there_until_the_next_lead() -> None:
    state = walk(with_declarer(ANA), lambda now: len(now.tricks) == 1)
    page = TablePage(snapshot(state))
    assert "the trick with the " in page.announcement
    assert page.deal is not None
    assert page.deal.centre is not None
    assert len(page.deal.centre.cards) == 4
    assert page.deal.centre.swept_to
    assert [card.wins for card in page.deal.centre.cards].count(True) == 1


def test_the_tab_s_title_says_whose_turn_it_is() -> None:
    state = with_declarer(ANA)
    assert TablePage(snapshot(state, YOU)).title == "Your turn · Thursday table"
    assert TablePage(snapshot(state, LARK)).title == "Thursday table"
    assert TablePage(snapshot(state, LARK)).waiting == "Alex to play"


def test_the_declarer_is_asked_to_play_the_dummy() -> None:
    state = walk(with_declarer(YOU), lambda now: now.hand_to_play == DUMMY and bool(now.trick))
    page = TablePage(snapshot(state, YOU))
    assert page.prompt.startswith("Play the dummy: ")
    assert page.deal is not None
    assert page.deal.dummy is not None
    assert page.deal.dummy.on_turn
    assert page.deal.hand is not None
    assert not page.deal.hand.on_turn


def test_only_legal_cards_are_playable_and_the_reason_is_said() -> None:
    state = walk(
        with_declarer(ANA),
        lambda now: now.hand_to_play == YOU and bool(now.trick) and len(now.hands[YOU]) > len(_legal(now)),
    )
    page = TablePage(snapshot(state, YOU))
    assert page.deal is not None
    assert page.deal.hand is not None
    cards = [card for group in page.deal.hand.groups for card in group.cards]
    assert {card.code for card in cards if card.playable} == set(_legal(state))
    assert page.deal.why_not == page.prompt.removeprefix("Your turn: ")


def _legal(state: State) -> list[str]:
    return [str(action.card) for action in legal_actions(state) if isinstance(action, Play)]


def test_a_claim_shows_the_hand_and_asks_the_others() -> None:
    state = walk(with_declarer(ANA), lambda now: len(now.tricks) == 5)
    claimer = state.player_to_play
    assert claimer is not None
    other = next(player for player in range(3) if player != claimer)
    page = TablePage(snapshot(act(state, Claim(claimer)), other))
    assert page.deal is not None
    assert page.deal.claim is not None
    assert page.deal.claim.may_answer
    assert len(page.deal.claim.hand) == 8
    assert page.prompt == "Your turn: accept or refuse"
    assert TablePage(snapshot(claim(state), other)).stage == "scored"


def test_a_refused_claim_is_told_and_logged_until_the_trick_is_over() -> None:
    state = claim(walk(with_declarer(ANA), lambda now: len(now.tricks) == 5), accept=False)
    refuser = 1 if state.player_to_play == 0 else 0
    words = f"{'Alex' if refuser == YOU else 'Ana'} refuses the claim."

    def log(now: State) -> tuple[str, ...]:
        deal = TablePage(snapshot(now, None)).deal
        assert deal is not None
        return deal.log

    assert TablePage(snapshot(state, None)).announcement == words
    assert TablePage(snapshot(state, refuser)).announcement == "You refuse the claim."
    assert log(state)[-1] == words
    led = walk(state, lambda now: bool(now.trick))
    assert log(led)[-1] == words
    assert TablePage(snapshot(led, None)).announcement != words
    assert words not in log(walk(state, lambda now: len(now.tricks) == 6))


def test_nil_toggles_say_when_they_apply() -> None:
    page = TablePage(snapshot(dealt(dealer=2), YOU))
    assert page.deal is not None
    (form,) = page.deal.bids
    assert form.numbers == tuple(range(14))
    assert [(toggle.value, toggle.label, toggle.line) for toggle in form.toggles] == [
        ("0", "My hand", "always counts"),
        ("dummy", "The dummy", "if you declare"),
        ("1", "Ana’s hand", "if Bot Lark declares"),
        ("2", "Bot Lark’s hand", "if Ana declares"),
    ]


def test_suicide_offers_one_form_for_each_hand_of_the_side() -> None:
    page = TablePage(snapshot(dealt(dealer=2, bidding=BiddingStyle.SUICIDE), YOU))
    assert page.deal is not None
    assert [(form.title, form.nils, form.numbers[0]) for form in page.deal.bids] == [
        ("My hand is nil", ("0",), 4),
        ("My partner’s hand is nil", ("1", "2", "dummy"), 4),
    ]


def test_mirror_offers_one_button() -> None:
    state = dealt(dealer=2, bidding=BiddingStyle.MIRROR)
    page = TablePage(snapshot(state, YOU))
    assert page.deal is not None
    (form,) = page.deal.bids
    spades = sum(card.suit.letter == "S" for card in state.dealt[YOU])
    assert form.numbers == (spades,)
    assert form.button == f"Bid {spades}"


def test_nobody_else_is_offered_a_bid() -> None:
    page = TablePage(snapshot(dealt(dealer=2), ANA))
    assert page.deal is not None
    assert page.deal.bids == ()
    assert page.waiting == "Alex to bid"


def test_a_plate_counts_the_side_s_tricks_against_the_player_s_own_contract() -> None:
    state = walk(with_declarer(LARK), lambda now: len(now.tricks) == 6)
    page = TablePage(snapshot(state, YOU))
    counts = {hand: page.count(hand) for hand in HANDS}
    plates = {plate.code: plate for plate in map(page.plate, HANDS)}
    defence = state.taken[YOU] + state.taken[ANA]
    assert counts[YOU].taken == counts[ANA].taken == str(defence)
    assert counts[LARK].taken == str(6 - defence)
    assert (counts[LARK].contract, counts[YOU].contract, counts[DUMMY].contract) == ("6", "3", "")
    assert plates["dummy"].role == "with Bot Lark"


def test_only_who_is_to_look_reads_who_will_see_the_cards() -> None:
    looking = act(dealt(peek=PeekRule.THREE), Peek(YOU, (0, 1, 2)))
    flipping = dealt(dealer=2, peek=PeekRule.FLIP1)

    def explains(state: State, viewer: int | None) -> str:
        deal = TablePage(snapshot(state, viewer)).deal
        assert deal is not None
        assert deal.peek is not None
        return deal.peek.explains

    assert explains(looking, ANA) == "Only you will see your cards."
    assert (explains(looking, YOU), explains(looking, None)) == ("", "")
    assert {explains(flipping, viewer) for viewer in (YOU, ANA, None)} == {"Everyone will see what is turned up."}


def test_flipped_places_are_open_to_all_and_peeked_ones_private() -> None:
    state = walk(dealt(peek=PeekRule.THREE), lambda now: now.phase is Phase.BIDDING)
    page = TablePage(snapshot(state, YOU))
    assert page.deal is not None
    assert [place.public for place in page.deal.places if place.card] == [False] * 3
    state = walk(dealt(peek=PeekRule.FLIP2), lambda now: now.phase is Phase.BIDDING)
    watched = TablePage(snapshot(state, None))
    assert watched.deal is not None
    assert [place.public for place in watched.deal.places if place.card] == [True] * 6


def test_the_score_panel_shows_bags_contract_and_nils() -> None:
    state = with_declarer(LARK)
    you, _ana, lark = TablePage(snapshot(state, YOU)).scores
    assert (you.name, you.points, you.bags, you.contract) == ("You", "209", "9 of 10", "3 + nil")
    assert (lark.points, lark.contract) == ("−24", "6 + nil")
    assert TablePage(snapshot(bidding(dealt(), 0))).scores[0].contract == "…"


@pytest.mark.parametrize(
    ("sizes", "longest"),
    [
        ((4, 4, 3, 2), 7),
        ((5, 4, 2, 2), 7),
        ((6, 3, 2, 2), 7),
        ((7, 2, 2, 2), 7),
        ((4, 3, 3, 3), 7),
        ((10, 1, 1, 1), 10),
    ],
)
def test_no_suit_is_split_and_the_two_rows_of_a_phone_are_even(sizes: Shape, longest: int) -> None:
    upper = upper_row(sizes)
    above = sum(sizes[suit] for suit in upper)
    assert 0 in upper
    assert max(above, 13 - above) == longest
