"""What the table shows each viewer before the play: peeks and bids."""

import pytest

from games.components.bidding import bid_forms
from games.components.cards import face_of, in_order
from games.engine import DUMMY, Bid, BiddingStyle, Peek, PeekRule, Phase, Player, State, act, view_for
from games.play import moves
from tests.components.reading import ANA, LARK, YOU, announced, context, page
from tests.pages.scenes import dealt, walk, with_declarer


def test_bid_is_announced_with_its_nils_and_the_turn() -> None:
    state = act(dealt(dealer=2), Bid(0, 5))
    assert announced(state, 1) == "Alex bids 5. Your turn: bid."
    state = act(state, Bid(1, 4, frozenset({1, DUMMY})))
    assert announced(state, 2) == "Ana bids 4, nil on own hand and the dummy. Your turn: bid."
    assert announced(state, 1) == "You bid 4, nil on your hand and the dummy."


def test_end_of_the_bidding_says_who_declares_and_who_leads() -> None:
    assert announced(with_declarer(ANA), LARK) == (
        "You bid 3, nil on your hand. Ana declares and plays with the dummy. Alex leads."
    )


def test_nil_toggles_say_when_they_apply() -> None:
    state = dealt(dealer=2)
    (form,) = bid_forms(context(state))
    assert form.numbers == tuple(range(14))
    toggles = [("0", "My hand", "always counts"), ("dummy", "The dummy", "if you declare"),
               ("1", "Ana’s hand", "if Bot Lark declares"), ("2", "Bot Lark’s hand", "if Ana declares")]  # fmt: skip
    assert [(toggle.value, toggle.label, toggle.line) for toggle in form.toggles] == toggles
    (choices,) = page(state).at("p-bids").of_class("nil-choices")
    assert [field["value"] for field in choices.of_tag("input")] == [value for value, _, _ in toggles]
    assert [choice.text for choice in choices.of_tag("label")] == [f"{label}{line}" for _, label, line in toggles]


def test_suicide_asks_for_one_of_the_two_hands_of_the_side() -> None:
    state = dealt(dealer=2, bidding=BiddingStyle.SUICIDE)
    (form,) = bid_forms(context(state))
    assert form.numbers == tuple(range(4, 14))
    (choices,) = page(state).at("p-bids").of_class("nil-choices")
    assert [choice.text for choice in choices.of_tag("label")] == [
        "My handyour partner takes the tricks",
        "My partner’s handyou take the tricks",
    ]
    fields = choices.of_tag("input")
    assert [(field["type"], field["value"]) for field in fields] == [("radio", "0"), ("radio", "1 2 dummy")]
    sent = [moves.read("bid", YOU, {"tricks": ["6"], "nils": [field["value"]]}) for field in fields]
    assert sent == [Bid(YOU, 6, frozenset({YOU})), Bid(YOU, 6, frozenset({ANA, LARK, DUMMY}))]


def test_mirror_offers_one_button() -> None:
    state = dealt(dealer=2, bidding=BiddingStyle.MIRROR)
    (form,) = bid_forms(context(state))
    spades = sum(card.suit.letter == "S" for card in state.dealt[YOU])
    assert form.numbers == (spades,)
    assert form.line == f"you bid your {spades} spades; your partner’s are added"
    assert form.button == f"Bid {spades}"
    (button,) = page(state).at("p-bids").of_tag("button")
    assert button.text == f"Bid {spades}"


def test_nobody_else_is_offered_a_bid() -> None:
    table = page(dealt(dealer=2), ANA)
    assert bid_forms(context(dealt(dealer=2), ANA)) == ()
    assert table.at("p-bids").children == []
    assert table.at("p-waiting").text == "Alex to bid"
    assert page(dealt(dealer=2), YOU).of_class("bidding"), "the style sheet then hides whom the table waits for"


def test_only_a_player_who_peeks_reads_who_will_see_the_cards() -> None:
    looking = act(dealt(peek=PeekRule.THREE), Peek(YOU, (0, 1, 2)))
    flipping = dealt(dealer=2, peek=PeekRule.FLIP1)

    def explained(state: State, viewer: Player | None) -> list[str]:
        """Which of the two sentences is read."""
        text = page(state, viewer).at("p-places" if viewer is not None else "p-open-places").text
        sentences = ("Only you will see your cards.", "Everyone will see what is turned up.")
        return [sentence for sentence in sentences if sentence in text]

    assert explained(looking, ANA) == ["Only you will see your cards."]
    assert explained(looking, YOU) == explained(looking, None) == []
    for viewer in (YOU, ANA, None):
        assert explained(flipping, viewer) == ["Everyone will see what is turned up."]


@pytest.mark.parametrize("peek", [PeekRule.FLIP4, PeekRule.FOUR])
@pytest.mark.parametrize("seed", range(3))
def test_known_cards_of_the_dummy_lie_in_order_before_the_others(peek: PeekRule, seed: int) -> None:
    """In no place is anything to be read, and of the cards that nobody has seen there is only a number."""
    state = walk(dealt(seed, peek=peek), lambda now: now.phase is Phase.BIDDING)
    for viewer in (YOU, None):
        known = in_order(card for _place, card in view_for(state, viewer).places)
        labels = [card["aria-label"] for card in page(state, viewer).at("tray").of_class("card")]
        assert labels == [*(face_of(card).name for card in known), *["face down"] * (13 - len(known))]


def test_places_stay_where_they_are_while_others_pick() -> None:
    state = act(dealt(peek=PeekRule.FLIP2), Peek(YOU, (3, 7)))
    open_at = [at for at, card in enumerate(page(state, YOU).at("tray").of_class("card")) if "back" not in card.classes]
    assert open_at == [3, 7]


def test_flipped_places_are_open_to_all_and_peeked_ones_private() -> None:
    state = walk(dealt(peek=PeekRule.THREE), lambda now: now.phase is Phase.BIDDING)
    tray = page(state).at("tray")
    assert len(tray.of_class("private")) == 3
    assert len([card for card in tray.of_class("card") if "back" not in card.classes]) == 3
    state = walk(dealt(peek=PeekRule.FLIP2), lambda now: now.phase is Phase.BIDDING)
    tray = page(state, None).at("tray")
    assert tray.of_class("private") == []
    assert len([card for card in tray.of_class("card") if "back" not in card.classes]) == 6


@pytest.mark.parametrize("style", [BiddingStyle.STANDARD, BiddingStyle.SUICIDE])
def test_choice_of_nils_says_what_a_nil_is(style: BiddingStyle) -> None:
    (about,) = page(dealt(9, dealer=2, bidding=style), YOU).of_class("about-nil")
    assert "a hand that takes no trick" in about.text
