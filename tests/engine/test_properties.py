"""Properties of every deal, under any rules and with any actions."""

import json
from dataclasses import replace
from random import Random

from hypothesis import assume, given, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from games.engine import (
    DECK,
    PLAYERS,
    Action,
    AnswerClaim,
    Bid,
    BiddingStyle,
    Claim,
    Dealt,
    Event,
    IllegalAction,
    Peek,
    Phase,
    Play,
    PlayerScore,
    State,
    act,
    decide,
    evolve,
    from_json,
    legal_actions,
    partner,
    record_of,
    replay,
    score,
    to_json,
    view_for,
    waiting_for,
)
from games.engine.records import check
from tests.builders import claim, play_out, random_state
from tests.engine.reference_engine import reference_result
from tests.engine.strategies import RULES, Moment, deals, moments
from tests.engine.twins import twin

MIRROR = RULES.map(lambda rules: replace(rules, bidding=BiddingStyle.MIRROR))


def any_action(rng: Random) -> Action:
    """Return a random action, mostly illegal, with values often out of range."""
    player = rng.randrange(-1, 4)
    return rng.choice(
        (
            Peek(player, tuple(rng.choices(range(-1, 14), k=rng.randrange(5)))),
            Bid(player, rng.randrange(-1, 15), frozenset(rng.sample(range(-1, 5), rng.randrange(5)))),
            Play(player, rng.choice(DECK)),
            Claim(player, rng.choice((None, *range(-1, 15)))),
            AnswerClaim(player, rng.random() < 0.5),
        )
    )


def accepted(state: State, action: Action) -> bool:
    try:
        decide(state, action)
    except IllegalAction:
        return False
    return True


@given(moments())
def test_exactly_the_legal_actions_are_accepted(moment: Moment) -> None:
    legal = set(legal_actions(moment.state))
    assert all(accepted(moment.state, action) for action in legal)
    for _ in range(300):
        action = any_action(moment.rng)
        if isinstance(action, Peek):
            action = Peek(action.player, tuple(sorted(action.places)))
        elif isinstance(action, Claim) and action.tricks == moment.state.tricks_left:
            action = Claim(action.player)
        assert accepted(moment.state, action) is (action in legal)


@given(moments())
def test_deal_waits_for_exactly_the_players_who_may_act(moment: Moment) -> None:
    may_act = {action.player for action in legal_actions(moment.state)}
    assert may_act == set(waiting_for(moment.state))
    assert bool(may_act) is (moment.state.phase is not Phase.FINISHED)


@given(moments(), st.sampled_from([*PLAYERS, None]))
def test_hidden_cards_do_not_change_the_view(moment: Moment, viewer: int | None) -> None:
    assume(moment.state.claim is None and moment.state.claimed is None)
    assume(moment.state.claim_refused_at is None)  # `twin` repeats the actions without claims
    original, other = moment.state, twin(moment.state, viewer, moment.rng)
    if moment.state.phase is not Phase.FINISHED:
        assert view_for(other, viewer) == view_for(original, viewer)
    view = "spectator" if viewer is None else str(viewer)
    answers = [check(json.dumps(record_of(state)).encode(), view) for state in (original, other)]
    assert json.dumps(answers[0]["view"]) == json.dumps(answers[1]["view"])


@given(moments())
def test_view_offers_exactly_the_legal_actions_of_its_viewer(moment: Moment) -> None:
    legal = set(legal_actions(moment.state))
    for player in PLAYERS:
        view = view_for(moment.state, player)
        assert {Play(player, card) for card in view.playable} == {
            action for action in legal if isinstance(action, Play) and action.player == player
        }
        assert {
            Bid(player, tricks, nils) for option in view.bid_options for tricks in option.tricks for nils in option.nils
        } == {action for action in legal if isinstance(action, Bid) and action.player == player}
        left = moment.state.tricks_left
        assert {Claim(player, None if number == left else number) for number in view.claimable} == {
            action for action in legal if isinstance(action, Claim) and action.player == player
        }
        assert view.may_answer_claim is (AnswerClaim(player, True) in legal)


@given(deals(), st.randoms(use_true_random=False))
def test_scores_equal_those_of_the_reference(deal: State, rng: Random) -> None:
    finished = random_state(deal, rng, 80)
    assert finished.phase is Phase.FINISHED
    line = json.dumps(record_of(finished)).encode()
    expected = reference_result(line)["players"]
    assert check(line)["players"] == expected
    assert [result.total for result in score(finished)] == [player["total"] for player in expected]


