"""Results, statistics, ratings, the collusion watch and answers of the trainer: fields and constraints, no logic.

All but the answers is derived from finished deals and can be rebuilt (`games.results.rebuild`).
"""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.site_config.models import LONGEST_REASON
from games.models.deals import DealScore
from games.models.games import Game
from games.models.rules import Variant


class Company(models.TextChoices):
    """Whether a game was played by three people, with bots of the site, or with accounts of bots, which use the API."""

    PEOPLE = "people", _("people only")
    BOTS = "bots", _("with bots")
    API = "api", _("with bots of the API")


# The indexes of results cover all filters, so that only the rows of the page shown are read.
FILTERS, OPPONENTS = ("bidding", "peek", "company"), ("left", "right")

# The columns, besides the user, whose values are those of one tally.
TALLIED = ("bidding", "company", "declarer", "position", "contract", "tricks")


class Result(Variant):
    """The columns by which lists of a player's deals and games are filtered and sorted.

    `left` and `right` are the account numbers of the opponents, clockwise from the player; None for a bot.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False, verbose_name=_("user"))
    at = models.DateTimeField(_("at"))
    company = models.CharField(_("company"), max_length=6, choices=Company.choices)
    left = models.BigIntegerField(_("account on the left"), null=True)
    right = models.BigIntegerField(_("account on the right"), null=True)
    points = models.IntegerField(_("points"))

    class Meta:
        abstract = True


class DealResult(Result):
    """A person's result of a finished deal. `points` is the deal's total; `position` 0 bid first, 2 last.

    `strength` is what the bots' estimate makes of the player's hand, in tricks; null if the cards are not stored, or
    were not looked at when the deal ended (`rebuild_statistics` does so).
    """

    score = models.OneToOneField(DealScore, models.CASCADE, primary_key=True, related_name="result")
    declarer = models.BooleanField(_("declarer"))
    position = models.PositiveSmallIntegerField(_("position in the bidding"))
    strength = models.FloatField(_("strength of the hand in tricks"), null=True)

    class Meta:
        verbose_name = _("deal of a player")
        verbose_name_plural = _("deals of players")
        constraints = [models.CheckConstraint(condition=models.Q(position__lte=2), name="possible_deal_result")]
        indexes = [
            models.Index(fields=["user", "at", "score", *FILTERS, "declarer", *OPPONENTS], name="deals_by_date"),
            models.Index(
                fields=["user", "points", "score", *FILTERS, "declarer", *OPPONENTS, "at"], name="deals_by_points"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} {self.points:+d}"


class MistakeKind(models.TextChoices):
    """What a mistake was about: the bid, a nil, the opening lead, or a later card by the role of who chose it."""

    HIGH = "high", _("bid too high")
    LOW = "low", _("bid too low")
    NIL_CALLED = "called", _("nil declared")
    NIL_MISSED = "missed", _("nil missed")
    LEAD = "lead", _("opening lead")
    DECLARER = "declarer", _("card as declarer")
    DEFENDER = "defender", _("card as defender")


class JudgedDeal(models.Model):
    """A person's deal of which the whole analysis is stored, so that its mistakes are known (`games.results.mistakes`).

    `user` and `at` are those of the result.
    """

    result = models.OneToOneField(DealResult, models.CASCADE, primary_key=True, related_name="judged")
    user = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False, verbose_name=_("user"))
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("judged deal of a player")
        verbose_name_plural = _("judged deals of players")
        default_permissions = ()
        indexes = [models.Index(fields=["user", "at", "result"], name="judged_deals_by_date")]

    def __str__(self) -> str:
        return f"{self.user} {self.at:%Y-%m-%d}"


class Mistake(models.Model):
    """A bid or card of a person for which an expert, who saw no other hand, names a clearly better one.

    `move` counts the bids and then the cards of the deal, from 0. `lost` are points: for a bid how much less it is
    worth than the expert's, for a card what it gave away against best play with all hands open.
    """

    judged = models.ForeignKey(
        JudgedDeal, models.CASCADE, related_name="mistakes", db_index=False, verbose_name=_("judged deal")
    )
    move = models.PositiveSmallIntegerField(_("move"))
    kind = models.CharField(_("kind"), max_length=8, choices=MistakeKind.choices)
    lost = models.FloatField(_("points lost"))

    class Meta:
        verbose_name = _("mistake")
        verbose_name_plural = _("mistakes")
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["judged", "move"], name="unique_mistake"),
            models.CheckConstraint(condition=models.Q(move__lte=54, lost__gte=0), name="possible_mistake"),
        ]

    def __str__(self) -> str:
        return f"{self.judged}: {self.kind} {self.lost:.0f}"


class GameResult(Result):
    """A person's result of a game, from its first scored deal on. `place` is None until the game has a winner."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="results", db_index=False, verbose_name=_("game"))
    player = models.PositiveSmallIntegerField(_("player"))
    deals = models.PositiveSmallIntegerField(_("deals"))
    bags = models.PositiveIntegerField(_("bags"))
    place = models.PositiveSmallIntegerField(_("place"), null=True)

    class Meta:
        verbose_name = _("game of a player")
        verbose_name_plural = _("games of players")
        constraints = [
            models.UniqueConstraint(fields=["game", "player"], name="unique_game_result"),
            models.CheckConstraint(
                condition=models.Q(player__lte=2, place__gte=1, place__lte=3), name="possible_game_result"
            ),
        ]
        indexes = [
            models.Index(fields=["user", "at", "id", *FILTERS, *OPPONENTS], name="games_by_date"),
            models.Index(fields=["user", "points", "id", *FILTERS, *OPPONENTS, "at"], name="games_by_points"),
        ]

    def __str__(self) -> str:
        return f"{self.game}: {self.user} {self.points}"


