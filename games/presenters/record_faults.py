"""Faults of deal records (docs/records.md) in words."""

import re

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine import Fault

_ENTRY = re.compile(r"(peeks|bids|plays)\[(\d+)\]")

_EXPECTED = {
    "record": gettext_lazy(
        "A record is one JSON object with the format “dummy-hand-spades/1” and the keys format, rules, dealer, hands, "
        "peeks, bids and plays; before and claim may be left out, and there are no others."
    ),
    "rules": gettext_lazy(
        "The rules are an object with exactly the keys peek, bidding, target, bag_limit and floor: two texts, "
        "a whole number, and two whole numbers or null."
    ),
    "dealer": gettext_lazy("The dealer is 0, 1 or 2."),
    "before": gettext_lazy(
        "Before the deal there are three numbers of points and three of bags, from −100000 to 100000; bags are not "
        "negative, and below the bag limit."
    ),
    "hands": gettext_lazy("The hands are an object with exactly the keys 0, 1, 2 and dummy: each a list of cards."),
    "peeks": gettext_lazy("A look is an object with a player (0, 1 or 2) and places (a list of whole numbers)."),
    "bids": gettext_lazy(
        "A bid is an object with a player (0, 1 or 2), tricks (a whole number) and nils (a list of hands)."
    ),
    "plays": gettext_lazy("A play is one of the 52 cards, suit before rank: SA, HT, D9, C2."),
    "claim": gettext_lazy("A claim is an object with a player: 0, 1 or 2."),
}
"""The expected shape of each part of a record."""

_NOT_ALLOWED = {
    "bad_rules": gettext_lazy("The rules hold a value that is not allowed."),
    "bad_deal": gettext_lazy("The hands are not four times thirteen different cards."),
    "too_early": gettext_lazy("What comes before this in a deal is not done yet."),
    "deal_over": gettext_lazy("All the cards have been played already."),
    "wrong_player": gettext_lazy("It is not this player’s turn."),
    "bad_peek": gettext_lazy("The rules don’t allow looking at these places."),
    "bad_bid": gettext_lazy("The bidding style doesn’t allow this number of tricks."),
    "bad_nils": gettext_lazy("These nils name an unknown or repeated hand, or the bidding style doesn’t allow them."),
    "card_not_held": gettext_lazy("The hand whose turn it is does not hold this card."),
    "must_follow_suit": gettext_lazy("The hand holds a card of the suit led and has to play one."),
    "spades_not_broken": gettext_lazy("Spades are not broken, and the hand on lead holds another suit."),
    "bad_claim": gettext_lazy(
        "Only the player with the lead may claim, between tricks, after the first and before the last."
    ),
}
"""The explanation of each fault code."""


def fault_sentence(fault: Fault) -> str:
    """Return where a fault is and what is wrong, such as "Card 8 (plays[7]): The hand holds ..."."""
    part = fault.at.split("[")[0]
    what = _EXPECTED[part] if fault.code == "bad_record" else _NOT_ALLOWED[fault.code]
    return _("%(place)s: %(fault)s") % {"place": _place(fault.at), "fault": what}


def _place(at: str) -> str:
    entry = _ENTRY.fullmatch(at)
    if entry is None:
        return at
    names = {"peeks": _("Look %(number)d"), "bids": _("Bid %(number)d"), "plays": _("Card %(number)d")}
    return f"{names[entry[1]] % {'number': int(entry[2]) + 1}} ({at})"
