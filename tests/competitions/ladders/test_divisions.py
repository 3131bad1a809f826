"""Divisions of a ladder: for all ladders somebody could have, and examples from docs/seasons.md."""

import re
from collections import Counter
from itertools import pairwise
from typing import Final

from hypothesis import given, settings, strategies as st

from games.competitions.ladders.divisions import FIRST_SIZE, SMALLEST, Entrant, Outcome, outcomes, size_of
from tests.sites import ROOT

merits = st.one_of(st.none(), st.tuples(st.integers(-3, 3).map(float), st.integers(1, 3).map(float)))


@st.composite
def ladders(draw: st.DrawFn) -> list[Entrant]:
    """A ladder as a season leaves it: some of its players gone, some new, some without a result."""
    count = draw(st.integers(0, 90))
    scores = draw(st.lists(merits, min_size=count, max_size=count))
    first = [Entrant(player, None, merit or (0.0, 1.0)) for player, merit in enumerate(scores)]
    return after(outcomes(first), draw)


def after(ended: list[Outcome], draw: st.DrawFn) -> list[Entrant]:
    """Those who go on after a season, a few gone and a few new, with what they have in the next one; some missed it."""
    gone = draw(st.sets(st.integers(0, 89), max_size=40))
    staying = [outcome for outcome in ended if outcome.next_division and outcome.player not in gone]
    new = draw(st.lists(merits.filter(bool), max_size=15))
    return [
        *(Entrant(each.player, each.next_division, draw(merits), draw(st.integers(0, 1))) for each in staying),
        *(Entrant(1000 + number, None, merit) for number, merit in enumerate(new)),
    ]


def named(ended: list[Outcome]) -> dict[int, Outcome]:
    return {outcome.player: outcome for outcome in ended}


def everybody_is_placed_once(entrants: list[Entrant], ended: list[Outcome]) -> None:
    assert Counter(outcome.player for outcome in ended) == Counter(entrant.player for entrant in entrants)


def nobody_is_lost_but_who_has_missed_two_seasons(entrants: list[Entrant], ended: list[Outcome]) -> None:
    outcome_of = named(ended)
    for entrant in entrants:
        leaves = entrant.merits is None and entrant.missed == 1
        assert (outcome_of[entrant.player].next_division is None) == leaves


def new_divisions_have_their_sizes(_entrants: list[Entrant], ended: list[Outcome]) -> None:
    sizes = Counter(outcome.next_division for outcome in ended if outcome.next_division)
    lowest = max(sizes, default=1)
    assert all(sizes[number] == size_of(number) for number in range(1, lowest))
    assert lowest == 1 or sizes[lowest] >= SMALLEST
    assert sizes[lowest] < size_of(lowest) + SMALLEST


def new_players_are_in_the_lowest_division(entrants: list[Entrant], ended: list[Outcome]) -> None:
    outcome_of = named(ended)
    lowest = max((entrant.division or 1 for entrant in entrants), default=1)
    assert all(outcome_of[each.player].division == (each.division or lowest) for each in entrants)


def who_has_more_is_ahead_and_equal_ones_share_a_place(entrants: list[Entrant], ended: list[Outcome]) -> None:
    merits_of = {entrant.player: entrant.merits for entrant in entrants}
    for one, next_one in pairwise(ended):
        if one.division != next_one.division:
            continue
        own, others = merits_of[one.player], merits_of[next_one.player]
        assert own is not None or others is None
        if own is None or others is None:
            assert next_one.place is None
        else:
            assert own >= others
            assert (one.place == next_one.place) == (own == others)
    for outcome in ended:
        if outcome.place is not None:
            own = merits_of[outcome.player]
            better = [
                other for other in ended
                if other.division == outcome.division and (of := merits_of[other.player]) and own and of > own
            ]  # fmt: skip
            assert outcome.place == len(better) + 1


def a_better_result_never_leads_further_down(_entrants: list[Entrant], ended: list[Outcome]) -> None:
    for one, next_one in pairwise(ended):
        if one.division == next_one.division and one.next_division and next_one.next_division:
            assert one.next_division <= next_one.next_division


def nobody_goes_up_without_a_result_unless_a_place_is_free_or_the_division_ends(
    _entrants: list[Entrant], ended: list[Outcome]
) -> None:
    members = Counter(outcome.division for outcome in ended)
    leaving = {outcome.division for outcome in ended if outcome.next_division is None}
    last = max((outcome.next_division or 0 for outcome in ended), default=0)
    for outcome in ended:
        if outcome.place is None and outcome.next_division and outcome.next_division < outcome.division <= last:
            above = range(outcome.next_division, outcome.division)
            assert any(number in leaving or members[number] < size_of(number) for number in above)


def nobody_goes_down_further_than_one_division_or_below_the_lowest(
    _entrants: list[Entrant], ended: list[Outcome]
) -> None:
    lowest = max((outcome.division for outcome in ended), default=1)
    for outcome in ended:
        if outcome.next_division and outcome.division < lowest:
            assert outcome.next_division <= outcome.division + 1