class Tally(models.Model):
    """The sums over those of a player's deals that are equal in all columns up to `tricks`.

    `contract` and `tricks` determine whether the contract was made and how many bags there were. Only nils that applied
    are counted: on the own hand of the player, on the hand of a partner who is a real player, and on the dummy.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="tallies", db_index=False, verbose_name=_("user"))
    bidding = models.CharField(_("bidding style"), max_length=8)
    company = models.CharField(_("company"), max_length=6)
    declarer = models.BooleanField(_("declarer"))
    position = models.PositiveSmallIntegerField(_("position in the bidding"))
    contract = models.PositiveSmallIntegerField(_("contract"))
    tricks = models.PositiveSmallIntegerField(_("tricks of the side"))
    deals = models.IntegerField(_("deals"))
    points = models.IntegerField(_("points"))
    penalties = models.IntegerField(_("points of bag penalties"))
    own_made = models.IntegerField(_("nils on own hand made"))
    own_failed = models.IntegerField(_("nils on own hand failed"))
    partner_made = models.IntegerField(_("nils on the partner’s hand made"))
    partner_failed = models.IntegerField(_("nils on the partner’s hand failed"))
    dummy_made = models.IntegerField(_("nils on the dummy made"))
    dummy_failed = models.IntegerField(_("nils on the dummy failed"))

    KEY = ("user_id", *TALLIED)
    COUNTS = (
        "deals", "points", "penalties", "own_made", "own_failed", "partner_made", "partner_failed", "dummy_made",
        "dummy_failed",
    )  # fmt: skip

    class Meta:
        verbose_name = _("tally")
        verbose_name_plural = _("tallies")
        constraints = [
            models.UniqueConstraint(fields=["user", *TALLIED], name="unique_tally"),
            models.CheckConstraint(condition=models.Q(position__lte=2, tricks__lte=13), name="possible_tally"),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.deals}"


class Ladder(models.Model):
    """A leaderboard: one company, one or all bidding styles, one month or all time.

    `bidding` "" means all styles, `month` "" all time. A month is "2026-11" (UTC), in which every player starts
    as a newcomer.
    """

    company = models.CharField(_("company"), max_length=6, choices=Company.choices)
    bidding = models.CharField(_("bidding style"), max_length=8, blank=True)
    month = models.CharField(_("month"), max_length=7, blank=True)

    class Meta:
        verbose_name = _("ladder")
        verbose_name_plural = _("ladders")
        constraints = [models.UniqueConstraint(fields=["company", "bidding", "month"], name="unique_ladder")]

    def __str__(self) -> str:
        return " ".join(filter(None, (self.company, self.bidding, self.month)))


class Rating(models.Model):
    """A player's rating on a ladder, in openskill units. Ladders are sorted by `lower_bound`."""

    ladder = models.ForeignKey(Ladder, models.CASCADE, related_name="ratings", db_index=False, verbose_name=_("ladder"))
    user = models.ForeignKey(User, models.CASCADE, related_name="ratings", verbose_name=_("user"))
    mu = models.FloatField()
    sigma = models.FloatField()
    lower_bound = models.FloatField()
    games = models.PositiveIntegerField(_("games"))
    wins = models.PositiveIntegerField(_("games won"))

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        constraints = [models.UniqueConstraint(fields=["ladder", "user"], name="unique_rating")]
        indexes = [models.Index(fields=["ladder", "-lower_bound", "user"], name="best_of_ladder")]

    def __str__(self) -> str:
        return f"{self.user}: {self.mu:.1f} ± {self.sigma:.1f}"


