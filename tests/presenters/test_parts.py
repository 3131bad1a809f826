"""The table in parts: what is kept from the last drawing is exactly what a new drawing would show."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from itertools import pairwise
from random import Random
from typing import Any, TypeVar

import pytest
from django.utils import translation

from accounts.preferences import HandOrder
from games.components import frames, parts
from games.components.facts import FACTS
from games.components.pieces import PARTS_INSIDE
from games.components.stamps import COUNT, TURN, VERSION
from games.engine import BiddingStyle, PeekRule, Phase, State, view_for
from games.play.queries import TableNow
from games.play.snapshot import (
    OpenProposal,
    RefusedProposal,
    SeatClock,
    SeatInfo,
    Snapshot,
    Stage,
)
from games.presenters import TablePage
from tests.builders import bid, hands, new_deal, play, random_walk
from tests.presenters.scenes import RATED, SEATS, dealt, finished_deal, snapshot

T = TypeVar("T")

VIEWERS = (0, 1, 2, None)


def whole_deal(seed: int, **rules: object) -> list[State]:
    """A deal of random actions from the first to the last."""
    start = dealt(seed, dealer=seed % 3, **rules)
    return [start, *(state for _, state in random_walk(start, Random(seed)))]


def disturbed(table: Snapshot, rng: Random) -> Snapshot:
    """The table with some other things changed as well, whichever they are, and at whichever seats."""
    changes = {
        "proposal": OpenProposal(rng.choice(["back", "end"]), rng.randrange(3), some(range(3), rng)),
        "refused": RefusedProposal(rng.choice(["back", "end"]), rng.randrange(3), rng.random() < 0.5),
        "last_by_clock": rng.randrange(3),
        "may_take_back": True,
        **(on_the_sheet(table, rng) if table.stage.shows_sheet else {}),
    }
    seats = tuple(disturbed_seat(seat, rng) for seat in table.seats)
    return replace(table, seats=seats, **few(changes, rng))


def disturbed_seat(seat: SeatInfo, rng: Random) -> SeatInfo:
    """The same player, who has come or gone, likes the cards otherwise, or whose clock runs."""
    changes = {
        "connected": not seat.connected,
        "may_be_replaced": True,
        "stand_in": rng.choice(["Hugo", "Ines"]),
        "clock": SeatClock(rng.random() * 30, 20, rng.random() < 0.5),
        "hand_order": rng.choice(list(HandOrder)),
    }
    return replace(seat, **few(changes, rng))


def on_the_sheet(table: Snapshot, rng: Random) -> dict[str, object]:
    """What may change while the score lies on the table."""
    return {
        "ready": some(range(3), rng),
        "next_deal_at": rng.choice([None, datetime(2031, 1, 1, tzinfo=UTC)]),
        "secret": rng.choice([None, "5ec2e7"]),
        "finished": rng.choice([(), 2 * table.finished]),
        "rematch": "Rematch1",
        "void": "Played by two people in one browser",
        **({"winner": rng.randrange(3), "rated": some(RATED, rng)} if table.stage is Stage.OVER else {}),
    }


def some(things: Iterable[T], rng: Random) -> frozenset[T]:
    """A few of these, so that often nothing but one of them is otherwise than before."""
    return frozenset(thing for thing in things if rng.random() < 0.15)


def few(changes: dict[str, Any], rng: Random) -> dict[str, Any]:
    """The same of changes by name."""
    chosen = some(changes, rng)
    return {name: change for name, change in changes.items() if name in chosen}


def check_what_is_kept(tables: Iterable[Snapshot], rng: Random) -> None:
    """Of tables that follow each other, each a little otherwise, no part is kept that would be drawn otherwise."""
    before = None
    for table in tables:
        page = disturbed(table, rng)
        before = parts.parts_of(TablePage(page, VERSION), before)
        assert len(before.facts) == len(FACTS)
        if rng.random() < 0.4:
            assert before.html == parts.parts_of(TablePage(page, VERSION)).html


@pytest.mark.parametrize("seed", range(9))
def test_parts_kept_from_the_last_drawing_are_those_of_a_new_one(seed: int) -> None:
    rng = Random(seed)
    rules = {"peek": rng.choice(list(PeekRule)), "bidding": rng.choice(list(BiddingStyle))}
    with translation.override(rng.choice(["en", "es"])):
        for viewer in VIEWERS:
            states = whole_deal(seed, **rules)
            check_what_is_kept((snapshot(state, viewer, version=at) for at, state in enumerate(states)), rng)


@pytest.mark.parametrize("stage", [Stage.SCORED, Stage.OVER, Stage.CLOSED])
def test_so_are_those_of_the_score_sheet(stage: Stage) -> None:
    rng, over = Random(stage), whole_deal(5)[-1]
    for viewer in VIEWERS:
        sheet = snapshot(over, viewer, stage=stage, winner=0 if stage is Stage.OVER else None)
        check_what_is_kept((replace(sheet, version=version) for version in range(40)), rng)


def test_a_void_hand_reads_the_same_whatever_was_led() -> None:
    """As when a lead is taken back, and another one comes, before the next player's browser is back."""
    start = bid(new_deal(hands(first="DAKQ CAKQ", second="HAKQJT98 SAKQJT9")), 4, 4, 4)
    one, other = (parts.parts_of(TablePage(snapshot(play(start, lead), 1), VERSION)) for lead in ("DA", "CA"))
    kept = parts.parts_of(TablePage(snapshot(play(start, "CA"), 1), VERSION), one)
    assert kept.html["hand"] == other.html["hand"]


