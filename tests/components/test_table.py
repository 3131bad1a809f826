"""What the table shows each viewer: who sits where, what happened, what is asked for in the play."""

from dataclasses import replace

import pytest
from django.utils.translation import override

from accounts.base import avatars
from games.components.context import positions
from games.engine import (
    DUMMY,
    HAND_NAMES,
    HANDS,
    Bid,
    BiddingStyle,
    Claim,
    Phase,
    Play,
    Player,
    State,
    act,
    legal_actions,
    waiting_for,
)
from games.values import BoardFacts, TableOptions
from games.values.modes import BOARD, GAME, REPLAY, Mode
from games.words.seats import count
from games.words.sentences import waiting
from tests.builders import ONE_SUIT_EACH, bid, claim, new_deal, play
from tests.components.dom import page_of
from tests.components.reading import ANA, LARK, YOU, announced, context, log, page
from tests.pages.scenes import SEATS, bidding, dealt, snapshot, twelve_left, walk, with_declarer


@pytest.mark.parametrize(
    ("viewer", "bottom", "left", "top", "right"),
    [(0, 0, 1, 2, DUMMY), (1, 1, 2, DUMMY, 0), (2, 2, DUMMY, 0, 1), (None, 0, 1, 2, DUMMY)],
)
def test_everyone_sits_at_home_before_the_play(
    viewer: int | None, bottom: int, left: int, top: int, right: int
) -> None:
    seats = positions(snapshot(dealt(), viewer).snapshot)
    assert [seats[hand] for hand in (bottom, left, top, right)] == ["bottom", "left", "top", "right"]


@pytest.mark.parametrize("declarer", range(3))
@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_partners_face_each_other_in_the_play_and_the_viewer_sits_at_the_bottom(
    declarer: int, viewer: int | None
) -> None:
    seats = positions(snapshot(with_declarer(declarer), viewer).snapshot)
    assert seats[viewer or 0] == "bottom"
    assert {seats[declarer], seats[DUMMY]} in ({"top", "bottom"}, {"left", "right"})
    clockwise = ["bottom", "left", "top", "right"]
    after_declarer = clockwise[(clockwise.index(seats[declarer]) + 1) % 4]
    assert seats[(declarer + 1) % 3] == after_declarer


def test_plates_lie_where_the_hands_do() -> None:
    for viewer in (YOU, ANA, LARK, None):
        for state in (dealt(), with_declarer(ANA)):
            table, places = page(state, viewer), positions(snapshot(state, viewer).snapshot)
            for hand, name in enumerate(HAND_NAMES):
                assert f"at-{places[hand]}" in table.at(f"p-seat-{name}").classes
                assert table.at(f"p-seat-{name}").find(f"plate-{name}")


def test_picture_of_a_player_is_the_same_for_everybody() -> None:
    for viewer in (YOU, ANA, None):
        table = page(dealt(), viewer)
        pictures = [table.at(f"plate-{hand}").of_class("avatar")[0]["src"] for hand in (YOU, ANA, LARK)]
        assert pictures == [
            avatars.address(avatars.of_name("Alex")),
            avatars.address(avatars.of_name("Ana")),
            "/avatars/bot.svg",
        ]
        (name,) = table.at("name-0").of_class("name")
        assert name.text == ("You" if viewer == YOU else "Alex")


def test_card_that_is_alone_is_not_marked_as_the_best() -> None:
    lead = walk(with_declarer(ANA), lambda now: len(now.trick) == 1)
    followed = walk(lead, lambda now: len(now.trick) == 2)
    tags = [[tag.text for tag in page(state).at("trick").of_class("wins-tag")] for state in (lead, followed)]
    assert tags == [[], ["best"]]


def test_draw_says_who_deals() -> None:
    table = page(None)
    words = "Bot Lark drew the king of spades and deals first."
    assert announced(None) == words
    draw = table.at("draw")
    assert words in draw.text
    assert ["wins" in card.classes for card in draw.of_tag("li")] == [False, False, True]
    assert [card.of_class("by")[0].text for card in draw.of_tag("li")] == ["You", "Ana", "Bot Lark"]


def test_cards_are_announced_in_words() -> None:
    state = with_declarer(ANA)
    play = next(action for action in legal_actions(state) if isinstance(action, Play))
    words = announced(act(state, play), LARK)
    assert words.startswith("Alex leads the ")
    assert " of " in words


def test_finished_trick_names_its_winner_and_stays_until_the_next_lead() -> None:
    state = walk(with_declarer(ANA), lambda now: len(now.tricks) == 1)
    assert "the trick with the " in announced(state)
    trick = page(state).at("trick")
    assert [card["data-hand"] for card in trick.of_class("wins")] == [HAND_NAMES[state.tricks[0].winner]]
    assert len(trick.of_class("swept")) == 1
    assert len(trick.of_tag("li")) == 4
    assert [tag.text for tag in trick.of_class("wins-tag")] == ["wins"]


