"""Frames: each browser gets what it lacks, so that it shows the whole table."""

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from django.utils import translation

from accounts.base.choices import HandOrder
from games.components import frames
from games.components.frames import Viewer
from games.engine import AnswerClaim, Bid, BiddingStyle, Claim, PeekRule, Phase, act
from games.play.snapshot import ChosenCards
from games.values import Stage, TableOptions
from tests.builders import ONE_SUIT_EACH, bid, hands, new_deal, play
from tests.components.dom import Browser, parts_in, sent_in
from tests.components.tables import RULES, deal_by_bots, disturbed, game_of, some_slow, whole_deal
from tests.components.watchers import VIEWERS, Watcher, check, is_partial, loaded_anew
from tests.pages.scenes import SEATS, Scene, clock, finished_deal, seated, snapshot

pytestmark = pytest.mark.usefixtures("time")  # what is left until a moment is drawn as it is then


@pytest.mark.slow
@pytest.mark.parametrize(("peek", "bidding"), RULES)
def test_browser_that_gets_every_frame_shows_the_page_loaded_anew(peek: PeekRule, bidding: BiddingStyle) -> None:
    with translation.override("es" if peek is PeekRule.FLIP2 else "en"):
        check(game_of(deal_by_bots(5, peek=peek, bidding=bidding)))


@pytest.mark.parametrize("seed", some_slow(range(6), quick=1, suite=3))
def test_browser_that_misses_versions_shows_the_page_loaded_anew(seed: int) -> None:
    """Whatever else changes meanwhile: who is here, clocks, proposals, bots that sit in."""
    rng = Random(seed)
    rules = {"peek": rng.choice(list(PeekRule)), "bidding": rng.choice(list(BiddingStyle))}
    with translation.override(rng.choice(["en", "es"])):
        check((disturbed(scene, rng) for scene in game_of(whole_deal(seed, **rules))), lambda: rng.random() < 0.6)


@pytest.mark.parametrize("stage", [Stage.SCORED, Stage.OVER, Stage.CLOSED])
def test_browser_shows_a_score_sheet_that_changes(stage: Stage) -> None:
    rng, over = Random(stage), whole_deal(5)[-1]
    sheet = snapshot(over, None, stage=stage, winner=0 if stage is Stage.OVER else None)
    check(disturbed(sheet.changed(version=version), rng) for version in range(40))


def test_void_hand_gives_the_reason_of_the_last_lead_after_another_was_taken_back() -> None:
    """The lead is taken back, and another one comes, before the next player's browser is back."""
    start = bid(new_deal(hands(first="DAKQ CAKQ", second="HAKQJT98 SAKQJT9")), 4, 4, 4)
    check([snapshot(play(start, "DA"), version=5), snapshot(play(start, "CA"), version=8)])


def test_refusal_of_a_claim_is_shown_until_the_lead() -> None:
    after_a_trick = play(bid(new_deal(ONE_SUIT_EACH), 6, 4, 3), "S2 H2 C2 D2")
    claimed = act(after_a_trick, Claim(0))
    refused = act(claimed, AnswerClaim(2, False))
    led = play(refused, "S3")
    for before, after in pairwise((claimed, refused, led)):
        check([snapshot(before, version=5), snapshot(after, version=6)])


def test_changed_hand_order_and_language_are_drawn_of_their_own() -> None:
    scene = snapshot(new_deal(hands("SA HA DA CA")))
    orders = [frames.page(scene.full, Viewer(0, order), scene.attendance) for order in HandOrder]
    assert len(set(orders)) == len(HandOrder)
    with translation.override("es"):
        spanish = frames.page(scene.full, Viewer(0), scene.attendance)
    assert spanish not in orders
    assert frames.page(scene.full, Viewer(0), scene.attendance) == orders[0]


def test_frame_brings_only_what_changed() -> None:
    playing = [state for state in whole_deal(5) if state.phase is Phase.PLAYING and len(state.tricks) == 3]
    watcher = Watcher(Viewer(0))
    whole, news = (watcher.get(snapshot(state, version=version)) for version, state in enumerate(playing[:2], start=7))
    assert 'data-version="7"' in whole
    assert 'data-version="8"' in news
    assert "trick-number" in parts_in(news)
    assert "scores" not in parts_in(news)
    assert len(news) * 3 < len(whole)


