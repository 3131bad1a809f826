"""Sentences for the reasons that an expert bot gives for a move."""

from django.utils.translation import gettext as _

from games.bots import Cause, Reason
from games.words.names import Names, decimal


def reason_sentence(reason: Reason, names: Names) -> str:
    """Return the sentence for a reason."""
    match reason.cause:
        case Cause.ONLY_CARD:
            return _("It is the only card this hand may play.")
        case Cause.ONLY_BID:
            return _("There is nothing to choose: the spades are counted.")
        case Cause.NO_DIFFERENCE:
            return _("Other cards would do about as well.")
        case Cause.CONTRACT:
            return _contract(reason, names)
        case Cause.BAGS:
            return _bags(reason, names)
        case Cause.NIL | Cause.BID_NIL:
            return _nil(reason, names)
        case Cause.BID:
            longer = _("This bid is made in %(chance)d%% of simulated deals, one trick more in %(otherwise)d%%.")
            template = longer if reason.otherwise else _("This bid is made in %(chance)d%% of simulated deals.")
            return template % _shares(reason)


def _contract(reason: Reason, names: Names) -> str:
    assert reason.player is not None, "a contract is somebody's"
    more = (
        _("Your contract is made more often: in %(chance)d%% of simulated deals, not %(otherwise)d%%."),
        _("%(name)s’s contract is made more often: in %(chance)d%% of simulated deals, not %(otherwise)d%%."),
    )
    less = (
        _("Your contract is made less often: in %(chance)d%% of simulated deals, not %(otherwise)d%%."),
        _("%(name)s’s contract is made less often: in %(chance)d%% of simulated deals, not %(otherwise)d%%."),
    )
    yours, others = more if reason.chance > reason.otherwise else less
    return names.say(reason.player, yours, others, **_shares(reason))


def _bags(reason: Reason, names: Names) -> str:
    assert reason.player is not None, "bags are somebody's"
    if reason.chance < reason.otherwise:
        yours = _("You take fewer bags: on average %(bags)s instead of %(otherwise)s.")
        others = _("%(name)s takes fewer bags: on average %(bags)s instead of %(otherwise)s.")
    else:
        yours = _("You take more bags: on average %(bags)s instead of %(otherwise)s.")
        others = _("%(name)s takes more bags: on average %(bags)s instead of %(otherwise)s.")
    bags, otherwise = (decimal(count) for count in (reason.chance, reason.otherwise))
    return names.say(reason.player, yours, others, bags=bags, otherwise=otherwise)


def _nil(reason: Reason, names: Names) -> str:
    assert reason.hand is not None, "a nil is on a hand"
    if reason.cause is Cause.BID_NIL:
        template = _("The nil on %(hand)s fails in %(fails)d%% of simulated deals.")
    elif reason.chance > reason.otherwise:
        template = _("The nil on %(hand)s is made more often: in %(chance)d%% of simulated deals, not %(otherwise)d%%.")
    else:
        template = _("The nil on %(hand)s is made less often: in %(chance)d%% of simulated deals, not %(otherwise)d%%.")
    return template % {"hand": names.hand(reason.hand), **_shares(reason)}


def _shares(reason: Reason) -> dict[str, int]:
    chance, fails, otherwise = (round(100 * share) for share in (reason.chance, 1 - reason.chance, reason.otherwise))
    return {"chance": chance, "fails": fails, "otherwise": otherwise}
