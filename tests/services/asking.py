"""Players who ask something of each other and answer, as a test lets them."""

from __future__ import annotations

from games.engine import Player
from games.models import Proposal
from games.play import proposals
from tests.tables import act, look, people_to_act


def moved(code: str) -> Player:
    """Let somebody move; returns who it was."""
    player = people_to_act(look(code))[0]
    act(code)
    return player


def others(*players: Player) -> list[Player]:
    return [player for player in range(3) if player not in players]


def propose(code: str, player: Player, kind: Proposal = Proposal.TAKE_BACK) -> None:
    proposals.propose(code=code, player=player, kind=kind)


def reply(code: str, player: Player, *, agree: bool = True) -> None:
    proposals.answer(code=code, player=player, version=look(code).version, agree=agree)


def may_take_back(code: str) -> list[Player]:
    return [player for player in range(3) if look(code, player).may_take_back]
