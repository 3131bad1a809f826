"""The one door for every action in a deal: people and bots enter by it alike."""

from __future__ import annotations

from django.db import transaction

from games import store
from games.engine import Action, Peek, State, decide, evolve
from games.models import Author, Game, Proposal
from games.services import progress
from games.snapshot import Stage
from games.store import StaleGame


class NoDealNow(Exception):
    """Nothing can be played: the next deal has not begun, or the game has ended."""


@transaction.atomic
def take_turn(*, code: str, action: Action, version: int) -> None:
    """Do `action`, asked for by someone who saw the game at `version`.

    Raises Game.DoesNotExist, NoDealNow, StaleGame (the game has moved on) or an `IllegalAction`; then nothing has
    changed. Players peek in any order (RULES section 4), so a peek may come from an older version of the deal.
    """
    game = store.lock(code)
    oldest = _version_of_deal(game) if isinstance(action, Peek) else game.version
    if not oldest <= version <= game.version:
        raise StaleGame
    apply(game, current_state(game), action, Author.PLAYER)


def _version_of_deal(game: Game) -> int:
    """The version at which the current deal was dealt."""
    dealt = game.events.filter(deal__number=game.deal_number).order_by("sequence").first()
    return dealt.sequence if dealt else game.version


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
    game.proposal, game.proposed_by = Proposal.NONE, None
    progress.settle(game, state, action.player)
