"""Twelve moments of a game at which something moves, for the film strip and for measuring motion."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from playwright.sync_api import Page

from games.engine import Bid, State, View, act
from games.values import Stage
from tests.pages.pages import ORIGIN, push, show, table
from tests.pages.scenes import Scene, dealt, finished, game_over, playing, snapshot, walk, with_declarer


@dataclass(frozen=True)
class Moment:
    """The table before a change and after it, and how many milliseconds later something is to be seen."""

    name: str
    before: Scene
    after: Scene
    milliseconds: int

    def open(self, page: Page) -> None:
        """Load the page of the table before, as if its socket had sent all of it."""
        show(page, {"/": table(self.before)})
        page.goto(ORIGIN)
        push(page, self.before)

    def happen(self, page: Page) -> None:
        """Change the table on that page."""
        push(page, self.after)


def moments() -> Iterator[Moment]:
    """Yield moments of the deal, the bidding, the play, and the ends of a deal and of a game."""
    deal, play = dealt(9, dealer=1), with_declarer(0)
    bid = act(deal, Bid(2, 3))
    yield _moment("deal", None, deal, 110)
    yield _moment("bid", deal, bid, 150)
    bid = act(bid, Bid(0, 6))
    yield _moment("own-bid", act(deal, Bid(2, 3)), bid, 150)
    yield _moment("seats", bid, act(bid, Bid(1, 3)), 60)
    yield _moment("dummy", play, walk(play, lambda now: bool(now.trick)), 60)
    yield _moment("card", playing(play, 2, 1), playing(play, 2, 2), 110)
    yield _moment("trick", playing(play, 2, 3), playing(play, 3, 0), 900)
    yield _moment("sweep", playing(play, 3, 0), playing(play, 3, 1), 170)
    yield _moment("nil", *_around(play, has_failed_nil), 90)
    yield _moment("contract", *_around(play, is_made), 130)
    yield _moment("deal-end", playing(play, 12, 3), finished(play), 640)
    over = game_over()
    yield Moment("game-end", over.changed(stage=Stage.SCORED), over.changed(version=41), 420)


def _moment(name: str, before: State | None, after: State, milliseconds: int) -> Moment:
    return Moment(name, snapshot(before), snapshot(after, version=41), milliseconds)


def has_failed_nil(view: View) -> bool:
    """Return whether a hand that is nil has taken a trick."""
    return any(view.taken[hand] > 0 for nils in view.nils for hand in nils)


def is_made(view: View) -> bool:
    """Return whether a side has the tricks of a contract."""
    return any(of and of <= taken for of, taken in zip(view.contracts, view.side_tricks, strict=False))


def _around(state: State, happens: Callable[[View], bool]) -> tuple[State, State]:
    """Return the last state on the way of `walk` of which this is not true, and the next one."""
    before = state

    def is_so(now: State) -> bool:
        nonlocal before
        view = snapshot(now).snapshot.view
        if view and happens(view):
            return True
        before = now
        return False

    after = walk(state, is_so)
    return before, after