def test_tab_title_says_whose_turn_it_is() -> None:
    state = with_declarer(ANA)
    assert page(state, YOU).at("mine")["data-title"].startswith("Your turn · Thursday table")
    assert page(state, LARK).find("mine") is None
    assert page(state, LARK).at("tab")["data-title"].startswith("Thursday table")
    lark = context(state, LARK)
    assert lark.view is not None
    assert waiting(lark.view, lark.names) == "Alex to play"


def test_declarer_is_asked_to_play_the_dummy() -> None:
    state = walk(with_declarer(YOU), lambda now: now.hand_to_play == DUMMY and bool(now.trick))
    table = page(state)
    assert context(state).prompt.startswith("Play the dummy: ")
    assert table.at("p-prompt-dummy").text == context(state).prompt
    assert table.at("p-prompt-0").text == ""
    assert table.at("dummy").of_class("on-turn")
    assert not table.at("hand").of_class("on-turn")


def test_only_legal_cards_are_playable_and_the_reason_is_given() -> None:
    state = walk(
        with_declarer(ANA),
        lambda now: now.hand_to_play == YOU and bool(now.trick) and len(now.hands[YOU]) > len(_legal(now)),
    )
    table = page(state)
    why_not = context(state).prompt.removeprefix("Your turn: ")
    buttons = {button["value"]: button.attributes for button in table.at("hand").of_tag("button")}
    dimmed = {code for code, attributes in buttons.items() if "aria-disabled" in attributes}
    assert buttons.keys() - dimmed == set(_legal(state))
    assert {buttons[code]["aria-describedby"] for code in dimmed} == {"why-not-0"}
    assert table.at("why-not-0").text == why_not


def _legal(state: State) -> list[str]:
    return [str(action.card) for action in legal_actions(state) if isinstance(action, Play)]


def test_claim_shows_the_hand_and_asks_the_others() -> None:
    state = walk(with_declarer(ANA), lambda now: len(now.tricks) == 5)
    claimer = state.player_to_play
    assert claimer is not None
    claimed = act(state, Claim(claimer))
    other = waiting_for(claimed)[0]
    assert len(page(claimed, other).at("claim").of_class("card")) == 8
    assert context(claimed, other).prompt == "Your turn: accept or refuse"
    assert {button["value"] for button in page(claimed, other).at("claim").of_tag("button")} == {"yes", "no"}
    assert page(claimed, claimer).at("claim").of_tag("button") == []
    assert "is-scored" in page(claim(state), other).of_class("game")[0].classes


def test_number_to_claim_is_chosen_by_digits() -> None:
    choice = page(twelve_left(), YOU).at("claim-ask").of_tag("input")
    numbers = [radio for radio in choice if radio["name"] == "tricks"]
    assert [radio["value"] for radio in numbers] == [str(number) for number in range(13)]
    assert [radio["value"] for radio in numbers if "checked" in radio.attributes] == ["12"]
    assert "All 12" in page(twelve_left(), YOU).at("claim-ask").text


@pytest.mark.parametrize(
    ("viewer", "language", "sentence"),
    [
        (YOU, "en", "You claim 7 of the 12 tricks left."),
        (ANA, "en", "Alex claims 7 of the 12 tricks left; you get 5."),
        (LARK, "en", "Alex claims 7 of the 12 tricks left for your side."),
        (None, "en", "Alex claims 7 of the 12 tricks left."),
        (ANA, "es", "Alex reclama 7 de las 12 que quedan y te deja 5."),
    ],
)
def test_claim_of_some_tricks_is_worded_for_each_side(viewer: int | None, language: str, sentence: str) -> None:
    """Player 1 declares, so player 2 is the partner of player 0, who claims. The deal's end says the same."""
    claimed = act(defender_on_lead(), Claim(YOU, 7))
    with override(language):
        assert sentence in page(claimed, viewer).at("claim").text
        assert announced(claimed, viewer).startswith(sentence)
        accepted = page(claim(defender_on_lead(), 7), viewer)
    assert sentence in accepted.of_class("outcome")[0].text


def test_claim_of_no_trick_is_worded_for_each_side() -> None:
    claimed = act(defender_on_lead(), Claim(YOU, 0))
    assert "You concede the remaining tricks." in page(claimed, YOU).at("claim").text
    assert "Alex concedes the remaining tricks." in page(claimed, LARK).at("claim").text
    assert "Alex gives you the remaining tricks." in page(claimed, ANA).at("claim").text


def defender_on_lead() -> State:
    """Player 0 leads with twelve tricks left, as a defender with player 2."""
    return play(bid(new_deal(ONE_SUIT_EACH), 4, 7, 4), "SA HA DA CA")


def test_no_number_is_chosen_while_a_nil_of_the_other_side_stands() -> None:
    state = play(bid(new_deal(ONE_SUIT_EACH), 7, (4, "1"), 4), "SA HA CA DA")
    assert not [field for field in page(state, YOU).at("claim-ask").of_tag("input") if field["name"] == "tricks"]


