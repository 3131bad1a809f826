"""The page of a game without a database: what it shows, what its forms do, and when the game goes on by itself.

It does for one page what the site's socket of a table does (`games.sockets.table_consumer`).
"""

from random import Random
from typing import Final
from urllib.parse import parse_qs

from games.components import frames
from games.components.frames import Sent, Viewer
from games.play import moves, paces
from games.play.attendance import Attendance
from games.play.errors import NotPossible, NotUnderstood
from games.play.snapshot import FullSnapshot
from games.solo.game import REFUSALS, YOU, SoloGame
from games.solo.snapshots import take_full_snapshot
from games.values import Proposal, Stage
from games.words import errors

_VIEWER: Final = Viewer(YOU, signed_in=False)
_HERE: Final = Attendance(frozenset({YOU}))


class SoloPage:
    """A page that shows a game. After the last card of a deal it shows the last trick for a moment before the score."""

    def __init__(self, game: SoloGame, rng: Random) -> None:
        self.game = game
        self._rng = rng
        self._sent: Sent | None = None
        self._score_waits = False

    def table(self) -> str:
        """Return the whole table, for a page that shows none yet."""
        self._sent = None
        return self._frame(take_full_snapshot(self.game))

    def receive(self, kind: str, form: str) -> str:
        """Do what a form of the page asks for, by its kind and its fields as browsers send them; return what changes on
        the page, and why nothing does if it is refused.
        """
        was = self.game.stage
        try:
            self._do(kind, parse_qs(form, keep_blank_values=True))
        except (*REFUSALS, NotUnderstood) as refusal:
            self._sent = None
            return self._frame(take_full_snapshot(self.game), errors.sentence(refusal))
        return self._show(was)

    def seconds_to_step(self) -> float | None:
        """Return how long it takes until `step` is to be called; None if the page waits for its reader."""
        return paces.LAST_TRICK_SHOWN if self._score_waits else self.game.seconds_to_step()

    def step(self) -> str:
        """Go on by itself, and return what changes on the page."""
        was = self.game.stage
        if self._score_waits:
            self._score_waits = False
            return self._frame(take_full_snapshot(self.game))
        self.game.step(self._rng)
        return self._show(was)

    def _do(self, kind: str, fields: moves.Fields) -> None:
        match kind:
            case "propose":
                if fields.get("kind") != [Proposal.TAKE_BACK]:
                    raise NotPossible
                self.game.take_back()
            case "end":
                self.game.give_up()
            case "rematch":
                self.game = self.game.rematch()
                self._sent = None
            case _:
                self.game.move(moves.read(kind, YOU, fields), moves.version(fields))

    def _show(self, was: Stage) -> str:
        full = take_full_snapshot(self.game)
        ends = was is Stage.DEAL and full.base.stage is not Stage.DEAL
        last_trick = full.before_the_score if ends else None
        self._score_waits = last_trick is not None
        return self._frame(last_trick or full)

    def _frame(self, full: FullSnapshot, notice: str = "") -> str:
        frame, self._sent = frames.frame(full, _VIEWER, _HERE, self._sent, notice)
        return frame
