"""Records are written and read back as the same events."""

import json
from random import Random

import pytest

from games.engine import BiddingStyle, Fault, PeekRule, State, read_log, record_of, replay
from tests.builders import bid, claim, new_deal, play_out, random_state


def line_of(state: State) -> bytes:
    return json.dumps(record_of(state)).encode()


@pytest.mark.parametrize("bidding", BiddingStyle)
@pytest.mark.parametrize("peek", PeekRule)
def test_deal_under_way_survives_writing_and_reading(peek: PeekRule, bidding: BiddingStyle) -> None:
    rng = Random(f"{peek}{bidding}")
    for steps in rng.sample(range(60), 4):
        state = random_state(new_deal(peek=peek, bidding=bidding, dealer=rng.randrange(3)), rng, steps)
        if state.claim is None and state.claim_refused_at is None:
            assert replay(read_log(line_of(state))) == state


def test_accepted_claim_is_read_with_its_answers() -> None:
    state = claim(random_state(bid(new_deal(), 4, 4, 4), Random(2), 8))
    log = read_log(line_of(state))
    assert replay(log) == state
    assert [type(event).__name__ for event in log[-3:]] == ["ClaimMade", "ClaimAnswered", "ClaimAnswered"]


def test_log_has_one_event_for_each_entry() -> None:
    state = play_out(bid(new_deal(peek=PeekRule.NONE), 4, 4, 4))
    assert len(read_log(line_of(state))) == 1 + 3 + 52


def test_fault_has_its_place() -> None:
    record = record_of(play_out(bid(new_deal(), 4, 4, 4)))
    record["plays"][7], record["plays"][20] = record["plays"][20], record["plays"][7]
    with pytest.raises(Fault) as fault:
        read_log(json.dumps(record).encode())
    assert fault.value.at == "plays[7]"


def test_record_is_read_as_bytes_as_text_and_as_data() -> None:
    state = bid(new_deal(), 4, 4, 4)
    for record in (line_of(state), line_of(state).decode(), record_of(state)):
        assert replay(read_log(record)) == state
    for wrong in ("nonsense", "\ud800", {"bad": 1}):
        with pytest.raises(Fault, match="bad_record"):
            read_log(wrong)
