"""Invitations of players, by name, to a table. A challenge is a table opened with invitations."""

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext, gettext_lazy as _

from accounts.base import names
from accounts.models import User
from games.engine import Rules
from games.lobby import tables
from games.models import Block, Club, Game
from games.play import onlookers, presence, progress, queue
from games.play.errors import NotGathering, NotPossible, NotSeated, UnknownPlayer
from games.values import Stage, TableOptions


class AlreadySeated(NotPossible):
    """The player, whose name is the argument, is already at the table, and may be the inviter."""

    def sentence(self) -> str:
        return gettext("%(name)s is already at this table.") % {"name": names.isolated(self.args[0])}


class BlockedByInviter(NotPossible):
    """The inviter has blocked this player."""

    message = _("You have blocked this player. Unblock them first.")


def decline(*, code: str, user: User) -> None:
    """Delete the user's invitations to this table, and free a seat reserved by a rematch. Nobody is notified."""
    with queue.change(code) as game:
        if user.pk in presence.yet_to_come(game):
            tables.leave(code=code, user=user)
        progress.withdraw(game.invitations.filter(user=user))


def come(*, code: str, user: User) -> None:
    """Store that a player seated by a rematch has come to the table. Calling it again has no effect."""
    with queue.change(code) as game:
        if user.pk in presence.yet_to_come(game):
            progress.withdraw(game.invitations.filter(user=user))
            progress.changed(game)


def invite(*, code: str, inviter: User, name: str, kind: str = "invitation") -> None:
    """Invite the account called `name`, in any case, unless it is invited already. `kind` is that of the notification.

    No invitation is stored if the player has blocked the inviter, or if the host has blocked or removed the player, who
    could not sit down; the inviter learns of none of this. An invitation by the host lets a removed player come back.

    Raises UnknownPlayer, AlreadySeated, BlockedByInviter, NotOfClub, NotGathering if the game has begun, and NotSeated
    if the inviter does not sit at the table.
    """
    with queue.change(code) as game:
        seated = {seat.user_id for seat in game.seats.all()}
        if game.stage != Stage.OPEN:
            raise NotGathering
        if inviter.pk not in seated:
            raise NotSeated
        user = next(iter(User.objects.lock_all(name_key=names.fold(name))), None)
        if user is None:
            raise UnknownPlayer(name)
        if user.pk in seated:
            raise AlreadySeated(user.get_username())
        if inviter.blocks.filter(blocked=user).exists():
            raise BlockedByInviter
        tables.check_is_of_club(game, user)
        onlookers.note_invited(code, user.get_username())
        if inviter.pk == game.host_id:
            game.removals.filter(user=user).delete()
        blocks = Block.objects.filter(Q(user=user, blocked=inviter) | Q(user=game.host_id, blocked=user))
        if not (blocks.exists() or game.removals.filter(user=user).exists()):
            invitation, _is_new = game.invitations.get_or_create(user=user, defaults={"inviter": inviter})
            tables.notify_invited(invitation, kind)


@transaction.atomic
def challenge(
    *, host: User, invited: Sequence[str], rules: Rules, name: str, options: TableOptions, club: Club | None = None
) -> Game:
    """Open a table of `host`, as `tables.open_table` does, and invite the players of these names, or do neither.

    Raises what `invite` raises, TooManyGames and AccountDeleted.
    """
    # All accounts at once: two players who challenge each other would lock them in different orders.
    User.objects.lock_all(name_key__in=[host.name_key, *map(names.fold, invited)])
    game = tables.open_table(host=host, rules=rules, name=name, options=options, club=club)
    for player in invited:
        invite(code=game.code, inviter=host, name=player, kind="challenge")
    return game
