"""Games, seats, invitations and searches for players: fields and constraints, no logic."""

from collections.abc import Sequence
from dataclasses import fields
from functools import lru_cache
from operator import attrgetter
from typing import ClassVar

from django.db import models
from django.utils.translation import gettext, gettext_lazy as _

from accounts.base.statements import Statement, read_related
from accounts.models import User
from games.bots import MIXED, Level, PlayingStyle
from games.models.rules import AllRules, choices_of, level_choices
from games.values import (
    BY_TURNS,
    BotPause,
    Clock,
    Mode,
    Pause,
    PauseReason,
    Proposal,
    Stage,
    TableOptions,
    Who,
    mode_of,
    table_title,
)


def style_choices() -> list[tuple[str, str]]:
    """Return the choices of bots' playing styles."""
    return choices_of([MIXED, *PlayingStyle])


class Game(AllRules):
    """A game, from the opening of its table to its end.

    `version` grows with every change and guards against conflicting writes. `due_at` is when the next automatic step is
    due: a bot's move, a time-out or the next deal (see `games.play.ticker`). `chain_root` determines all secrets of the
    game and is never shown. In a rematch nobody draws: it has an `opening_dealer`. `proposal` is the open proposal and
    `refused` the one refused last; `proposed_by` belongs to either, until the next move. While there is a `pause`, by
    or for `paused_by` unless all have agreed to it, nothing happens until `paused_until`. `name` is "" if the host gave
    none: pages show `title`. `seed_versions` counts the latest versions that changed nothing but a seed. In a `hinted`
    game a hint was asked for, so it leaves ratings alone; in one `hinted_late`, the first after a scored deal, and
    a loss counts. A `paired` game is one of strangers, which the site starts. A
    replay is one finished deal with the same cards once more: it has no proof, and does not count. `replayed` is the
    record of that deal, and `replay_of` the deal itself, if it is one of a table. A game with a `board` is one person's
    try at that deal of a set, whose root is its `chain_root`; if it is a replay too, it is practice, after the set has
    closed. A `duplicate` game is one of three boards, each dealt three times (docs/duplicate.md). A game of a `round`
    is a table of a tournament; its `chain_root` is that of the tournament. A table of a `club` is for its members.
    """

    code = models.CharField(_("code"), max_length=12, unique=True)
    name = models.CharField(_("name"), max_length=40)
    host = models.ForeignKey(User, models.PROTECT, related_name="hosted_games", verbose_name=_("host"))
    public = models.BooleanField(_("public"), default=False)
    spectators = models.BooleanField(_("spectators"), default=True)
    delayed = models.BooleanField(_("spectators see the game one deal behind"), default=False)
    clock = models.CharField(_("clock"), max_length=8, choices=Clock.choices(), default=Clock.NONE)
    weekends_off = models.BooleanField(_("weekends off"), default=False, db_default=False)
    patience = models.PositiveSmallIntegerField(_("patience in seconds"), default=120)
    duplicate = models.BooleanField(_("duplicate table"), default=False, db_default=False)
    chat = models.BooleanField(_("chat"), default=True)
    bot_level = models.CharField(_("bots’ level"), max_length=8, choices=level_choices, default=Level.EXPERT)
    bot_style = models.CharField(_("bots’ playing style"), max_length=8, choices=style_choices, default=MIXED)
    bot_pause = models.CharField(_("bots’ pause"), max_length=5, choices=BotPause.choices(), default=BotPause.HUMAN)
    chain_root = models.CharField(max_length=64)
    rematch_of = models.OneToOneField(
        "self", models.PROTECT, null=True, blank=True, related_name="rematch", verbose_name=_("rematch of")
    )
    replayed = models.TextField(blank=True, default="")
    replay_of = models.ForeignKey(
        "Deal", models.SET_NULL, null=True, blank=True, related_name="replays", verbose_name=_("replay of the deal")
    )
    board = models.ForeignKey(
        "Board", models.PROTECT, null=True, blank=True, related_name="games", verbose_name=_("board of a set of deals")
    )
    round = models.ForeignKey(
        "TournamentRound", models.PROTECT, null=True, blank=True, related_name="games", verbose_name=_("round")
    )
    club = models.ForeignKey(
        "Club", models.SET_NULL, null=True, blank=True, related_name="games", verbose_name=_("club")
    )
    seed_versions = models.PositiveIntegerField(default=0)
    opening_dealer = models.PositiveSmallIntegerField(_("first dealer"), null=True, blank=True)
    stage = models.CharField(_("stage"), max_length=8, choices=choices_of(Stage), default=Stage.OPEN)
    version = models.PositiveIntegerField(_("version"), default=0)
    deal_number = models.PositiveIntegerField(_("deal"), default=0)
    due_at = models.DateTimeField(_("due"), null=True, blank=True)
    proposal = models.CharField(_("proposal"), max_length=4, choices=Proposal.choices(), blank=True, default="")
    refused = models.CharField(_("refused proposal"), max_length=4, choices=Proposal.choices(), blank=True, default="")
    proposed_by = models.PositiveSmallIntegerField(_("proposed by"), null=True, blank=True)
    proposed_version = models.PositiveIntegerField(_("proposed at version"), null=True, blank=True)
    pause = models.CharField(_("pause"), max_length=4, choices=Pause.choices(), blank=True, default="", db_default="")
    pause_reason = models.CharField(max_length=6, choices=PauseReason.choices(), blank=True, default="", db_default="")
    paused_by = models.PositiveSmallIntegerField(null=True, blank=True)
    paused_until = models.DateTimeField(_("paused until"), null=True, blank=True)
    winner = models.PositiveSmallIntegerField(_("winner"), null=True, blank=True)
    hinted = models.BooleanField(_("a hint was asked for"), default=False)
    hinted_late = models.BooleanField(_("the first hint came after a scored deal"), default=False, db_default=False)
    paired = models.BooleanField(_("paired by the site"), default=False)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    updated_at = models.DateTimeField(_("updated"), auto_now=True)

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        indexes = [
            models.Index(fields=["due_at"], name="game_due", condition=models.Q(due_at__isnull=False)),
            models.Index(fields=["-created_at"], name="game_open", condition=models.Q(stage=Stage.OPEN, public=True)),
            models.Index(fields=["-created_at", "-id"], name="newest_games"),
            models.Index(fields=["stage"], name="games_by_stage"),
        ]
        default_permissions = ["view"]
        permissions = [
            ("void_game", "Can void games"),
            ("end_game", "Can end games"),
            ("nudge_game", "Can nudge games that are stuck"),
            ("seat_bot_game", "Can replace an absent player by a bot"),
            ("close_to_spectators_game", "Can close games to spectators"),
            ("show_cards_game", "Can see the hidden cards of a running deal, and is out of that table then"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(opening_dealer__lte=2, proposed_by__lte=2, winner__lte=2), name="possible_game"
            )
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.code})" if self.name else self.code

    @property
    def mode(self) -> Mode:
        """What the game is for, and what follows from that."""
        return mode_of(
            on_board=self.board_id is not None,
            again=bool(self.replayed),
            in_round=self.round_id is not None,
            duplicate=self.duplicate,
        )

    @property
    def is_paused(self) -> bool:
        """Whether the game stands still until players are back."""
        return self.pause != Pause.NONE

    @property
    def is_by_turns(self) -> bool:
        """Whether players have days for a move and need not be at the table."""
        return self.clock in BY_TURNS

    @property
    def title(self) -> str:
        """The table's name in the reader's language, in lists of several tables."""
        return self._title_after(self.host.get_username())

    @property
    def title_at_table(self) -> str:
        """The table's name as those who sit there read it: after the host's name at this table."""
        hosts = (seat.player_name for seat in self.seats.all() if seat.user_id == self.host_id)
        return self._title_after(next(hosts, self.host.get_username()))

    def _title_after(self, host_name: str) -> str:
        return gettext("Table of three") if self.paired else table_title(self.name, host_name)