@pytest.mark.parametrize("fails", [False, True])
def test_claim_says_that_nils_succeed_which_have_not_failed(fails: bool) -> None:
    dealt_nil = act(act(act(dealt(9, dealer=2), Bid(YOU, 4, frozenset({YOU}))), Bid(ANA, 5)), Bid(LARK, 3))
    state = walk(dealt_nil, lambda now: _has_lead(now) and bool(now.taken[YOU]) == fails)
    claimer = state.player_to_play
    assert claimer is not None
    claimed, sentence = act(state, Claim(claimer)), "Nils that have not failed by then count as made."
    assert (sentence in page(state, claimer).at("claim-ask").text) == (not fails)
    for other in {YOU, ANA, LARK} - {claimer}:
        assert (sentence in page(claimed, other).at("claim").text) == (not fails)


def _has_lead(state: State) -> bool:
    return 0 < len(state.tricks) < 12 and not state.trick


def test_refused_claim_is_announced_and_logged_until_the_trick_is_over() -> None:
    state = claim(walk(with_declarer(ANA), lambda now: len(now.tricks) == 5), accept=False)
    refuser = 1 if state.player_to_play == 0 else 0
    words = f"{'Alex' if refuser == YOU else 'Ana'} refuses the claim."
    assert announced(state, None) == words
    assert announced(state, refuser) == "You refuse the claim."
    assert page(state, state.player_to_play).at("refused").text == f"{words} You can’t claim again in this deal."
    assert page(state, None).at("refused").text == words
    assert page(state, refuser).find("refused") is None
    assert log(state)[-1] == words
    assert log(state, refuser)[-1] == "You refuse the claim."
    led = walk(state, lambda now: bool(now.trick))
    assert log(led)[-1] == words
    assert announced(led, None) != words
    assert words not in log(walk(state, lambda now: len(now.tricks) == 6))


def test_plate_counts_the_tricks_of_the_side_against_the_own_contract() -> None:
    state = walk(with_declarer(LARK), lambda now: len(now.tricks) == 6)
    table, view = page(state), context(state).view
    counts = {hand: count(view, hand) for hand in HANDS}
    defence = state.taken[YOU] + state.taken[ANA]
    assert counts[YOU].taken == counts[ANA].taken == str(defence)
    assert counts[LARK].taken == str(6 - defence)
    assert (counts[LARK].contract, counts[YOU].contract, counts[DUMMY].contract) == ("6", "3", "")
    assert table.at("count-0").text == f"{defence}/3side has {defence} of 3 tricks"
    assert table.at("count-2").text == f"{6 - defence}/6side has {6 - defence} of 6 tricks"
    assert table.find("count-dummy") is None
    assert [role.text for role in table.at("plate-dummy").of_class("role")] == ["with Bot Lark"]
    assert [role.text for role in page(state, LARK).at("plate-dummy").of_class("role")] == ["with you"]


def test_score_panel_shows_bags_contract_and_nils() -> None:
    table = page(with_declarer(LARK), YOU)

    def column(player: Player) -> list[str]:
        return [cell.text for cell in table.at("scores").of_class(f"of-{player}")]

    assert column(YOU) == ["You", "209", "9 of 10", "3 + nil"]
    assert column(LARK) == ["Bot Lark", "−24", "6 of 10", "6 + nil"]
    assert table.at("bid-of-0").text == "3 + nil"
    assert page(bidding(dealt(), 0)).at("bid-of-0").text == "…"


def test_score_panel_has_bags_only_where_they_go_on_to_the_next_deal() -> None:
    def rows(**changes: object) -> list[str]:
        shown = page_of(snapshot(with_declarer(LARK), YOU, **changes))
        return [label.text for label in shown.at("scores").of_class("score-label")]

    assert "Bags" in rows()
    assert "Bags" not in rows(board=BoardFacts(1, "set", 1, YOU)) + rows(options=TableOptions(duplicate=True))


def test_score_panel_of_a_replay_does_not_name_a_total_that_one_deal_never_reaches() -> None:
    table = snapshot(with_declarer(LARK))
    assert "to 500" in page_of(table).at("scores").text
    of_replay = page_of(table.changed(mode=REPLAY)).at("scores").text
    assert "to 500" not in of_replay
    assert "1 deal" in of_replay


def test_score_panel_does_not_show_a_bid_in_mirror_as_a_contract() -> None:
    state = walk(dealt(5, bidding=BiddingStyle.MIRROR), lambda now: now.phase is Phase.PLAYING)
    bids = {bid.player: bid.tricks for bid in state.bids}
    assert state.declarer is not None
    assert page(state).at(f"bid-of-{state.declarer}").text == f"{bids[state.declarer]} + ?"
    led = walk(state, lambda now: bool(now.trick))
    assert led.contracts is not None
    assert page(led).at(f"bid-of-{state.declarer}").text.split(" ")[0] == str(led.contracts[state.declarer])


@pytest.mark.parametrize(("mode", "has_room"), [(GAME, True), (BOARD, False)], ids=["game", "board"])
def test_own_plate_leaves_room_for_hint_and_take_back_only_where_they_are_offered(mode: Mode, has_room: bool) -> None:
    alone = tuple(replace(seat, is_bot=seat.player != YOU) for seat in SEATS)
    shown = snapshot(dealt()).changed(seats=alone, mode=mode)
    assert bool(page_of(shown).of_class("solo")) is has_room