@given(deals(), st.integers(1, 12), st.randoms(use_true_random=False))
def test_claim_scores_like_every_play_in_which_the_side_takes_so_many_tricks(
    deal: State, after: int, rng: Random
) -> None:
    """Only a nil on the partner of the hand on lead may differ: the claim leaves that hand without a trick."""
    state = random_state(deal, rng, 6 if deal.rules.peek.places_each else 3)
    for _ in range(4 * after):
        state = act(state, rng.choice([move for move in legal_actions(state) if isinstance(move, Play)]))
    assert state.hand_on_lead is not None
    assert state.declarer is not None
    on_partner = partner(state.hand_on_lead, state.declarer)
    played = play_out(state, rng)
    number = sum(winner in (state.hand_on_lead, on_partner) for winner in played.trick_winners[after:])
    if number in view_for(state, state.player_to_play).claimable:
        claimed = claim(state, number)
        assert sum(claimed.taken) == 13
        assert [facts(line, on_partner) for line in score(claimed)] == [
            facts(line, on_partner) for line in score(played)
        ]


def facts(line: PlayerScore, hand: int) -> tuple[object, ...]:
    """Return what a line of a score says, but for a nil on this hand."""
    nils = tuple(nil for nil in line.nils if nil.hand != hand)
    return line.side_tricks, line.contract_points, line.bags, line.bag_penalty, nils


@given(deals(MIRROR))
def test_mirror_contracts_of_the_two_sides_sum_to_13(deal: State) -> None:
    finished = play_out(random_state(deal, Random(0), 6))
    assert finished.declarer is not None
    assert finished.contracts is not None
    left, *_ = (player for player in PLAYERS if player != finished.declarer)
    right = partner(left, finished.declarer)
    assert finished.contracts[left] == finished.contracts[right]
    assert finished.contracts[finished.declarer] + finished.contracts[left] == 13
    assert tuple(line.contract for line in score(finished)) == finished.contracts


class AnyDeal(RuleBasedStateMachine):
    """Random legal actions under any rules; after every action the stored events are replayed."""

    @initialize(deal=deals())
    def begin(self, deal: State) -> None:
        self.log: list[str] = []
        self.state = deal
        self.store(Dealt(deal.rules, deal.dealer, deal.before, deal.dealt))

    def store(self, event: Event) -> None:
        self.log.append(json.dumps(to_json(event)))

    def do(self, action: Action) -> None:
        for event in decide(self.state, action):
            self.state = evolve(self.state, event)
            self.store(event)

    def choose(self, kind: type, rng: Random) -> None:
        """Do a random legal action of this kind; the preconditions ensure that there is one."""
        self.do(rng.choice([action for action in legal_actions(self.state) if isinstance(action, kind)]))

    @precondition(lambda self: self.state.phase is Phase.PEEKING)
    @rule(rng=st.randoms(use_true_random=False))
    def peek(self, rng: Random) -> None:
        self.choose(Peek, rng)

    @precondition(lambda self: self.state.phase is Phase.BIDDING)
    @rule(rng=st.randoms(use_true_random=False))
    def bid(self, rng: Random) -> None:
        self.choose(Bid, rng)

    @precondition(lambda self: self.state.phase is Phase.PLAYING and not self.state.claim)
    @rule(rng=st.randoms(use_true_random=False))
    def play(self, rng: Random) -> None:
        self.choose(Play, rng)

    @precondition(lambda self: any(isinstance(action, Claim) for action in legal_actions(self.state)))
    @rule(rng=st.randoms(use_true_random=False))
    def claim(self, rng: Random) -> None:
        self.choose(Claim, rng)

    @precondition(lambda self: self.state.claim is not None)
    @rule(rng=st.randoms(use_true_random=False))
    def answer(self, rng: Random) -> None:
        self.choose(AnswerClaim, rng)

    @precondition(lambda self: self.state.phase is Phase.FINISHED)
    @rule(rng=st.randoms(use_true_random=False))
    def any_action_after_the_end_is_refused(self, rng: Random) -> None:
        assert not accepted(self.state, any_action(rng))

    @invariant()
    def deal_has_52_different_cards(self) -> None:
        played = [played.card for trick in self.state.tricks for played in trick.cards]
        held = [card for hand in self.state.hands for card in hand]
        on_table = [played.card for played in self.state.trick]
        assert sorted(played + held + on_table, key=DECK.index) == list(DECK)

    @invariant()
    def replay_of_stored_events_gives_the_state(self) -> None:
        assert replay(from_json(json.loads(line)) for line in self.log) == self.state

    @invariant()
    def thirteen_tricks_are_won(self) -> None:
        finished = self.state.phase is Phase.FINISHED
        assert sum(self.state.taken) == (13 if finished else len(self.state.tricks))

    @invariant()
    def record_is_legal_and_has_the_same_phase_and_winners(self) -> None:
        if self.state.claim is None:
            answer = check(json.dumps(record_of(self.state)).encode())
            assert answer["legal"]
            assert answer["phase"] == self.state.phase
            assert answer["trick_winners"] == [("0", "1", "2", "dummy")[hand] for hand in self.state.trick_winners]


TestAnyDeal = AnyDeal.TestCase