class Seat(models.Model):
    """One of a game's three seats for real players.

    A seat with neither a user nor a bot name is free; with a bot name only, it belongs to that bot; with both, the bot
    sits in until the user takes the seat back. The clock (see `games.play.clocks`) uses `waiting_since`, when the
    player's turn began; `used`, the seconds of the move used before that; `lag`, the network delay in seconds that is
    not counted; and `reserve`, the seconds left beyond the time for a move. `spent` are the seconds that the player has
    used for all moves so far. `seed` is what the player adds to the
    secrets of the game; it is fixed when the game begins. `agrees` also says, in a pause, that the player is back.
    `notified_since` is `waiting_since` of the turn of which the player has been notified, away from the table. `called`
    is the name of a guest at this table, if it is not that of the account (`games.play.seats.seat_person`). `by_guest`
    means that the user sat down as a guest, and `rated_as` is the guest from whom the user has taken the game over,
    whose rating it stays.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="seats", verbose_name=_("game"))
    player = models.PositiveSmallIntegerField(_("player"))
    user = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="seats", verbose_name=_("user"))
    called = models.CharField(_("name at this table"), max_length=16, blank=True, default="", db_default="")
    bot_name = models.CharField(_("bot"), max_length=16, blank=True)
    ready = models.BooleanField(_("ready"), default=False)
    agrees = models.BooleanField(_("agrees"), default=False)
    waiting_since = models.DateTimeField(_("waiting since"), null=True, blank=True)
    used = models.FloatField(_("seconds used before"), default=0)
    lag = models.FloatField(_("lag in seconds"), default=0)
    reserve = models.FloatField(_("reserve in seconds"), default=0)
    spent = models.FloatField(_("seconds used for all moves"), default=0, db_default=0.0)
    notified_since = models.DateTimeField(
        _("notified of the turn since"), null=True, blank=True, db_column="told_since"
    )
    has_paused = models.BooleanField(_("has paused the game"), default=False, db_default=False)
    rules_changed = models.BooleanField(_("rules changed since sitting down"), default=False)
    seed = models.CharField(_("seed"), max_length=64, blank=True)
    by_guest = models.BooleanField(_("sat down as a guest"), default=False, db_default=False)
    rated_as = models.ForeignKey(
        User, models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("rated as the guest")
    )

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["game", "player"]
        constraints = [
            models.UniqueConstraint(fields=["game", "player"], name="unique_seat"),
            models.UniqueConstraint(fields=["game", "user"], name="unique_seat_of_user"),
            models.CheckConstraint(condition=models.Q(player__lte=2), name="player_is_0_to_2"),
        ]
        indexes = [
            models.Index(
                fields=["waiting_since"],
                condition=models.Q(waiting_since__isnull=False, user__isnull=False, bot_name=""),
                name="people_on_turn",
            )
        ]

    def __str__(self) -> str:
        """Return the name, with that of the account if it is another."""
        return f"{self.called} ({self.account})" if self.called else self.player_name or f"{self.player}"

    @property
    def player_name(self) -> str:
        """The name shown at the table; "" for a free seat."""
        return self.bot_name if self.user is None else self.called or self.account

    @property
    def account(self) -> str:
        """The name of the account, by which players are distinguished everywhere; "" for a bot and a free seat."""
        return "" if self.user is None else self.user.get_username()

    @property
    def who(self) -> Who:
        """The player's name in lists of several tables, with the account of a person."""
        return Who(self.account or self.bot_name, self.account, self.is_bot)

    @property
    def is_free(self) -> bool:
        return self.user_id is None and not self.bot_name

    @property
    def is_bot(self) -> bool:
        """Whether the seat belongs to a bot."""
        return self.user_id is None and bool(self.bot_name)

    @property
    def awaits_its_user(self) -> bool:
        """Whether the user, not a bot that sits in, has to move or answer."""
        is_asked = bool(self.game.proposal) and not self.agrees
        return (self.waiting_since is not None or is_asked) and not self.bot_plays

    @property
    def bot_plays(self) -> bool:
        """Whether a bot makes the moves, in its own seat or sitting in."""
        return bool(self.bot_name)


