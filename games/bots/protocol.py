"""The protocol of programs that choose actions (docs/protocol.md): lines of text over standard input and output.

`Engine` answers its lines with the site's bots; `action_text` and `read_action` are for programs on either side.
"""

import random
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from ..engine import HAND_NAMES, Action, AnswerClaim, Bid, Card, Claim, Fault, Peek, Play, Player, View, read_view
from .levels import Level, PlayingStyle
from .player import choose, prepare, review_bids, review_cards

__all__ = ["OPTIONS", "VERSION", "Engine", "Refused", "action_text", "read_action"]

VERSION: Final = 1
"""The version of the protocol that is spoken here."""

NO_YES: Final = ("no", "yes")

OPTIONS: Final[Mapping[str, tuple[str, ...]]] = {"level": tuple(Level), "style": tuple(PlayingStyle), "info": NO_YES}
"""The options of the site’s bots, with their values."""

_HANDS: Final = "|".join(HAND_NAMES)
_BID: Final = re.compile(rf"(\d{{1,2}})((?: nil (?:{_HANDS}))*)")


class Refused(Exception):
    """A line can't be answered; the message is a sentence."""


def action_text(action: Action) -> str:
    """Return an action as programs write it: `bid 6 nil 0`, `play HA`, `peek 0,5,12`, `claim 4`, `answer yes`."""
    match action:
        case Peek(_, places):
            return f"peek {','.join(map(str, places))}"
        case Bid(_, tricks, nils):
            return f"bid {tricks}{''.join(f' nil {HAND_NAMES[hand]}' for hand in sorted(nils))}"
        case Play(_, card):
            return f"play {card}"
        case Claim(_, tricks):
            return "claim" if tricks is None else f"claim {tricks}"
        case AnswerClaim(_, accept):
            return f"answer {NO_YES[accept]}"


def read_action(player: Player, text: str) -> Action:
    """Return the action of a player that a program wrote, legal or not. Raises ValueError for any other text."""
    word, _, rest = text.partition(" ")
    if word not in _READERS:
        raise ValueError(f"not an action: {text[:100]!r}")
    return _READERS[word](player, rest)


def _read_bid(player: Player, text: str) -> Bid:
    written = _BID.fullmatch(text)
    if written is None:
        raise ValueError(f"not a bid: {text[:100]!r}")
    names = written[2].replace(" nil", "").split()
    return Bid(player, int(written[1]), frozenset(map(HAND_NAMES.index, names)))


_READERS: Final[Mapping[str, Callable[[Player, str], Action]]] = {
    "peek": lambda player, text: Peek(player, tuple(map(int, text.split(",")))),
    "bid": _read_bid,
    "play": lambda player, text: Play(player, Card.parse(text)),
    "claim": lambda player, text: Claim(player, int(text) if text else None),
    "answer": lambda player, text: AnswerClaim(player, bool(NO_YES.index(text))),
}


@dataclass
class Engine:
    """Answers the lines of the protocol with the bots of this package; the options say which of them, and how."""

    options: dict[str, str] = field(
        default_factory=lambda: {"level": Level.EXPERT, "style": PlayingStyle.STEADY, "info": NO_YES[0]}
    )
    view: View | None = None

    def answers(self, line: str) -> Iterator[str]:
        """Yield the lines that answer a line. If something is wrong, one of them begins with `error` and says what."""
        word, _, rest = line.strip().partition(" ")
        try:
            if word not in _COMMANDS:
                raise Refused(f"Unknown word; the words are {', '.join(_COMMANDS)} and quit.")
            yield from _COMMANDS[word](self, rest)
        except Refused as refusal:
            yield f"error {refusal}"

    def _hello(self, _rest: str) -> Iterator[str]:
        yield f"id Dummy Hand Spades, protocol {VERSION}"
        for name, values in OPTIONS.items():
            yield f"option {name} {self.options[name]} of {' '.join(values)}"
        self._prepare()
        yield "ready"

    def _prepare(self) -> None:
        """Compile now, if it is needed and not done yet: a program has less time for an answer than for its start."""
        if self.options["level"] != Level.BEGINNER:
            with suppress(ModuleNotFoundError):  # `go` says what is missing, unless beginners are asked for
                prepare()

    def _option(self, rest: str) -> Iterator[str]:
        name, _, value = rest.partition(" ")
        if value not in OPTIONS.get(name, ()):
            known = ", ".join(f"{name} ({', '.join(values)})" for name, values in OPTIONS.items())
            raise Refused(f"No such option or value; there are {known}.")
        self.options[name] = value
        yield from ()

    def _position(self, rest: str) -> Iterator[str]:
        try:
            self.view = read_view(rest)
        except Fault as fault:
            raise Refused(f"{fault.at}: {fault.message}") from None
        yield from ()

    def _go(self, rest: str) -> Iterator[str]:
        view, words = self.view, rest.split()
        if view is None or view.viewer not in view.waiting:
            raise Refused("There is no position that waits for its viewer.")
        if words and (len(words) != 2 or words[0] != "seed" or not words[1].isdecimal()):
            raise Refused("After go there is nothing, or seed and a number.")
        try:
            yield from self._chosen(view, random.Random(int(words[1]) if words else None))
        except ModuleNotFoundError as missing:  # an extra of the package
            raise Refused(str(missing)) from None

    def _chosen(self, view: View, rng: random.Random) -> Iterator[str]:
        level, style = Level(self.options["level"]), PlayingStyle(self.options["style"])
        if self.options["info"] == NO_YES[1] and level is not Level.BEGINNER:
            yield from _info(view)
        yield f"best {action_text(choose(view, rng, level, style))}"


def _info(view: View) -> Iterator[str]:
    """Yield what an Expert thinks of the bids or cards: their worth in points, and the standard error of it."""
    reviewed = review_bids(view) if view.bid_options else None
    for bid in reviewed.bids if reviewed else ():
        made = Bid(view.viewer or 0, bid.tricks, frozenset(bid.nils))
        yield f"info {action_text(made)} points {bid.worth:.1f} error {bid.error:.1f}"
    for of_card in review_cards(view).cards if view.playable else ():
        yield f"info play {of_card.card} points {of_card.worth:.1f} error {of_card.error:.1f}"


_COMMANDS: Final[Mapping[str, Callable[[Engine, str], Iterator[str]]]] = {
    "hello": Engine._hello,
    "option": Engine._option,
    "position": Engine._position,
    "go": Engine._go,
}
