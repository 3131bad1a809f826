"""Individual duplicate tournaments, their rounds and results: fields and constraints, no logic."""

from enum import StrEnum
from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.site_config.models import LONGEST_REASON
from games.models.rules import AllRules
from games.values import Clock


class TournamentStage(models.TextChoices):
    """Where a tournament is: people enter it, rounds are played, it has ended, or it was called off."""

    OPEN = "open", _("open for entries")
    RUNNING = "running", _("running")
    OVER = "over", _("over")
    CANCELLED = "off", _("called off")


class TournamentKind(StrEnum):
    """The codes of the kinds of tournaments that the site has by itself (`games.competitions.tournaments.kinds`)."""

    MOVEMENT = "movement"
    SWISS = "swiss"
    KNOCKOUT = "knockout"


class FillUp(models.TextChoices):
    """What is done if three does not divide the number of participants."""

    OUT = "out", _("one or two sit out in each round")
    BOTS = "bots", _("bots fill up the tables")


class Tournament(AllRules):
    """An individual tournament: in each round all tables play the same boards, in new trios (docs/duplicate.md).

    The `rounds` of a knock-out follow from the number of participants, once it has begun.
    `root` is the root of its chain of secrets (docs/fairness.md): it decides the cards of all boards, and is never
    shown. Each of the `rounds` has so many `boards` and lasts at most so many `minutes`. `next_round_at` is when the
    next round begins, null while one is played. `paused_at` is when the host has paused it. Only members enter a
    tournament of a `club`. `calendar_sequence` grows when it begins at another time or is called off.
    """

    code = models.CharField(_("code"), max_length=12, unique=True)
    name = models.CharField(_("name"), max_length=40)
    text = models.TextField(_("text"), max_length=500, blank=True)
    kind = models.CharField(
        _("kind"), max_length=8, default=TournamentKind.MOVEMENT, db_default=TournamentKind.MOVEMENT
    )
    host = models.ForeignKey(User, models.PROTECT, related_name="tournaments", verbose_name=_("host"))
    club = models.ForeignKey(
        "Club", models.PROTECT, null=True, blank=True, related_name="tournaments", verbose_name=_("club")
    )
    root = models.CharField(max_length=64)
    starts_at = models.DateTimeField(_("begins"))
    rounds = models.PositiveSmallIntegerField(_("rounds"))
    boards = models.PositiveSmallIntegerField(_("boards in a round"))
    minutes = models.PositiveSmallIntegerField(_("minutes for a round"))
    clock = models.CharField(_("clock"), max_length=8, choices=Clock.choices(), default=Clock.NORMAL)
    limit = models.PositiveSmallIntegerField(_("most participants"))
    fill_up = models.CharField(_("empty places"), max_length=4, choices=FillUp.choices, default=FillUp.OUT)
    stage = models.CharField(_("state"), max_length=7, choices=TournamentStage.choices, default=TournamentStage.OPEN)
    next_round_at = models.DateTimeField(_("next round"), null=True, blank=True)
    paused_at = models.DateTimeField(_("paused since"), null=True, blank=True)
    reminded_at = models.DateTimeField(_("participants reminded"), null=True, blank=True)
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)
    calendar_sequence = models.PositiveIntegerField(_("changes for calendars"), default=0, db_default=0)

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        ordering = ["-starts_at", "-pk"]
        default_permissions = ["view", "add", "change"]
        indexes = [models.Index(fields=["stage", "starts_at"], name="tournaments_by_stage")]

    def __str__(self) -> str:
        return self.name