class RatingChange(models.Model):
    """The change of one player's rating on one ladder by one game.

    The games of a ladder are rated in the order of (`at`, game). `places` are the places of all three players in seat
    order, such as "213"; `number` counts the player's games on the ladder.
    """

    ladder = models.ForeignKey(Ladder, models.CASCADE, related_name="changes", db_index=False, verbose_name=_("ladder"))
    game = models.ForeignKey(Game, models.CASCADE, related_name="rating_changes", verbose_name=_("game"))
    at = models.DateTimeField(_("at"))
    user = models.ForeignKey(
        User, models.CASCADE, related_name="rating_changes", db_index=False, verbose_name=_("user")
    )
    player = models.PositiveSmallIntegerField(_("player"))
    places = models.CharField(_("places"), max_length=3)
    number = models.PositiveIntegerField(_("number"))
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu = models.FloatField()
    sigma = models.FloatField()

    class Meta:
        verbose_name = _("rating change")
        verbose_name_plural = _("rating changes")
        constraints = [
            models.UniqueConstraint(fields=["ladder", "at", "game", "player"], name="unique_rating_change"),
            models.CheckConstraint(condition=models.Q(player__lte=2, number__gte=1), name="possible_rating_change"),
        ]
        indexes = [models.Index(fields=["user", "ladder", "number"], name="changes_of_player")]

    def __str__(self) -> str:
        return f"{self.user}: {self.mu - self.mu_before:+.1f}"


class Void(models.Model):
    """A game that the staff has declared void: it can still be viewed but does not count. The reason is public."""

    game = models.OneToOneField(Game, models.CASCADE, related_name="void", verbose_name=_("game"))
    reason = models.CharField(_("reason"), max_length=LONGEST_REASON)
    by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+", verbose_name=_("by"))
    at = models.DateTimeField(_("at"), auto_now_add=True)

    class Meta:
        verbose_name = _("void game")
        verbose_name_plural = _("void games")

    def __str__(self) -> str:
        return f"{self.game}: {self.reason}"


class SoftPlay(models.Model):
    """How softly a player defends against one declarer (`games.results.collusion`); `declarer` is null for all bots,
    and `player` for all guests together.

    `total` and `squares` are the sums over `deals` of the softness and of its square. `strongest` has the number of the
    deal and the softness for those that speak for it most. `score` is the standard score in comparison with the
    player's deals against all others, null while there are too few; `flagged` says that chance would hardly give it to
    any pair. `shared_games` of the player's `games` are with the declarer.
    """

    player = models.ForeignKey(
        User, models.CASCADE, null=True, related_name="+", db_index=False, verbose_name=_("player")
    )
    declarer = models.ForeignKey(User, models.CASCADE, null=True, related_name="+", verbose_name=_("declarer"))
    deals = models.PositiveIntegerField(_("deals"), default=0)
    total = models.FloatField(default=0.0)
    squares = models.FloatField(default=0.0)
    strongest = models.JSONField(_("deals that speak for it"), default=list)
    score = models.FloatField(_("standard score"), null=True)
    flagged = models.BooleanField(_("conspicuous"), default=False)
    games = models.PositiveIntegerField(_("games"), default=0)
    shared_games = models.PositiveIntegerField(_("games together"), default=0)

    class Meta:
        verbose_name = _("soft play")
        verbose_name_plural = _("collusion watch")
        default_permissions: ClassVar[list[str]] = []
        constraints = [models.UniqueConstraint(fields=["player", "declarer"], name="unique_soft_play")]

    def __str__(self) -> str:
        who = self.player or _("all guests together")
        return f"{who} → {self.declarer or _('bots')}"


class Attempt(models.Model):
    """A player's only answer to an exercise (`games.learning.exercises`), which its kind and number determine.

    `choice` is the code of the option, `lost` how much less it is worth than the best one: in points, or for the dummy
    in tricks. `right` says that the difference is within two standard errors.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="attempts", db_index=False, verbose_name=_("user"))
    kind = models.CharField(_("kind"), max_length=5)
    number = models.PositiveIntegerField(_("number"))
    choice = models.CharField(_("choice"), max_length=12)
    lost = models.FloatField(_("lost"))
    right = models.BooleanField(_("right"))
    at = models.DateTimeField(_("at"), auto_now_add=True)

    class Meta:
        verbose_name = _("answer to an exercise")
        verbose_name_plural = _("answers to exercises")
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["user", "kind", "number"], name="unique_attempt"),
            models.CheckConstraint(condition=models.Q(lost__gte=0), name="possible_attempt"),
        ]
        indexes = [models.Index(fields=["kind", "number", "choice"], name="attempts_at_exercise")]

    def __str__(self) -> str:
        return f"{self.user}: {self.kind} {self.number}"
