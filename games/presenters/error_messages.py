"""The messages for refused actions."""

from django.utils.translation import gettext_lazy as _

from games.engine import IllegalAction
from games.lobby.tables import TooManyGames
from games.play.errors import AlreadyDealt, AlreadyMade, NoDealNow, NotPossible, NotUnderstood, StaleGame

_BY_CODE = {
    "too_early": _("That comes later in the deal."),
    "deal_over": _("This deal is finished."),
    "wrong_player": _("It is not your turn."),
    "bad_peek": _("Those cards can’t be picked. Choose as many as the counter says."),
    "bad_bid": _("That number can’t be bid here."),
    "bad_nils": _("Those nils can’t be bid together here."),
    "card_not_held": _("That card is not in the hand that plays now."),
    "must_follow_suit": _("You have to follow suit."),
    "spades_not_broken": _("Spades are not broken yet: lead another suit."),
    "bad_claim": _("There is nothing to claim, or to answer, just now."),
    "claim_pending": _("The claim has to be answered first."),
}


def too_fast() -> str:
    """Return the message for a visitor above a rate limit."""
    return str(_("That was a lot at once. Wait a few minutes, then try again."))


def too_many_tables() -> str:
    """Return the message for a player who has opened too many tables."""
    return str(_("You have opened many tables just now. Try again in ten minutes."))


def seat_freed() -> str:
    """Return the message for a player whose seat the host has freed."""
    return str(_("The host has freed your seat."))


def sentence(refusal: Exception) -> str:
    """Return the message for a refused action in the active language; "" where the updated table needs none."""
    if isinstance(refusal, AlreadyDealt):
        return ""
    if isinstance(refusal, IllegalAction):
        return str(_BY_CODE[refusal.code])
    if isinstance(refusal, NotUnderstood):
        return str(_("That was not understood. Nothing has changed."))
    if isinstance(refusal, NoDealNow):
        return str(_("No deal is being played just now."))
    if isinstance(refusal, TooManyGames):
        return str(_("You have many unfinished games. Finish or end one of them first."))
    if isinstance(refusal, NotPossible):
        return str(_("That can’t be done at this table now. This is how it stands; nothing was lost."))
    if isinstance(refusal, AlreadyMade):
        return str(_("Your move had already arrived; nothing was lost."))
    if not isinstance(refusal, StaleGame):
        return str(_("Something went wrong here. Nothing was lost: please try again."))
    return str(_("The table had moved on. This is how it stands now; nothing was lost."))
