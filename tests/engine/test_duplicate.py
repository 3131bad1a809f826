"""docs/duplicate.md, duplicate tables: who has which hand when, and what may never differ between deals of a board."""

from itertools import pairwise
from random import Random

from hypothesis import given, strategies as st

from games import engine
from games.engine import (
    BOARDS,
    DECK,
    DUMMY,
    DUPLICATE_DEALS,
    PLAYERS,
    SIDE_SUITS,
    Action,
    AnswerClaim,
    Arrangement,
    Bid,
    Card,
    Claim,
    Dealt,
    Peek,
    Plan,
    Play,
    Player,
    Rules,
    Standing,
    State,
    Suit,
    board_of,
    duplicate_plan,
    duplicate_winner,
    position_of,
)
from tests.builders import random_hands
from tests.engine.strategies import RANDOMS, RULES

PLANS = st.binary(min_size=32, max_size=32).map(duplicate_plan)
NUMBERS = range(1, DUPLICATE_DEALS + 1)


def deals_of(board: int) -> list[int]:
    return [number for number in NUMBERS if board_of(number) == board]


@given(PLANS)
def test_each_player_has_each_position_of_each_board_once(plan: Plan) -> None:
    assert len(plan) == DUPLICATE_DEALS == 9
    for board in range(1, BOARDS + 1):
        dealers = [plan[number - 1].dealer for number in deals_of(board)]
        for player in PLAYERS:
            assert sorted(position_of(player, dealer) for dealer in dealers) == [0, 1, 2]


def test_no_board_comes_twice_within_three_deals() -> None:
    for board in range(1, BOARDS + 1):
        assert len(deals_of(board)) == 3
        assert all(later - earlier >= 3 for earlier, later in pairwise(deals_of(board)))


@given(PLANS)
def test_no_side_suit_of_a_board_keeps_its_name(plan: Plan) -> None:
    for board in range(1, BOARDS + 1):
        names = [plan[number - 1].suits for number in deals_of(board)]
        assert all(sorted(suits) == list(SIDE_SUITS) for suits in names)
        for suit in range(3):
            assert len({suits[suit] for suits in names}) == 3


@given(PLANS)
def test_spades_stay_and_every_card_becomes_another_of_its_rank(plan: Plan) -> None:
    for arrangement in plan:
        renamed = {card: arrangement.card(card) for card in DECK}
        assert sorted(renamed.values(), key=DECK.index) == list(DECK)
        assert all(renamed[card].rank is card.rank for card in DECK)
        assert all(renamed[card] is card for card in DECK if card.suit is Suit.SPADES)
        assert all((renamed[one].suit is renamed[two].suit) == (one.suit is two.suit) for one, two in pairwise(DECK))


@given(PLANS, RANDOMS)
def test_hands_of_a_board_go_to_the_players_at_their_positions(plan: Plan, rng: Random) -> None:
    board = random_hands(rng)
    for arrangement in plan:
        hands = arrangement.hands(board)
        for position, player in enumerate(engine.bidding_order(arrangement.dealer)):
            assert hands[player] == tuple(map(arrangement.card, board[position]))
        assert hands[DUMMY] == tuple(map(arrangement.card, board[DUMMY]))


def test_dealers_and_suits_are_drawn_without_favour() -> None:
    plans = [duplicate_plan(number.to_bytes(32, "big")) for number in range(600)]
    for number in NUMBERS:
        arrangements = [plan[number - 1] for plan in plans]
        for player in PLAYERS:
            assert 140 < sum(of.dealer == player for of in arrangements) < 260
        assert all(
            60 < sum(of.suits == suits for of in arrangements) < 140 for suits in {of.suits for of in arrangements}
        )
        assert len({of.suits for of in arrangements}) == 6


# --- The same moves, by their new names, have the same consequences --------------------------------------------------


class Renaming:
    """Turns what happens in one deal of a board into the same in another one."""

    def __init__(self, one: Arrangement, other: Arrangement) -> None:
        self.players = {
            player: engine.bidding_order(other.dealer)[position_of(player, one.dealer)] for player in PLAYERS
        }
        self.hands = {**self.players, DUMMY: DUMMY}
        self.cards = {one.card(card): other.card(card) for card in DECK}

    def action(self, action: Action) -> Action:
        player: Player = self.players[action.player]
        match action:
            case Peek(_, places):
                return Peek(player, places)
            case Bid(_, tricks, nils):
                return Bid(player, tricks, frozenset(self.hands[hand] for hand in nils))
            case Play(_, card):
                return Play(player, self.cards[card])
            case Claim(_, tricks):
                return Claim(player, tricks)
            case AnswerClaim(_, accept):
                return AnswerClaim(player, accept)


def dealt(board: tuple[tuple[Card, ...], ...], arrangement: Arrangement, rules: Rules) -> State:
    return engine.replay([Dealt(rules, arrangement.dealer, Standing(), arrangement.hands(board))])


@given(PLANS, RULES, RANDOMS, st.integers(1, BOARDS))
def test_same_moves_are_legal_and_score_the_same_in_every_deal_of_a_board(
    plan: Plan, rules: Rules, rng: Random, number: int
) -> None:
    board = random_hands(rng)
    first, *others = [plan[deal - 1] for deal in deals_of(number)]
    states = [dealt(board, arrangement, rules) for arrangement in (first, *others)]
    renamings = [Renaming(first, other) for other in others]
    while actions := set(engine.legal_actions(states[0])):
        for renaming, state in zip(renamings, states[1:], strict=True):
            assert set(map(renaming.action, actions)) == set(engine.legal_actions(state))
        action = rng.choice(sorted(actions, key=str))
        moves = [action, *(renaming.action(action) for renaming in renamings)]
        states = [engine.act(state, move) for state, move in zip(states, moves, strict=True)]
    assert engine.score(states[0])
    for renaming, state in zip(renamings, states[1:], strict=True):
        for player in PLAYERS:
            one, other = engine.score(states[0])[player], engine.score(state)[renaming.players[player]]
            assert (one.contract, one.side_tricks, one.bags, one.total) == (
                other.contract,
                other.side_tricks,
                other.bags,
                other.total,
            )


def test_highest_total_wins_and_a_shared_one_has_no_winner() -> None:
    assert duplicate_winner((310, 520, 400)) == 1
    assert duplicate_winner((-10, -20, -30)) == 0
    assert duplicate_winner((500, 100, 500)) is None


def test_points_count_on_from_the_totals_before() -> None:
    state = dealt(random_hands(Random(1)), Arrangement(0, SIDE_SUITS), Rules())
    rng = Random(2)
    while actions := list(engine.legal_actions(state)):
        state = engine.act(state, rng.choice([move for move in actions if not isinstance(move, Claim)] or actions))
    alone = engine.score(state)
    counted = engine.counted_on(alone, (100, -50, 7))
    assert [line.points_after - one.total for line, one in zip(counted, alone, strict=True)] == [100, -50, 7]
    assert [line.total for line in counted] == [line.total for line in alone]
