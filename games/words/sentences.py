"""Sentences about a table: what has just happened, and what the viewer or others have to do."""

from collections.abc import Sequence

from accounts.base.names import isolated
from games.engine import DUMMY, PLAYERS, BidMade, CardPlayed, OpenClaim, Phase, Player, Trick, View, owner, partner
from games.play.snapshot import FinishedDeal, SeatInfo, Snapshot, TakenBack
from games.values import Stage, table_title
from games.words.language_cache import cached_per_language, gettext as _, ngettext
from games.words.names import Names, capital, listing, signed, suit_name, the_card


def announcement(snapshot: Snapshot, names: Names) -> str:
    """Return what has just happened; of a move, whether a bot made it because a player's time was up."""
    is_move = snapshot.stage is not Stage.CLOSED and not snapshot.void and snapshot.taken_back is None
    by_clock = time_was_up(snapshot, names) if is_move else ""
    return rematch_asked(snapshot, names) or " ".join(filter(None, (by_clock, happened(snapshot, names))))


def rematch_asked(snapshot: Snapshot, names: Names) -> str:
    """Return who asks for a rematch of a game that has ended, "" if nobody does."""
    player = snapshot.rematch_by
    if player is None:
        return ""
    return names.say(player, _("You ask for a rematch."), _("%(name)s asks for a rematch."))


def happened(snapshot: Snapshot, names: Names) -> str:
    """Return the last event in a sentence."""
    view = snapshot.view
    if snapshot.stage is Stage.OPEN:
        return _gathers(snapshot)
    if snapshot.void:
        return _("This game was declared void.")
    if snapshot.round is not None and snapshot.stage.has_ended:
        return _round_over(snapshot)
    if snapshot.stage is Stage.OVER:
        return _won_game(snapshot, names)
    if snapshot.stage is Stage.CLOSED and snapshot.mode.single_deal and snapshot.finished:
        return _deal_news(snapshot, names)
    if snapshot.stage is Stage.CLOSED:
        return _("This table is closed.")
    if snapshot.stage is Stage.SCORED:
        return _deal_news(snapshot, names) if snapshot.finished else ""
    if view is None:
        return drawn(snapshot, names)
    if snapshot.taken_back is not None:
        return taken_back(snapshot.taken_back, names)
    return happened_in_deal(view, snapshot.place_of_deal[0], names)


def _round_over(snapshot: Snapshot) -> str:
    """Return how a table of a tournament has ended: it has played all of its boards, or was closed with the round."""
    if snapshot.stage is Stage.CLOSED:
        return _("The round has ended.")
    return _("Your table has played this round.") if snapshot.viewer is not None else _("game over")


def _won_game(snapshot: Snapshot, names: Names) -> str:
    """Return who has won; in a duplicate game several may share the highest total."""
    if snapshot.winner is not None:
        return names.say(snapshot.winner, _("You win the game."), _("%(name)s wins the game."))
    points = snapshot.standing.points
    first = [names.within(player) for player in PLAYERS if points[player] == max(points)]
    return capital(_("%(names)s share first place.") % {"names": listing(first)})


def happened_in_deal(view: View, number: int, names: Names) -> str:
    """Return the last event of deal `number` in a sentence."""
    if view.phase is Phase.PEEKING or (view.phase is Phase.BIDDING and not view.bids):
        return _dealt(view, number, names)
    if view.declarer is None or not (view.trick or view.tricks):
        return " ".join(deal_log(view, names)[len(view.bids) - 1 :])
    if view.claim is not None:
        return claim_news(view.claim, view.tricks_left, view.declarer, names)
    if view.trick:
        return card_sentence(view.trick[-1], names, leads=len(view.trick) == 1)
    return accepted_claim(view, names) or claim_refused(view, names) or won(view.tricks[-1], names)


def _gathers(snapshot: Snapshot) -> str:
    """Return what a table waits for; one of strangers, which has no host, begins by itself."""
    if snapshot.host is None and all(seat.name for seat in snapshot.seats):
        return _("The game begins once all three are here.")
    return f"{seats_free(snapshot.seats)}."


