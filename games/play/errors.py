"""Errors that say why something can't be done at a table. Nothing has changed then."""

from http import HTTPStatus
from typing import TYPE_CHECKING, ClassVar

from django.utils.translation import gettext, gettext_lazy as _

from accounts.base import names
from accounts.base.refusals import Refusal

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


class StaleGame(Refusal):
    """The game has changed since the version the writer knew."""

    message: ClassVar["StrOrPromise"] = _("The table had moved on. This is how it stands now; nothing was lost.")


class AlreadyMade(StaleGame):
    """The player has made this very move already: over a slow line it comes twice."""

    message = _("Your move had already arrived; nothing was lost.")


class AlreadyDealt(StaleGame):
    """The deal the player is ready for has begun: it was a second click, or the deal began by itself."""

    message: ClassVar["StrOrPromise"] = ""


class NoDealNow(Refusal):
    """Nothing can be played: the next deal has not begun."""

    message: ClassVar["StrOrPromise"] = _("No deal is being played right now.")


class GameHasEnded(NoDealNow):
    """Nothing can be played any more."""

    message = _("The game has ended. Nothing has changed.")


class NotPossible(Refusal):
    """The table is not in a state for this: a seat is taken, the game has begun, a bot plays, or it is the host's."""

    message = _("That can’t be done at this table now. This is how it stands; nothing was lost.")


class SeatTaken(NotPossible):
    """Somebody sits there already, or no seat is free."""

    message = _("That seat is taken; nothing was lost.")


class NotGathering(NotPossible):
    """The table does not wait for players: its game has begun, or it is closed."""

    message = _("This table no longer waits for players; nothing was lost.")


class NotHost(NotPossible):
    """The player does not act as host of the table."""

    message = _("Only the host can do that.")


class NotSeated(NotPossible):
    """The player has no seat at the table."""

    message = _("You have no seat at this table; nothing was lost.")


class BotPlays(NotPossible):
    """A bot plays for the player, who must take the seat back first."""

    message = _("A bot plays for you. Take your seat back first.")


class NotYetCome(NotPossible):
    """A player whom a rematch has seated has not come to the table yet."""

    message = _("A player is not at the table yet.")


class NotBetweenDeals(NotPossible):
    """No deal is about to begin, so there is nothing to be ready for."""

    message = _("No deal is about to begin.")


class OneTry(NotPossible):
    """A board of a set of deals waits for its player, and can't be given up."""

    message = _("This board waits for you: play it whenever you like.")


class OtherChoice(NotPossible):
    """At the same position of a board a bot has already chosen differently, in another process: the earlier choice
    counts.
    """


class NotForBots(NotPossible):
    """The account is that of a bot, which does not meet people here."""

    message = _("That is for people only: bots sit down at tables of bots, and where they are invited.")


class Paused(NotPossible):
    """The game stands still until players are back."""

    message = _("The game is paused. It goes on when everybody is back.")


class WaitedAlready(NotPossible):
    """Somebody has already declined to wait for an absent player."""

    message = _("Somebody wants to go on, so the table can’t wait again for ten minutes.")


class PlanFull(NotPossible):
    """The player has planned as many cards for later turns as the site keeps."""

    message = _("You have planned ten cards already. Withdraw one first.")


class NotUnderstood(Refusal):
    """The fields are not a valid move."""

    message = _("That was not understood. Nothing has changed: reload the page and try again.")
    status = HTTPStatus.BAD_REQUEST


class SeedNotUnderstood(NotUnderstood):
    """The seed is not a hexadecimal number, or is too long."""

    message = _("A seed has up to 64 digits and letters from a to f. Nothing has changed.")


class NumberMissing(NotUnderstood):
    """A bid without a number of tricks."""

    message = _("Choose a number of tricks first. Nothing has changed.")


class UnknownPlayer(NotUnderstood):
    """No other active account has this name, which may be the argument."""

    message = _("There is no player of that name.")

    def sentence(self) -> str:
        if name := names.without_controls("".join(self.args)):
            return gettext("There is no player called %(name)s.") % {
                "name": names.isolated(name[: names.LONGEST_WRITTEN])
            }
        return super().sentence()
