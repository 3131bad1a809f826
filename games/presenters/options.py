"""Rules and options of a table in words, for forms and for descriptions of tables."""

from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from django.utils.translation import gettext_lazy

from games.bots import MIXED, Level, PlayingStyle
from games.engine import BiddingStyle, PeekRule, Rules
from games.models.values import TableOptions
from games.presenters.i18n_cache import gettext as _

from .words import plain

Explained: TypeAlias = tuple[str, Any, Any]
"""An option: its value, its name and a line of explanation; both texts are lazy translations."""

PEEKS: Final[tuple[Explained, ...]] = (
    (PeekRule.NONE, gettext_lazy("No Peeky"), gettext_lazy("Nobody sees the dummy before the play.")),
    (
        PeekRule.THREE,
        gettext_lazy("Three Peeky"),
        gettext_lazy("Each player looks at three cards of the dummy; nobody learns which."),
    ),
    (PeekRule.FOUR, gettext_lazy("Four Peeky"), gettext_lazy("The same with four cards.")),
    (PeekRule.FLIP1, gettext_lazy("Flip 1"), gettext_lazy("Each player turns up one card of the dummy for everyone.")),
    (
        PeekRule.FLIP2,
        gettext_lazy("Flip 2"),
        gettext_lazy("Each player turns up two: six cards lie open in the bidding."),
    ),
    (PeekRule.FLIP3, gettext_lazy("Flip 3"), gettext_lazy("Each player turns up three: nine lie open.")),
    (PeekRule.FLIP4, gettext_lazy("Flip 4"), gettext_lazy("Each player turns up four: all but one lie open.")),
)
STYLES: Final[tuple[Explained, ...]] = (
    (
        BiddingStyle.STANDARD,
        gettext_lazy("Standard"),
        gettext_lazy("Any number from 0 to 13, and a nil on any hand you like."),
    ),
    (
        BiddingStyle.SUICIDE,
        gettext_lazy("Suicide"),
        gettext_lazy("At least 4, and one of the two hands of your side is nil."),
    ),
    (BiddingStyle.MIRROR, gettext_lazy("Mirror"), gettext_lazy("You bid the number of your spades; none is nil.")),
    (BiddingStyle.WHIZ, gettext_lazy("Whiz"), gettext_lazy("The number of your spades, or nil.")),
)
CLOCKS: Final[tuple[Explained, ...]] = (
    ("none", gettext_lazy("No clock"), gettext_lazy("Take your time.")),
    ("relaxed", gettext_lazy("Relaxed"), gettext_lazy("A minute for each move, and five in reserve.")),
    ("normal", gettext_lazy("Normal"), gettext_lazy("Half a minute for each move, and two in reserve.")),
    ("fast", gettext_lazy("Fast"), gettext_lazy("Ten seconds for each move, and 45 in reserve.")),
)
BOTS: Final[tuple[Explained, ...]] = (
    (Level.BEGINNER, gettext_lazy("Beginner"), gettext_lazy("They play by rules of thumb.")),
    (Level.CLUB, gettext_lazy("Club"), gettext_lazy("They think ahead a little, and make mistakes.")),
    (Level.EXPERT, gettext_lazy("Expert"), gettext_lazy("They think every card through, and see no more than you do.")),
)
PLAYING_STYLES: Final[tuple[Explained, ...]] = (
    (MIXED, gettext_lazy("Mixed"), gettext_lazy("Each bot has its own: find out which.")),
    (PlayingStyle.CAUTIOUS, gettext_lazy("Cautious"), gettext_lazy("They bid little and seldom declare a nil.")),
    (PlayingStyle.STEADY, gettext_lazy("Steady"), gettext_lazy("They bid what they expect to make.")),
    (PlayingStyle.BOLD, gettext_lazy("Bold"), gettext_lazy("They bid more than they should, and love a nil.")),
)
PAUSES: Final[tuple[Explained, ...]] = (
    ("none", gettext_lazy("At once"), gettext_lazy("No waiting; only a finished trick lies for a moment.")),
    ("short", gettext_lazy("Quick"), gettext_lazy("A short pause, so that every card can be followed.")),
    ("human", gettext_lazy("Like people"), gettext_lazy("They take the time a person would take.")),
)
PATIENCE: Final = {
    30: gettext_lazy("half a minute"),
    120: gettext_lazy("two minutes"),
    300: gettext_lazy("five minutes"),
    900: gettext_lazy("a quarter of an hour"),
}


@dataclass(frozen=True, slots=True)
class Fact:
    """A rule or option with its value and explanation: "Peeking", "Flip 1", "Each player turns up one card ..."."""

    label: str
    value: str
    line: str = ""


def facts(rules: Rules, options: TableOptions) -> tuple[Fact, ...]:
    """Return all rules and options of a table, the rules first."""
    return (*_rules(rules), *_options(options))


def brief(rules: Rules, options: TableOptions) -> str:
    """Return the main rules in one line, such as "Flip 1 · Standard · to 500 · fast clock"."""
    parts = [_find(PEEKS, rules.peek).value, _find(STYLES, rules.bidding).value]
    parts.append(_("to %(target)d") % {"target": rules.target})
    if options.clock != "none":
        parts.append(_("%(pace)s clock") % {"pace": _find(CLOCKS, options.clock).value.lower()})
    return " · ".join(parts)


def _rules(rules: Rules) -> list[Fact]:
    limit = _("none") if rules.bag_limit is None else _("%(count)d bags cost 100") % {"count": rules.bag_limit}
    result = [
        _find(PEEKS, rules.peek, _("Peeking")),
        _find(STYLES, rules.bidding, _("Bidding")),
        Fact(_("Play to"), str(rules.target)),
        Fact(_("Bag limit"), limit),
    ]
    if rules.floor is not None:
        result.append(Fact(_("Floor"), plain(rules.floor)))
    return result


def _options(options: TableOptions) -> list[Fact]:
    patience = PATIENCE.get(options.patience, _("%(count)d seconds") % {"count": options.patience})
    return [
        _find(CLOCKS, options.clock, _("Clock")),
        _find(BOTS, options.bot_level, _("Bots")),
        _find(PLAYING_STYLES, options.bot_style, _("The bots’ playing style")),
        _find(PAUSES, options.bot_pause, _("The bots’ pace")),
        Fact(_("Found by"), _("everyone, in the lobby") if options.public else _("its link only")),
        Fact(_("Spectators"), _("welcome") if options.spectators else _("not wanted")),
        Fact(_("Chat"), _("allowed") if options.chat else _("switched off")),
        Fact(_("Patience"), str(patience)),
    ]


def _find(options: tuple[Explained, ...], value: str, label: str = "") -> Fact:
    name, line = next((name, line) for option, name, line in options if option == value)
    return Fact(label, str(name), str(line))
