"""The user model: registered players and guests."""

import datetime
from collections.abc import Sequence
from typing import Any, ClassVar, Final

from django.conf import settings
from django.contrib.auth.models import AbstractUser, AnonymousUser, UserManager
from django.core.exceptions import ValidationError
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.base import avatars, names
from accounts.base.choices import Visibility
from accounts.base.statements import Statement
from accounts.base.time_zones import LONGEST_ZONE
from accounts.models.moderation import ModerationStatus
from accounts.models.preferences import Preferences


def today() -> datetime.date:
    """Return today's date in UTC."""
    return timezone.now().date()


NAME_TAKEN = _("Somebody already has this name.")


class OnlineTo(models.TextChoices):
    """Who may see that a player is online."""

    EVERYBODY = "all", _("everybody")
    FOLLOWED = "followed", _("my friends")
    NOBODY = "nobody", _("nobody")


class NameKeyField(models.CharField[str, str]):
    """A key of the username, computed on every save.

    `name_key`, the folded name, replaces a unique index on LOWER(username), which in SQLite handles only ASCII letters.
    `look_key` and `latin_key` find names that look alike. In rows that a process of the version before them wrote, they
    are "" until a ticker fills them in.
    """

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        assert isinstance(model_instance, User)
        key = NAME_KEYS[self.attname](model_instance.username)
        setattr(model_instance, self.attname, key)
        return key


NAME_KEYS: Final = {"name_key": names.fold, "look_key": names.look_key, "latin_key": names.latin_key}


class PlayerManager(UserManager["User"]):
    """Finds players by name regardless of case."""

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(name_key=names.fold(username or ""))

    async def aget_by_natural_key(self, username: str | None) -> "User":
        return await self.aget(name_key=names.fold(username or ""))

    def get(self, *args: Any, **kwargs: Any) -> "User":
        """Return the one account that matches, by a faster path for look-ups by key, which every request makes.

        Managers of related accounts are of another class, and have to search only among those.
        """
        if args or kwargs.keys() != {"pk"} or type(self) is not PlayerManager:
            return super().get(*args, **kwargs)
        user = _BY_KEY.first(self.model._meta.pk.to_python(kwargs["pk"]))
        if user is None:
            raise self.model.DoesNotExist
        return user

    def create_superuser(
        self, username: str, email: str | None = None, password: str | None = None, **extra: Any
    ) -> "User":
        """Make an account for staff. Raises ValidationError without a password, or if somebody has a name like it."""
        if not password:
            raise ValidationError("The account needs a password: set DJANGO_SUPERUSER_PASSWORD.")
        if name_is_taken(username):
            raise ValidationError(NAME_TAKEN)
        return super().create_superuser(username, email, password, **extra)

    def lock(self, pk: int) -> "User | None":
        """Lock an account until the transaction ends. Return its current row, or None if it was deleted."""
        return _LOCKED_BY_KEY.first(pk)

    def lock_all(self, **which: object) -> "list[User]":
        """Lock the active accounts that match *which*, always in the same order to avoid deadlocks."""
        return list(self.select_for_update(no_key=True).filter(**which, is_active=True).order_by("pk"))


