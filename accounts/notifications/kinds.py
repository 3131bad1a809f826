"""The kinds of notifications, in words. A line here makes a new one, in one of the groups that players choose."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from accounts.base.names import isolated
from accounts.base.time_zones import with_zone
from accounts.notifications.groups import EVENTS, INVITATIONS, MAIL, PUSH, RESULTS, TURNS

NAMES: Final = ("by", "subject", "others")
"""The values that texts name players by; `others` may be several. They change when a player is renamed or removed."""


@dataclass(frozen=True, slots=True)
class NotificationKind:
    """A kind of notification: its text and channels; `%(names)s` in the text are values of the notification, and
    `%(until)s` is the moment at which it expires, in the reader's time zone.

    One that `expires` concerns something that begins or ends, and is pointless afterwards. `text` is then for
    notifications stored without that moment, by an earlier version or because there is no end; `dated` is the text with
    the moment.

    `variants` are other texts, by the value `variant`; `named` are words for values that name something of the site.

    It is sent by those of its `channels` that the player has left on for its `group`: push, and mail where a day later
    is soon enough. One of the `daily` deals is sent only to players who have asked for that. An `urgent` push wakes a
    sleeping phone; one that is only `by_day` waits for the receiver's morning; one that `rings_at_night` comes in quiet
    hours too.
    """

    group: str
    title: Any
    text: Any
    channels: tuple[str, ...] = (PUSH,)
    urgent: bool = False
    by_day: bool = False
    daily: bool = False
    rings_at_night: bool = False
    expires: bool = False
    dated: Any = ""
    variants: Mapping[str, Any] = field(default_factory=dict)
    named: Mapping[str, Any] = field(default_factory=dict)

    def words(self, values: Mapping[str, str], expires_at: datetime | None = None) -> str:
        """Return the text in the current language and time zone."""
        shown = {key: self._shown(key, value) for key, value in values.items()}
        shown["until"] = with_zone(expires_at, "deadline") if expires_at else ""
        usual = (expires_at and self.dated) or self.text
        return str(self.variants.get(values.get("variant", ""), usual) % shown)

    def _shown(self, key: str, value: str) -> str:
        return isolated(value) if key in NAMES else str(self.named.get(value, value))


KINDS: Final = {
    "turn": NotificationKind(
        TURNS, _("Your turn"), _("It is your turn in the game with %(others)s."), urgent=True, rings_at_night=True
    ),
    "turn_in_days": NotificationKind(
        TURNS,
        _("Your turn"),
        _("It is your turn in the game with %(others)s."),
        (PUSH, MAIL),
        urgent=True,
        dated=_("It is your turn in the game with %(others)s. You have time until %(until)s."),
    ),
    "challenge": NotificationKind(
        INVITATIONS, _("A challenge"), _("%(by)s invites you to a game."), (PUSH, MAIL), urgent=True, expires=True
    ),
    "invitation": NotificationKind(
        INVITATIONS, _("An invitation"), _("%(by)s invites you to a table."), urgent=True, expires=True
    ),
    "trio_invitation": NotificationKind(
        INVITATIONS,
        _("A standing trio"),
        _("%(by)s invites you to a standing trio: a page for three friends with everything they play together."),
        (PUSH, MAIL),
    ),
    "club_invitation": NotificationKind(INVITATIONS, _("A club"), _("%(by)s invites you to a club."), (PUSH, MAIL)),
    "club_evening": NotificationKind(
        EVENTS,
        _("Your club"),
        _("%(club)s plays soon. See its page."),
        (PUSH, MAIL),
        by_day=True,
        expires=True,
        dated=_("%(club)s plays next on %(until)s."),
    ),
    "club_evening_soon": NotificationKind(
        EVENTS,
        _("Your club"),
        _("%(club)s plays soon. See its page."),
        urgent=True,
        expires=True,
        dated=_("%(club)s plays on %(until)s."),
    ),
    "club_evening_changed": NotificationKind(
        EVENTS,
        _("Your club"),
        _("%(club)s has changed its evening. See its page."),
        (PUSH, MAIL),
        urgent=True,
        expires=True,
        dated=_("%(club)s has changed its evening: it plays on %(until)s. See its page."),
        variants={"off": _("%(club)s does not play on %(until)s: %(reason)s")},
    ),
    "club_request": NotificationKind(EVENTS, _("Your club"), _("%(by)s wants to join your club.")),
    "club_membership": NotificationKind(
        EVENTS,
        _("Your club"),
        _("You belong to %(club)s now."),
        (PUSH, MAIL),
        variants={
            "refused": _("An officer of %(club)s has refused your request to join."),
            "removed": _("An officer has removed you from %(club)s."),
            "trio": _("You have been removed from a standing trio."),
        },
    ),
    "club_officer": NotificationKind(
        EVENTS,
        _("Your club"),
        _("You are an officer of %(club)s now. Its page has what officers can do."),
        (PUSH, MAIL),
    ),
    "set_challenge": NotificationKind(
        INVITATIONS,
        _("A challenge"),
        _("%(by)s challenges you on %(count)s deals. Play them whenever you like."),
        (PUSH, MAIL),
    ),
    "challenge_answered": NotificationKind(
        RESULTS,
        _("Your challenge"),
        _("%(by)s has played your challenge. Compare your results."),
        (PUSH, MAIL),
        variants={
            "unplayed": _("%(by)s has played your challenge. Play it too, and compare your results."),
            "other": _("%(by)s has finished the challenge too. Compare your results."),
        },
    ),
    "set_results": NotificationKind(
        RESULTS,
        _("The results are in"),
        _("Results are in for deals you played. See your place."),
        (PUSH, MAIL),
        daily=True,
    ),
    "daily_deal": NotificationKind(
        RESULTS,
        _("The deal of the day"),
        _("The deal of the day is here: the same cards for everyone. How well will you play them?"),
        (PUSH, MAIL),
        daily=True,
        by_day=True,
        expires=True,
    ),
    "tournament_soon": NotificationKind(
        EVENTS,
        _("Tournament"),
        _("%(tournament)s begins soon. Check in on its page."),
        (PUSH, MAIL),
        urgent=True,
        expires=True,
        dated=_("%(tournament)s begins on %(until)s. Check in on its page."),
        variants={
            "checked_in": _("%(tournament)s begins on %(until)s."),
            "early": _("%(tournament)s begins early, on %(until)s. Check in on its page now."),
        },
    ),
    "tournament_place": NotificationKind(
        EVENTS,
        _("Tournament"),
        _("%(tournament)s: you have moved up from the waiting list, and can play."),
        (PUSH, MAIL),
        expires=True,
        variants={
            "down": _(
                "%(tournament)s: you are now on the waiting list, because registered players have priority over guests."
            )
        },
    ),
    "tournament_off": NotificationKind(
        EVENTS,
        _("Tournament"),
        _("%(tournament)s is called off: %(reason)s"),
        (PUSH, MAIL),
        urgent=True,
        variants={
            "few": _("%(tournament)s is called off: fewer than three players had checked in."),
            "ended": _("%(tournament)s has ended early: %(reason)s"),
        },
    ),
    "tournament_table": NotificationKind(
        EVENTS,
        _("Your table is ready"),
        _("%(tournament)s: your table is ready, and the first deal begins at once."),
        urgent=True,
        rings_at_night=True,
        expires=True,
    ),
    "tournament_warning": NotificationKind(
        EVENTS,
        _("A warning"),
        _("%(tournament)s: the host has warned you. The page of the tournament says why."),
        urgent=True,
    ),
    "tournament_ruling": NotificationKind(
        EVENTS,
        _("A ruling"),
        _("%(tournament)s: the host has decided something about you. The page of the tournament says what."),
        (PUSH, MAIL),
        variants={
            "adjusted": _(
                "%(tournament)s: the host has changed your result on board %(board)s to %(percent)s per cent."
            ),
            "disqualified": _("%(tournament)s: you are disqualified. The page of the tournament says why."),
        },
    ),
    "season": NotificationKind(
        RESULTS,
        _("The season is over"),
        _("%(ladder)s: you stay in division %(division)s."),
        by_day=True,
        variants={
            "up": _("%(ladder)s: you go up to division %(division)s."),
            "down": _("%(ladder)s: you go down to division %(division)s."),
        },
        named={
            "tables": _("Season at the tables"),
            "sets": _("Season of eight a day"),
            "events": _("Season of the tournaments"),
        },
    ),
    "report": NotificationKind(
        RESULTS, _("An answer to your report"), _("The staff has answered your report about %(subject)s."), (PUSH, MAIL)
    ),
}
