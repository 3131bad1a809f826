"""What a table shows of players who are away, and of bots that play for them."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone, translation

from games.components.bidding import bid_forms
from games.engine import DUMMY, PeekRule, Phase
from games.play.snapshot import RefusedProposal
from games.values import Stage
from games.words.sentences import waiting
from tests.components.dom import page_of, rendered
from tests.pages.scenes import dealt, finished, playing, seated, snapshot, to_play, with_declarer

YOU, ANA, BEN = range(3)
WAIT = "/tables/KQJT98/wait/"


def test_absent_players_are_marked() -> None:
    state = playing(with_declarer(ANA), 1, 1)
    table = snapshot(state, YOU, seats=seated({}, {}, {}), here=frozenset({YOU}), away_too_long=frozenset({ANA}))
    for scene in (table, table.seen_by(None)):
        assert [bool(page_of(scene).at(f"plate-{hand}").of_class("away")) for hand in (ANA, BEN)] == [True, True]
    plate = page_of(table).at("plate-1")
    assert [presence.text for presence in plate.of_class("presence")] == ["away"]
    back = page_of(table.changed(here=frozenset({ANA, BEN}), away_too_long=frozenset()))
    assert back.of_class("away") == []


def test_bots_are_marked_in_words_too() -> None:
    for viewer in (YOU, None):
        page = page_of(snapshot(playing(with_declarer(ANA), 1, 1), viewer))
        assert [len(page.at(f"plate-{hand}").of_class("robot")) for hand in (YOU, ANA, BEN)] == [0, 0, 1], "Bot Lark"
        (sign,) = page.of_class("robot")
        assert (sign["role"], sign["aria-label"]) == ("img", "bot")


def test_one_notice_offers_a_bot_for_who_is_away_first_for_whom_the_game_waits() -> None:
    state = to_play(with_declarer(ANA), BEN, False)
    both = frozenset({ANA, BEN})
    table = snapshot(state, YOU, seats=seated({}, {}, {}), here=frozenset({YOU}), away_too_long=both)
    for away, first in ((both, BEN), (frozenset({ANA}), ANA)):
        page = page_of(table.changed(away_too_long=away))
        (call,) = page.of_class("call-bot")
        assert [button["value"] for button in call.of_tag("button")] == [str(first)]
        assert call in page.at("absent").of_tag("form")
    assert page_of(table.seen_by(None)).of_class("call-bot") == []
    refused = table.changed(refused=RefusedProposal("back", YOU))
    assert len(page_of(refused).of_class("call-bot")) == 1, "nobody else can end the wait"


def test_everybody_reads_whom_the_game_waits_for_and_when_a_bot_may_play() -> None:
    state = to_play(with_declarer(BEN), ANA, False)
    soon = timezone.now() + timedelta(seconds=70)
    table = snapshot(state, YOU, seats=seated({}, {}, {}), here=frozenset({YOU, BEN}), bot_at=(None, soon, None))
    for viewer in (YOU, BEN, None):
        banner = page_of(table.seen_by(viewer)).at("absent")
        assert re.match(r"Ana is away. A bot may play for Ana in 1:(09|10)", banner.text)
        assert [form["action"] for form in banner.of_tag("form")] == ([] if viewer is None else [WAIT])
    late = table.changed(bot_at=(None, None, None), away_too_long=frozenset({ANA}))
    choices = page_of(late).at("absent")
    assert [form["action"] for form in choices.of_tag("form")] == ["/tables/KQJT98/call-bot/", WAIT]
    assert [button["value"] for button in choices.of_tag("button")] == ["1", "1"]
    assert page_of(late.seen_by(None)).find("absent") is None, "the plate says it, which the notice covers on a phone"
    assert page_of(table.seen_by(ANA)).find("absent") is None


def test_game_that_waits_for_somebody_else_says_nothing_of_who_is_away() -> None:
    state = to_play(with_declarer(BEN), YOU, False)
    soon = timezone.now() + timedelta(seconds=70)
    table = snapshot(state, BEN, seats=seated({}, {}, {}), here=frozenset({YOU, BEN}), bot_at=(None, soon, None))
    assert page_of(table).find("absent") is None


def test_dummy_s_turn_waits_for_the_declarer_who_is_away() -> None:
    state = to_play(with_declarer(ANA), DUMMY, False)
    table = snapshot(state, YOU, seats=seated({}, {}, {}), here=frozenset({YOU}), away_too_long=frozenset({ANA}))
    assert "Ana is away." in page_of(table).at("absent").text


def test_player_is_not_shown_the_own_presence() -> None:
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
