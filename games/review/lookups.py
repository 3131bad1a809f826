"""Look-ups by the parts of a review's address, for views and the API: finished deals, or why they can't be seen."""

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Deal, Game
from games.review import queries as review_queries
from games.review.queries import ReviewedDeal
from games.words import sentences


def finished_deals(
    user: User | AnonymousUser, code: str, number: int | None, *, judges: bool = True
) -> list[ReviewedDeal]:
    """Return all finished deals of a table, or only the one with this number; `judges` as in `queries.reviewed_deals`.

    403 if the user may not watch the table, or its deals are still closed; 404 if there is no such deal, or only its
    scores are stored.
    """
    try:
        return review_queries.reviewed_deals(code, user, number, judges=judges)
    except (Game.DoesNotExist, Deal.DoesNotExist):
        raise Http404(_("There is no finished deal at this address.")) from None
    except review_queries.DealsClosed as closed:
        raise PermissionDenied(sentences.deals_closed(in_tournament=closed.in_tournament)) from None
    except review_queries.OnlyScoresStored:
        raise Http404(_("Only the scores of this game were kept: its deals can’t be reviewed.")) from None