def drawn(snapshot: Snapshot, names: Names) -> str:
    """Return who won the draw for dealer, or who deals first where nobody draws (docs/rules.md section 2)."""
    if snapshot.mode.from_zero:
        return names.say(snapshot.dealer, _("You deal first."), _("%(name)s deals first."))
    if snapshot.drawn is None:
        return names.say(snapshot.dealer, _("You deal first this time."), _("%(name)s deals first this time."))
    you, about = _("You drew %(card)s and deal first."), _("%(name)s drew %(card)s and deals first.")
    return names.say(snapshot.dealer, you, about, card=the_card(snapshot.drawn[snapshot.dealer]))


def _dealt(view: View, number: int, names: Names) -> str:
    you, about = _("You dealt deal %(number)s."), _("%(name)s dealt deal %(number)s.")
    dealt = names.say(view.dealer, you, about, number=number)
    if not view.looked:
        return dealt
    if view.rules.peek.is_flip:
        done = ngettext(
            "%(count)d player has turned cards up.", "%(count)d players have turned cards up.", len(view.looked)
        )
    else:
        done = ngettext("%(count)d player has looked.", "%(count)d players have looked.", len(view.looked))
    return f"{dealt} {done % {'count': len(view.looked)}}"


def bid_sentence(bid: BidMade, names: Names) -> str:
    """Return a bid in a sentence: "Ana bids 5, nil on the dummy and Ben's hand"."""
    if bid.nils:
        you, about = _("You bid %(count)d, nil on %(hands)s."), _("%(name)s bids %(count)d, nil on %(hands)s.")
    else:
        you, about = _("You bid %(count)d."), _("%(name)s bids %(count)d.")
    return names.say(bid.player, you, about, count=bid.tricks, hands=names.nils_on(bid.nils, bid.player))


def card_sentence(played: CardPlayed, names: Names, *, leads: bool) -> str:
    """Return a played card in a sentence: "Ana leads the queen of hearts"."""
    card = the_card(played.card)
    if leads:
        return names.say(played.hand, _("You lead %(card)s."), _("%(name)s leads %(card)s."), card=card)
    return names.say(played.hand, _("You play %(card)s."), _("%(name)s plays %(card)s."), card=card)


def taken_back(move: TakenBack, names: Names) -> str:
    """Return who has taken back what: "Ana takes the queen of hearts back"."""
    if move.card is None:
        return names.say(move.player, _("You take your bid back."), _("%(name)s takes the bid back."))
    you, about = _("You take %(card)s back."), _("%(name)s takes %(card)s back.")
    return names.say(move.player, you, about, card=the_card(move.card))


def won(trick: Trick, names: Names) -> str:
    """Return who won a trick and with which card: "Ana wins the trick with the king of hearts"."""
    card = next(played.card for played in trick.cards if played.hand == trick.winner)
    you, about = _("You win the trick with %(card)s."), _("%(name)s wins the trick with %(card)s.")
    return names.say(trick.winner, you, about, card=the_card(card))


def claim_news(claim: OpenClaim, left: int, declarer: Player, names: Names) -> str:
    """Return who claims how many of the tricks that are left, and what that leaves the reader's side."""
    you, about = _claim_of_all(claim) if claim.tricks is None else _claim_of_some(claim, declarer, names)
    facts = {"count": claim.tricks, "left": left, "rest": left - (claim.tricks or 0), "hand": names.hand(claim.hand)}
    return names.say(claim.player, you, about, **facts)


def accepted_claim(view: View | None, names: Names) -> str:
    """Return the claim by which the deal has ended; "" if it was played out."""
    if view is None or view.claimed is None or view.declarer is None:
        return ""
    claim = OpenClaim(owner(view.claimed, view.declarer), view.claimed, tricks=view.claimed_tricks)
    return claim_news(claim, view.tricks_left, view.declarer, names)


def _claim_of_all(claim: OpenClaim) -> tuple[str, str]:
    """Return a sentence for the claimer and one about the claimer."""
    if claim.hand == claim.player:
        return _("You claim the remaining tricks."), _("%(name)s claims the remaining tricks.")
    return _("You claim the remaining tricks for %(hand)s."), _("%(name)s claims the remaining tricks for %(hand)s.")


