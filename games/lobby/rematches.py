"""Rematches: a new game with the players and rules of a finished one."""

from collections.abc import Sequence

from accounts.models import User
from games.engine import next_dealer
from games.lobby import tables
from games.models import Block, Game, Invitation, Seat, options_of, rules_of
from games.models.values import Stage
from games.play import event_log, progress, queue
from games.play.errors import NotPossible
from games.pubsub import groups


def rematch(*, code: str, user: User) -> Game:
    """Return the rematch of a finished game, opening it if there is none: same seats and rules, the next first dealer.

    A seat stays free if its player's account is deleted or suspended, or if its player and another one block each
    other. Other people are invited, and the game waits until they have come and `user`, its host, starts it. Raises
    TooManyGames, and NotPossible before the end of the game and for a user who did not play.
    """
    with queue.change(code) as last:
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
    game = tables.new_game(host=host, rules=rules_of(last), name=last.name, options=options_of(last), rematch_of=last)
    game.opening_dealer = next_dealer(event_log.opening_dealer(last))
    game.save()
    for seat in seats:
        user = seat.user if seat.user in welcome else None
        Seat.objects.create(game=game, player=seat.player, user=user, bot_name="" if seat.user else seat.bot_name)
    progress.changed(last)
    if people == [host]:
        tables.start(code=game.code, host=host, version=game.version)
        return event_log.lock(game.code)
    for guest in welcome[1:]:
        Invitation.objects.create(game=game, user=guest, inviter=host)
        groups.notices_changed_on_commit(guest.pk)
    progress.changed(game)
    return game


def _who_can_come(people: Sequence[User]) -> list[User]:
    """Lock the people's accounts and return those who are neither deleted nor suspended."""
    found = User.objects.lock_all(pk__in=[user.pk for user in people])
    able = {user.pk for user in found if not user.is_suspended}
    return [user for user in people if user.pk in able]


def _welcome(host: User, people: Sequence[User]) -> list[User]:
    """Return the host and, in seat order, those who neither block nor are blocked by anyone before them."""
    blocks = Block.objects.filter(user__in=people, blocked__in=people).values_list("user", "blocked")
    apart = {frozenset(pair) for pair in blocks}
    welcome = [host]
    for user in people:
        if user not in welcome and not any(frozenset((user.pk, other.pk)) in apart for other in welcome):
            welcome.append(user)
    return welcome
