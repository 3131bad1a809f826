"""The snapshot of a game without a database: what the components draw for the person."""

from typing import Final

from django.utils.translation import gettext

from accounts.base import avatars
from games.engine import PLAYERS, Player
from games.play import chain
from games.play.snapshot import FullSnapshot, SeatInfo, Snapshot, taken_back
from games.solo.game import SEEDS, YOU, SoloGame
from games.values import BotPause, TableOptions
from games.values.modes import SOLO

AVATAR: Final = avatars.of_name("")
"""The code of the person's picture: nobody chooses one here."""


def take_full_snapshot(game: SoloGame) -> FullSnapshot:
    """Return what the table shows at its version."""
    setup = game.setup
    first, second, third = (_seat(game, player) for player in PLAYERS)
    base = Snapshot(
        code=setup.code,
        name=gettext("Without a connection"),
        rules=setup.rules,
        version=game.version,
        stage=game.stage,
        seats=(first, second, third),
        host=YOU,
        viewer=None,
        drawn=game.drawn,
        dealer=game.dealer,
        deal_number=len(game.deals),
        view=None,
        finished=game.finished,
        standing=game.standing,
        ready=frozenset(),
        next_deal_at=None,
        winner=game.winner,
        commitment=chain.commitment_of(setup.root),
        proof=game.proof,
        options=_options(game),
        taken_back=taken_back(game.log, game.state),
        mode=SOLO,
    )
    return FullSnapshot(base, game.state, game.may_take_back)


def _options(game: SoloGame) -> TableOptions:
    """Return the options: nobody else is there who could watch or write."""
    return TableOptions(
        spectators=False, chat=False, bot_level=game.setup.level, bot_style=game.setup.style, bot_pause=BotPause.HUMAN
    )


def _seat(game: SoloGame, player: Player) -> SeatInfo:
    name, is_bot = game.setup.names[player], player != YOU
    return SeatInfo(player, name, is_bot, seed=SEEDS[player], account_avatar=AVATAR, has_page=False)
