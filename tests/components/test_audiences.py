"""Frames of two audiences: everybody gets the same public parts, drawn once, and each viewer private ones."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from django.utils import translation

from games.components import frames, parts, private, public
from games.components.context import TableContext
from games.components.frames import Viewer
from games.components.parts import Drawing, Groups
from games.engine import BiddingStyle, PeekRule
from games.values import Stage
from tests.components.dom import Element, parse, parts_in
from tests.components.tables import RULES, deal_by_bots, disturbed, game_of, some_slow, whole_deal
from tests.components.watchers import VIEWERS, Watcher, audience, is_partial, loaded_anew, names_of
from tests.pages.scenes import Scene, snapshot


@pytest.mark.parametrize(("peek", "bidding"), some_slow(RULES, quick=2))
def test_public_part_of_every_frame_is_the_same_for_everybody(peek: PeekRule, bidding: BiddingStyle) -> None:
    watchers, incremental = audience(), 0
    for scene in game_of(deal_by_bots(6, peek=peek, bidding=bidding)):
        news = frames.draw_public(scene.full, "en").news
        messages = [watcher.get(scene) for watcher in watchers]
        names = set(names_of(private.parts_at(scene.full.base.stage)))
        for message in filter(is_partial, messages):
            incremental += 1
            assert message.startswith(news)
            assert parts_in(message.removeprefix(news)).keys() <= names
    assert incremental > 40


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_public_parts_within_whole_pages_are_the_same_for_everybody(seed: int) -> None:
    rng = Random(seed)
    rules = {"peek": rng.choice(list(PeekRule)), "bidding": rng.choice(list(BiddingStyle))}
    for table in game_of(whole_deal(seed, **rules)):
        scene = disturbed(table, rng)
        stage = scene.full.base.stage
        own = {f"p-{name}" for name in names_of(private.parts_at(stage))}
        pages = [
            {element.id: element for element in parse(html).elements if element.id.startswith("p-")}
            for html in [frames.page(scene.full, viewer, scene.attendance) for viewer in VIEWERS]
        ]
        for name in names_of(public.parts_at(stage)):
            slots = [page[f"p-{name}"] for page in pages if f"p-{name}" in page]
            assert len({without(own, slot).markup() for slot in slots}) <= 1, name


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
            options = replace(table.full.base.options, spectators=False)
            open_to_all = frames.draw_public(table.full, "en").drawing.contents
            frames.clear()
            closed = frames.draw_public(table.changed(options=options).full, "en").drawing.contents
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
            frames.page(scene.full, watcher.viewer, scene.attendance)
            frames.answer(scene.full, watcher.viewer, scene.attendance, version - 1)
        assert (drawings.public, drawings.private) == (version + 1, (version + 1) * len(VIEWERS))
    with translation.override("es"):
        for watcher in watchers:
            frames.page(scene.full, watcher.viewer, scene.attendance)
    assert drawings.public == len(states) + 1


def test_attendance_draws_only_private_parts_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    drawings, watcher = Counter(monkeypatch), Watcher(Viewer(0))
    scene = snapshot(deal_by_bots(5)[8])
    watcher.get(scene)
    message = watcher.get(scene.changed(here=frozenset({0})))
    assert set(parts_in(message)) == {"dot-1", "away-1", "menu-others"}
    assert (drawings.public, drawings.private) == (1, 2)
    assert watcher.shows() == loaded_anew(scene.changed(here=frozenset({0})), watcher.viewer)


def drawn_again(before: Scene, now: Scene) -> set[str]:
    """Return the parts of the viewer and of everybody that are drawn again from one version to the next."""
    mine = names_drawn_again(private.parts_at, before, now, [before.context, now.context])
    everyones = [TableContext(scene.full.for_everyone) for scene in (before, now)]
    return mine | names_drawn_again(public.parts_at, before, now, everyones)


def names_drawn_again(
    parts_at: Callable[[Stage], Groups], before: Scene, now: Scene, seen: Sequence[TableContext]
) -> set[str]:
    then, today = (parts_at(scene.full.base.stage) for scene in (before, now))
    last = parts.draw(then, seen[0], None)
    return {part.name for part in today.outdated(today.facts(seen[1]), last)}


@pytest.mark.parametrize("seed", range(3))
def test_card_is_drawn_again_with_one_suit_and_one_trick(seed: int) -> None:
    suits = [{f"{hand}-{suit}" for suit in "shdc"} for hand in ("hand", "dummy", "open")]
    played = [state for state in deal_by_bots(seed) if state.trick or state.tricks]
    for before, now in pairwise(played[:-1]):
        again = drawn_again(snapshot(before), snapshot(now))
        lines = {name for name in again if name.startswith("past-")}
        assert lines == ({f"past-{len(now.tricks)}"} if len(now.tricks) > len(before.tricks) else set())
        assert max(len(again & names) for names in suits) <= 1


def test_menu_is_not_drawn_again_when_a_deal_ends() -> None:
    *_, before, end = whole_deal(5)
    again = drawn_again(snapshot(before), snapshot(end))
    assert "result" in again
    assert again & {"menu", "menu-table", "menu-others", "menu-more", "sound"} == set()
