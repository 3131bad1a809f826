"""What a table shows of proposals: who is asked, who has answered, and what was refused."""

from dataclasses import replace
from datetime import timedelta

import pytest

from games.engine import Player
from games.play.snapshot import OpenProposal, RefusedProposal, TakenBack
from games.values import Clock
from games.words.names import the_card
from tests.components.dom import page_of, rendered
from tests.pages.scenes import SEATS, Scene, bidding, dealt, playing, seated, snapshot, with_declarer
from tests.tables import Time

YOU, ANA, BEN = range(3)
SCENE = snapshot(playing(with_declarer(2), 1, 1), YOU, seats=seated({}, {}, {}))


def asked_of(scene: Scene) -> tuple[str, list[str]]:
    """The open proposal with those who have yet to agree, and the viewer's buttons."""
    asked = page_of(scene).at("question")
    return asked.of_tag("p")[0].text, [button.text for button in asked.of_tag("button")]


def test_proposal_asks_everybody_who_has_yet_to_agree() -> None:
    asked = OpenProposal("back", ANA, frozenset({ANA}))
    state = playing(with_declarer(BEN), 1, 1)
    table = snapshot(state, YOU, seats=seated({}, {}, {}), proposal=asked)
    card = the_card(state.trick[-1].card)
    assert asked_of(table) == (f"Ana asks to take {card} back. Ben still to agree", ["Agree", "No"])
    with_ben = table.seen_by(ANA).changed(proposal=replace(asked, agreed=frozenset({ANA, BEN})))
    assert asked_of(with_ben) == (f"You ask to take {card} back. Alex still to agree", ["Withdraw"])
    assert asked_of(table.seen_by(None))[1] == []


def test_card_to_be_taken_back_may_be_the_last_of_a_trick_and_a_bid_is_none() -> None:
    asked = OpenProposal("back", YOU, frozenset({YOU}))
    trick = playing(with_declarer(BEN), 2, 0)
    card = the_card(trick.tricks[-1].cards[-1].card)
    assert f"You ask to take {card} back." in asked_of(snapshot(trick, YOU, proposal=asked))[0]
    bid = bidding(dealt(9, dealer=2), 1)
    assert "You ask to take your last move back." in asked_of(snapshot(bid, YOU, proposal=asked))[0]


def test_nobody_waits_for_the_agreement_of_bots_and_absent_players() -> None:
    asked = OpenProposal("back", ANA, frozenset({ANA}))
    table = snapshot(playing(with_declarer(BEN), 1, 1), ANA, seats=seated({}, {}, {}), proposal=asked)
    assert table.context.missing == {YOU, BEN}
    assert table.changed(away_too_long=frozenset({BEN})).context.missing == {YOU}
    assert table.changed(here=frozenset({ANA})).context.missing == {YOU, BEN}
    assert table.changed(seats=seated({}, {}, {"stand_in": "Hugo"})).context.missing == {YOU}
    assert table.changed(seats=SEATS).context.missing == {YOU}


def test_player_who_has_left_the_seat_to_a_bot_may_not_withdraw() -> None:
    asked = OpenProposal("back", YOU, frozenset({YOU}))
    state = playing(with_declarer(BEN), 1, 1)
    left = snapshot(state, YOU, seats=seated({"stand_in": "Hugo"}, {}, {}), proposal=asked)
    assert asked_of(left)[1] == []


def test_answer_carries_the_version_it_was_given_to() -> None:
    asked = OpenProposal("end", ANA, frozenset({ANA}))
    form = page_of(snapshot(playing(with_declarer(BEN), 1, 1), YOU, seats=seated({}, {}, {}), proposal=asked)).at(
        "question"
    )
    assert {field.attributes.get("name"): field["value"] for field in form.of_tag("input")} == {"version": "40"}
    assert "Ana proposes to end the game." in form.text


@pytest.mark.parametrize(
    ("clock", "after", "left"), [("fast", 19.2, "0:20"), ("1day", 23.5 * 3600, "23 h 30 min"), ("1day", -1, "0 min")]
)
def test_proposal_says_how_long_until_silence_counts_as_no(time: Time, clock: str, after: float, left: str) -> None:
    asked = OpenProposal("end", ANA, frozenset({ANA}), lapses_at=time.now + timedelta(seconds=after))
    options = replace(SCENE.snapshot.options, clock=Clock(clock))
    table = SCENE.changed(proposal=asked, options=options)
    assert f"No answer counts as no: {left}" in page_of(table).at("question").text
    assert f'data-seconds="{max(0, after):.1f}"' in rendered(table)


def test_move_may_be_taken_back_only_where_the_table_says_so() -> None:
    state = playing(with_declarer(BEN), 1, 1)
    assert 'class="take-back"' in rendered(snapshot(state, YOU, may_take_back=True))
    assert 'class="take-back"' not in rendered(snapshot(state, YOU))
    assert 'class="take-back"' not in rendered(snapshot(state, YOU, may_take_back=True).seen_by(ANA))


def test_everybody_reads_what_was_taken_back_and_not_that_time_was_up_before() -> None:
    state = playing(with_declarer(BEN), 1, 1)
    card = state.tricks[0].cards[0].card

    def said(taken_back: TakenBack, viewer: Player | None) -> str:
        return page_of(snapshot(state, viewer, taken_back=taken_back, last_by_clock=YOU)).at("say").text

    assert said(TakenBack(ANA, card), YOU) == f"Ana takes {the_card(card)} back."
    assert said(TakenBack(ANA, card), ANA) == f"You take {the_card(card)} back."
    assert said(TakenBack(YOU, None), None) == "Alex takes the bid back."
    assert said(TakenBack(YOU, None), YOU) == "You take your bid back."


def test_refusal_is_shown_to_all_and_the_same_is_not_offered_again() -> None:
    state = playing(with_declarer(BEN), 1, 1)

    def page(refused: RefusedProposal | None, viewer: Player | None = YOU) -> str:
        return rendered(snapshot(state, viewer, seats=seated({}, {}, {}), refused=refused))

    back, end = RefusedProposal("back", YOU), RefusedProposal("end", YOU)
    assert "Not everyone agrees: your move stands." in page(back)
    assert "Propose to end the game" in page(back)
    assert "Not everyone agrees: the game goes on." in page(end)
    assert "Propose to end the game" not in page(end)
    for others in (ANA, None):
        assert "Not everyone agrees: Alex’s move stands." in page(back, others)
        assert "Not everyone agrees: the game goes on." in page(end, others)
    for quiet in (page(replace(end, withdrawn=True)), page(replace(back, withdrawn=True), ANA), page(None)):
        assert "Not everyone agrees" not in quiet
