"""What is kept of games: fields and constraints, no logic.

A deal lives in its events; the other columns are what lists and the ticker ask for without replaying anything.
"""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.engine import BiddingStyle, PeekRule
from games.snapshot import Stage


class Game(models.Model):
    """One game, from the draw for dealer to its winner.

    `version` grows with every change and guards against two changes at once. `due_at` is when the site owes the game
    its next step: a bot's move or the next deal (see `services.due`). `secret` fixes the draw for the first dealer.
    """

    code = models.CharField(_("code"), max_length=12, unique=True)
    name = models.CharField(_("name"), max_length=40)
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="hosted_games", verbose_name=_("host")
    )
    peek = models.CharField(_("peeking"), max_length=8, choices=[(rule, rule.value) for rule in PeekRule])
    bidding = models.CharField(
        _("bidding style"), max_length=8, choices=[(style, style.value) for style in BiddingStyle]
    )
    target = models.PositiveSmallIntegerField(_("target"))
    bag_limit = models.PositiveSmallIntegerField(_("bag limit"), null=True, blank=True)
    floor = models.IntegerField(_("floor"), null=True, blank=True)
    secret = models.CharField(max_length=64)
    stage = models.CharField(
        _("stage"), max_length=8, choices=[(stage, stage.value) for stage in Stage], default=Stage.DRAWING
    )
    version = models.PositiveIntegerField(_("version"), default=0)
    deal_number = models.PositiveIntegerField(_("deal"), default=0)
    due_at = models.DateTimeField(_("due"), null=True, blank=True)
    winner = models.PositiveSmallIntegerField(_("winner"), null=True, blank=True)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    updated_at = models.DateTimeField(_("updated"), auto_now=True)

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        indexes: ClassVar = [models.Index(fields=["due_at"], name="game_due", condition=Q(due_at__isnull=False))]

    def __str__(self) -> str:
        return f"{self.name} ({self.code})"


class Seat(models.Model):
    """A real player's seat: a user, or a bot if there is none. `to_act` says that the game waits for this player."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="seats", verbose_name=_("game"))
    player = models.PositiveSmallIntegerField(_("player"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="seats", verbose_name=_("user")
    )
    bot_name = models.CharField(_("bot"), max_length=16, blank=True)
    ready = models.BooleanField(_("ready"), default=False)
    to_act = models.BooleanField(_("to act"), default=False)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering: ClassVar = ["game", "player"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "player"], name="one_seat_a_player"),
            models.UniqueConstraint(fields=["game", "user"], name="one_seat_a_user"),
            models.CheckConstraint(condition=Q(player__lte=2), name="three_players"),
            models.CheckConstraint(
                condition=Q(user__isnull=False, bot_name="") | (Q(user__isnull=True) & ~Q(bot_name="")),
                name="user_or_bot",
            ),
        ]

    def __str__(self) -> str:
        return self.player_name

    @property
    def player_name(self) -> str:
        """What the player is called at the table."""
        return self.bot_name if self.user is None else self.user.get_username()

    @property
    def is_bot(self) -> bool:
        return self.user_id is None


class Deal(models.Model):
    """One deal of a game. `secret` decides its hands: it may be shown only once `finished` is set."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="deals", verbose_name=_("game"))
    number = models.PositiveIntegerField(_("number"))
    dealer = models.PositiveSmallIntegerField(_("dealer"))
    declarer = models.PositiveSmallIntegerField(_("declarer"), null=True, blank=True)
    secret = models.CharField(max_length=64)
    finished = models.BooleanField(_("finished"), default=False)
    dealt_at = models.DateTimeField(_("dealt"), auto_now_add=True)

    class Meta:
        verbose_name = _("deal")
        verbose_name_plural = _("deals")
        ordering: ClassVar = ["game", "number"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["game", "number"], name="one_deal_a_number")]

    def __str__(self) -> str:
        return f"{self.game} #{self.number}"


class Event(models.Model):
    """Something that happened in a deal, as `engine.to_json` writes it: never to be shown as it is."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="events", verbose_name=_("game"))
    deal = models.ForeignKey(Deal, models.CASCADE, related_name="events", verbose_name=_("deal"))
    sequence = models.PositiveIntegerField(_("sequence"))
    payload = models.JSONField()
    at = models.DateTimeField(_("at"), auto_now_add=True)

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering: ClassVar = ["game", "sequence"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["game", "sequence"], name="one_event_a_sequence")]

    def __str__(self) -> str:
        return f"{self.sequence}. {self.payload['kind']}"


class DealScore(models.Model):
    """One player's line of a finished deal's score (RULES section 7): the bid as declared, and what it brought."""

    deal = models.ForeignKey(Deal, models.CASCADE, related_name="scores", verbose_name=_("deal"))
    player = models.PositiveSmallIntegerField(_("player"))
    bid = models.PositiveSmallIntegerField(_("bid"))
    declared_nils = models.JSONField(_("declared nils"), default=list)
    contract = models.PositiveSmallIntegerField(_("contract"))
    side_tricks = models.PositiveSmallIntegerField(_("tricks of the side"))
    contract_points = models.SmallIntegerField(_("contract points"))
    bags = models.PositiveSmallIntegerField(_("bags"))
    nils = models.JSONField(_("nils"), default=list)
    bag_penalty = models.SmallIntegerField(_("bag penalty"))
    total = models.SmallIntegerField(_("total"))
    points_after = models.IntegerField(_("points after"))
    bags_after = models.PositiveIntegerField(_("bags after"))

    class Meta:
        verbose_name = _("deal score")
        verbose_name_plural = _("deal scores")
        ordering: ClassVar = ["deal", "player"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["deal", "player"], name="one_score_a_player")]

    def __str__(self) -> str:
        return f"{self.deal}: {self.player} {self.total:+d}"
