"""What addresses of a player's pages name, for views and the API: the player, and the lists of games and deals."""

from collections.abc import Callable
from typing import Any, TypeAlias

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.translation import gettext as _

from accounts.base.names import isolated
from accounts.models import User
from games.history import queries, words
from games.history.queries import PageCursors
from games.history.words import Columns

Read: TypeAlias = Callable[..., tuple[list[Any], PageCursors]]

LISTS: dict[str, tuple[Read, Callable[[Any], Any], Columns]] = {
    "games": (queries.game_summaries, words.game_row, words.GAME_COLUMNS),
    "deals": (queries.deal_summaries, words.deal_row, words.DEAL_COLUMNS),
}
"""For each kind of list: the query, the row on the page, and the columns of a download."""


def visible_player(reader: User | AnonymousUser, name: str) -> User:
    """Return the player whose page this is; 404 if there is none, 403 if the reader may not see it."""
    try:
        player = queries.player_by_name(name)
    except User.DoesNotExist:
        raise Http404(_("There is no player of that name.")) from None
    if not player.shows_results_to(reader):
        raise PermissionDenied(_("%(name)s doesn’t show this page to everybody.") % {"name": isolated(player.username)})
    return player
