"""Replays: a finished deal played again with the same cards, against two bots, for nothing."""

import json
from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games import engine
from games.engine import Dealt, Event, Peeked, Player
from games.lobby import one_deal, tables
from games.models import Deal, Game, TableOptions


@transaction.atomic
def open_replay(*, user: User, log: Sequence[Event], player: Player, source: Deal | None) -> Game:
    """Begin a replay of a finished deal with these events, with the user in the seat of `player`.

    `source` is the deal, if it is one of a table; the caller has checked that the user may see it. A replay begins with
    the bidding, at the same score, and everybody has seen what they saw of the dummy then. Raises TooManyGames,
    AccountDeleted.
    """
    options = TableOptions(spectators=False, chat=False)
    name = _("Deal %(number)d again") % {"number": source.number} if source else _("A deal again")
    record = json.dumps(engine.record_of(engine.replay(log)))
    state = engine.replay([event for event in log if isinstance(event, Dealt | Peeked)])
    game = tables.new_game(host=user, rules=state.rules, name=name, options=options, replayed=record, replay_of=source)
    return one_deal.begin(game, user=user, player=player, events=[engine.dealt_event(state), *state.peeks])
