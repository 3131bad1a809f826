"""The events of a deal and their JSON form."""

import json

import pytest

from games.engine import (
    BiddingStyle,
    BidMade,
    CardPlayed,
    ClaimAnswered,
    ClaimMade,
    Dealt,
    Event,
    Peeked,
    PeekRule,
    Rules,
    Standing,
    from_json,
    parse_cards,
    replay,
    rules_from_json,
    rules_to_json,
    to_json,
)
from tests.builders import ONE_SUIT_EACH

RULES = Rules(PeekRule.FLIP4, BiddingStyle.WHIZ, 300, None, -200)
EVENTS: list[Event] = [
    Dealt(RULES, 1, Standing((10, -20, 30), (1, 2, 3)), ONE_SUIT_EACH),
    Peeked(2, (0, 5, 9, 12)),
    BidMade(0, 13, frozenset({3, 0})),
    CardPlayed(3, parse_cards("HT")[0]),
    ClaimMade(1),
    ClaimMade(1, 4),
    ClaimAnswered(2, False),
]


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_event_survives_json(event: Event) -> None:
    assert from_json(json.loads(json.dumps(to_json(event)))) == event


def test_claim_of_all_is_stored_as_it_was_before_claims_of_some() -> None:
    assert json.dumps(to_json(ClaimMade(1))) == '{"kind": "ClaimMade", "player": 1}'


def test_places_of_the_dummy_survive_json() -> None:
    stored = from_json(to_json(EVENTS[0]))
    assert isinstance(stored, Dealt)
    assert stored.hands == ONE_SUIT_EACH


def test_unknown_kind_is_refused() -> None:
    with pytest.raises(KeyError):
        from_json({"kind": "Teleported"})


def test_log_without_dealt_at_the_start_is_refused() -> None:
    with pytest.raises(ValueError, match="begins with Dealt"):
        replay(EVENTS[1:])
    with pytest.raises(ValueError, match="begins with Dealt"):
        replay([])


@pytest.mark.parametrize("rules", [Rules(), RULES])
def test_rules_survive_json(rules: Rules) -> None:
    assert rules_from_json(json.loads(json.dumps(rules_to_json(rules)))) == rules


def test_order_in_which_players_hold_their_cards_makes_no_other_deal() -> None:
    dealt = Dealt(RULES, 1, Standing(), ONE_SUIT_EACH)
    *players, dummy = ONE_SUIT_EACH
    turned = Dealt(RULES, 1, Standing(), (*(hand[::-1] for hand in players), dummy))
    assert dealt == turned
    assert hash(dealt) == hash(turned)
    assert replay([dealt]) == replay([turned])
    assert hash(replay([dealt])) == hash(replay([turned]))


def test_places_of_the_dummy_make_another_deal() -> None:
    dealt = Dealt(RULES, 1, Standing(), ONE_SUIT_EACH)
    turned = Dealt(RULES, 1, Standing(), (*ONE_SUIT_EACH[:3], ONE_SUIT_EACH[3][::-1]))
    assert dealt != turned
    assert replay([dealt]) != replay([turned])
