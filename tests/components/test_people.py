"""What a table shows where people wait for each other: gathering, clocks, presence, proposals, the rematch."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import translation

from games.components import frames
from games.components.bidding import bid_forms
from games.components.seat import draw_clock, minutes
from games.engine import Peek, PeekRule, Phase, Player, Rules, act
from games.models import Stage, TableOptions
from games.play.snapshot import OpenProposal, RefusedProposal, SeatClock, SeatInfo
from games.presenters.options import brief, facts
from games.presenters.sentences import waiting, where
from tests.components.dom import page_of, parse, rendered
from tests.components.test_rendering import cards_in
from tests.presenters.scenes import (
    SEATS,
    Scene,
    bidding,
    clock,
    dealt,
    finished,
    gathering,
    playing,
    seated,
    snapshot,
    to_play,
    with_declarer,
)

YOU, ANA, BEN = range(3)
FREE = SeatInfo(2, "", False)
NOON = datetime(2030, 1, 1, 12, tzinfo=UTC)


def gathered(scene: Scene) -> tuple[str, str]:
    """The headline, and what happens next."""
    panel = page_of(scene).at("gather")
    (headline,) = panel.of_tag("h1")
    waiting = [line.text for line in panel.of_tag("p") if not line.attributes]
    assert len(waiting) <= 1
    return headline.text, "".join(waiting)


def asked_of(scene: Scene) -> tuple[str, list[str]]:
    """The open proposal with those who have yet to agree, and the viewer's buttons."""
    asked = page_of(scene).at("question")
    return asked.of_tag("p")[0].text, [button.text for button in asked.of_tag("button")]


def said(scene: Scene) -> str:
    """What has just happened, as the viewer hears it."""
    return page_of(scene).at("say").text


# --- Gathering ---


def test_host_may_fill_the_table_and_start() -> None:
    assert gathered(gathering(YOU))[0] == "1 seat is free"
    page = page_of(gathering(YOU))
    assert "Start with 1 bot" in page.at("gather").text
    assert ["Remove" in page.at(f"chair-{player}").text for player in (YOU, ANA, BEN)] == [False, True, False]
    html = rendered(gathering(YOU))
    for door in ("start", "bot", "remove", "options", "invite", "leave", "sit"):
        assert f"/tables/KQJT98/{door}/" in html


def test_guest_of_the_table_waits_for_the_host() -> None:
    assert gathered(gathering(ANA, *SEATS)) == ("Everyone is here", "Alex starts the game.")
    html = rendered(gathering(ANA))
    assert "/tables/KQJT98/leave/" in html
    for door in ("start", "bot", "remove", "options"):
        assert f"/tables/KQJT98/{door}/" not in html


def test_another_player_is_the_host_while_the_host_is_away_for_long() -> None:
    away = gathering(ANA, *SEATS, here=frozenset({ANA}), away_too_long=frozenset({YOU}))
    assert "/tables/KQJT98/start/" in rendered(away)
    assert "/tables/KQJT98/start/" not in rendered(gathering(ANA, *SEATS))


def test_players_seated_by_a_rematch_are_waited_for() -> None:
    seats = (SEATS[0], replace(SEATS[1], is_expected=True), SEATS[2])
    for viewer, words in (
        (YOU, "Ana still to come. Remove anyone you don’t want to wait for."),
        (BEN, "Ana still to come"),
    ):
        assert gathered(gathering(viewer, *seats)) == ("Not everyone is here yet", words)
        assert "/tables/KQJT98/start/" not in rendered(gathering(viewer, *seats))


def test_visitor_gives_a_name_with_the_seat() -> None:
    table = gathering(None, SEATS[0], SEATS[1], FREE)
    assert gathered(table)[1] == "Take a seat to play."
    assert 'name="name"' in rendered(table.changed(signed_in=False))
    assert 'id="sit-name"' not in rendered(table.changed(signed_in=True))


