"""Sets of deals that everybody plays against the same two bots, and their results: fields and constraints, no logic."""

from enum import StrEnum
from typing import ClassVar, Final

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.site_config.models import LONGEST_REASON
from games.bots import Level, PlayingStyle
from games.models.games import Game, style_choices
from games.models.rules import AllRules, level_choices


class SetKind(StrEnum):
    """The codes of the kinds of sets that the site has by itself (`games.competitions.sets.kinds`)."""

    DAY = "day"
    EIGHT = "eight"
    SPECIAL = "special"
    CHALLENGE = "challenge"


class DealSet(models.Model):
    """A set of deals: the boards that everybody who takes part plays, each alone with the same two bots.

    `root` is the root of its chain of secrets (docs/fairness.md): it decides the cards and what bots choose by chance,
    and is not shown before the set is closed. A set of a `day` belongs to that day in UTC. `host` has made a challenge.
    A set that never closes has no `closes_at`. `closed_at` is when its results were stored. Texts are those of staff.
    """

    code = models.CharField(_("code"), max_length=24, unique=True)
    kind = models.CharField(_("kind"), max_length=9)
    day = models.DateField(_("day"), null=True, blank=True)
    host = models.ForeignKey(
        User, models.SET_NULL, null=True, blank=True, related_name="challenges", verbose_name=_("host")
    )
    name_en = models.CharField(_("name in English"), max_length=40, blank=True)
    name_es = models.CharField(_("name in Spanish"), max_length=40, blank=True)
    text_en = models.TextField(_("text in English"), max_length=500, blank=True)
    text_es = models.TextField(_("text in Spanish"), max_length=500, blank=True)
    root = models.CharField(max_length=64)
    bot_level = models.CharField(_("bots’ level"), max_length=8, choices=level_choices, default=Level.EXPERT)
    bot_style = models.CharField(
        _("bots’ playing style"), max_length=8, choices=style_choices, default=PlayingStyle.STEADY
    )
    opens_at = models.DateTimeField(_("opens"))
    closes_at = models.DateTimeField(_("closes"), null=True, blank=True)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)
    void_reason = models.CharField(_("void because"), max_length=LONGEST_REASON, blank=True)

    class Meta:
        verbose_name = _("set of deals")
        verbose_name_plural = _("sets of deals")
        ordering = ["-opens_at", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["kind", "day"], name="one_set_a_day", condition=models.Q(day__isnull=False))
        ]
        indexes = [
            models.Index(
                fields=["closes_at"],
                name="sets_to_close",
                condition=models.Q(closes_at__isnull=False, closed_at__isnull=True),
            )
        ]

    def __str__(self) -> str:
        return self.code

    @property
    def never_closes(self) -> bool:
        """Whether its results are there for whoever has finished its boards, as those of a challenge."""
        return self.closes_at is None


class Board(AllRules):
    """A deal of a set: its rules, who deals, and in which seat (`player`) everybody plays it.

    The cards follow from the root of the set and the number. `points` and `bags` are the score before. `expert_points`,
    `expert_bid` and `expert_tricks` are what an Expert made in that seat; null until one has played it. One is to play
    it as soon as it is `expert_wanted`.
    """

    deal_set = models.ForeignKey(
        DealSet, models.CASCADE, related_name="boards", db_index=False, verbose_name=_("set of deals")
    )
    number = models.PositiveSmallIntegerField(_("number"))
    dealer = models.PositiveSmallIntegerField(_("dealer"))
    player = models.PositiveSmallIntegerField(_("seat"))
    points = models.JSONField(_("points before"))
    bags = models.JSONField(_("bags before"))
    expert_wanted = models.BooleanField(_("an Expert is to play"), default=False, db_default=False)
    expert_points = models.SmallIntegerField(_("points of an Expert"), null=True, blank=True)
    expert_bid = models.PositiveSmallIntegerField(_("bid of an Expert"), null=True, blank=True)
    expert_tricks = models.PositiveSmallIntegerField(_("tricks of an Expert"), null=True, blank=True)

    class Meta:
        verbose_name = _("board")
        verbose_name_plural = _("boards")
        ordering = ["deal_set", "number"]
        constraints = [
            models.UniqueConstraint(fields=["deal_set", "number"], name="unique_board"),
            models.CheckConstraint(
                condition=models.Q(number__gte=1, dealer__lte=2, player__lte=2), name="possible_board"
            ),
        ]
        indexes = [
            models.Index(
                fields=["id"],
                name="boards_for_expert",
                condition=models.Q(expert_wanted=True, expert_points__isnull=True),
            )
        ]

    def __str__(self) -> str:
        return f"{self.deal_set} #{self.number}"