@pytest.mark.parametrize("seed", some_slow(range(4), quick=0, suite=2))
def test_frame_has_a_part_exactly_if_its_markup_has_changed(seed: int) -> None:
    rng = Random(seed)
    for viewer in VIEWERS:
        frames.clear()
        watcher = Watcher(viewer)
        before: dict[str, object] = {}
        for table in game_of(whole_deal(seed)):
            message = watcher.get(disturbed(table, rng))
            assert watcher.sent is not None
            now = {**watcher.sent.public, **watcher.sent.private}
            if is_partial(message):
                changed = {name for name in now if now[name] != before[name]}
                assert set(parts_in(message)) <= changed <= sent_in(message)
            before = now


def test_nothing_is_sent_to_a_browser_that_shows_the_version() -> None:
    watcher, scene = Watcher(Viewer(0)), snapshot(deal_by_bots(5)[8])
    assert watcher.get(scene)
    assert watcher.get(scene) == ""


def page_with_key(scene: Scene, viewer: Viewer) -> Browser:
    return Browser(frames.page(scene.full, viewer, scene.attendance, key="of this page"))


@pytest.mark.parametrize("viewer", VIEWERS)
def test_socket_of_a_page_gets_only_what_the_page_lacks(viewer: Viewer) -> None:
    first, second = (snapshot(state, version=version) for version, state in enumerate(deal_by_bots(5)[8:10], start=8))
    browser = page_with_key(first, viewer)
    shown = frames.take_page("of this page", 8)
    assert shown is not None
    assert frames.frame(first.full, viewer, first.attendance, shown)[0] == ""
    news, _ = frames.frame(second.full, viewer, second.attendance, shown)
    assert is_partial(news)
    browser.receive(news)
    assert browser.page.markup() == loaded_anew(second, viewer)


def test_what_a_page_shows_is_taken_once() -> None:
    scene = snapshot(deal_by_bots(5)[8], version=8)
    page_with_key(scene, Viewer(0))
    assert frames.take_page("of another page", 8) is None
    assert frames.take_page("of this page", 8) is not None
    assert frames.take_page("of this page", 8) is None
    frames.page(scene.full, Viewer(0), scene.attendance)
    assert frames.take_page("", 8) is None


def test_socket_gets_the_whole_table_if_it_has_moved_on_since_the_page() -> None:
    """The answer to a form may have shown the page a version in between, whose parts may differ from both."""
    page_with_key(snapshot(deal_by_bots(5)[8], version=8), Viewer(0))
    assert frames.take_page("of this page", 9) is None


def test_socket_of_a_page_puts_its_clocks_right() -> None:
    seats = seated(*({"clock": clock(20, 60, running=number == 0)} for number in range(3)))
    scene = snapshot(deal_by_bots(5)[8], seats=seats, options=TableOptions(clock="20s"))
    page_with_key(scene, Viewer(0))
    news, _ = frames.frame(
        scene.full, Viewer(0), scene.attendance, frames.take_page("of this page", scene.full.base.version)
    )
    assert sorted(parts_in(news)) == ["clock-0", "clock-1", "clock-2"]


def test_turns_and_counts_come_without_the_plates() -> None:
    states = whole_deal(4)
    for viewer in VIEWERS:
        frames.clear()
        watcher = Watcher(viewer)
        for version, (before, after) in enumerate(pairwise(states)):
            watcher.get(snapshot(before, version=2 * version))
            message = watcher.get(snapshot(after, version=2 * version + 1))
            if before.trick and after.trick and is_partial(message):
                assert not [name for name in parts_in(message) if name.startswith("seat-")]
                assert [name for name in parts_in(message) if name.startswith("turn-")]


def test_turn_brings_which_cards_may_be_played_and_no_card() -> None:
    """The page has the cards already: to send them again at each turn took an eighth of all bytes."""
    watcher, seen = Watcher(Viewer(0, chosen=ChosenCards())), 0
    for version, (before, after) in enumerate(pairwise(whole_deal(4))):
        watcher.get(snapshot(before, version=2 * version))
        parts = parts_in(watcher.get(snapshot(after, version=2 * version + 1)))
        if (before.hand_to_play == 0) != (after.hand_to_play == 0) and before.hands[0] == after.hands[0]:
            assert "hand-turn" in parts
            assert not [name for name in parts if name.startswith("hand-") and name != "hand-turn"]
            seen += "data-playable" in parts["hand-turn"]
    assert seen


def test_every_turn_brings_a_fresh_hint_although_another_turn_went_before() -> None:
    """Otherwise the words asked for at the one would stand there at the other, where no others could be asked for."""
    alone = (SEATS[0], replace(SEATS[1], is_bot=True), SEATS[2])
    scenes = [snapshot(state, version=at, seats=alone) for at, state in enumerate(whole_deal(4))]
    watcher = Watcher(Viewer(0))
    messages = [watcher.get(scene) for scene in scenes]
    twice = [at for at in range(1, len(scenes)) if scenes[at - 1].context.prompt and scenes[at].context.prompt]
    assert twice
    for at in twice:
        assert f'id="hint-{at}"' in messages[at]