def test_page_of_a_visitor_loads_anew_with_the_seat() -> None:
    """The guest account is made on the way, so everything on the old page belongs to nobody."""
    table = gathering(None, SEATS[0], SEATS[1], FREE)
    assert 'hx-post="/tables/KQJT98/sit/"' not in rendered(table.changed(signed_in=False))
    assert 'hx-post="/tables/KQJT98/sit/"' in rendered(table.changed(signed_in=True))


def test_visitor_is_asked_to_sign_in_and_comes_back() -> None:
    table = gathering(None, SEATS[0], SEATS[1], FREE)
    assert "/accounts/login/?next=/tables/KQJT98/" in rendered(table.changed(signed_in=False))
    assert "/accounts/login/" not in rendered(table.changed(signed_in=True))


def test_no_card_and_no_dealer_is_shown_before_the_game() -> None:
    page = page_of(gathering(YOU))
    assert page.at("say").text == "1 seat is free."
    assert page.find("draw") is None
    assert page.of_class("dealer") == []
    assert cards_in(rendered(gathering(YOU))) == set()


def test_invitation_link_is_whole_where_the_address_is_known() -> None:
    table, link = gathering(YOU), "https://spades.example/tables/KQJT98/"
    frames.clear()
    assert f">{link}</p>" in frames.page(table.shown, table.viewer, table.attendance, link=link)
    assert ">/tables/KQJT98/</p>" in rendered(table)


def test_rules_and_options_are_shown_in_words() -> None:
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
def test_time_is_shown_in_minutes_and_never_too_early_over(seconds: float, text: str) -> None:
    assert minutes(seconds) == text


def test_last_seconds_are_those_of_move_and_reserve_together() -> None:
    def is_low(move: float, reserve: float, since: datetime | None = NOON) -> bool:
        return "low" in parse(draw_clock("0", SeatClock(move, reserve, since=since), NOON)).at("clock-0").classes

    assert [is_low(4, 45), is_low(4, 6), is_low(0, 10.1)] == [False, True, False]
    assert not is_low(4, 0, since=None)


def test_clock_is_drawn_as_it_stands_now() -> None:
    running = SeatClock(30, 60, lag=1, used=10, since=NOON - timedelta(seconds=25))
    face = parse(draw_clock("1", running, NOON)).at("clock-1")
    assert (face["data-move"], face["data-reserve"], face["data-hand"]) == ("0.0", "56.0", "1")
    assert "data-running" in face.attributes
    assert "0:00 for this move, 0:56 in reserve" in face.text
    standing = parse(draw_clock("1", replace(running, since=None), NOON)).at("clock-1")
    assert (standing["data-move"], standing["data-reserve"]) == ("20.0", "60.0")
    assert "data-running" not in standing.attributes


def test_table_without_clocks_shows_none() -> None:
    state = bidding(dealt(), 1)
    assert page_of(snapshot(state)).of_class("clock") == []
    timed = page_of(snapshot(state, seats=seated({"clock": clock(10, 45)}, {}, {})))
    assert [face.id for face in timed.of_class("clock")] == ["clock-0"]


def test_move_by_the_clock_is_announced_and_logged() -> None:
    state = bidding(dealt(), 1)
    late = snapshot(state, BEN, last_by_clock=YOU)
    assert said(late).startswith("Alex’s time was up: a bot moved. Alex bids ")
    assert page_of(late).at("rail-log").of_tag("li")[-1].text == "Alex’s time was up: a bot moved."
    assert said(snapshot(state, YOU, last_by_clock=YOU)).startswith("Your time was up: ")


def test_peek_by_the_clock_is_announced_and_logged() -> None:
    state = dealt(dealer=2, peek=PeekRule.THREE)
    late = snapshot(act(state, Peek(YOU, (0, 1, 2))), BEN, last_by_clock=YOU)
    assert said(late).startswith("Alex’s time was up: a bot moved. ")
    assert "Alex’s time was up: a bot moved." in page_of(late).at("rail-log").text


# --- Who is away ---


