"""Builders of hands and deals for tests, with defaults for everything that a test is not about."""

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from games.engine import (
    DECK,
    DUMMY,
    HAND_NAMES,
    PLAYERS,
    Action,
    AnswerClaim,
    Bid,
    Card,
    Claim,
    Dealt,
    Peek,
    Phase,
    Play,
    Rules,
    Standing,
    State,
    Triple,
    act,
    legal_actions,
    replay,
    waiting_for,
)

# --- The engine: hands, states, records ---------------------------------------------------------------------------

Hands = tuple[tuple[Card, ...], ...]


def cards(text: str) -> tuple[Card, ...]:
    """Return cards written suit by suit: `"SAKQ H2"` is SA SK SQ H2."""
    return tuple(Card.parse(word[0] + rank) for word in text.split() for rank in word[1:])


def hands(first: str = "", second: str = "", third: str = "", dummy: str = "") -> Hands:
    """Return four hands that hold at least these cards; they are filled up from the low end of the pack."""
    chosen = [cards(text) for text in (first, second, third, dummy)]
    rest = [card for card in DECK if not any(card in hand for hand in chosen)]
    full = tuple(hand + tuple(rest.pop() for _ in range(13 - len(hand))) for hand in chosen)
    assert [len(hand) for hand in full] == [13] * 4, "no hand has more than 13 cards"
    assert len({card for hand in full for card in hand}) == 52, "no card is in two hands"
    return full


ONE_SUIT_EACH = hands("SAKQJT98765432", "HAKQJT98765432", "DAKQJT98765432", "CAKQJT98765432")


def random_hands(rng: Random) -> Hands:
    """Return the hands of a shuffled pack."""
    pack = list(DECK)
    rng.shuffle(pack)
    return tuple(tuple(pack[start : start + 13]) for start in (0, 13, 26, 39))


def new_deal(
    hands: Hands | None = None,
    rules: Rules | None = None,
    *,
    dealer: int = 2,
    points: Triple = (0, 0, 0),
    bags: Triple = (0, 0, 0),
    **options: Any,
) -> State:
    """Return a deal without any action, under `rules` or `Rules(**options)`; by default player 0 bids first."""
    rules = rules or Rules(**options)
    return replay([Dealt(rules, dealer, Standing(points, bags), hands or random_hands(Random(dealer)))])


def bid(state: State, *bids: int | tuple[int, str]) -> State:
    """Return the state after these bids in bidding order, each a number of tricks or (tricks, names of nil hands)."""
    for player, made in zip(state.bidding_order, bids, strict=False):
        tricks, names = made if isinstance(made, tuple) else (made, "")
        state = act(state, Bid(player, tricks, frozenset(map(HAND_NAMES.index, names.split()))))
    return state


def play(state: State, text: str) -> State:
    """Return the state after these cards, `"HA H3 ..."`, each played by the player on turn."""
    for name in text.split():
        assert state.player_to_play is not None, "nobody can play now"
        state = act(state, Play(state.player_to_play, Card.parse(name)))
    return state


def play_out(state: State, rng: Random | None = None) -> State:
    """Return the finished deal: every hand plays its first legal card, or a random one if `rng` is given."""
    while state.phase is not Phase.FINISHED:
        plays = [action for action in legal_actions(state) if isinstance(action, Play)]
        state = act(state, rng.choice(plays) if rng else plays[0])
    return state


def claim(state: State, tricks: int | None = None, *, accept: bool = True) -> State:
    """Return the state after a claim by the player with the lead and the answers of those who are asked."""
    claimer = state.player_to_play
    assert claimer is not None, "nobody has the lead"
    state = act(state, Claim(claimer, tricks))
    while state.claim:
        state = act(state, AnswerClaim(waiting_for(state)[0], accept))
    return state


def random_walk(state: State, rng: Random) -> Iterator[tuple[Action, State]]:
    """Yield random legal actions and the state after each, up to the end; claims are rare, so that deals are long."""
    while actions := list(legal_actions(state)):
        action = rng.choice(actions)
        if isinstance(action, Claim) and rng.random() < 0.98:
            continue
        state = act(state, action)
        yield action, state


def random_state(state: State, rng: Random, steps: int) -> State:
    """Return the state after `steps` random legal actions, or at the end of the deal if that comes first."""
    for _, after in islice(random_walk(state, rng), steps):
        state = after
    return state


def actions_of(state: State) -> list[Action]:
    """Return the peeks, bids and plays that led to this state, in order; claims are left out."""
    peeks = [Peek(peek.player, peek.places) for peek in state.peeks]
    bids = [Bid(bid.player, bid.tricks, bid.nils) for bid in state.bids]
    played = [played for trick in state.tricks for played in trick.cards] + list(state.trick)
    owners = {**{player: player for player in PLAYERS}, DUMMY: state.declarer or 0}
    return [*peeks, *bids, *(Play(owners[card.hand], card.card) for card in played)]
