"""Clubs, of which a standing trio is the smallest, and their members: fields and constraints, no logic."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from accounts.base.time_zones import LONGEST_ZONE
from accounts.models import User
from accounts.site_config.models import LONGEST_REASON


class ClubKind(models.TextChoices):
    """What kind of club it is: three friends with a page of their own, or any number of people."""

    TRIO = "trio", _("standing trio")
    CLUB = "club", _("club")


class ClubRole(models.TextChoices):
    """What somebody is to a club. Who has asked to join, or is invited, does not belong to it yet."""

    ASKED = "asked", _("has asked to join")
    INVITED = "invited", _("invited")
    MEMBER = "member", _("member")
    OFFICER = "officer", _("officer")


BELONGING = (ClubRole.MEMBER, ClubRole.OFFICER)
"""The roles of those who belong to a club."""


class Club(models.Model):
    """A club. A standing trio has three members at most, all of whom are officers.

    `name` is "" for a trio that is called after its members. Everybody finds a `public` club, and may ask to join.
    `preset` is the code of the ready set of rules with which its tables begin, "" for the rules of the last game.
    `link` is the secret end of the address at which anybody may join; null if there is none. A club that staff have
    hidden, for a `hidden_reason`, is a page for its members only. Who has founded a club with many members is its
    `founder` as long as they are an officer: other officers neither demote nor remove them. `calendar_sequence` grows
    with each change of the club's series.
    """

    code = models.CharField(_("code"), max_length=12, unique=True)
    kind = models.CharField(_("kind"), max_length=4, choices=ClubKind.choices)
    name = models.CharField(_("name"), max_length=40, blank=True)
    text = models.TextField(_("text"), max_length=500, blank=True, default="", db_default="")
    public = models.BooleanField(_("public"), default=False, db_default=False)
    preset = models.CharField(_("rules"), max_length=16, blank=True)
    link = models.CharField(max_length=24, unique=True, null=True, blank=True)
    hidden_reason = models.CharField(
        _("hidden because"), max_length=LONGEST_REASON, blank=True, default="", db_default=""
    )
    calendar_sequence = models.PositiveIntegerField(_("changes for calendars"), default=0, db_default=0)
    founder = models.ForeignKey(
        User, models.SET_NULL, null=True, blank=True, related_name="founded_clubs", verbose_name=_("founder")
    )
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = pgettext_lazy("of players", "clubs")
        default_permissions = ["view", "change"]
        ordering = ["-pk"]

    def __str__(self) -> str:
        return self.name or self.code

    @property
    def is_shown(self) -> bool:
        """Whether everybody may see it."""
        return self.public and not self.hidden_reason

    @property
    def is_trio(self) -> bool:
        return self.kind == ClubKind.TRIO


class ClubMember(models.Model):
    """Somebody who belongs to a club, has asked to, or is invited by `invited_by`, `since` then."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="members", db_index=False, verbose_name=_("club"))
    user = models.ForeignKey(User, models.CASCADE, related_name="clubs", verbose_name=_("user"))
    role = models.CharField(_("role"), max_length=7, choices=ClubRole.choices)
    invited_by = models.ForeignKey(
        User, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("invited by")
    )
    since = models.DateTimeField(_("since"), auto_now_add=True)

    class Meta:
        verbose_name = _("member of a club")
        verbose_name_plural = _("members of clubs")
        default_permissions: ClassVar[list[str]] = []
        ordering = ["club", "pk"]
        constraints = [models.UniqueConstraint(fields=["club", "user"], name="one_membership_a_user")]

    def __str__(self) -> str:
        return f"{self.club}: {self.user}"

    @property
    def account(self) -> str:
        """The name of the account, as forms send it."""
        return self.user.get_username()

    @property
    def belongs(self) -> bool:
        return self.role in BELONGING

    @property
    def is_officer(self) -> bool:
        return self.role == ClubRole.OFFICER


