"""A table for every phase of a game that looks different, by name."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import timedelta

from django.utils import timezone

from games.engine import BiddingStyle, Peek, PeekRule, Play, Player, State, act, legal_actions, view_for
from games.play.attendance import Onlookers
from games.play.clocks import DAY
from games.play.snapshot import OpenProposal, RefusedProposal, SeatInfo
from games.values import Stage, TableOptions
from tests.pages.scenes import (
    BEFORE,
    SEATS,
    Scene,
    bidding,
    claimed,
    clock,
    dealt,
    duplicate_over,
    finished,
    finished_deal,
    game_over,
    gathering,
    on_lead,
    peekable,
    playing,
    seated,
    snapshot,
    to_play,
    walk,
    with_declarer,
)


def scenes() -> Iterator[tuple[str, Scene]]:
    """One table for every phase that looks different, by name."""
    play = {declarer: with_declarer(declarer) for declarer in range(3)}
    yield "draw", snapshot(None)
    for peek in (PeekRule.FOUR, PeekRule.FLIP2):
        state = dealt(5, dealer=1, before=BEFORE, peek=peek)
        mine = walk(state, lambda now: 0 in view_for(now, 0).waiting)
        yield f"peek-{peek}", snapshot(mine)
        yield f"peek-{peek}-wait", snapshot(act(mine, Peek(0, peekable(mine))))
        yield f"bid-{peek}", snapshot(bidding(dealt(6, dealer=0, before=BEFORE, peek=peek), 2))
    for style in BiddingStyle:
        yield f"bid-{style}", snapshot(bidding(dealt(9, dealer=0, before=BEFORE, bidding=style), 2))
    yield "bid-wait", snapshot(bidding(dealt(9, dealer=2, before=BEFORE), 1))
    yield "lead", snapshot(play[1])
    yield "follow", snapshot(to_play(play[2], 0, False))
    yield "dummy-left", snapshot(to_play(play[1], 0, False))
    yield "declarer-dummy", snapshot(to_play(play[0], 3, True))
    yield "declarer-lead", snapshot(walk(play[0], on_lead))
    yield "watch", snapshot(playing(play[2], 5, 2), None)
    yield "claim", snapshot(claimed(play[1]))
    over = finished(play[2])
    yield "scored", snapshot(over)
    yield "over", game_over()
    yield "over-guest", game_over().seen_by(0).changed(is_guest=True)
    yield "scored-duplicate", snapshot(over, options=TableOptions(duplicate=True))
    yield "over-duplicate", duplicate_over()
    yield "void", snapshot(over, stage=Stage.OVER, winner=1, void="Played by two people in one browser")
    yield "closed", snapshot(playing(play[2], 5, 2), stage=Stage.CLOSED)
    yield from people_scenes(play)


def people_scenes(play: Mapping[Player, State]) -> Iterator[tuple[str, Scene]]:
    """Tables at which people wait for each other."""
    options = TableOptions(public=True, clock="fast")
    yield "gathering", gathering(options=options, around=Onlookers(("", "Dora"), ("Emil",)))
    yield "gathering-full", gathering(1, SEATS[0], replace(SEATS[1], rules_changed=True), SEATS[2])
    yield "gathering-visitor", gathering(None, SEATS[0], SeatInfo(1, "", False), SEATS[2], options=options)
    clocks = [{"clock": clock(10, 45 - player)} for player in range(3)]
    low = {"clock": clock(0, 7.4, running=True)}
    mine = to_play(play[2], 0, False)
    yield "clock-low", snapshot(mine, seats=seated(low, *clocks[1:]), options=options, last_by_clock=1)
    bidder = bidding(dealt(9, dealer=0, before=BEFORE), 2)
    yield "clock-bid", snapshot(bidder, seats=seated(low, *clocks[1:]), options=options)
    others = act(play[1], next(action for action in legal_actions(play[1]) if isinstance(action, Play)))
    running = {"clock": clock(3.2, 44, running=True)}
    yield "clock-theirs", snapshot(others, seats=seated(clocks[0], running, clocks[2]), may_take_back=True)
    yield "late", snapshot(others, seats=seated(clocks[0], running, clocks[2]), late=frozenset({0}))
    slow = TableOptions(clock="3days")
    days = seated(
        {"clock": clock(2.6 * DAY, 0, running=True)},
        {"clock": clock(3 * DAY, 0), "vacation_until": timezone.now() + timedelta(days=9)},
        {"clock": clock(3 * DAY, 0)},
    )
    few = {"here": frozenset({0, 2})}
    yield "by-turns", snapshot(mine, seats=days, options=slow, **few)
    ended = (finished_deal(finished(play[2])),)
    yield (
        "by-turns-bid",
        snapshot(bidding(dealt(9, dealer=2, before=BEFORE), 0), seats=days, options=slow, finished=ended),
    )
    yield "away", snapshot(others, seats=seated({}, {}, {}), here=frozenset({0}), away_too_long=frozenset({1}))
    without_ana = {"here": frozenset({0, 2})}
    yield "stand-in", snapshot(others, seats=seated({}, {"stand_in": "Hugo"}, {}), **without_ana)
    yield "stand-in-mine", snapshot(mine, seats=seated({"stand_in": "Hugo"}, {}, {}))
    asked = OpenProposal("back", 1, frozenset({1}))
    yield "proposal", snapshot(mine, seats=seated({}, {}, {}), proposal=asked)
    yield "proposal-mine", snapshot(mine, 1, seats=seated({}, {}, {}), proposal=asked)
    yield "refused", snapshot(mine, seats=seated({}, {}, {}), refused=RefusedProposal("back", 0))
    over = finished(play[2])
    yield (
        "rematch",
        snapshot(over, seats=seated({}, {}, {}), stage=Stage.OVER, winner=1, rematch="Rematch1", rematch_by=1),
    )
    yield "rematch-draw", snapshot(None, drawn=None)
