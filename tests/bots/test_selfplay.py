"""Self-play: every peek rule with every style, the check of each deal, and the printed statistics."""

from collections.abc import Iterator
from dataclasses import replace
from io import StringIO
from random import Random

import pytest
from django.core.management import CommandError, call_command

from games.bots import choose
from games.bots.selfplay import (
    COMBINATIONS,
    DealStatistics,
    SuccessRate,
    faults,
    play_deal,
    random_deal,
    with_random_claims,
)
from games.engine import BidMade, ClaimMade, Event, Phase, State, from_json, score, to_json
from tests.builders import bid, new_deal, play_out


def finished(seed: int) -> tuple[State, list[Event]]:
    rng = Random(seed)
    return play_deal(random_deal(seed, rng), (choose,) * 3, rng)


def run(**options: object) -> str:
    out = StringIO()
    call_command("selfplay", stdout=out, stderr=out, **options)
    return out.getvalue()


def test_every_peek_rule_is_combined_with_every_style() -> None:
    rng = Random(1)
    rules = [random_deal(number, rng).rules for number in range(len(COMBINATIONS))]
    assert {(rule.peek, rule.bidding) for rule in rules} == set(COMBINATIONS)
    assert len({(rule.target, rule.bag_limit, rule.floor) for rule in rules}) > 14


def test_run_over_every_combination_finds_no_fault() -> None:
    printed = run(deals=84, seed=3)
    assert "84 of 84 deals" in printed
    assert "Every deal adds up." in printed
    for style in ("standard", "suicide", "mirror", "whiz"):
        assert f"{style} (21 deals)" in printed


def test_same_seed_plays_the_same_deals() -> None:
    assert finished(11) == finished(11)
    assert finished(11) != finished(12)


def test_fault_ends_the_run_with_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def some_faults(state: State, log: list[Event]) -> Iterator[str]:
        yield f"{sum(state.taken)} tricks and {len(log)} events, an invented fault"

    monkeypatch.setattr("games.management.commands.selfplay.faults", some_faults)
    with pytest.raises(CommandError, match="2 faults in 2 deals"):
        run(deals=2)


@pytest.mark.parametrize("deals", ["0", "-3", "many", "1.5"])
def test_wrong_number_of_deals_is_refused(deals: str) -> None:
    with pytest.raises(CommandError, match="whole number of deals"):
        call_command("selfplay", "--deals", deals)


def test_correct_deal_has_no_faults() -> None:
    assert list(faults(*finished(4))) == []


def test_every_kind_of_fault_is_found() -> None:
    state, log = finished(4)
    assert "replaying the log gives another state" in faults(state, log[:-1])
    assert "replaying the log gives another state" in faults(replace(state, dealer=(state.dealer + 1) % 3), log)
    assert "the cards are not the 52 of a pack" in faults(replace(state, hands=state.dealt), log)
    odd = [event if not isinstance(event, BidMade) else replace(event, nils=[*event.nils]) for event in log]
    assert "the log does not survive being written and read" in faults(state, odd)


def test_players_with_random_claims_claim_sometimes() -> None:
    logs = (play_deal(random_deal(n, Random(n)), (with_random_claims(choose),) * 3, Random(n))[1] for n in range(20))
    assert any(isinstance(event, ClaimMade) for log in logs for event in log)


def test_log_survives_json() -> None:
    _, log = finished(9)
    assert [from_json(to_json(event)) for event in log] == log


def test_statistics_count_what_happened() -> None:
    state = play_out(bid(new_deal(dealer=2), (6, "0"), 4, 4))
    lines = score(state)
    stats = DealStatistics()
    stats.add(state)
    assert state.phase is Phase.FINISHED
    assert (stats.deals, stats.declarers.tried, stats.defenders.tried, stats.own_nils.tried) == (1, 1, 2, 1)
    assert stats.points_a_deal == sum(line.total for line in lines) / 3
    assert stats.sets_a_deal == sum(line.side_tricks < line.contract for line in lines)
    assert stats.bags_a_deal == sum(line.bags for line in lines)


def test_success_rate_is_printed_as_a_percentage() -> None:
    rate = SuccessRate()
    assert str(rate) == "none"
    rate.add(True)
    rate.add(False)
    assert str(rate) == " 50% of 2"
