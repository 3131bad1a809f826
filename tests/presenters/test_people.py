"""What a table says where people wait for each other: gathering, clocks, presence, proposals, the rematch."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.utils import translation

from games.components.parts import parts_of
from games.components.rendering import render_table
from games.engine import HANDS, Peek, PeekRule, Phase, Player, Rules, act
from games.play.snapshot import (
    OpenProposal,
    RefusedProposal,
    SeatClock,
    SeatInfo,
    Stage,
    TableOptions,
)
from games.presenters import TablePage
from games.presenters.options import brief, facts
from games.presenters.seating import Plate
from games.presenters.together import clock_face, minutes
from tests.presenters.scenes import (
    SEATS,
    bidding,
    dealt,
    finished,
    gathering,
    playing,
    seated,
    snapshot,
    to_play,
    with_declarer,
)
from tests.presenters.test_rendering import cards_in

YOU, ANA, BEN = range(3)
FREE = SeatInfo(2, "", False, False)


def plate(page: TablePage, code: str) -> Plate:
    return next(plate for plate in map(page.plate, HANDS) if plate.code == code)


# --- Gathering ---


def test_the_host_may_fill_the_table_and_start() -> None:
    page = TablePage(gathering(YOU))
    assert page.gathering is not None
    assert page.gathering.headline == "1 seat is free"
    assert page.gathering.start == "Start with 1 bot"
    assert [chair.may_remove for chair in page.gathering.chairs] == [False, True, False]
    html = render_table(gathering(YOU))
    for door in ("start", "bot", "remove", "options", "invite", "leave", "sit"):
        assert f"/tables/KQJT98/{door}/" in html


def test_a_guest_of_the_table_waits_for_the_host() -> None:
    page = TablePage(gathering(ANA, *SEATS))
    assert page.gathering is not None
    assert (page.gathering.headline, page.gathering.waiting) == ("Everyone is here", "Alex starts the game.")
    html = render_table(gathering(ANA))
    assert "/tables/KQJT98/leave/" in html
    for door in ("start", "bot", "remove", "options"):
        assert f"/tables/KQJT98/{door}/" not in html


def test_whom_a_rematch_has_seated_is_waited_for() -> None:
    seats = (SEATS[0], replace(SEATS[1], is_expected=True), SEATS[2])
    for viewer, words in (
        (YOU, "Ana still to come. Remove anyone you don’t want to wait for."),
        (BEN, "Ana still to come"),
    ):
        page = TablePage(gathering(viewer, *seats))
        assert page.gathering is not None
        assert (page.gathering.headline, page.gathering.waiting) == ("Not everyone is here yet", words)
        assert "/tables/KQJT98/start/" not in render_table(gathering(viewer, *seats))


def test_a_visitor_gives_a_name_with_the_seat() -> None:
    table = gathering(None, SEATS[0], SEATS[1], FREE)
    page = TablePage(table)
    assert page.gathering is not None
    assert page.gathering.waiting == "Take a seat to play."
    assert 'name="name"' in render_table(table, signed_in=False)
    assert 'id="sit-name"' not in render_table(table, signed_in=True)


def test_a_visitor_s_page_loads_anew_with_the_seat() -> None:
    """The guest account is made on the way, so everything on the old page belongs to nobody."""
    table = gathering(None, SEATS[0], SEATS[1], FREE)
    assert 'hx-post="/tables/KQJT98/sit/"' not in render_table(table, signed_in=False)
    assert 'hx-post="/tables/KQJT98/sit/"' in render_table(table, signed_in=True)


def test_before_the_game_no_card_and_no_dealer_is_told() -> None:
    page = TablePage(gathering(YOU))
    assert page.announcement == "1 seat is free."
    assert page.draw == ()
    assert cards_in(render_table(gathering(YOU))) == set()


def test_the_invitation_link_is_whole_where_the_address_is_known() -> None:
    link = "https://spades.example/tables/KQJT98/"
    assert f'value="{link}"' in render_table(gathering(YOU), link=link)
    assert 'value="/tables/KQJT98/"' in render_table(gathering(YOU))


def test_rules_and_options_are_told_in_words() -> None:
    told = facts(Rules(PeekRule.FLIP2, floor=-500), TableOptions(public=True, spectators=False, clock="fast"))
    words = {fact.label: fact.value for fact in told}
    assert words["Peeking"] == "Flip 2"
    assert words["Floor"] == "\N{MINUS SIGN}500"
    assert words["Clock"] == "Fast"
    assert words["Spectators"] == "not wanted"
    assert words["Patience"] == "two minutes"
    assert brief(Rules(), TableOptions()) == "No Peeky · Standard · to 500"
    assert brief(Rules(target=300), TableOptions(clock="relaxed")).endswith("to 300 · relaxed clock")


# --- Clocks ---


@pytest.mark.parametrize(("seconds", "text"), [(0, "0:00"), (0.2, "0:01"), (59.9, "1:00"), (125, "2:05")])
def test_time_is_told_in_minutes_and_never_too_early_over(seconds: float, text: str) -> None:
    assert minutes(seconds) == text


def test_the_last_seconds_are_those_of_move_and_reserve_together() -> None:
    faces = [clock_face(SeatClock(move, reserve, running=True)) for move, reserve in ((4, 45), (4, 6), (0, 10.1))]
    assert [face.low for face in faces if face] == [False, True, False]
    standing = clock_face(SeatClock(4, 0, running=False))
    assert standing is not None
    assert not standing.low
    assert clock_face(None) is None


def test_a_move_by_the_clock_is_told_and_logged() -> None:
    state = bidding(dealt(), 1)
    page = TablePage(snapshot(state, BEN, last_by_clock=YOU))
    assert page.announcement.startswith("Alex’s time was up: a bot moved. Alex bids ")
    assert page.deal is not None
    assert page.deal.log[-1] == "Alex’s time was up: a bot moved."
    assert TablePage(snapshot(state, YOU, last_by_clock=YOU)).announcement.startswith("Your time was up: ")


def test_a_peek_by_the_clock_is_told_and_logged() -> None:
    state = dealt(dealer=2, peek=PeekRule.THREE)
    page = TablePage(snapshot(act(state, Peek(YOU, (0, 1, 2))), BEN, last_by_clock=YOU))
    assert page.announcement.startswith("Alex’s time was up: a bot moved. ")
    assert "Alex’s time was up: a bot moved." in parts_of(page).html["log"]


# --- Who is away ---


def test_who_is_away_is_marked_and_may_be_replaced_after_a_while() -> None:
    state = playing(with_declarer(ANA), 1, 1)
    away = seated({}, {"connected": False, "may_be_replaced": True}, {"connected": False})
    page = TablePage(snapshot(state, YOU, seats=away))
    assert (plate(page, "1").away, plate(page, "1").may_call_bot) == (True, True)
    assert (plate(page, "2").away, plate(page, "2").may_call_bot) == (True, False)
    watching = TablePage(snapshot(state, None, seats=away))
    assert not plate(watching, "1").may_call_bot


def test_whose_seat_a_bot_holds_looks_on_and_may_come_back() -> None:
    state = to_play(with_declarer(BEN), YOU, False)
    seats = seated({"stand_in": "Hugo"}, {}, {})
    page = TablePage(snapshot(state, YOU, seats=seats))
    assert (page.stand_in, page.prompt, page.your_turn) == ("Hugo", "", False)
    assert plate(page, "0").sits_in == "Hugo sits in"
    html = render_table(snapshot(state, YOU, seats=seats))
    assert "/tables/KQJT98/take-seat/" in html
    assert "on-turn" not in html.split('id="hand"')[0].rsplit("<form", 1)[1]
    assert "/tables/KQJT98/take-seat/" not in render_table(snapshot(state, ANA, seats=seats))


@pytest.mark.parametrize("stage", [Stage.CLOSED, Stage.OVER])
def test_nobody_comes_back_to_a_game_that_has_ended(stage: Stage) -> None:
    ended = snapshot(finished(with_declarer(BEN)), YOU, seats=seated({"stand_in": "Hugo"}, {}, {}), stage=stage)
    assert "Hugo plays for you" not in render_table(ended)


@pytest.mark.parametrize("phase", [Phase.PEEKING, Phase.BIDDING])
def test_nothing_is_asked_of_whose_seat_a_bot_holds(phase: Phase) -> None:
    state = dealt(dealer=2, peek=PeekRule.THREE if phase is Phase.PEEKING else PeekRule.NONE)
    page = TablePage(snapshot(state, YOU, seats=seated({"stand_in": "Hugo"}, {}, {})))
    assert page.deal is not None
    assert page.deal.bids == ()
    assert page.deal.peek is None or page.deal.peek.count == 0


def test_for_whom_a_bot_moves_is_spoken_to_in_every_language() -> None:
    seats = seated({"stand_in": "Hugo"}, {}, {})
    for language, words in (("en", "You to bid"), ("es", "Te toca pujar")):
        with translation.override(language):
            assert TablePage(snapshot(dealt(dealer=2), YOU, seats=seats)).waiting == words


def test_leaving_says_what_becomes_of_the_game() -> None:
    state = playing(with_declarer(BEN), 1, 1)
    with_people = render_table(snapshot(state, YOU, seats=seated({}, {}, {})))
    assert "A bot plays on for you." in with_people
    alone = render_table(snapshot(state, YOU, seats=seated({}, {"stand_in": "Hugo"}, {"is_bot": True})))
    assert "The game ends here, without a winner." in alone
    assert "Propose to end the game" not in alone


# --- Proposals ---


def test_a_proposal_is_put_to_everybody_who_has_yet_to_agree() -> None:
    asked = OpenProposal("back", ANA, frozenset({YOU, BEN}))
    state = playing(with_declarer(BEN), 1, 1)
    table = snapshot(state, YOU, seats=seated({}, {}, {}), proposal=asked)
    question = TablePage(table).question
    assert question is not None
    assert question.sentence == "Ana asks to take the last move back."
    assert (question.may_answer, question.waiting) == (True, "Ben still to agree")
    without_ben = replace(asked, missing=frozenset({YOU}))
    mine = TablePage(snapshot(state, ANA, seats=seated({}, {}, {}), proposal=without_ben)).question
    assert mine is not None
    assert mine.sentence == "You ask to take your last move back."
    assert (mine.may_answer, mine.may_withdraw, mine.waiting) == (False, True, "Alex still to agree")
    watched = TablePage(snapshot(state, None, seats=seated({}, {}, {}), proposal=asked)).question
    assert watched is not None
    assert not watched.may_answer


def test_who_has_left_the_seat_to_a_bot_may_not_withdraw() -> None:
    asked = OpenProposal("back", YOU, frozenset({ANA, BEN}))
    state = playing(with_declarer(BEN), 1, 1)
    left = TablePage(snapshot(state, YOU, seats=seated({"stand_in": "Hugo"}, {}, {}), proposal=asked)).question
    assert left is not None
    assert not left.may_withdraw


def test_the_answer_carries_the_version_it_was_given_to() -> None:
    asked = OpenProposal("end", ANA, frozenset({YOU, BEN}))
    table = snapshot(playing(with_declarer(BEN), 1, 1), YOU, seats=seated({}, {}, {}), proposal=asked)
    form = render_table(table).split('id="question"')[1].split("</form>")[0]
    assert 'name="version" value="40"' in form
    assert "Ana proposes to end the game." in form


def test_a_move_may_be_taken_back_only_where_the_table_says_so() -> None:
    state = playing(with_declarer(BEN), 1, 1)
    assert "Take back" in render_table(snapshot(state, YOU, may_take_back=True))
    assert "Take back" not in render_table(snapshot(state, YOU))


def test_who_was_refused_reads_so_and_is_not_offered_the_same_again() -> None:
    state = playing(with_declarer(BEN), 1, 1)

    def page(refused: RefusedProposal | None, viewer: Player | None = YOU) -> str:
        return render_table(snapshot(state, viewer, seats=seated({}, {}, {}), refused=refused))

    back, end = RefusedProposal("back", YOU), RefusedProposal("end", YOU)
    assert "Not everyone agrees: your move stands." in page(back)
    assert "Propose to end the game" in page(back)
    assert "Not everyone agrees: the game goes on." in page(end)
    assert "Propose to end the game" not in page(end)
    for quiet in (page(end, ANA), page(end, None), page(replace(end, withdrawn=True)), page(None)):
        assert "Not everyone agrees" not in quiet


# --- The rematch ---


def test_the_end_offers_a_rematch_and_then_the_way_to_it() -> None:
    over = finished(with_declarer(BEN))
    offered = render_table(snapshot(over, YOU, stage=Stage.OVER, winner=ANA))
    assert "/tables/KQJT98/rematch/" in offered
    going = render_table(snapshot(over, YOU, stage=Stage.OVER, winner=ANA, rematch="Rematch1"))
    assert "/tables/Rematch1/" in going
    assert "/tables/KQJT98/rematch/" not in going
    assert "/tables/KQJT98/rematch/" not in render_table(snapshot(over, None, stage=Stage.OVER, winner=ANA))


def test_a_rematch_begins_without_a_draw_and_can_be_dealt_at_once() -> None:
    table = snapshot(None, drawn=None)
    assert TablePage(table).where == "rematch"
    assert TablePage(table).draw_words == "Bot Lark deals first this time."
    assert "Deal now" in render_table(table)
