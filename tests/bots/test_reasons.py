"""An expert's reasons: the right cause, about the right player, with matching numbers."""

from random import Random

import pytest

from games.bots import Advice, Cause, Opinion, Reason, advise, judge
from games.engine import Bid, BiddingStyle, Card, PeekRule, Play, State, legal_actions, view_for
from tests.bots.test_play import LAST_HAND
from tests.bots.test_thinking import choice
from tests.builders import bid, hands, new_deal, play, random_hands

pytestmark = pytest.mark.usefixtures("prepared_bots")


def advice(state: State) -> Advice:
    assert state.player_to_play is not None, "someone is to play"
    return advise(view_for(state, state.player_to_play))


def test_advised_card_is_what_an_expert_plays() -> None:
    state = play(bid(new_deal(LAST_HAND), 12, 0, 0), "H9 H2 HT")
    action = advice(state).action
    assert isinstance(action, Play)
    assert action.card is choice(state)


def test_advised_bid_is_the_experts_with_its_chance() -> None:
    view = view_for(new_deal(), 0)
    given = advise(view)
    assert isinstance(given.action, Bid)
    assert given.reason is not None
    assert given.reason.cause is Cause.BID
    assert 0.5 < given.reason.chance <= 1.0
    assert given.reason.otherwise < given.reason.chance


def test_advised_nil_has_its_chance() -> None:
    weak = hands("S2 H5432 D5432 C5432", "SAKQJ", "ST987 HAKQ", "S6543 DAKQ")
    reason = advise(view_for(new_deal(weak), 0)).reason
    assert reason is not None
    assert (reason.cause, reason.hand) == (Cause.BID_NIL, 0)
    assert reason.chance > 0.5


def test_only_bid_is_the_reason_in_mirror() -> None:
    view = view_for(new_deal(bidding=BiddingStyle.MIRROR), 0)
    assert advise(view).reason == Reason(Cause.ONLY_BID)


def test_peek_has_no_reason() -> None:
    assert advise(view_for(new_deal(peek=PeekRule.THREE), 0)).reason is None


def test_only_card_is_its_own_reason() -> None:
    deal = new_deal(hands("HK95", "HQ8742", "HAJT63", ""), dealer=2)
    state = play(bid(deal, 7, 6, 6), "H9")
    while len(view_for(state, state.player_to_play).playable) > 1:
        state = play(state, str(view_for(state, state.player_to_play).playable[0]))
    reason = advice(state).reason
    assert reason is not None
    assert reason.cause is Cause.ONLY_CARD


def test_bags_are_the_reason_for_ducking() -> None:
    reason = advice(play(bid(new_deal(LAST_HAND), 1, 0, 0), "H9 H2 HT")).reason
    assert reason is not None
    assert reason.cause is Cause.BAGS
    assert reason.player == 2
    assert reason.chance < reason.otherwise


def test_opponents_nil_is_the_reason_for_not_rescuing_it() -> None:
    deal = new_deal(hands("HKQ52 SAKQJ", "H98743 ST98", "HA6 S765", "HJT S2 D5432 C765432"))
    reason = advice(play(bid(deal, (7, "dummy"), 5, 5), "H2 H3 HT")).reason
    assert reason is not None
    assert (reason.cause, reason.player, reason.hand) == (Cause.NIL, 0, 3)
    assert reason.chance < reason.otherwise


def test_own_nil_is_the_reason_for_playing_under() -> None:
    state = play(bid(new_deal(hands("HAK95", "HQ742", "HJ83", "HT6")), 7, 5, (3, "2")), "H9 H2 HT")
    reason = advice(state).reason
    assert reason is not None
    assert (reason.cause, reason.player, reason.hand) == (Cause.NIL, 2, 2)
    assert reason.chance > reason.otherwise


# --- Opinions about past actions --------------------------------------------------------------------------------------


def opinion_of(state: State, card: str) -> Opinion:
    player = state.player_to_play
    assert player is not None, "someone is to play"
    return judge(view_for(state, player), Play(player, Card.parse(card)))


def opinion_of_bid(state: State, bid: Bid) -> Opinion:
    return judge(view_for(state, bid.player), bid)


def test_good_card_gets_its_reason_and_nothing_better() -> None:
    opinion = opinion_of(play(bid(new_deal(LAST_HAND), 1, 0, 0), "H9 H2 HT"), "H3")
    assert opinion.better is None
    assert opinion.reason.cause is Cause.BAGS


def test_blunder_gets_a_better_card_with_reason() -> None:
    state = play(bid(new_deal(hands("HAK95", "HQ742", "HJ83", "HT6")), 7, 5, (3, "2")), "H9 H2 HT")
    better = opinion_of(state, "HJ").better
    assert better is not None
    assert better.action in (Play(2, Card.parse("H8")), Play(2, Card.parse("H3")))
    assert better.reason is not None
    assert (better.reason.cause, better.reason.hand) == (Cause.NIL, 2)


def test_far_too_high_bid_gets_a_lower_one() -> None:
    deal = new_deal(hands("S32 H5432 D432 C5432"))
    opinion = opinion_of_bid(deal, Bid(0, 11))
    assert opinion.reason.chance < 0.05
    assert opinion.better is not None
    assert isinstance(opinion.better.action, Bid)
    assert opinion.better.action.tricks < 8


@pytest.mark.parametrize("style", BiddingStyle)
def test_better_bid_is_legal(style: BiddingStyle) -> None:
    for seed in range(30):
        deal = new_deal(random_hands(Random(seed)), bidding=style)
        allowed = list(legal_actions(deal))
        made = Random(seed).choice(allowed)
        assert isinstance(made, Bid)
        better = opinion_of_bid(deal, made).better
        assert better is None or better.action in allowed


def test_only_card_is_never_wrong() -> None:
    deal = new_deal(hands("HK95", "HQ", "HAJT63", ""), dealer=2)
    state = play(bid(deal, 7, 6, 6), "H9")
    assert opinion_of(state, "HQ") == Opinion(Reason(Cause.ONLY_CARD), None)