def _claim_of_some(claim: OpenClaim, declarer: Player, names: Names) -> tuple[str, str]:
    """Return the same for a claim of fewer tricks than are left, which may be none.

    It names no hand: the tricks are scored for sides, and the hand on lead can have no nil that stands.
    """
    is_for_readers_side = names.viewer == partner(claim.player, declarer)
    is_against_reader = names.viewer is not None and not is_for_readers_side
    if not claim.tricks:
        about = _("%(name)s concedes the remaining tricks.")
        if is_against_reader:
            about = _("%(name)s gives you the remaining tricks.")
        return _("You concede the remaining tricks."), about
    about = _("%(name)s claims %(count)d of the %(left)d tricks left.")
    if is_for_readers_side:
        about = _("%(name)s claims %(count)d of the %(left)d tricks left for your side.")
    elif is_against_reader:
        about = _("%(name)s claims %(count)d of the %(left)d tricks left; you get %(rest)d.")
    return _("You claim %(count)d of the %(left)d tricks left."), about


def claim_refused(view: View, names: Names) -> str:
    """Return who has refused a claim at this trick's lead; "" if nobody has."""
    if view.refused_by is None:
        return ""
    return names.say(view.refused_by, _("You refuse the claim."), _("%(name)s refuses the claim."))


@cached_per_language
def deal_headline(deal: FinishedDeal, names: Names) -> str:
    """Return the result of a deal in one line: "Ben’s 7 fails: the defence takes 7 tricks"."""
    score = deal.scores[deal.declarer]
    tricks, defence = score.side_tricks, 13 - score.side_tricks
    if score.made:
        you = ngettext(
            "You make your %(bid)d with %(tricks)d trick", "You make your %(bid)d with %(tricks)d tricks", tricks
        )
        about = ngettext(
            "%(name)s makes %(bid)d with %(tricks)d trick", "%(name)s makes %(bid)d with %(tricks)d tricks", tricks
        )
    else:
        you = ngettext(
            "Your %(bid)d fails: the defence takes %(defence)d trick",
            "Your %(bid)d fails: the defence takes %(defence)d tricks",
            defence,
        )
        about = ngettext(
            "%(name)s’s %(bid)d fails: the defence takes %(defence)d trick",
            "%(name)s’s %(bid)d fails: the defence takes %(defence)d tricks",
            defence,
        )
    return names.say(deal.declarer, you, about, bid=score.contract, tricks=tricks, defence=defence)


def _deal_news(snapshot: Snapshot, names: Names) -> str:
    """Return how the last deal ended, by a claim or not, and each player's points."""
    return " ".join(filter(None, (accepted_claim(snapshot.view, names), _result(snapshot.finished[-1], names))))


@cached_per_language
def _result(deal: FinishedDeal, names: Names) -> str:
    """Return the contract of a finished deal and whether it was made, and each player's points."""
    you, about = _("you %(points)s"), _("%(name)s %(points)s")
    totals = [names.say(player, you, about, points=signed(deal.scores[player].total)) for player in PLAYERS]
    return f"{deal_headline(deal, names)}. {capital(listing(totals))}."


def time_was_up(snapshot: Snapshot, names: Names) -> str:
    """Return that a bot made the last move because the player's time was up; "" if it did not."""
    late = snapshot.last_by_clock
    if late is None:
        return ""
    return names.say(late, _("Your time was up: a bot moved for you."), _("%(name)s’s time was up: a bot moved."))


def seats_free(seats: Sequence[SeatInfo]) -> str:
    """Return how many players a table still needs."""
    free = sum(not seat.name for seat in seats)
    if free:
        return ngettext("%(count)d seat is free", "%(count)d seats are free", free) % {"count": free}
    return _("Not everyone is here yet") if any(seat.is_expected for seat in seats) else _("Everyone is here")


def prompt(snapshot: Snapshot) -> str:
    """Return what the viewer has to do now; "" when it is not the viewer's turn."""
    view = snapshot.view
    if snapshot.viewer is None or view is None or snapshot.stage is not Stage.DEAL:
        return ""
    if view.may_answer_claim:
        return _("Your turn: accept or refuse")
    if view.peek_count:
        return _("Your turn: turn up cards") if view.rules.peek.is_flip else _("Your turn: look at the dummy")
    if view.bid_options:
        return _("Your turn: bid")
    if not view.playable:
        return ""
    if not view.trick:
        what = _("lead")
    elif all(card.suit is view.trick[0].card.suit for card in view.playable):
        what = _follow(view)
    else:
        what = _("any card")
    template = _("Play the dummy: %(what)s") if view.to_play == DUMMY else _("Your turn: %(what)s")
    return template % {"what": what}


