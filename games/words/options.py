"""Rules and options of a table in words, for forms and for descriptions of tables."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from django.utils.translation import gettext_lazy as _

from accounts.base.names import isolated
from games.bots import MIXED, Level, PlayingStyle
from games.engine import BiddingStyle, PeekRule, Rules
from games.values import BY_TURNS, BotPause, Clock, TableOptions
from games.words.language_cache import gettext
from games.words.names import listing, plain

ExplainedOption: TypeAlias = tuple[str, Any, Any]
"""An option: its value, its name and a line of explanation; both texts are lazy translations."""

PEEKS: Final[tuple[ExplainedOption, ...]] = (
    (PeekRule.NONE, _("No Peeky"), _("Nobody sees the dummy before the play.")),
    (PeekRule.THREE, _("Three Peeky"), _("Each player looks at three cards of the dummy; nobody learns which.")),
    (PeekRule.FOUR, _("Four Peeky"), _("Each player looks at four; nobody learns which.")),
    (PeekRule.FLIP1, _("Flip 1"), _("Each player turns up one card of the dummy for everyone.")),
    (PeekRule.FLIP2, _("Flip 2"), _("Each player turns up two: six cards lie open in the bidding.")),
    (PeekRule.FLIP3, _("Flip 3"), _("Each player turns up three: nine lie open.")),
    (PeekRule.FLIP4, _("Flip 4"), _("Each player turns up four: all but one lie open.")),
)
STYLES: Final[tuple[ExplainedOption, ...]] = (
    (BiddingStyle.STANDARD, _("Standard"), _("Any number from 0 to 13, and a nil on any hand you like.")),
    (
        BiddingStyle.SUICIDE,
        _("Suicide"),
        _("At least 4, and one hand of your side is nil. Two defenders may both have named their own."),
    ),
    (BiddingStyle.MIRROR, _("Mirror"), _("You bid the number of your spades; without spades, nil.")),
    (BiddingStyle.WHIZ, _("Whiz"), _("The number of your spades, or nil.")),
)
CLOCKS: Final[tuple[ExplainedOption, ...]] = (
    (Clock.NONE, _("No clock"), _("Take your time.")),
    (Clock.RELAXED, _("Relaxed"), _("A minute for each move, and five in reserve.")),
    (Clock.NORMAL, _("Normal"), _("Half a minute for each move, and two in reserve.")),
    (Clock.FAST, _("Fast"), _("Ten seconds for each move, and 45 in reserve.")),
    (Clock.ONE_DAY, _("By turns: 1 day"), _("A day for each move; nobody has to stay at the table.")),
    (Clock.THREE_DAYS, _("By turns: 3 days"), _("Three days for each move.")),
    (Clock.SEVEN_DAYS, _("By turns: 7 days"), _("A week for each move.")),
)
PACES: Final[tuple[ExplainedOption, ...]] = (
    ("now", _("Now"), _("You all stay at the table.")),
    ("turns", _("By turns"), _("With days for a move.")),
)
DAYS: Final = ((Clock.ONE_DAY, _("1 day")), (Clock.THREE_DAYS, _("3 days")), (Clock.SEVEN_DAYS, _("7 days")))
"""How much time a player has for a move in a game by turns."""
BOTS: Final[tuple[ExplainedOption, ...]] = (
    (Level.BEGINNER, _("Beginner"), _("They play by rules of thumb.")),
    (Level.CLUB, _("Club"), _("They think ahead a little, and make mistakes.")),
    (Level.EXPERT, _("Expert"), _("They think every card through, and see no more than you do.")),
)
PLAYING_STYLES: Final[tuple[ExplainedOption, ...]] = (
    (MIXED, _("Mixed"), _("Each bot has its own: find out which.")),
    (PlayingStyle.CAUTIOUS, _("Cautious"), _("They bid little and seldom declare a nil.")),
    (PlayingStyle.STEADY, _("Steady"), _("They bid what they expect to make.")),
    (PlayingStyle.BOLD, _("Bold"), _("They bid more than they should, and love a nil.")),
)
BOT_PAUSES: Final[tuple[ExplainedOption, ...]] = (
    (BotPause.NONE, _("At once"), _("No waiting; only a finished trick stays for a moment.")),
    (BotPause.SHORT, _("Quick"), _("A short pause, so you can see every card.")),
    (BotPause.HUMAN, _("Like people"), _("They take the time a person would take.")),
)
WHO_PLAYS: Final[tuple[ExplainedOption, ...]] = (
    ("friends", _("Friends"), _("You get a link to send them.")),
    ("anyone", _("Anyone"), _("The table is listed under Play.")),
    ("bots", _("Two bots"), _("The game begins at once.")),
)
_OPENED_FOR: Final = {
    "friends": _("With friends, by a link: %(rules)s."),
    "anyone": _("With anyone who joins under Play: %(rules)s."),
    "bots": _("Against two bots, at once: %(rules)s."),
}
PATIENCES: Final = {
    30: _("half a minute"),
    120: _("two minutes"),
    300: _("five minutes"),
    900: _("a quarter of an hour"),
}


class Fact(NamedTuple):
    """A rule or option with its value and explanation: "Peeking", "Flip 1", "Each player turns up one card ...".

    `follows` is whether it follows from another one.
    """

    label: str
    value: str
    line: str = ""
    follows: bool = False


def facts(rules: Rules, options: TableOptions) -> tuple[Fact, ...]:
    """Return all rules and options of a table, the rules first."""
    limit = rules.bag_limit
    bags = gettext("none") if limit is None else gettext("%(count)d bags cost 100") % {"count": limit}
    patience = PATIENCES.get(options.patience, gettext("%(count)d seconds") % {"count": options.patience})
    spectators = gettext("one deal behind") if options.delayed else gettext("welcome")
    by_turns = options.clock in BY_TURNS
    if by_turns:
        patience = gettext("until the time for the move is up")
    return (
        _find(PEEKS, rules.peek, gettext("Peeking")),
        _find(STYLES, rules.bidding, gettext("Bidding")),
        _length(rules, options),
        Fact(gettext("Bag limit"), bags),
        *([] if rules.floor is None else [Fact(gettext("Floor"), plain(rules.floor))]),
        _find(CLOCKS, options.clock, gettext("Clock")),
        *([Fact(gettext("Weekends"), gettext("off"))] if by_turns and options.weekends_off else []),
        _find(BOTS, options.bot_level, gettext("Bots")),
        _find(PLAYING_STYLES, options.bot_style, gettext("The bots’ playing style")),
        _find(BOT_PAUSES, options.bot_pause, gettext("The bots’ pace")),
        Fact(
            gettext("Who sees it"),
            gettext("everyone, under Play") if options.public else gettext("people with the link"),
        ),
        Fact(gettext("Spectators"), spectators if options.spectators else gettext("not wanted")),
        Fact(gettext("Chat"), gettext("allowed") if options.chat else gettext("switched off")),
        Fact(gettext("Time to come back"), str(patience), follows=by_turns),
    )


def _length(rules: Rules, options: TableOptions) -> Fact:
    """Return what ends the game."""
    if not options.duplicate:
        return Fact(gettext("Play to"), str(rules.target))
    line = gettext("Three deals, each played three times, so that everybody has every hand once.")
    return Fact(gettext("Play to"), gettext("nine deals, duplicate"), line)


def bots_strength(level: str) -> str:
    """Return how well bots of this level play, in a word such as "Expert"."""
    return _find(BOTS, level).value


def brief(rules: Rules, options: TableOptions) -> str:
    """Return the main rules in one line, such as "Flip 1 · to 500 · fast clock"."""
    length = gettext("duplicate") if options.duplicate else gettext("to %(target)d") % {"target": rules.target}
    parts = [variant(rules.peek, rules.bidding), length]
    if options.clock in BY_TURNS:
        parts.append(_find(CLOCKS, options.clock).value.lower())
        parts += [gettext("weekends off")] if options.weekends_off else []
    elif options.clock != Clock.NONE:
        parts.append(gettext("%(pace)s clock") % {"pace": _find(CLOCKS, options.clock).value.lower()})
    return " · ".join(parts)


def variant(peek: str, bidding: str) -> str:
    """Return what a peek rule and a bidding style change in the usual game: "Flip 1 · Suicide"; or that it is that."""
    changed = [_find(PEEKS, peek).value] if peek != PeekRule.NONE else []
    changed += [_find(STYLES, bidding).value] if bidding != BiddingStyle.STANDARD else []
    return " · ".join(changed) or gettext("Classic")


def variant_line(peek: str, bidding: str) -> str:
    """Return what a variant is about in a sentence: the line of its peek rule, or without one of its bidding style."""
    return (_find(STYLES, bidding) if peek == PeekRule.NONE else _find(PEEKS, peek)).line


def opened_for(who: str, rules_name: str, invited: Sequence[str] = ()) -> str:
    """Return who will play by which ready set of rules; `who` is one of `WHO_PLAYS`, unless players are `invited`."""
    if invited:
        return gettext("You invite %(names)s: %(rules)s.") % {
            "names": listing([isolated(name) for name in invited]),
            "rules": rules_name,
        }
    return str(_OPENED_FOR[who]) % {"rules": rules_name}


def changed_facts(before: tuple[Fact, ...], after: tuple[Fact, ...]) -> str:
    """Return the facts that differ in one line, such as "Play to: 300 · Clock: Fast"; "" if none does.

    What follows from another fact, before or after, is left out.
    """
    labels = {fact.label for fact in after}
    following = {fact.label for fact in (*before, *after) if fact.follows}
    changed = [(fact.label, fact.value) for fact in after if fact not in before and fact.label not in following]
    gone = [(fact.label, gettext("none")) for fact in before if fact.label not in labels]
    return " · ".join([f"{label}: {value}" for label, value in changed + gone])


def _find(options: tuple[ExplainedOption, ...], value: str, label: str = "") -> Fact:
    for option, name, line in options:
        if option == value:
            return Fact(label, str(name), str(line))
    raise LookupError(f"games/words/options.py lacks a line for {value!r}")
