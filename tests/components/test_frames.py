"""Frames: everybody gets the same public parts, and each browser what it lacks, so that it shows the whole table."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import cycle, pairwise
from random import Random

import pytest
from django.utils import translation

from accounts.preferences import HandOrder
from games.components import frames, parts, private, public
from games.components.context import TableContext
from games.components.frames import Sent, Viewer
from games.components.parts import Drawing, Group, Groups
from games.engine import BiddingStyle, PeekRule, Phase
from games.models import Stage
from tests.builders import bid, hands, new_deal, play
from tests.components.dom import Browser, Element, parse, parts_in, sent_in
from tests.components.tables import deal_by_bots, disturbed, game_of, whole_deal
from tests.presenters.scenes import SEATS, Scene, finished_deal, snapshot

VIEWERS = (Viewer(0), Viewer(1, HandOrder.RISING), Viewer(2, HandOrder.BY_SUIT), Viewer(None, signed_in=False))
RULES = list(zip(PeekRule, cycle(BiddingStyle)))  # each rule at least once


@pytest.fixture(autouse=True)
def _nothing_drawn() -> None:
    frames.clear()


class Watcher:
    """A browser with its page and what it has been sent, as a socket's consumer keeps that."""

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        self.sent: Sent | None = None
        self.browser: Browser | None = None

    def get(self, scene: Scene) -> str:
        """Take in the frame of this version, and return it."""
        if self.browser is None:
            self.browser = Browser(frames.page(scene.shown, self.viewer, scene.attendance))
        message, self.sent = frames.frame(scene.shown, self.viewer, scene.attendance, self.sent)
        self.browser.receive(message)
        return message

    def shows(self) -> str:
        assert self.browser is not None
        return self.browser.page.markup()


def loaded_anew(scene: Scene, viewer: Viewer) -> str:
    """What a page shows, drawn from nothing."""
    frames.clear()
    return parse(frames.page(scene.shown, viewer, scene.attendance)).markup()


def check(scenes: Iterable[Scene], gets: Callable[[], bool] = lambda: True) -> None:
    """Check that all viewers' browsers, which get a version if `gets()`, show then what a page loaded anew does.

    At each version one of the browsers is compared, by turns; all of them at the last.
    """
    tables = list(scenes)
    pages = {(at, viewer): loaded_anew(scene, viewer) for at, scene in enumerate(tables) for viewer in by_turns(at)}
    pages |= {(len(tables) - 1, viewer): loaded_anew(tables[-1], viewer) for viewer in VIEWERS}
    frames.clear()
    watchers = audience()
    for at, scene in enumerate(tables):
        for watcher in watchers:
            if gets() or at == len(tables) - 1:
                watcher.get(scene)
                if page := pages.get((at, watcher.viewer)):
                    assert watcher.shows() == page, (watcher.viewer, scene.shown.version)


def by_turns(number: int) -> tuple[Viewer]:
    return (VIEWERS[number % len(VIEWERS)],)


def audience() -> list[Watcher]:
    return [Watcher(viewer) for viewer in VIEWERS]


def is_partial(message: str) -> bool:
    return message.startswith("<hx-partial") or not message


# --- What a browser shows ---


@pytest.mark.slow
@pytest.mark.parametrize(("peek", "bidding"), RULES)
def test_browser_that_gets_every_frame_shows_the_page_loaded_anew(peek: PeekRule, bidding: BiddingStyle) -> None:
    with translation.override("es" if peek is PeekRule.FLIP2 else "en"):
        check(game_of(deal_by_bots(5, peek=peek, bidding=bidding)))


@pytest.mark.parametrize("seed", range(6))
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


def test_changed_hand_order_and_language_are_drawn_of_their_own() -> None:
    scene = snapshot(new_deal(hands("SA HA DA CA")))
    orders = [frames.page(scene.shown, Viewer(0, order), scene.attendance) for order in HandOrder]
    assert len(set(orders)) == len(HandOrder)
    with translation.override("es"):
        spanish = frames.page(scene.shown, Viewer(0), scene.attendance)
    assert spanish not in orders
    assert frames.page(scene.shown, Viewer(0), scene.attendance) == orders[0]


# --- What everybody gets ---


@pytest.mark.parametrize(("peek", "bidding"), RULES)
def test_public_part_of_every_frame_is_the_same_for_everybody(peek: PeekRule, bidding: BiddingStyle) -> None:
    watchers, incremental = audience(), 0
    for scene in game_of(deal_by_bots(6, peek=peek, bidding=bidding)):
        news = frames.draw_public(scene.shown).news
        messages = [watcher.get(scene) for watcher in watchers]
        names = set(names_of(private.parts_at(scene.shown.shown.stage)))
        for message in filter(is_partial, messages):
            incremental += 1
            assert message.startswith(news)
            assert parts_in(message.removeprefix(news)).keys() <= names
    assert incremental > 40


@pytest.mark.parametrize("seed", range(2))
def test_public_parts_within_whole_pages_are_the_same_for_everybody(seed: int) -> None:
    rng = Random(seed)
    rules = {"peek": rng.choice(list(PeekRule)), "bidding": rng.choice(list(BiddingStyle))}
    for table in game_of(whole_deal(seed, **rules)):
        scene = disturbed(table, rng)
        stage = scene.shown.shown.stage
        own = {f"p-{name}" for name in names_of(private.parts_at(stage))}
        pages = [
            {element.id: element for element in parse(html).elements if element.id.startswith("p-")}
            for html in [frames.page(scene.shown, viewer, scene.attendance) for viewer in VIEWERS]
        ]
        for name in names_of(public.parts_at(stage)):
            slots = [page[f"p-{name}"] for page in pages if f"p-{name}" in page]
            assert len({without(own, slot).markup() for slot in slots}) <= 1, name


