"""The one door for every action in a deal: people and bots enter by it alike."""

from __future__ import annotations

from django.db import transaction

from games import store
from games.engine import Action, AnswerClaim, Peek, State, decide, evolve
from games.models import Author, Game, Proposal
from games.services import progress, tables
from games.snapshot import Stage
from games.store import StaleGame


class NoDealNow(Exception):
    """Nothing can be played: the next deal has not begun, or the game has ended."""


@transaction.atomic
def take_turn(*, code: str, action: Action, version: int) -> None:
    """Do `action`, asked for by someone who saw the game at `version`.

    Raises Game.DoesNotExist, NoDealNow, StaleGame (the deal has moved on), NotPossible (a bot sits in for the player)
    or an `IllegalAction`; then nothing has changed.
    """
    game = store.lock(code)
    if not _oldest_version(game, action) <= version <= game.version:
        raise StaleGame
    tables.check_plays(game, action.player)
    apply(game, current_state(game), action, Author.PLAYER)


def _oldest_version(game: Game, action: Action) -> int:
    """The oldest sight of the table from which this action may come: that of the last event that matters to it.

    Players peek in any order (RULES section 4) and answer a claim in any order, so for them that is the deal, or the
    claim; a change that is no event, such as a proposal, makes nobody's move stale.
    """
    events = game.events.filter(deal__number=game.deal_number).order_by("-sequence")
    if isinstance(action, Peek):
        events = events.filter(payload__kind="Dealt")
    elif isinstance(action, AnswerClaim):
        events = events.filter(payload__kind="ClaimMade")
    last = events.first()
    return last.sequence if last else game.version


def current_state(game: Game) -> State:
    """The deal in progress. Raises NoDealNow between deals and after the game."""
    deal = store.current_deal(game)
    if game.stage != Stage.DEAL or deal is None:
        raise NoDealNow
    return store.load_state(deal)


def apply(game: Game, state: State, action: Action, author: Author) -> None:
    """Decide, write and settle one action in a locked game. Raises IllegalAction. A move voids any proposal."""
    events = decide(state, action)
    deal = store.current_deal(game)
    assert deal is not None, "a state was loaded from a deal"
    store.append(game, deal, events, author)
    for event in events:
        state = evolve(state, event)
    game.proposal, game.proposed_by, game.proposed_at = Proposal.NONE, None, None
    progress.settle(game, state, action.player)