def test_absent_players_are_marked_and_may_be_replaced_after_a_while() -> None:
    state = playing(with_declarer(ANA), 1, 1)
    table = snapshot(state, YOU, seats=seated({}, {}, {}), here=frozenset({YOU}), away_too_long=frozenset({ANA}))

    def marks(scene: Scene) -> list[tuple[bool, bool]]:
        """Of Ana and Ben: whether they are marked as away, and whether a bot may be called for them."""
        page = page_of(scene)
        plates = [page.at(f"plate-{hand}") for hand in (ANA, BEN)]
        return [(bool(plate.of_class("away")), bool(plate.of_class("call-bot"))) for plate in plates]

    assert marks(table) == [(True, True), (True, False)]
    assert marks(table.seen_by(None)) == [(True, False), (True, False)]
    assert [call["value"] for call in page_of(table).of_class("call-bot")[0].of_tag("button")] == ["1"]
    plate = page_of(table).at("plate-1")
    assert [presence.text for presence in plate.of_class("presence")] == ["away"]
    assert marks(table.changed(here=frozenset({ANA, BEN}), away_too_long=frozenset())) == [(False, False)] * 2


def test_player_is_not_told_of_the_own_presence() -> None:
    table = snapshot(playing(with_declarer(ANA), 1, 1), YOU, seats=seated({}, {}, {}), here=frozenset())
    assert page_of(table).at("plate-0").of_class("dot") == []
    assert len(page_of(table.seen_by(None)).of_class("away")) == 3


def test_player_for_whom_a_bot_plays_looks_on_and_may_come_back() -> None:
    state = to_play(with_declarer(BEN), YOU, False)
    table = snapshot(state, YOU, seats=seated({"stand_in": "Hugo"}, {}, {}))
    context, page = table.context, page_of(table)
    assert (context.stand_in, context.prompt, context.is_awaited) == ("Hugo", "", False)
    assert page.find("mine") is None
    assert [presence.text for presence in page.at("plate-0").of_class("presence")] == ["Hugo sits in"]
    assert page.at("seat-back")["action"] == "/tables/KQJT98/take-seat/"
    assert "Hugo plays for you." in page.at("seat-back").text
    assert not page.at("hand").of_class("on-turn")
    assert "/tables/KQJT98/take-seat/" not in rendered(table.seen_by(ANA))


@pytest.mark.parametrize("stage", [Stage.CLOSED, Stage.OVER])
def test_nobody_comes_back_to_a_game_that_has_ended(stage: Stage) -> None:
    ended = snapshot(finished(with_declarer(BEN)), YOU, seats=seated({"stand_in": "Hugo"}, {}, {}), stage=stage)
    assert "Hugo plays for you" not in rendered(ended)


@pytest.mark.parametrize("phase", [Phase.PEEKING, Phase.BIDDING])
def test_nothing_is_asked_of_a_player_for_whom_a_bot_plays(phase: Phase) -> None:
    state = dealt(dealer=2, peek=PeekRule.THREE if phase is Phase.PEEKING else PeekRule.NONE)
    table = snapshot(state, YOU, seats=seated({"stand_in": "Hugo"}, {}, {}))
    assert bid_forms(table.context) == ()
    assert page_of(table).find("tray") is not None
    assert page_of(table).find("peek") is None
    assert "data-move" not in rendered(table).split('id="p-hand"')[0]


@pytest.mark.parametrize("stage", [Stage.DRAWING, Stage.SCORED])
def test_player_for_whom_a_bot_plays_is_not_asked_whether_the_next_deal_may_begin(stage: Stage) -> None:
    state = None if stage is Stage.DRAWING else finished(with_declarer(BEN))
    asked = snapshot(state, YOU, ready=frozenset())
    waits = asked.changed(seats=seated({"stand_in": "Hugo"}, {}, {}))
    assert [page_of(table).find("ready") is not None for table in (asked, waits)] == [True, False]


def test_player_for_whom_a_bot_plays_is_spoken_to_in_every_language() -> None:
    table = snapshot(dealt(dealer=2), YOU, seats=seated({"stand_in": "Hugo"}, {}, {}))
    for language, words in (("en", "You to bid"), ("es", "Te toca pujar")):
        with translation.override(language):
            view = table.context.view
            assert view is not None
            assert waiting(view, table.context.names) == words