def names_of(groups: Iterable[Group]) -> list[str]:
    """Return the names of the parts in these groups."""
    return [part.name for group in groups for part in group.parts]


def without(ids: set[str], element: Element) -> Element:
    """Return a copy in which the elements with these ids are empty."""
    children = [] if element.id in ids else element.children
    return Element(
        element.tag,
        element.attributes,
        [child if isinstance(child, str) else without(ids, child) for child in children],
    )


@pytest.mark.parametrize("language", ["en", "es"])
def test_public_part_needs_nothing_of_a_viewer(language: str) -> None:
    """It is drawn from the same snapshot, also at a table that no spectator may watch."""
    with translation.override(language):
        for table in game_of(deal_by_bots(2)):
            options = replace(table.shown.shown.options, spectators=False)
            open_to_all = frames.draw_public(table.shown).drawing.contents
            frames.clear()
            closed = frames.draw_public(table.changed(options=options).shown).drawing.contents
            assert closed == open_to_all
            frames.clear()


class Counter:
    """Counts drawings by audience."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.public = self.private = 0
        monkeypatch.setattr(frames, "draw", self._draw)

    def _draw(self, drawn: Groups, context: TableContext, last: Drawing | None) -> Drawing:
        names = names_of(drawn)
        self.public += "state" in names
        self.private += "table" in names
        return parts.draw(drawn, context, last)


def test_public_table_is_drawn_once_for_each_version_and_language(monkeypatch: pytest.MonkeyPatch) -> None:
    drawings, watchers = Counter(monkeypatch), audience()
    states = deal_by_bots(5)[:20]
    for version, state in enumerate(states):
        scene = snapshot(state, version=version)
        for watcher in watchers:
            watcher.get(scene)
            watcher.get(scene)
            frames.page(scene.shown, watcher.viewer, scene.attendance)
            frames.answer(scene.shown, watcher.viewer, scene.attendance, version - 1)
        assert (drawings.public, drawings.private) == (version + 1, (version + 1) * len(VIEWERS))
    with translation.override("es"):
        for watcher in watchers:
            frames.page(scene.shown, watcher.viewer, scene.attendance)
    assert drawings.public == len(states) + 1


def test_attendance_draws_only_private_parts_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    drawings, watcher = Counter(monkeypatch), Watcher(Viewer(0))
    scene = snapshot(deal_by_bots(5)[8])
    watcher.get(scene)
    message = watcher.get(scene.changed(here=frozenset({0})))
    assert set(parts_in(message)) == {"dot-1", "away-1"}
    assert (drawings.public, drawings.private) == (1, 2)
    assert watcher.shows() == loaded_anew(scene.changed(here=frozenset({0})), watcher.viewer)


# --- What is sent ---


def test_frame_brings_only_what_changed() -> None:
    playing = [state for state in whole_deal(5) if state.phase is Phase.PLAYING and len(state.tricks) == 3]
    watcher = Watcher(Viewer(0))
    whole, news = (watcher.get(snapshot(state, version=version)) for version, state in enumerate(playing[:2], start=7))
    assert 'data-version="7"' in whole
    assert 'data-version="8"' in news
    assert "trick" in parts_in(news)
    assert "scores" not in parts_in(news)
    assert len(news) * 3 < len(whole)


@pytest.mark.parametrize("seed", range(4))
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
    message, _ = frames.frame(scene.shown, watcher.viewer, scene.attendance, watcher.sent, "It is not your turn.")
    (notice,) = parts_in(message)
    assert notice == "notice"
    assert 'data-version="8"' in message


# --- Answers to forms ---


@pytest.mark.parametrize("viewer", VIEWERS)
def test_answer_to_a_form_equals_the_frame_of_the_socket(viewer: Viewer) -> None:
    states = deal_by_bots(5)
    watcher = Watcher(viewer)
    for version, state in enumerate(states):
        scene = snapshot(state, version=version)
        frames.page(scene.shown, viewer, scene.attendance)
        message = watcher.get(scene)
        if version:
            assert frames.answer(scene.shown, viewer, scene.attendance, version - 1) == message
        assert frames.answer(scene.shown, viewer, scene.attendance, version) == ""


@pytest.mark.parametrize("back", [2, 3])
def test_answer_brings_all_that_has_changed_since_the_page_was_loaded(back: int) -> None:
    scenes = [snapshot(state, version=version) for version, state in enumerate(deal_by_bots(5)[:40])]
    pages = [loaded_anew(scene, scene.viewer) for scene in scenes]
    frames.clear()
    browsers = []
    for scene in scenes:
        version = scene.shown.version
        browsers.append(Browser(frames.page(scene.shown, scene.viewer, scene.attendance)))
        if version >= back:
            browsers[version - back].receive(frames.answer(scene.shown, scene.viewer, scene.attendance, version - back))
            assert browsers[version - back].page.markup() == pages[version]


@pytest.mark.parametrize("seen", [None, -1, 2, 99])
def test_answer_to_a_page_of_unknown_version_is_the_whole_table(seen: int | None) -> None:
    scenes = [snapshot(state, version=version) for version, state in enumerate(deal_by_bots(5)[:12])]
    for scene in scenes:
        frames.page(scene.shown, scene.viewer, scene.attendance)
    whole, _ = frames.frame(scene.shown, scene.viewer, scene.attendance, None)
    assert frames.answer(scene.shown, scene.viewer, scene.attendance, seen) == whole
    assert not is_partial(whole)
