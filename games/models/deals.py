"""Deals, their events and their scores: fields and constraints, no logic.

A constraint brings an index, so the foreign key it begins with has none of its own: one less to write with each card.
"""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.games import Game


class Deal(models.Model):
    """One deal of a game. `secret` decides its hands: it may be shown only once `finished` is set."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="deals", db_index=False, verbose_name=_("game"))
    number = models.PositiveIntegerField(_("number"))
    dealer = models.PositiveSmallIntegerField(_("dealer"))
    declarer = models.PositiveSmallIntegerField(_("declarer"), null=True, blank=True)
    secret = models.CharField(max_length=64)
    finished = models.BooleanField(_("finished"), default=False)
    finished_at = models.DateTimeField(_("finished at"), null=True, blank=True)
    dealt_at = models.DateTimeField(_("dealt"), auto_now_add=True)

    class Meta:
        verbose_name = _("deal")
        verbose_name_plural = _("deals")
        ordering: ClassVar = ["game", "number"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["game", "number"], name="one_deal_a_number")]

    def __str__(self) -> str:
        return f"{self.game} #{self.number}"


class Author(models.TextChoices):
    """Who made a move: whoever holds the seat, a bot, or a bot because the player's time was up."""

    PLAYER = "player", _("player")
    BOT = "bot", _("bot")
    CLOCK = "clock", _("clock")


class Event(models.Model):
    """Something that happened in a deal, as `engine.to_json` writes it: never to be shown as it is.

    A move that was taken back stays in the log, but is no part of the deal any more.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="events", db_index=False, verbose_name=_("game"))
    deal = models.ForeignKey(Deal, models.CASCADE, related_name="events", verbose_name=_("deal"))
    sequence = models.PositiveIntegerField(_("sequence"))
    payload = models.JSONField()
    author = models.CharField(_("author"), max_length=6, choices=Author.choices, default=Author.PLAYER)
    taken_back = models.BooleanField(_("taken back"), default=False)
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

    deal = models.ForeignKey(Deal, models.CASCADE, related_name="scores", db_index=False, verbose_name=_("deal"))
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