_option_values = attrgetter(*(option.name for option in fields(TableOptions)))
_options = lru_cache(maxsize=1024)(TableOptions)


def options_of(game: Game) -> TableOptions:
    """Return the options of a table."""
    return _options(*_option_values(game))


def counting_games() -> models.QuerySet[Game]:
    """Return the games that count in statistics, as their `mode` says."""
    return Game.objects.filter(replayed="", board=None, round=None)


def with_seats(games: models.QuerySet[Game]) -> models.QuerySet[Game]:
    """Return these games with their seats and users."""
    return games.select_related("host").prefetch_related(
        models.Prefetch("seats", Seat.objects.select_related("user").order_by("player"))
    )


_SEATS = Statement(lambda games: Seat.objects.filter(game__in=games).select_related("user").order_by("game", "player"))


def seats_of(game: Game) -> list[Seat]:
    """Return the seats of a game in order, with their users, as they are in the database now."""
    seats = _SEATS.all([game.pk])
    for seat in seats:
        seat.game = game
    return seats


def read_seats(games: Sequence[Game]) -> None:
    """Read the seats of these games, with their users, as `with_seats` does."""
    read_related(games, "seats", _SEATS)


class Invitation(models.Model):
    """An invitation of one player by another to a table."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="invitations", verbose_name=_("game"))
    user = models.ForeignKey(User, models.CASCADE, related_name="invitations", verbose_name=_("user"))
    inviter = models.ForeignKey(User, models.CASCADE, related_name="+", verbose_name=_("invited by"))
    sent_at = models.DateTimeField(_("sent"), auto_now_add=True)

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        constraints = [models.UniqueConstraint(fields=["game", "user"], name="unique_invitation")]

    def __str__(self) -> str:
        return f"{self.game}: {self.user}"


class TableRemoval(models.Model):
    """Somebody whom the host has removed from a table that waits: only the host's invitation lets them sit there."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="removals", db_index=False, verbose_name=_("game"))
    user = models.ForeignKey(User, models.CASCADE, related_name="+", verbose_name=_("user"))

    class Meta:
        verbose_name = _("removal from a table")
        verbose_name_plural = _("removals from tables")
        default_permissions: ClassVar[list[str]] = []
        constraints = [models.UniqueConstraint(fields=["game", "user"], name="one_removal_a_table")]

    def __str__(self) -> str:
        return f"{self.game}: {self.user}"


