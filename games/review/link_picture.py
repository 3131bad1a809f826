"""The words of the picture that links to a finished deal show."""

from collections.abc import Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from games.engine import DUMMY, PLAYERS, Card, HandId, Suit, replay, sort_cards
from games.play.snapshot import SeatInfo, finished_deal
from games.review.reviewed_deal import ReviewedDeal
from games.web.link_pictures import DealPicture, PicturedHand, can_draw
from games.words.names import Names, rank_label, signed
from games.words.sentences import deal_headline


def deal_picture(deal: ReviewedDeal) -> DealPicture:
    """Return the words for the picture of a finished deal, with all hands open, in the current language."""
    end = replay(deal.log)
    line = finished_deal(deal.number, end)
    names = Names([_with_letters_of_the_font(seat) for seat in deal.seats], None)
    defenders = [player for player in PLAYERS if player != line.declarer]
    roles = {player: _("Declarer") if player == line.declarer else _("Defender") for player in PLAYERS}

    def hand(which: HandId) -> PicturedHand:
        role = "" if which == DUMMY else f"{roles[which]}, {line.scores[which].contract}"
        return PicturedHand(names.label(which), role, _suits(end.dealt[which]))

    return DealPicture(
        deal_headline(line, names),
        _("Deal %(number)s") % {"number": deal.number},
        tuple(hand(which) for which in (line.declarer, defenders[0], DUMMY, defenders[1])),
        tuple(f"{names.label(player)} {signed(line.scores[player].total)}" for player in PLAYERS),
    )


def _suits(cards: Sequence[Card]) -> tuple[str, ...]:
    return tuple(
        " ".join(rank_label(card.rank) for card in sort_cards(cards) if card.suit == suit) or "–" for suit in Suit
    )


def _with_letters_of_the_font(seat: SeatInfo) -> SeatInfo:
    """Return the seat, named by its number if its player's name has letters that the font lacks."""
    return seat if can_draw(seat.name) else replace(seat, name=_("Player %(number)d") % {"number": seat.player + 1})
