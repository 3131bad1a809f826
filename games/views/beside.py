"""What a table’s page shows beside the table: the chat, and notices of other tables. Its socket draws the same, and
sends it only if it differs from what the page has.
"""

import re
from typing import Final
from zlib import crc32

from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from accounts.models import User
from games.lobby import queries as lobby_queries
from games.pairing.queries import Call

_COUNTS_DOWN: Final = re.compile(r' data-seconds="[^<]*')
"""Numbers that browsers count down by themselves: no change that has to be sent."""


def draw_notices(user: User | AnonymousUser, call: Call | None, elsewhere_than: str = "") -> SafeString:
    """Draw at how many tables it is the player's turn, the latest invitation, and the table that is looked for."""
    context = {
        "elsewhere": lobby_queries.elsewhere(user, than=elsewhere_than),
        "invitation": next(iter(lobby_queries.invitations_of(user)), None),
        "pairing_call": call,
    }
    return render_to_string("lobby/_turns.html", context)


def digest(html: str) -> str:
    """Return a name for what this markup shows, by which a socket learns what its page has."""
    return f"{crc32(_COUNTS_DOWN.sub('', html).encode()):08x}"