class ClubRemoval(models.Model):
    """Somebody whom an officer has removed from a club, or refused: they come back only if an officer invites them."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="removals", db_index=False, verbose_name=_("club"))
    user = models.ForeignKey(User, models.CASCADE, related_name="club_removals", verbose_name=_("user"))
    at = models.DateTimeField(_("removed"), auto_now_add=True)

    class Meta:
        verbose_name = _("removal from a club")
        verbose_name_plural = _("removals from clubs")
        default_permissions: ClassVar[list[str]] = []
        ordering = ["club", "pk"]
        constraints = [models.UniqueConstraint(fields=["club", "user"], name="one_removal_a_user")]

    def __str__(self) -> str:
        return f"{self.club}: {self.user}"

    @property
    def account(self) -> str:
        """The name of the account, as forms send it."""
        return self.user.get_username()


class SeriesKind(models.TextChoices):
    """What a club does on its evenings."""

    TABLES = "tables", _("tables, as members come")
    TOURNAMENT = "event", _("a tournament")


class ClubSeries(models.Model):
    """The standing evening of a club: each week on this `weekday` (0 is Monday) `at` this time in its time zone.

    `first_at` is the first evening at that time, null in a row of a version before, and `next_at` the next one of which
    members have not been notified. A tournament has so many `rounds` of
    `boards`, each of at most so many `minutes`; `by` is its host.
    """

    club = models.OneToOneField(Club, models.CASCADE, related_name="series", verbose_name=_("club"))
    weekday = models.PositiveSmallIntegerField(_("weekday"))
    at = models.TimeField(_("time"))
    time_zone = models.CharField(_("time zone"), max_length=LONGEST_ZONE)
    kind = models.CharField(_("kind"), max_length=6, choices=SeriesKind.choices, default=SeriesKind.TABLES)
    rounds = models.PositiveSmallIntegerField(_("rounds"), default=3)
    boards = models.PositiveSmallIntegerField(_("boards in a round"), default=3)
    minutes = models.PositiveSmallIntegerField(_("minutes for a round"), default=25)
    by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+", verbose_name=_("host"))
    first_at = models.DateTimeField(_("first evening"), null=True, blank=True)
    next_at = models.DateTimeField(_("next evening"))

    class Meta:
        verbose_name = _("series of a club")
        verbose_name_plural = _("series of clubs")
        default_permissions: ClassVar[list[str]] = []
        constraints = [models.CheckConstraint(condition=models.Q(weekday__lte=6), name="possible_weekday")]
        indexes = [models.Index(fields=["next_at"], name="next_evenings")]

    def __str__(self) -> str:
        return f"{self.club}: {self.weekday} {self.at:%H:%M}"


class ClubEvening(models.Model):
    """An evening of a club of which its members have been notified, with its `tournament` if it has one.

    It is `of_series`, or stands alone. One that was called off takes place no more, for a `reason` that members read.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="evenings", db_index=False, verbose_name=_("club"))
    starts_at = models.DateTimeField(_("begins"))
    tournament = models.OneToOneField(
        "Tournament", models.SET_NULL, null=True, blank=True, related_name="evening", verbose_name=_("tournament")
    )
    of_series = models.BooleanField(_("of the series"), default=False, db_default=False)
    called_off_at = models.DateTimeField(_("called off"), null=True, blank=True)
    reason = models.CharField(_("reason"), max_length=LONGEST_REASON, blank=True, default="", db_default="")
    reminded_at = models.DateTimeField(_("members reminded"), null=True, blank=True)

    class Meta:
        verbose_name = _("evening of a club")
        verbose_name_plural = _("evenings of clubs")
        default_permissions: ClassVar[list[str]] = []
        ordering = ["club", "starts_at"]
        constraints = [models.UniqueConstraint(fields=["club", "starts_at"], name="one_evening_at_a_time")]
        indexes = [
            models.Index(
                fields=["starts_at"], name="evenings_to_announce", condition=models.Q(reminded_at__isnull=True)
            )
        ]

    def __str__(self) -> str:
        return f"{self.club} {self.starts_at:%Y-%m-%d}"
