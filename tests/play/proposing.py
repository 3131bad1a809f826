"""Players who propose something to each other and answer."""

from games.engine import Player
from games.models import Game
from games.play import presence, proposals
from games.values import Proposal
from tests.tables import act, people_to_act, snapshot_for


def move_once(code: str) -> Player:
    """Let the next person move; return that player."""
    player = people_to_act(snapshot_for(code))[0]
    act(code)
    return player


def others(*players: Player) -> list[Player]:
    """Return the players who are not among these."""
    return [player for player in range(3) if player not in players]


def propose(code: str, player: Player, kind: Proposal = Proposal.TAKE_BACK) -> None:
    """Let the player propose this."""
    proposals.propose(code=code, player=player, kind=kind)


def reply(code: str, player: Player, *, agree: bool = True) -> None:
    """Let the player answer what is proposed now."""
    proposals.answer(code=code, player=player, version=snapshot_for(code).version, agree=agree)


def may_take_back(code: str) -> list[Player]:
    """Return the players who may ask to take back the last move."""
    return [player for player in range(3) if snapshot_for(code, player).may_take_back]


def still_to_agree(code: str) -> frozenset[Player]:
    """Return the players who have yet to agree to what is proposed."""
    game = Game.objects.get(code=code)
    return presence.still_to_agree(game, game.seats.all())