def test_a_frame_brings_only_what_changed() -> None:
    playing = [state for state in whole_deal(5) if state.phase is Phase.PLAYING and len(state.tricks) == 3]
    first, second = (
        frames.drawing(TableNow(replace(snapshot(state, None), version=version), state, None), 0)
        for version, state in enumerate(playing[:2], start=7)
    )
    whole = frames.frame(first, None)
    news = frames.frame(second, first.parts)
    assert 'data-version="7"' in whole
    assert 'data-version="8"' in news
    assert "part-trick" in news
    assert "part-scores" not in news
    assert len(news) * 3 < len(whole)


def test_who_missed_a_frame_is_brought_all_that_has_changed_since() -> None:
    states = whole_deal(4)
    tables = [TableNow(replace(snapshot(state, None), version=at), state, None) for at, state in enumerate(states)]
    drawn = [frames.drawing(table, 1).parts for table in tables]
    for first, _, third in zip(drawn, drawn[1:], drawn[2:], strict=False):
        if first.shape == third.shape:
            brought = {name: third.html[name] for name in parts.changed_since(first, third)}
            assert first.html | brought == third.html


def test_turns_and_counts_come_without_the_plates_and_with_those_that_change() -> None:
    states = whole_deal(4)
    tables = [TableNow(replace(snapshot(state, None), version=at), state, None) for at, state in enumerate(states)]
    for viewer in VIEWERS:
        for before, after in pairwise([frames.drawing(table, viewer) for table in tables]):
            frame = frames.frame(after, before.parts)
            assert not any(mark in frame for mark in (COUNT, TURN))
            for plate, inside in PARTS_INSIDE.items():
                for name in inside.values():
                    html = after.parts.html.get(name, "")
                    is_news = html != before.parts.html.get(name) or f'id="part-{plate}"' in frame
                    assert html in frame or not is_news
            if tables[after.version].state.trick and tables[before.version].state.trick:
                assert 'id="part-plate' not in frame


def test_every_turn_brings_a_fresh_hint_although_another_turn_went_before() -> None:
    """Words asked for at the one would else stand there at the other, where no others could be asked for."""
    alone = (SEATS[0], replace(SEATS[1], is_bot=True), SEATS[2])
    states = whole_deal(4)
    tables = [TableNow(snapshot(state, None, version=at, seats=alone), state, None) for at, state in enumerate(states)]
    pairs = list(pairwise([frames.drawing(table, 0) for table in tables]))
    twice = [(before, after) for before, after in pairs if before.page.prompt and after.page.prompt]
    assert twice
    for before, after in twice:
        assert f'id="hint-{after.version}"' in frames.frame(after, before.parts)


def test_at_the_score_sheet_a_frame_brings_who_is_ready() -> None:
    over = whole_deal(5)[-1]
    sheets = [
        snapshot(over, None, finished=(finished_deal(over),), ready=frozenset(range(ready)), version=7 + ready)
        for ready in range(3)
    ]
    drawn = [frames.drawing(TableNow(sheet, over, None), 2) for sheet in sheets]
    news = [frames.frame(after, before.parts) for before, after in pairwise(drawn)]
    for frame, names in zip(news, ("Ready: Alex", "Ready: Alex, Ana"), strict=True):
        assert names in frame
        assert frame.count("<hx-partial") == 2
    last = replace(sheets[-1], viewer=2, view=view_for(over, 2))
    assert drawn[-1].parts.html == parts.parts_of(TablePage(last, VERSION)).html


def test_who_a_bot_sits_in_for_is_not_asked_whether_the_next_deal_may_begin() -> None:
    over, absent = whole_deal(5)[-1], (replace(SEATS[0], stand_in="Hugo"), *SEATS[1:])
    tables = [snapshot(over, 0), snapshot(over, 0, seats=absent)]
    asked, waits = (parts.parts_of(TablePage(table, VERSION)).html["next-deal"] for table in tables)
    assert ("<form" in asked, "<form" in waits) == (True, False)


def test_names_are_text_wherever_they_stand() -> None:
    hostile = tuple(replace(seat, name=f"<u>{seat.player}&\"'") for seat in SEATS)
    for state in whole_deal(3, peek=PeekRule.FLIP2):
        html = parts.parts_of(TablePage(snapshot(state, 1, seats=hostile), VERSION)).html
        assert not any("<u>" in part or "&\"'" in part for part in html.values())
