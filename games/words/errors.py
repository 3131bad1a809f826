"""The messages for refused actions, and for faults of deal records (docs/records.md)."""

import re
from typing import Final

from django.utils.translation import gettext, gettext_lazy as _

from accounts.base.refusals import Refusal
from games.engine import Fault, IllegalAction, PbnFault

_ILLEGAL: Final = {
    "too_early": _("It is too early for that in this deal."),
    "deal_over": _("This deal is finished."),
    "wrong_player": _("It is not your turn."),
    "bad_peek": _("Those cards can’t be looked at. Choose as many as the rules say, before the bidding."),
    "bad_bid": _("That number can’t be bid here: choose another."),
    "bad_nils": _("That can’t be nil here: in Suicide exactly one of your side’s two hands is."),
    "card_not_held": _("That card is not in the hand that plays now: choose another."),
    "must_follow_suit": _("You have to follow suit."),
    "spades_not_broken": _("Spades are not broken yet: lead another suit."),
    "bad_claim": _("You can’t claim or answer a claim right now."),
    "nil_stands": _("While a nil of the other side can still succeed, only all tricks can be claimed."),
    "claim_pending": _("The claim has to be answered first."),
}

_ENTRY: Final = re.compile(r"(peeks|bids|plays)\[(\d+)\]")
_ENTRIES: Final = {"peeks": _("Look %(number)d"), "bids": _("Bid %(number)d"), "plays": _("Card %(number)d")}

_EXPECTED: Final = {
    "record": _(
        "A record is one JSON object with the format “dummy-hand-spades/1” and the keys format, rules, dealer, hands, "
        "peeks, bids and plays; before, claim and proof may be left out, and there are no others."
    ),
    "rules": _(
        "The rules are an object with exactly the keys peek, bidding, target, bag_limit and floor: two texts, "
        "a whole number, and two whole numbers or null."
    ),
    "dealer": _("The dealer is 0, 1 or 2."),
    "before": _(
        "Before the deal there are three numbers of points and three of bags, from −100000 to 100000; bags are not "
        "negative, and below the bag limit."
    ),
    "hands": _("The hands are an object with exactly the keys 0, 1, 2 and dummy: each a list of cards."),
    "peeks": _("A look is an object with a player (0, 1 or 2) and places (a list of whole numbers)."),
    "bids": _("A bid is an object with a player (0, 1 or 2), tricks (a whole number) and nils (a list of hands)."),
    "plays": _("A play is one of the 52 cards, suit before rank: SA, HT, D9, C2."),
    "claim": _("A claim is an object with a player, 0, 1 or 2, and unless it is of all tricks with the number tricks."),
    "proof": _(
        "A proof is an object with exactly the keys commitment, game, number, seeds, secret and draw. Commitment and "
        "secret are 64 hexadecimal digits, a seed is up to 64 of them or “bot”, and a draw is three cards or null."
    ),
}
"""The expected shape of each part of a record."""

_NOT_ALLOWED: Final = {
    "bad_rules": _("The rules hold a value that is not allowed."),
    "bad_deal": _("The hands are not four times thirteen different cards."),
    "too_early": _("Something that comes first in a deal is not done yet."),
    "deal_over": _("All the cards have been played already."),
    "wrong_player": _("It is not this player’s turn."),
    "bad_peek": _("The rules don’t allow looking at these places."),
    "bad_bid": _("The bidding style doesn’t allow this number of tricks."),
    "bad_nils": _("These nils name an unknown or repeated hand, or the bidding style doesn’t allow them."),
    "card_not_held": _("The hand whose turn it is does not hold this card."),
    "must_follow_suit": _("The hand holds a card of the suit led and has to play one."),
    "spades_not_broken": _("Spades are not broken, and the hand on lead holds another suit."),
    "bad_proof": _("The secret and the seeds don’t give this deal, or don’t belong to the commitment."),
    "bad_claim": _(
        "Only the player with the lead may claim, between tricks, after the first and before "
        "the last: at most the tricks that are left, and all of them while a nil of the other "
        "side has not failed."
    ),
}
"""The explanation of each fault code."""

_PBN: Final = {
    "no_deal": _("a deal needs the tag Deal with the four hands."),
    "bad_deal": _("the tag Deal does not have four hands of thirteen different cards."),
    "no_dealer": _("the tag Dealer has to be N, E, S or W."),
    "bad_tag": _("a tag of Dummy Hand Spades has another form than the files of this site give it."),
    "bad_play": _("a line of the play has a word that is not a card."),
}
"""Why a game of a PBN file can't be read; the number of the line comes before."""

TOO_MANY_TABLES: Final = _("You have opened a lot of tables. Try again in ten minutes.")


def seat_freed() -> str:
    """Return the message for a player whose seat the host has freed."""
    return gettext("The host has freed your seat.")


def busy() -> str:
    """Return the message for a player whose move the database could not write."""
    return gettext("The site is very busy. Nothing has changed: try again in a moment.")


def on_its_way() -> str:
    """Return the message for a player whose move waits to be written."""
    return gettext("The site is very busy. Your move is on its way: no need to make it again.")


def sentence(refusal: Exception) -> str:
    """Return the message for a refused action in the active language; "" where the updated table needs none."""
    if isinstance(refusal, IllegalAction):
        return str(_ILLEGAL[refusal.code])
    if isinstance(refusal, Refusal):
        return refusal.sentence()
    return gettext("Something went wrong here. Nothing was lost: please try again.")


def fault_sentence(fault: Fault) -> str:
    """Return where a fault is and what is wrong, such as "Card 8 (plays[7]): The hand holds ..."."""
    place = fault.at
    if entry := _ENTRY.fullmatch(fault.at):
        place = f"{_ENTRIES[entry[1]] % {'number': int(entry[2]) + 1}} ({fault.at})"
    what = _EXPECTED[fault.at.split("[")[0]] if fault.code == "bad_record" else _NOT_ALLOWED[fault.code]
    return gettext("%(place)s: %(fault)s") % {"place": place, "fault": what}


def pbn_fault_sentence(fault: PbnFault) -> str:
    """Return why a game of a PBN file can't be read, such as "Line 12: the tag Dealer has to be N, E, S or W."."""
    return gettext("Line %(number)d: %(fault)s") % {"number": fault.line, "fault": _PBN[fault.code]}