COUNTED: Final = {"points__isnull": False, "removed": False, "by_expert": False}
"""Selects the plays that count: in fields, ladders and streaks."""


class BoardPlay(models.Model):
    """A person's only try at a board, and its result once the deal is finished.

    `points` is the deal's total; `bid`, `contract`, `tricks` are the player's, `nils` how many hands they declared nil.
    `by_expert` means that an Expert, who finished the deal because the set closed, has chosen most of its bid and
    cards: it `counts` as not played. A `removed` play counts no more.
    """

    board = models.ForeignKey(Board, models.CASCADE, related_name="plays", db_index=False, verbose_name=_("board"))
    user = models.ForeignKey(User, models.PROTECT, related_name="board_plays", verbose_name=_("user"))
    game = models.OneToOneField(Game, models.PROTECT, related_name="board_play", verbose_name=_("game"))
    started_at = models.DateTimeField(_("begun"))
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)
    points = models.SmallIntegerField(_("points"), null=True, blank=True)
    bid = models.PositiveSmallIntegerField(_("bid"), null=True, blank=True)
    nils = models.PositiveSmallIntegerField(_("nils declared"), null=True, blank=True)
    contract = models.PositiveSmallIntegerField(_("contract"), null=True, blank=True)
    tricks = models.PositiveSmallIntegerField(_("tricks of the side"), null=True, blank=True)
    declarer = models.BooleanField(_("declarer"), null=True, blank=True)
    by_expert = models.BooleanField(_("played by an Expert"), default=False)
    removed = models.BooleanField(_("removed by the staff"), default=False)

    class Meta:
        verbose_name = _("play of a board")
        verbose_name_plural = _("plays of boards")
        constraints = [models.UniqueConstraint(fields=["board", "user"], name="one_try_a_board")]
        # It has all that a field and its bids are counted from, so that 20,000 rows need not be read.
        indexes = [
            models.Index(fields=["board", "points", "bid", "nils", "removed", "by_expert"], name="field_of_people")
        ]

    def __str__(self) -> str:
        return f"{self.board}: {self.user}"

    @property
    def counts(self) -> bool:
        """Whether this is one of those that `COUNTED` selects."""
        return self.points is not None and not self.removed and not self.by_expert


class BotChoice(models.Model):
    """What a bot has chosen at a position of a board, so that it chooses the same for everybody who comes there.

    `position` is the hash of the events so far and the player on turn; `event` is what the bot's action became.
    """

    board = models.ForeignKey(Board, models.CASCADE, related_name="choices", db_index=False, verbose_name=_("board"))
    position = models.CharField(_("position"), max_length=64)
    event = models.JSONField(_("event"))

    class Meta:
        verbose_name = _("choice of a bot")
        verbose_name_plural = _("choices of bots")
        default_permissions: ClassVar[list[str]] = []
        constraints = [models.UniqueConstraint(fields=["board", "position"], name="one_choice_a_position")]

    def __str__(self) -> str:
        return f"{self.board}: {self.position[:8]}"


class SetResult(models.Model):
    """The result of a person in a closed set: the mean of the per cents of the boards, and its standard error.

    `place` is null for whoever has not begun all boards. `at` is when the set closed.
    """

    deal_set = models.ForeignKey(
        DealSet, models.CASCADE, related_name="results", db_index=False, verbose_name=_("set of deals")
    )
    user = models.ForeignKey(User, models.PROTECT, related_name="set_results", db_index=False, verbose_name=_("user"))
    at = models.DateTimeField(_("closed"))
    place = models.PositiveIntegerField(_("place"), null=True, blank=True)
    points = models.IntegerField(_("points"))
    percent = models.FloatField(_("mean per cent"), null=True, blank=True)
    error = models.FloatField(_("standard error"), null=True, blank=True)
    boards = models.PositiveSmallIntegerField(_("boards played"))

    class Meta:
        verbose_name = _("result of a set")
        verbose_name_plural = _("results of sets")
        default_permissions: ClassVar[list[str]] = []
        constraints = [models.UniqueConstraint(fields=["deal_set", "user"], name="unique_set_result")]
        indexes = [
            models.Index(fields=["deal_set", "place"], name="ladder_of_set"),
            models.Index(fields=["user", "at"], name="sets_of_player"),
        ]

    def __str__(self) -> str:
        return f"{self.deal_set}: {self.user}"
