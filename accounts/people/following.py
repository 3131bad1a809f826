"""Services for the people a player follows and the private notes about them. Guests may do all of it."""

from typing import Final

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.base.refusals import Refusal
from accounts.models import Follow, Note, User
from accounts.services import AccountDeleted

MOST_FOLLOWED: Final = 200


class FollowsTooMany(Refusal):
    """The player follows as many people as one may."""

    message = _("Your list of friends is full. Remove somebody first.")


@transaction.atomic
def follow(user: User, other: User) -> None:
    """Let *user* follow another player; following again changes nothing. Raises FollowsTooMany, AccountDeleted."""
    _lock(user, other)
    if user.follows.exclude(followed=other).count() >= MOST_FOLLOWED:
        raise FollowsTooMany
    Follow.objects.get_or_create(user=user, followed=other)


def unfollow(user: User, other: User) -> None:
    """Let *user* no longer follow another player."""
    user.follows.filter(followed=other).delete()


@transaction.atomic
def write_note(user: User, other: User, text: str) -> None:
    """Store what *user* notes about another player, "" to delete it. Raises AccountDeleted."""
    _lock(user, other)
    if text:
        Note.objects.update_or_create(user=user, about=other, defaults={"text": text})
    else:
        user.notes.filter(about=other).delete()


def take_over(guest: User, user: User) -> None:
    """Give the user the follows and notes of a guest, and those about the guest, where the user has none."""
    for model, columns in ((Follow, ("user", "followed")), (Note, ("user", "about"))):
        for column, other in (columns, columns[::-1]):
            known = model.objects.filter(**{column: user}).values(other)
            rows = model.objects.filter(**{column: guest}).exclude(**{other: user}).exclude(**{f"{other}__in": known})
            rows.update(**{column: user})


def forget(user: User) -> None:
    """Delete whom the player follows, who follows them, and the notes of and about them."""
    Follow.objects.filter(Q(user=user) | Q(followed=user)).delete()
    Note.objects.filter(Q(user=user) | Q(about=user)).delete()


def _lock(*users: User) -> None:
    """Lock these accounts until the transaction ends, so that none is deleted meanwhile. Raises AccountDeleted."""
    if len(User.objects.lock_all(pk__in=[user.pk for user in users])) < len(users):
        raise AccountDeleted
