"""Deals in files of Portable Bridge Notation (PBN 2.1) as deal records (docs/records.md).

A game that `to_pbn` wrote is read whole, because extra tags hold what bridge does not have. Other programs' games have
other bids, a dummy whose cards are known, and often another trump: of them the hands and the dealer are read, as a deal
before its bidding. The dummy is then the hand opposite the declarer, or North where the file names none.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile
from typing import Final

from .cards import DECK, Card
from .deal import replay
from .events import JSON, CardPlayed
from .pbn import SEATS
from .pbn_games import PbnGame, games_in
from .play import winner
from .record_shape import FORMAT
from .records import read_log
from .seats import HAND_NAMES, PLAYERS
from .state import State

CLOCKWISE: Final = "NESW"
_OPPOSITE: Final = {"N": "S", "E": "W", "S": "N", "W": "E"}

_PACK: Final = frozenset(map(str, DECK))
_DEAL: Final = re.compile(r"([NESW]):(.+)")
_RULES: Final = re.compile(r"peek (\w+), bidding (\w+), target (\d+), bag limit (\d+|none), floor (-?\d+|none)")
_BEFORE: Final = re.compile(r"([NESW]) (-?\d+)\+(\d+)")
_PEEK: Final = re.compile(r"([NESW])((?: \d+)+)")
_BID: Final = re.compile(r"([NESW]) (\d+)((?: nil [NESW])*)")
_CLAIM: Final = re.compile(r"([NESW])(?: (\d+))? after trick \d+")
_PROVED: Final = re.compile(r"([NESW]) (\S+)")
_SHORT: Final = 9
"""Digits of the longest number that is read."""


SENTENCES: Final = {
    "no_deal": "There is no tag Deal.",
    "bad_deal": "The tag Deal does not have four hands of thirteen different cards.",
    "no_dealer": "The tag Dealer is not N, E, S or W.",
    "bad_tag": "A tag of Dummy Hand Spades has another form than our files give it.",
    "bad_play": "A line of the play has a word that is not a card.",
}


class PbnFault(Exception):
    """A game can't be read: the `line` of the file, from 1, the code, and one English sentence as message."""

    def __init__(self, line: int, code: str) -> None:
        super().__init__(line, code)
        self.line, self.code, self.message = line, code, SENTENCES[code]


@dataclass(frozen=True, slots=True)
class PbnDeal:
    """A game of a file: its board, as the file names it, and its record, or why there is none.

    `is_whole` says whether more than the hands and the dealer were read. A record may still break the rules:
    `read_log` says so.
    """

    line: int
    board: str
    record: JSON | None
    fault: PbnFault | None
    is_whole: bool

    def state(self) -> State:
        """Return the deal as it stands after what was read. Raises PbnFault if there is no record, and Fault if it is
        not legal.
        """
        if self.record is None:
            assert self.fault is not None, "there is one or the other"
            raise self.fault
        return replay(read_log(self.record))


def read_pbn(text: str) -> list[PbnDeal]:
    """Return the deals of a PBN file, in order; of one without any tags, one that can't be read. Does not raise,
    whatever the text is.
    """
    return list(map(_deal, games_in(text))) or [PbnDeal(1, "", None, PbnFault(1, "no_deal"), is_whole=False)]


def _deal(game: PbnGame) -> PbnDeal:
    is_ours = "DummyHandRules" in game.tags
    try:
        record, fault = (_own_record if is_ours else _hands_only)(game), None
    except PbnFault as refusal:
        record, fault = None, refusal
    return PbnDeal(game.line, game.value("Board"), record, fault, is_ours)


def _hands_only(game: PbnGame) -> JSON:
    """Return the record of a bridge deal before its bidding."""
    dummy = _OPPOSITE.get(game.value("Declarer"), "N")
    seats = _turned(CLOCKWISE, dummy)
    hands, dealer = _hands(game), _seat(game, "Dealer")
    rules = {"peek": "none", "bidding": "standard", "target": 500, "bag_limit": 10, "floor": None}
    return {
        "format": FORMAT,
        "rules": rules,
        "dealer": PLAYERS[0] if dealer == dummy else seats.index(dealer),
        "hands": {name: hands[seat] for name, seat in zip(HAND_NAMES, seats, strict=True)},
        "peeks": [],
        "bids": [],
        "plays": [],
    }


def _turned(seats: str, last: str) -> str:
    """Return the seats in the same order, beginning after `last`."""
    after = seats.index(last) + 1
    return seats[after:] + seats[:after]


def _hands(game: PbnGame) -> dict[str, list[str]]:
    """Return the cards of each seat."""
    if "Deal" not in game.tags:
        raise PbnFault(game.line, "no_deal")
    value, line = game.tags["Deal"]
    written = _DEAL.fullmatch(value.strip())
    hands = [hand.split(".") for hand in written[2].split()] if written else []
    if written is None or [len(suits) for suits in hands] != [4] * 4:
        raise PbnFault(line, "bad_deal")
    cards = [[suit + rank for suit, ranks in zip("SHDC", suits, strict=True) for rank in ranks] for suits in hands]
    if [len(hand) for hand in cards] != [13] * 4 or {card for hand in cards for card in hand} != _PACK:
        raise PbnFault(line, "bad_deal")
    return dict(zip(_turned(CLOCKWISE, CLOCKWISE[CLOCKWISE.index(written[1]) - 1]), cards, strict=True))


