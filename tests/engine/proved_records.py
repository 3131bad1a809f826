"""Records with proofs (docs/fairness.md)."""

from random import Random
from typing import Any

from games.engine import (
    BOT_SEED,
    Dealt,
    Peek,
    PeekRule,
    Proof,
    Rules,
    Seeds,
    Standing,
    act,
    board_key,
    chain_secret,
    commitment,
    deal_hands,
    deal_key,
    drawn_cards,
    duplicate_plan,
    first_dealer,
    places_of_bot,
    position_of,
    proof_to_json,
    record_of,
    replay,
    waiting_for,
)

SEEDS: Seeds = ("00ff00ff", "", BOT_SEED)


def proved_record(
    number: int = 3, peek: PeekRule = PeekRule.THREE, rematch: bool = False, duplicate: bool = False
) -> dict[str, Any]:
    """The record of a deal in which all have looked, seat 2 being a bot's, with its proof."""
    root = Random(number).randbytes(32)
    secret = chain_secret(root, number)
    key = deal_key(secret, "table-1", number, SEEDS)
    drawn = drawn_cards(deal_key(chain_secret(root, 0), "table-1", 0, SEEDS))
    dealer, hands, looker = (first_dealer(drawn) + number - 1 + rematch) % 3, deal_hands(key), 2
    if duplicate:
        key = board_key(secret, "table-1", number, SEEDS)
        plan = duplicate_plan(deal_key(chain_secret(root, 0), "table-1", 0, SEEDS))
        dealer, hands = plan[number - 1].dealer, plan[number - 1].hands(deal_hands(key))
        looker = position_of(2, dealer)
    state = replay([Dealt(Rules(peek), dealer, Standing(), hands)])
    while peek is not PeekRule.NONE and len(state.peeks) < 3:
        player = waiting_for(state)[0]
        turned_up = {place for looked in state.peeks for place in looked.places} if peek.is_flip else set[int]()
        places = [place for place in range(13) if place not in turned_up][: peek.places_each]
        if player == 2:
            places = list(places_of_bot(key, looker, peek.places_each, turned_up))
        state = act(state, Peek(player, tuple(places)))
    committed = commitment(chain_secret(root, 0))
    shown = None if rematch or duplicate else drawn
    proof = Proof(committed, "table-1", number, SEEDS, secret.hex(), shown, duplicate)
    return record_of(state) | {"proof": proof_to_json(proof)}