class TournamentEntry(models.Model):
    """A participant of a tournament: a person, or a bot that fills up a table.

    `number` is that of the movement, null before the tournament has begun and for whoever was not there then. `left_at`
    is when somebody has left the running tournament: a bot plays on in their place.
    """

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="entries", db_index=False, verbose_name=_("tournament")
    )
    user = models.ForeignKey(
        User, models.PROTECT, null=True, blank=True, related_name="tournament_entries", verbose_name=_("user")
    )
    bot_name = models.CharField(_("bot"), max_length=16, blank=True)
    entered_at = models.DateTimeField(_("entered"))
    checked_in_at = models.DateTimeField(_("checked in"), null=True, blank=True)
    number = models.PositiveSmallIntegerField(_("number"), null=True, blank=True)
    warning = models.CharField(_("warned because"), max_length=LONGEST_REASON, blank=True, default="", db_default="")
    left_at = models.DateTimeField(_("left"), null=True, blank=True)
    disqualified = models.CharField(_("disqualified because"), max_length=LONGEST_REASON, blank=True)

    class Meta:
        verbose_name = _("participant of a tournament")
        verbose_name_plural = _("participants of tournaments")
        default_permissions: ClassVar[list[str]] = []
        ordering = ["tournament", "entered_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "user"], name="one_entry_a_user"),
            models.UniqueConstraint(fields=["tournament", "number"], name="unique_number_in_tournament"),
        ]

    def __str__(self) -> str:
        return self.bot_name if self.user is None else self.user.get_username()


class TournamentRound(models.Model):
    """A round that has begun. Its boards are closed to everybody until it has ended."""

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="played_rounds", db_index=False, verbose_name=_("tournament")
    )
    number = models.PositiveSmallIntegerField(_("number"))
    started_at = models.DateTimeField(_("begun"))
    ends_at = models.DateTimeField(_("ends at the latest"))
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)

    class Meta:
        verbose_name = _("round of a tournament")
        verbose_name_plural = _("rounds of tournaments")
        default_permissions: ClassVar[list[str]] = []
        ordering = ["tournament", "number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="unique_round")]
        indexes = [models.Index(fields=["ends_at"], name="rounds_in_play", condition=models.Q(ended_at__isnull=True))]

    def __str__(self) -> str:
        return f"{self.tournament} #{self.number}"


class TournamentSeat(models.Model):
    """Where a participant sits in a round, by the movement. Who sits out has none. `game` is null until it is opened.

    Three seats have the same game, so it is no one-to-one field.
    """

    round = models.ForeignKey(
        TournamentRound, models.CASCADE, related_name="places", db_index=False, verbose_name=_("round")
    )
    table = models.PositiveSmallIntegerField(_("table"))
    player = models.PositiveSmallIntegerField(_("player"))
    entry = models.ForeignKey(TournamentEntry, models.CASCADE, related_name="places", verbose_name=_("participant"))
    game = models.ForeignKey(
        "Game", models.PROTECT, null=True, blank=True, related_name="tournament_places", verbose_name=_("game")
    )

    class Meta:
        verbose_name = _("place in a round")
        verbose_name_plural = _("places in rounds")
        default_permissions: ClassVar[list[str]] = []
        ordering = ["round", "table", "player"]
        constraints = [
            models.UniqueConstraint(fields=["round", "table", "player"], name="unique_place_in_round"),
            models.UniqueConstraint(fields=["round", "entry"], name="one_place_a_round"),
            models.CheckConstraint(condition=models.Q(player__lte=2), name="place_is_0_to_2"),
        ]

    def __str__(self) -> str:
        return f"{self.round}: {self.entry}"


class TournamentScore(models.Model):
    """The result of a place on a board of its round, written with the last card of the deal.

    `board` counts from 1 through the whole tournament. `by_bot` means that a bot made most of the moves for the person.
    `points` are null if the table has not finished the deal. If that was because the time of the round was up,
    `overrun` says by how many seconds this person was slower than that time allows; less than 0 if they were faster.
    `percent` is what the host of the tournament has given instead, for this `reason`.
    """

    place = models.ForeignKey(
        TournamentSeat, models.CASCADE, related_name="scores", db_index=False, verbose_name=_("place")
    )
    board = models.PositiveSmallIntegerField(_("board"))
    points = models.SmallIntegerField(_("points"), null=True, blank=True)
    by_bot = models.BooleanField(_("played by a bot"), default=False)
    overrun = models.IntegerField(_("seconds too slow"), null=True, blank=True)
    percent = models.FloatField(_("per cent given"), null=True, blank=True)
    reason = models.CharField(_("reason"), max_length=LONGEST_REASON, blank=True)

    class Meta:
        verbose_name = _("result in a tournament")
        verbose_name_plural = _("results in tournaments")
        default_permissions: ClassVar[list[str]] = []
        constraints = [models.UniqueConstraint(fields=["place", "board"], name="one_score_a_board")]

    def __str__(self) -> str:
        return f"{self.place}, {self.board}"