def _seat(game: PbnGame, name: str) -> str:
    tag = game.tags.get(name)
    if tag is None or tag.value not in tuple(CLOCKWISE):
        raise PbnFault(tag.line if tag else game.line, "no_dealer")
    return tag.value


def _own_record(game: PbnGame) -> JSON:
    """Return the record of a game that `to_pbn` wrote."""
    before = list(_entries(game, "DummyHandBefore", _BEFORE))
    seats = "".join(entry[1] for entry in before)
    if sorted(seats) != sorted(set(seats)) or len(seats) != len(PLAYERS):
        raise _bad(game, "DummyHandBefore")
    (dummy,) = set(SEATS) - set(seats)
    seats += dummy
    hands, places = _hands(game), game.value("DummyHandPlaces").split()
    if sorted(places) != sorted(hands[dummy]):
        raise _bad(game, "DummyHandPlaces")
    hands[dummy] = places
    record = {
        "format": FORMAT,
        "rules": _rules(game),
        "dealer": seats.index(_seat(game, "Dealer")),
        "before": {"points": [_int(entry[2]) for entry in before], "bags": [_int(entry[3]) for entry in before]},
        "hands": {name: hands[seat] for name, seat in zip(HAND_NAMES, seats, strict=True)},
        "peeks": [_peek(entry, seats) for entry in _entries(game, "DummyHandPeeks", _PEEK)],
        "bids": [_bid(entry, seats) for entry in _entries(game, "DummyHandBids", _BID)],
        "plays": list(_plays(game)),
    }
    return record | _claim(game, seats) | _proof(game)


def _bad(game: PbnGame, name: str) -> PbnFault:
    return PbnFault(game.tags[name].line if name in game.tags else game.line, "bad_tag")


def _entries(game: PbnGame, name: str, form: re.Pattern[str]) -> Iterator[re.Match[str]]:
    """Yield the entries of one of our tags, which semicolons part; none if the tag is left out."""
    for entry in game.value(name).split("; ") if game.value(name) else ():
        match = form.fullmatch(entry)
        if match is None:
            raise _bad(game, name)
        yield match


def _int(digits: str) -> int:
    """Return a number; one that is far too long is shortened, and breaks the rules all the same."""
    return int(digits[:_SHORT])


def _rules(game: PbnGame) -> JSON:
    rules = _RULES.fullmatch(game.value("DummyHandRules"))
    if rules is None:
        raise _bad(game, "DummyHandRules")
    peek, bidding, target, bag_limit, floor = rules.groups()
    return {
        "peek": peek,
        "bidding": bidding,
        "target": _int(target),
        "bag_limit": None if bag_limit == "none" else _int(bag_limit),
        "floor": None if floor == "none" else _int(floor),
    }


def _peek(entry: re.Match[str], seats: str) -> JSON:
    return {"player": seats.index(entry[1]), "places": [_int(place) for place in entry[2].split()]}


def _bid(entry: re.Match[str], seats: str) -> JSON:
    nils = [HAND_NAMES[seats.index(word)] for word in entry[3].split() if word != "nil"]
    return {"player": seats.index(entry[1]), "tricks": _int(entry[2]), "nils": nils}


def _plays(game: PbnGame) -> Iterator[str]:
    """Yield the cards in the order of the play: a line has those of a trick, with the opening leader's first."""
    leader = 0
    for line, words in game.play:
        if words and words[0] == "*":
            return
        if len(words) != len(SEATS):
            raise PbnFault(line, "bad_play")
        columns = [(leader + turn) % len(SEATS) for turn in range(len(SEATS))]
        cards = takewhile(lambda item: item[1] != "-", [(column, words[column]) for column in columns])
        trick = [_played(line, column, word) for column, word in cards]
        yield from (str(played.card) for played in trick)
        leader = winner(trick) if trick else leader


def _played(line: int, column: int, word: str) -> CardPlayed:
    try:
        return CardPlayed(column, Card.parse(word))
    except ValueError:
        raise PbnFault(line, "bad_play") from None


def _claim(game: PbnGame, seats: str) -> JSON:
    """Return the claim, if there is one; for the dummy the declarer claims, who sits at South."""
    for entry in _entries(game, "DummyHandClaim", _CLAIM):
        claimer = seats.index(entry[1])
        claim = {"player": claimer if claimer in PLAYERS else seats.index(SEATS[0])}
        return {"claim": claim if entry[2] is None else claim | {"tricks": _int(entry[2])}}
    return {}


def _proof(game: PbnGame) -> JSON:
    """Return what decided the deal, if the file says so (docs/fairness.md)."""
    if "DummyHandProofSecret" not in game.tags:
        return {}
    number = game.value("DummyHandProofNumber")
    if not number.isdecimal():
        raise _bad(game, "DummyHandProofNumber")
    seeds = [entry[2] for entry in _entries(game, "DummyHandProofSeeds", _PROVED)]
    drawn = [entry[2] for entry in _entries(game, "DummyHandProofDraw", _PROVED)]
    proof = {
        "commitment": game.value("DummyHandProofCommitment"),
        "game": game.value("DummyHandProofGame"),
        "number": _int(number),
        "seeds": ["" if seed == "-" else seed for seed in seeds],
        "secret": game.value("DummyHandProofSecret"),
        "draw": drawn or None,
    }
    return {"proof": proof | ({"duplicate": True} if "DummyHandProofDuplicate" in game.tags else {})}