def test_leaving_says_what_becomes_of_the_game() -> None:
    state = playing(with_declarer(BEN), 1, 1)
    with_people = rendered(snapshot(state, YOU, seats=seated({}, {}, {})))
    assert "A bot plays on for you." in with_people
    alone = rendered(snapshot(state, YOU, seats=seated({}, {"stand_in": "Hugo"}, {"is_bot": True})))
    assert "The game ends here, without a winner." in alone
    assert "Propose to end the game" not in alone


# --- Proposals ---


def test_proposal_asks_everybody_who_has_yet_to_agree() -> None:
    asked = OpenProposal("back", ANA, frozenset({ANA}))
    state = playing(with_declarer(BEN), 1, 1)
    table = snapshot(state, YOU, seats=seated({}, {}, {}), proposal=asked)
    assert asked_of(table) == ("Ana asks to take the last move back. Ben still to agree", ["Agree", "No"])
    with_ben = table.seen_by(ANA).changed(proposal=replace(asked, agreed=frozenset({ANA, BEN})))
    assert asked_of(with_ben) == ("You ask to take your last move back. Alex still to agree", ["Withdraw"])
    assert asked_of(table.seen_by(None))[1] == []


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


def test_proposal_says_when_silence_counts_as_no() -> None:
    asked = OpenProposal("end", ANA, frozenset({ANA}), lapses_at=NOON)
    table = snapshot(playing(with_declarer(BEN), 1, 1), YOU, seats=seated({}, {}, {}), proposal=asked)
    (time,) = page_of(table).at("question").of_tag("time")
    assert datetime.fromisoformat(time["datetime"]) == NOON


def test_move_may_be_taken_back_only_where_the_table_says_so() -> None:
    state = playing(with_declarer(BEN), 1, 1)
    assert "Take back" in rendered(snapshot(state, YOU, may_take_back=True))
    assert "Take back" not in rendered(snapshot(state, YOU))
    assert "Take back" not in rendered(snapshot(state, YOU, may_take_back=True).seen_by(ANA))


def test_refused_player_reads_so_and_is_not_offered_the_same_again() -> None:
    state = playing(with_declarer(BEN), 1, 1)

    def page(refused: RefusedProposal | None, viewer: Player | None = YOU) -> str:
        return rendered(snapshot(state, viewer, seats=seated({}, {}, {}), refused=refused))

    back, end = RefusedProposal("back", YOU), RefusedProposal("end", YOU)
    assert "Not everyone agrees: your move stands." in page(back)
    assert "Propose to end the game" in page(back)
    assert "Not everyone agrees: the game goes on." in page(end)
    assert "Propose to end the game" not in page(end)
    for quiet in (page(end, ANA), page(end, None), page(replace(end, withdrawn=True)), page(None)):
        assert "Not everyone agrees" not in quiet


# --- The rematch ---


def test_end_offers_a_rematch_and_then_the_way_to_it() -> None:
    over = finished(with_declarer(BEN))
    offered = rendered(snapshot(over, YOU, stage=Stage.OVER, winner=ANA))
    assert "/tables/KQJT98/rematch/" in offered
    going = rendered(snapshot(over, YOU, stage=Stage.OVER, winner=ANA, rematch="Rematch1"))
    assert "/tables/Rematch1/" in going
    assert "/tables/KQJT98/rematch/" not in going
    assert "/tables/KQJT98/rematch/" not in rendered(snapshot(over, None, stage=Stage.OVER, winner=ANA))


def test_rematch_begins_without_a_draw_and_can_be_dealt_at_once() -> None:
    table = snapshot(None, drawn=None)
    assert where(table.snapshot) == "rematch"
    draw = page_of(table).at("draw")
    assert "Bot Lark deals first this time." in draw.text
    assert draw.of_class("card") == []
    assert [button.text for button in draw.of_tag("button")] == ["Deal now"]