def _follow(view: View) -> str:
    return _("follow %(suit)s") % {"suit": suit_name(view.trick[0].card.suit)}


def why_not(view: View) -> str:
    """Return why the dimmed cards of the hand to play can't be played now."""
    return _follow(view) if view.trick else _("spades are not broken")


def waiting(view: View, names: Names) -> str:
    """Return whose turn it is and what they have to do; "" if it is nobody's turn."""
    if not view.waiting:
        return ""
    if view.claim is not None:
        to_you, about = _("You to answer"), _("%(names)s to answer")
    elif view.phase is Phase.PEEKING:
        to_you, about = _("You to look"), _("%(names)s to look")
    elif view.phase is Phase.BIDDING:
        to_you, about = _("You to bid"), _("%(names)s to bid")
    else:
        to_you, about = _("You to play"), _("%(names)s to play")
    if len(view.waiting) == 1 and names.is_you(view.waiting[0]):
        return to_you
    return capital(about % {"names": listing([names.within(player) for player in view.waiting])})


def deal_log(view: View, names: Names) -> tuple[str, ...]:
    """Return the bidding of the deal in sentences, oldest first."""
    return _log(view.bids, view.declarer, view.opening_leader, names)


@cached_per_language
def _log(bids: tuple[BidMade, ...], declarer: Player | None, leader: Player | None, names: Names) -> tuple[str, ...]:
    """Return the bids in sentences and, once the bidding is over, who declares and who leads."""
    lines = [bid_sentence(bid, names) for bid in bids]
    if declarer is not None and leader is not None:
        you, about = _("You declare and play with the dummy."), _("%(name)s declares and plays with the dummy.")
        lead = names.say(leader, _("You lead."), _("%(name)s leads."))
        lines.append(f"{names.say(declarer, you, about)} {lead}")
    return tuple(lines)


def where(snapshot: Snapshot) -> str:
    """Return the state of the game in a few words."""
    view = snapshot.view
    if snapshot.stage is Stage.OPEN:
        return _("waiting for players")
    if snapshot.stage is Stage.OVER:
        return _("game over")
    if snapshot.stage is Stage.DRAWING or (view is None and not snapshot.deal_number):
        return _before_first_deal(snapshot)
    if view is None or snapshot.stage is not Stage.DEAL:
        return _in_deal(*snapshot.place_of_deal, None, 0)
    return _in_deal(*snapshot.place_of_deal, view.phase, len(view.tricks))


def _before_first_deal(snapshot: Snapshot) -> str:
    if snapshot.mode.from_zero:
        return _("the first deal")
    return _("rematch") if snapshot.drawn is None else _("draw for the deal")


@cached_per_language
def _in_deal(number: int, deals: int | None, phase: Phase | None, tricks: int) -> str:
    deal = _("deal %(number)d") % {"number": number}
    if deals not in (None, 1):
        deal = _("deal %(number)s of %(deals)s") % {"number": number, "deals": deals}
    trick = _("trick %(number)d of 13") % {"number": min(tricks + 1, 13)}
    steps = {Phase.PEEKING: _("peeking"), Phase.BIDDING: _("bidding")}
    return f"{deal} · {steps.get(phase, trick)}" if phase else deal


def title(snapshot: Snapshot, is_awaited: bool) -> str:
    """Return the page's title: the table's name or state, and whether the viewer has to move or answer."""
    place = table_name(snapshot) or where(snapshot)
    return _("Your turn · %(place)s") % {"place": place} if is_awaited else place


def table_name(snapshot: Snapshot) -> str:
    """Return the table's name, "" if it was opened without one and its host has left."""
    host = "" if snapshot.host is None else snapshot.seats[snapshot.host].name
    return table_title(snapshot.name, host) if host else isolated(snapshot.name)


def deals_closed(*, in_tournament: bool) -> str:
    """Return why nobody may see the finished deals of a duplicate table, or of a table of a tournament, yet."""
    if in_tournament:
        return _(
            "Other tables of the tournament play the same boards. Hands, reviews and proofs are open on the page of"
            " the tournament when the round has ended."
        )
    return _(
        "On a duplicate table every deal is played three times. Hands, reviews and proofs of all nine are open when the"
        " game has ended."
    )
