"""The game that follows a finished one."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from django.db import transaction

from accounts.models import User
from games.engine import next_dealer
from games.lobby import invitations, tables
from games.lobby.tables import NotPossible
from games.models import Block, Game, Seat
from games.play import event_log, progress
from games.play.snapshot import Stage


@transaction.atomic
def rematch(*, code: str, user: User) -> Game:
    """The game that follows a finished one: same seats, same rules, the next first dealer. Asked twice, the same game.

    Nobody is seated with a person whom they block, or who blocks them, nor whose account is removed or suspended: such
    a seat stays free. Where there were other people, they are invited, and the game waits until `user`, its host,
    starts it: nobody plays who has not come.
    Raises TooManyGames, and NotPossible before the end and for whoever did not play.
    """
    last = event_log.lock(code)
    if not Stage(last.stage).has_ended or not last.seats.filter(user=user).exists():
        raise NotPossible
    following = Game.objects.filter(rematch_of=last).first()
    if following is None:
        following = _rematch_of(last, user)
    return following


def _rematch_of(last: Game, host: User) -> Game:
    seats = list(last.seats.select_related("user").order_by("player"))
    people = [seat.user for seat in seats if seat.user is not None]
    welcome = _welcome(host, _who_can_come(people))
    tables.may_sit_at_another(host)
    game = Game(code=secrets.token_urlsafe(6), host=host, name=last.name, secret=progress.new_secret(), rematch_of=last)
    tables.set_rules(game, event_log.rules_of(last), event_log.options_of(last))
    game.opening_dealer = next_dealer(event_log.opening_dealer(last))
    game.save()
    for seat in seats:
        stays_bot = "" if seat.user else seat.bot_name
        user = seat.user if seat.user in welcome else None
        Seat.objects.create(game=game, player=seat.player, user=user, bot_name=stays_bot)
    tables.changed(last)
    if people == [host]:
        tables.start(code=game.code, host=host, version=game.version)
        return event_log.lock(game.code)
    invitations.invite_seated(game)
    tables.changed(game)
    return game


def _who_can_come(people: Sequence[User]) -> list[User]:
    """Those whose accounts are neither removed nor suspended; that stays so, locked in an order all processes share."""
    found = User.objects.all_locked(pk__in=[user.pk for user in people])
    able = {user.pk for user in found if not user.is_suspended}
    return [user for user in people if user.pk in able]


def _welcome(host: User, people: Sequence[User]) -> list[User]:
    """The host, and in seat order whoever is not blocked by, and does not block, one of those before."""
    blocks = Block.objects.filter(user__in=people, blocked__in=people).values_list("user", "blocked")
    apart = {frozenset(pair) for pair in blocks}
    welcome = [host]
    for user in people:
        if user not in welcome and not any(frozenset((user.pk, other.pk)) in apart for other in welcome):
            welcome.append(user)
    return welcome