def test_frame_at_the_score_sheet_brings_who_is_ready() -> None:
    over = whole_deal(5)[-1]
    watcher = Watcher(Viewer(2))
    messages = [
        watcher.get(snapshot(over, finished=(finished_deal(over),), ready=frozenset(range(ready)), version=7 + ready))
        for ready in range(3)
    ]
    for message, names in zip(messages[1:], ("Ready: Alex", "Ready: Alex, Ana"), strict=True):
        assert names in message
        assert set(parts_in(message)) == {"state", "ready"}


def test_notice_comes_with_the_version_it_is_about() -> None:
    watcher, scene = Watcher(Viewer(0)), snapshot(deal_by_bots(5)[8], version=8)
    watcher.get(scene)
    message, _ = frames.frame(scene.full, watcher.viewer, scene.attendance, watcher.sent, "It is not your turn.")
    (notice,) = parts_in(message)
    assert notice == "notice"
    assert 'data-version="8"' in message


@pytest.mark.parametrize("viewer", VIEWERS)
def test_answer_to_a_form_equals_the_frame_of_the_socket(viewer: Viewer) -> None:
    states = deal_by_bots(5)
    watcher = Watcher(viewer)
    for version, state in enumerate(states):
        scene = snapshot(state, version=version)
        frames.page(scene.full, viewer, scene.attendance)
        message = watcher.get(scene)
        if version:
            assert frames.answer(scene.full, viewer, scene.attendance, version - 1) == message
        assert frames.answer(scene.full, viewer, scene.attendance, version) == ""


@pytest.mark.parametrize("back", [2, 3])
def test_answer_brings_all_that_has_changed_since_the_page_was_loaded(back: int) -> None:
    scenes = [snapshot(state, version=version) for version, state in enumerate(deal_by_bots(5)[:40])]
    pages = [loaded_anew(scene, scene.viewer) for scene in scenes]
    frames.clear()
    browsers = []
    for scene in scenes:
        version = scene.full.base.version
        browsers.append(Browser(frames.page(scene.full, scene.viewer, scene.attendance)))
        if version >= back:
            browsers[version - back].receive(frames.answer(scene.full, scene.viewer, scene.attendance, version - back))
            assert browsers[version - back].page.markup() == pages[version]


@pytest.mark.parametrize("seen", [None, -1, 2, 99])
def test_answer_to_a_page_of_unknown_version_is_the_whole_table(seen: int | None) -> None:
    scenes = [snapshot(state, version=version) for version, state in enumerate(deal_by_bots(5)[:12])]
    for scene in scenes:
        frames.page(scene.full, scene.viewer, scene.attendance)
    whole, _ = frames.frame(scene.full, scene.viewer, scene.attendance, None)
    assert frames.answer(scene.full, scene.viewer, scene.attendance, seen) == whole
    assert not is_partial(whole)


def test_turn_that_passes_brings_no_suit_that_looks_the_same() -> None:
    """Who leads may play every card of these; then they are the same buttons, of which one may be chosen ahead."""
    lead = bid(new_deal(hands(first="HAKQ CAKQ", second="DAKQJT98 SAKQJT9")), 6, 4, 3)
    assert lead.phase is Phase.PLAYING
    watcher = Watcher(Viewer(0, chosen=ChosenCards()))
    watcher.get(snapshot(lead, version=7))
    news = watcher.get(snapshot(play(lead, "HA"), version=8))
    assert [name for name in parts_in(news) if name.startswith("hand-")] == ["hand-h", "hand-turn"]
    assert 'name="ahead"' in news


def test_bid_brings_one_row_of_the_scores() -> None:
    start, watcher = new_deal(ONE_SUIT_EACH), Watcher(Viewer(None))
    watcher.get(snapshot(start, version=7))
    news = watcher.get(snapshot(act(start, Bid(0, 6)), version=8))
    assert [name for name in parts_in(news) if name.startswith("score")] == ["score-bids"]


def test_next_deal_brings_no_menu() -> None:
    over, watcher = whole_deal(5)[-1], Watcher(Viewer(0))
    watcher.get(snapshot(over, finished=(finished_deal(over),), version=7))
    news = watcher.get(snapshot(new_deal(ONE_SUIT_EACH), version=8))
    assert not is_partial(news)
    for kept in ('id="p-menu" data-keep', 'class="part p-sound" data-keep', 'id="p-scores" data-keep'):
        assert kept in news
