"""The game that follows a finished one."""

from __future__ import annotations

import secrets

from django.db import transaction

from accounts.models import User
from games import store
from games.engine import next_dealer
from games.models import Game, Seat
from games.services import progress, tables
from games.services.tables import NotPossible
from games.snapshot import Stage


@transaction.atomic
def rematch(*, code: str, user: User) -> Game:
    """The game that follows a finished one: same seats, same rules, the next first dealer. Asked twice, the same game.

    With other people in it, it waits until `user`, its host, starts it: nobody plays who has not come. Raises
    TooManyGames, and NotPossible before the end and for whoever did not play.
    """
    last = store.lock(code)
    if not Stage(last.stage).has_ended or not last.seats.filter(user=user).exists():
        raise NotPossible
    following = Game.objects.filter(rematch_of=last).first()
    if following is None:
        tables.may_sit_at_another(user)
        following = _rematch_of(last, user)
    return following


def _rematch_of(last: Game, host: User) -> Game:
    game = Game(code=secrets.token_urlsafe(6), host=host, name=last.name, secret=progress.new_secret(), rematch_of=last)
    tables.set_rules(game, store.rules_of(last), store.options_of(last))
    game.opening_dealer = next_dealer(store.opening_dealer(last))
    game.save()
    for seat in last.seats.select_related("user"):
        stays_bot = "" if seat.user else seat.bot_name
        Seat.objects.create(game=game, player=seat.player, user=seat.user, bot_name=stays_bot)
    tables.changed(last)
    if game.seats.filter(user__isnull=False).count() == 1:
        tables.start(code=game.code, host=host, version=game.version)
        return store.lock(game.code)
    tables.changed(game)
    return game
