"""Sessions of an account, recorded in allauth's UserSession table; they and tokens for programs end together."""

from datetime import timedelta
from typing import Any, Final

from allauth.account import signals as allauth
from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authenticator_added
from allauth.usersessions import signals as recorded_by_allauth
from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.contrib.auth.signals import user_logged_in
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Exists, OuterRef
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.base.batches import delete_in_batches
from accounts.models import User
from accounts.services import lock_account
from accounts.signals import sessions_changed, signed_out_elsewhere

SECOND_FACTORS: Final = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)


def connect() -> None:
    """Let every new session be recorded, guests' included, and tokens for programs end with the password.

    Replaces allauth's receivers, which record only sessions from allauth's own pages and do not check that the account
    still exists.
    """
    allauth.user_logged_in.disconnect(recorded_by_allauth.on_user_logged_in)
    user_logged_in.connect(_record)
    for signal in (allauth.password_changed, allauth.password_reset):
        signal.connect(_withdraw_tokens)
        signal.connect(end_others)  # before the record, which forgets those with the old password
    for signal in (allauth.password_set, allauth.password_changed):
        signal.disconnect(recorded_by_allauth.on_password_changed)
        signal.connect(_record)
    authenticator_added.connect(_end_those_without_factor)


def _record(request: HttpRequest, **_sent: Any) -> None:
    record(request)


def _withdraw_tokens(user: User, **_sent: Any) -> None:
    """Withdraw all tokens of the player: somebody who knew the old password may have made some."""
    user.api_tokens.all().delete()


@transaction.atomic
def record(request: HttpRequest) -> None:
    """Record the request's session after a sign-in or a change of the session key. Raises AccountDeleted."""
    if "REMOTE_ADDR" not in request.META:  # not a browser's session, as in Client.force_login
        return
    assert request.user.is_authenticated
    lock_account(request.user)
    UserSession.objects.purge_and_list(request.user)  # deletes rows of expired sessions
    UserSession.objects.create_from_request(request)


def session_keys(user: User) -> list[str]:
    """Return the keys of the account's sessions."""
    return list(UserSession.objects.filter(user=user).values_list("session_key", flat=True))


def end_all(user: User) -> int:
    """Sign the account out everywhere, withdraw its tokens, and send its browsers no more pushes. Return the number of
    sessions ended.
    """
    keys = session_keys(user)
    user.push_subscriptions.all().delete()
    _withdraw_tokens(user)
    for session in UserSession.objects.filter(user=user):
        session.end()
    recheck_pages_on_commit(keys)
    return len(keys)


@transaction.atomic
def end_others(request: HttpRequest, user: User, **_sent: Any) -> int:
    """Sign the account out in all browsers except that of the request; return how many.

    The previous session of this browser is already gone. Its open pages are not notified: they would reload before the
    response arrives.
    """
    others = UserSession.objects.filter(user=user).exclude(session_key=request.session.session_key)
    ended = [session for session in others if session.exists()]
    for session in ended:
        session.end()
    recheck_pages_on_commit([session.session_key for session in ended])
    signed_out_elsewhere.send(sender=User, request=request, user=user)
    return len(ended)


@transaction.atomic
def _end_those_without_factor(request: HttpRequest, user: User, authenticator: Authenticator, **_sent: Any) -> None:
    """End all other sessions when a first second factor is set up.

    They were opened with the password alone, maybe by somebody who has stolen it and could remove the factor again.
    """
    factors = Authenticator.objects.filter(user=user, type__in=SECOND_FACTORS).exclude(pk=authenticator.pk)
    if authenticator.type not in SECOND_FACTORS or factors.exists():
        return
    if end_others(request, user):
        messages.info(request, _("You are signed out in your other browsers: they had not asked for a second factor."))


def recheck_pages_on_commit(keys: list[str]) -> None:
    """After the transaction commits, let open pages of these sessions check their permissions again."""
    transaction.on_commit(lambda: sessions_changed.send(sender=UserSession, keys=keys))


def remove_ended() -> int:
    """Remove sessions that have expired, and the records of sessions that are gone; return how many sessions."""
    now = timezone.now()
    removed = delete_in_batches(Session.objects.filter(expire_date__lt=now))
    stored = Exists(Session.objects.filter(session_key=OuterRef("session_key")))
    before = now - timedelta(days=1)  # a session is recorded before it is stored
    delete_in_batches(UserSession.objects.filter(~stored, created_at__lt=before))
    return removed
