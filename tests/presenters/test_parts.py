"""The table in parts: what is kept from the last drawing is exactly what a new drawing would show."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from django.utils import translation

from games.drawing import frames, parts
from games.drawing.pieces import PARTS_INSIDE
from games.drawing.stamps import COUNT, TURN, VERSION
from games.engine import BiddingStyle, PeekRule, Phase, State, view_for
from games.presenters import TablePage
from games.selectors import TableNow
from games.snapshot import OpenProposal, RefusedProposal, SeatClock, TableSnapshot
from tests.builders import bid, hands, new_deal, play, random_walk
from tests.presenters.scenes import SEATS, dealt, finished_deal, snapshot

VIEWERS = (0, 1, 2, None)


def whole_deal(seed: int, **rules: object) -> list[State]:
    """A deal of random actions from the first to the last."""
    start = dealt(seed, dealer=seed % 3, **rules)
    return [start, *(state for _, state in random_walk(start, Random(seed)))]


def disturbed(table: TableSnapshot, rng: Random) -> TableSnapshot:
    """The table with something else changed as well: who is away, a clock, a proposal, a time that was up."""
    one, two, three = SEATS
    changes: list[dict[str, object]] = [
        {},
        {"seats": (one, replace(two, connected=False, may_be_replaced=rng.random() < 0.5), three)},
        {"seats": (one, replace(two, stand_in="Hugo"), three)},
        {"seats": (replace(one, clock=SeatClock(rng.random() * 30, 20, rng.random() < 0.5)), two, three)},
        {"proposal": OpenProposal("end", 1, frozenset({0, 2}))},
        {"refused": RefusedProposal("end", 1)},
        {"last_by_clock": 1},
        {"may_take_back": True},
    ]
    return replace(table, **rng.choice(changes))  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", range(9))
def test_parts_kept_from_the_last_drawing_are_those_of_a_new_one(seed: int) -> None:
    rng = Random(seed)
    rules = {"peek": rng.choice(list(PeekRule)), "bidding": rng.choice(list(BiddingStyle))}
    with translation.override(rng.choice(["en", "es"])):
        for viewer in VIEWERS:
            before = None
            for version, state in enumerate(whole_deal(seed, **rules)):
                table = disturbed(snapshot(state, viewer, version=version), rng)
                before = parts.parts_of(TablePage(table, VERSION), before)
                if rng.random() < 0.4:
                    assert before.html == parts.parts_of(TablePage(table, VERSION)).html


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


def test_names_are_text_wherever_they_stand() -> None:
    hostile = tuple(replace(seat, name=f"<u>{seat.player}&\"'") for seat in SEATS)
    for state in whole_deal(3, peek=PeekRule.FLIP2):
        html = parts.parts_of(TablePage(snapshot(state, 1, seats=hostile), VERSION)).html
        assert not any("<u>" in part or "&\"'" in part for part in html.values())
