"""The log of a deal: its events in order, who has made each, and which move may be taken back."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from accounts.base.choices import Choice
from games import engine
from games.engine import Action, AnswerClaim, BidMade, CardPlayed, ClaimMade, Dealt, Event, Peek, Player, State


class Author(Choice):
    """Who made a move: the player, a bot, or a bot because the player's time was up."""

    PLAYER = "player", _("player")
    BOT = "bot", _("bot")
    CLOCK = "clock", _("clock")


@dataclass(frozen=True, slots=True)
class Logged:
    """An event of a deal, as stored in the log."""

    sequence: int
    event: Event
    author: str
    taken_back: bool = False


def standing_events(log: Iterable[Logged]) -> list[Event]:
    """Return the events that count: without those taken back."""
    return [entry.event for entry in log if not entry.taken_back]


def mover(event: Event, declarer: Player | None) -> Player | None:
    """Return the player who made a move: the declarer plays the dummy's cards. None for the deal itself."""
    if isinstance(event, Dealt):
        return None
    if isinstance(event, CardPlayed):
        assert declarer is not None, "cards are played once there is a declarer"
        return engine.owner(event.hand, declarer)
    return event.player


def may_take_back(log: Sequence[Logged], state: State) -> Player | None:
    """Return the player who made the last move of a deal under way, if it may be taken back: it has shown nothing.

    A peek or a claim shows cards, and the opening lead exposes the dummy, so these cannot be taken back. Nor can a move
    after which another one was seen, even if that one was taken back.
    """
    last = log[-1]
    if last.taken_back or last.author != Author.PLAYER:
        return None
    is_opening_lead = not state.tricks and len(state.trick) == 1
    may_be = isinstance(last.event, BidMade | CardPlayed) and not is_opening_lead
    return mover(last.event, state.declarer) if may_be else None


def oldest_version(log: Sequence[Logged], action: Action) -> int:
    """Return the oldest version for which this action of a player is still valid: that of the last event that matters
    to it.

    Players peek in any order (docs/rules.md section 4) and defenders answer declarer's claim in any order, so for them
    that event is the deal or the claim. A change that is not an event, such as a proposal, makes nobody's move stale.
    """
    if isinstance(action, Peek):
        return log[0].sequence
    if isinstance(action, AnswerClaim):
        claims = (entry.sequence for entry in reversed(log) if isinstance(entry.event, ClaimMade))
        return next(claims, log[0].sequence)
    return log[-1].sequence