class JoinCode(models.Model):
    """The digits by which a table is found until its game has ended."""

    game = models.OneToOneField(Game, models.CASCADE, related_name="join_code", verbose_name=_("game"))
    digits = models.CharField(_("code"), max_length=8, unique=True)

    class Meta:
        verbose_name = _("code of a table")
        verbose_name_plural = _("codes of tables")
        default_permissions: ClassVar[list[str]] = []

    def __str__(self) -> str:
        return f"{self.game}: {self.digits}"


class Insight(models.Model):
    """A member of the staff has seen hidden cards of this running game, and may not watch or play it until it ends."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="insights", verbose_name=_("game"))
    user = models.ForeignKey(User, models.CASCADE, related_name="+", verbose_name=_("user"))

    class Meta:
        verbose_name = _("look at hidden cards")
        verbose_name_plural = _("looks at hidden cards")
        default_permissions: ClassVar[list[str]] = []
        constraints = [models.UniqueConstraint(fields=["game", "user"], name="unique_insight")]

    def __str__(self) -> str:
        return f"{self.game}: {self.user}"


class PairingState(models.TextChoices):
    """What has become of a request. A table is found, and then played; or the player missed it."""

    WAITING = "waiting", _("waiting")
    FOUND = "found", _("table found")
    PLAYED = "played", _("played")
    MISSED = "missed", _("missed")


ACTIVE = (PairingState.WAITING, PairingState.FOUND)
"""A player has one such request at most, so nobody sits at two paired tables."""


class PairingRequest(models.Model):
    """A player's wish to be paired, with the rules that the player wants: "" or None if any will do.

    `since` is the place in the queue, `seen_at` the last sign of a browser. `game` is the table found last, at
    `found_at`: a player who waits again because another one did not come still has it. `meanwhile` is the game with
    bots that ends when a table is found. The row is deleted a day after `ended_at`, and at once for who stops waiting.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="pairing_requests", verbose_name=_("user"))
    bidding = models.CharField(_("bidding style"), max_length=8, blank=True)
    peek = models.CharField(_("peeking"), max_length=8, blank=True)
    target = models.PositiveSmallIntegerField(_("target"), null=True, blank=True)
    clock = models.CharField(_("clock"), max_length=8, choices=Clock.choices(), blank=True)
    since = models.DateTimeField(_("since"))
    seen_at = models.DateTimeField(_("last seen"))
    state = models.CharField(
        _("state"), max_length=7, choices=PairingState.choices, default=PairingState.WAITING, db_index=True
    )
    game = models.ForeignKey(Game, models.CASCADE, null=True, related_name="pairing_requests", verbose_name=_("game"))
    found_at = models.DateTimeField(_("table found"), null=True)
    ended_at = models.DateTimeField(_("ended"), null=True)
    meanwhile = models.ForeignKey(Game, models.SET_NULL, null=True, related_name="+", verbose_name=_("game meanwhile"))

    class Meta:
        verbose_name = _("search for players")
        verbose_name_plural = _("searches for players")
        default_permissions: ClassVar[list[str]] = []
        constraints = [
            models.UniqueConstraint(fields=["user"], condition=models.Q(state__in=ACTIVE), name="one_search_at_a_time")
        ]

    def __str__(self) -> str:
        return f"{self.user} ({self.state})"