class User(Preferences, ModerationStatus, AbstractUser):
    """A player. A guest is an account without a password, reachable only through its browser's session.

    All names are unique. `called` is the name that a guest gave, if the account has a numbered form of it because
    another guest had the name: tables show it where nobody else has one like it. No account that is registered has it
    (`accounts.names.services.name_among`). A bot is an account with which a program plays by the API, for ever: its
    name says so (`accounts.base.names.of_bot`).
    """

    first_name = None  # type: ignore[assignment]  # players have one name, `username`
    last_name = None  # type: ignore[assignment]
    username = models.CharField(
        _("name"),
        max_length=2 * names.LONGEST,  # names of former players are longer than players may choose
        unique=True,
        validators=[names.validate_name],
        error_messages={"unique": NAME_TAKEN},
    )
    name_key = NameKeyField(max_length=3 * names.LONGEST, unique=True, editable=False)
    look_key = NameKeyField(max_length=names.LONGEST_KEY, db_default="", editable=False)
    latin_key = NameKeyField(max_length=names.LONGEST_KEY, db_default="", editable=False)
    is_guest = models.BooleanField(_("guest"), default=False)
    is_bot = models.BooleanField(_("bot"), default=False, db_default=False)
    called = models.CharField(
        _("name given as a guest"), max_length=names.LONGEST, blank=True, default="", db_default=""
    )  # where the name of the account had to get a number
    chosen_avatar = models.CharField(
        _("chosen avatar"), max_length=avatars.LENGTH, blank=True, default="", db_default=""
    )  # its code; empty: the avatar of the name
    last_seen = models.DateField(_("last seen"), default=today)
    language = models.CharField(
        _("language"),
        max_length=2,
        blank=True,
        choices=settings.LANGUAGES,
        help_text=_("Empty: the browser’s language."),
    )
    time_zone = models.CharField(
        _("time zone"), max_length=LONGEST_ZONE, blank=True, default="", db_default=""
    )  # "" is the browser's
    browser_time_zone = models.CharField(
        _("time zone of the browser"), max_length=LONGEST_ZONE, blank=True, default="", db_default=""
    )
    visibility = models.CharField(
        _("my results are seen by"), max_length=7, choices=Visibility.choices(), default=Visibility.PUBLIC
    )
    online_to = models.CharField(
        _("who may see that I am online"), max_length=8, choices=OnlineTo.choices, default=OnlineTo.EVERYBODY
    )
    vacation_until = models.DateTimeField(_("on vacation until"), null=True, blank=True)
    vacation_year = models.PositiveSmallIntegerField(_("year of the vacation days"), default=0)
    vacation_days = models.PositiveSmallIntegerField(_("vacation days used in that year"), default=0)
    notification_channels = models.JSONField(
        _("notification channels"), default=dict, blank=True, db_column="told_by"
    )  # by group of notifications, where the player chose them, and by kind for processes of the version before
    daily_alerts = models.BooleanField(
        _("daily deals"),
        default=False,
        db_default=False,
        help_text=_("A reminder each morning, as long as you play, and your place when results are in."),
    )
    quiet_hours = models.BooleanField(
        _("quiet from 22:00 to 8:00"),
        default=False,
        db_default=False,
        help_text=_("Only turns and tables that cannot wait still ring."),
    )

    objects: ClassVar[PlayerManager] = PlayerManager()

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        indexes = [
            models.Index(fields=["last_seen"], condition=models.Q(is_guest=True), name="stale_guests"),
            models.Index(fields=["date_joined"], name="newest_players"),
            models.Index(fields=["look_key"], name="players_by_look"),
            models.Index(fields=["latin_key"], name="players_by_latin_look"),
            models.Index(
                fields=["suspended_until"], condition=models.Q(suspended_until__isnull=False), name="suspended_players"
            ),
        ]
        permissions = [
            ("suspend_user", "Can suspend players and lift suspensions"),
            ("rename_user", "Can take a player's name away"),
            ("sign_out_user", "Can sign a player out everywhere"),
            ("mute_user", "Can mute players and lift mutes"),
            ("delete_account_user", "Can remove a player's account on request"),
            ("export_user", "Can export a player's own data"),
            ("give_roles_user", "Can give and take roles"),
            ("see_addresses_user", "Can see email and network addresses"),
        ]

    def clean(self) -> None:
        super().clean()
        if name_is_taken(self.username, other_than=self.pk):
            raise ValidationError({"username": NAME_TAKEN})

    @classmethod
    def normalize_username(cls, username: Any) -> Any:
        return names.tidy(username) if isinstance(username, str) else username

    def shows_results_to(self, visitor: "User | AnonymousUser") -> bool:
        """Return whether *visitor* may see this player's results."""
        if visitor.pk == self.pk or self.visibility == Visibility.PUBLIC:
            return True
        return self.visibility == Visibility.PLAYERS and visitor.is_authenticated

    @property
    def avatar(self) -> str:
        """The code of the picture beside the player's name (`accounts.base.avatars`)."""
        if not self.is_active:
            return avatars.NOBODY
        return avatars.BOT if self.is_bot else self.chosen_avatar or avatars.of_name(self.username)

    @property
    def may_act(self) -> bool:
        """Whether the account may act now: it is neither closed nor suspended (`accounts.models.may_act`)."""
        return self.is_active and not self.is_suspended

    @property
    def is_on_vacation(self) -> bool:
        """Whether the clocks of the player's games by turns are stopped."""
        return self.vacation_until is not None and self.vacation_until > timezone.now()

    @property
    def own_name(self) -> str:
        """The name shown to the player themselves; others may have the same one."""
        return self.called or self.username

    def get_full_name(self) -> str:
        return self.username

    def get_short_name(self) -> str:
        return self.username


_BY_KEY = Statement(lambda key: User._base_manager.filter(pk=key))
_LOCKED_BY_KEY = Statement(lambda key: User._base_manager.select_for_update(no_key=True).filter(pk=key, is_active=True))


def name_is_taken(name: str, *, other_than: int | None = None) -> bool:
    """Return whether an account other than *other_than*, a key, has *name* in any case, or one that looks like it."""
    return bool(taken_names([name], other_than=other_than))


_ALIKE = Statement(
    lambda keys, looks: User.objects.filter(
        models.Q(name_key__in=keys) | models.Q(latin_key__in=keys) | models.Q(look_key__in=looks)
    ).values_list("pk", "is_guest", "look_key", "name_key", "latin_key")
)


def taken_names(candidates: Sequence[str], *, other_than: int | None = None, only_registered: bool = False) -> set[str]:
    """Return those of *candidates* that an account other than *other_than*, a key, has in any case, or in a name like
    it; with *only_registered*, an account that is no guest's.
    """
    latin = {name: {names.fold(name), names.latin_key(name)} for name in candidates}
    looks = {name: names.look_key(name) for name in candidates}
    keys = set[str]().union(*latin.values())
    alike = _ALIKE.all(list(keys), list(looks.values()))
    rows = [keys for pk, is_guest, *keys in alike if pk != other_than and not (only_registered and is_guest)]
    taken_looks, taken = {row[0] for row in rows}, {key for row in rows for key in row[1:]}
    return {name for name in candidates if looks[name] in taken_looks or not taken.isdisjoint(latin[name])}