def medals_go_to_the_better_half(_entrants: list[Entrant], ended: list[Outcome]) -> None:
    for outcome in ended:
        with_result = sum(each.division == outcome.division and each.place is not None for each in ended)
        due = outcome.place is not None and outcome.place <= min(3, with_result // 2)
        assert outcome.medal == (outcome.place if due else None)


def nobody_moves(entrants: list[Entrant], ended: list[Outcome]) -> None:
    """Nobody has a result: the season has not been one."""
    came = {entrant.player: (entrant.division, entrant.division, None, entrant.missed) for entrant in entrants}
    assert came == {one.player: (one.division, one.next_division, one.place, one.missed) for one in ended}


RULES: Final = (
    everybody_is_placed_once,
    nobody_is_lost_but_who_has_missed_two_seasons,
    new_divisions_have_their_sizes,
    new_players_are_in_the_lowest_division,
    who_has_more_is_ahead_and_equal_ones_share_a_place,
    a_better_result_never_leads_further_down,
    nobody_goes_up_without_a_result_unless_a_place_is_free_or_the_division_ends,
    nobody_goes_down_further_than_one_division_or_below_the_lowest,
    medals_go_to_the_better_half,
)


# To draw a ladder takes longer than to look for all rules on it.
@settings(max_examples=3 * settings.default.max_examples)
@given(ladders())
def test_all_rules_hold_for_every_ladder(entrants: list[Entrant]) -> None:
    ended = outcomes(entrants)
    for rule in RULES if any(entrant.merits for entrant in entrants) else [nobody_moves]:
        rule(entrants, ended)


@given(ladders(), st.randoms())
def test_order_of_the_entrants_does_not_matter(entrants: list[Entrant], random: object) -> None:
    mixed = list(entrants)
    random.shuffle(mixed)  # type: ignore[attr-defined]  # a `random.Random`
    assert outcomes(mixed) == outcomes(entrants)


def ladder_of(*sizes: int) -> list[Entrant]:
    """Full divisions of these sizes; players are numbered from the best, who has most."""
    numbers = [number for number, size in enumerate(sizes, 1) for _player in range(size)]
    return [Entrant(player, number, (float(-player), 1.0)) for player, number in enumerate(numbers, 1)]


def test_five_players_are_one_division_and_stay() -> None:
    ended = outcomes(ladder_of(5))
    assert {outcome.next_division for outcome in ended} == {1}
    assert [outcome.medal for outcome in ended] == [1, 2, None, None, None]


def test_seventeen_players_are_one_division_and_eighteen_are_two() -> None:
    assert {outcome.next_division for outcome in outcomes(ladder_of(17))} == {1}
    assert Counter(outcome.next_division for outcome in outcomes(ladder_of(18))) == {1: 12, 2: 6}


def test_three_of_twelve_go_down_and_three_come_up() -> None:
    ended = outcomes(ladder_of(FIRST_SIZE, 24, 10))
    assert [each.player for each in ended if each.division == 1 and each.next_division == 2] == [10, 11, 12]
    assert [each.player for each in ended if each.division == 2 and each.next_division == 1] == [13, 14, 15]
    assert [each.player for each in ended if each.division == 2 and each.next_division == 3] == [34, 35, 36]
    assert [each.player for each in ended if each.division == 3 and each.next_division == 2] == [37, 38, 39]


def test_best_of_those_who_would_go_down_stays_where_a_place_is_free() -> None:
    entrants = [
        Entrant(each.player, each.division, None, 1) if each.player == 5 else each for each in ladder_of(12, 24)
    ]
    ended = named(outcomes(entrants))
    assert ended[5].next_division is None
    assert {player for player in range(1, 13) if ended[player].next_division == 2} == {11, 12}
    assert {player for player in range(13, 37) if ended[player].next_division == 1} == {13, 14, 15}


def test_those_who_are_left_of_a_division_that_ends_go_up_without_a_result() -> None:
    first, *others = ladder_of(12, 5)
    left = [first, *(Entrant(each.player, each.division, None) for each in others)]
    assert {outcome.next_division for outcome in outcomes(left)} == {1}


def test_sizes_are_those_of_the_document() -> None:
    rows = re.findall(r"^\| ([\d,]+) \| ((?:\d+, )*\d+) \|$", (ROOT / "docs" / "seasons.md").read_text(), re.MULTILINE)
    assert len(rows) == 6
    for players, sizes in rows:
        ended = outcomes([Entrant(player, None, (0.0,)) for player in range(int(players.replace(",", "")))])
        counts = Counter(outcome.next_division or 0 for outcome in ended)
        assert [count for _division, count in sorted(counts.items())] == list(map(int, sizes.split(", ")))


def test_first_season_is_cut_by_its_results() -> None:
    ended = outcomes([Entrant(player, None, (float(-player), 1.0)) for player in range(1, 41)])
    assert {outcome.division for outcome in ended} == {1}
    assert [outcome.next_division for outcome in ended] == [1] * 12 + [2] * 28
