"""The counts over all deals: exact chances, the test against known values, each deal counted once."""

from fractions import Fraction
from math import comb, isclose

import pytest
from django.test import Client

from games.fairness import deal_counts
from games.fairness.deal_counts import HAND, HONOURS, chi_square, lines, p_value
from tests.finished_games import count_random_deals
from tests.tables import begin, finish_deals, new_player, three_people


@pytest.mark.parametrize(
    ("far", "freedom", "p"),
    [(3.841, 1, 0.05), (5.991, 2, 0.05), (11.345, 3, 0.01), (18.307, 10, 0.05), (37.697, 15, 0.001), (0, 7, 1)],
)
def test_p_values_are_those_of_printed_tables(far: float, freedom: int, p: float) -> None:
    assert isclose(p_value(far, freedom), p, rel_tol=0.001)


def test_chances_are_exact() -> None:
    thirteen = deal_counts.chances_of(HAND)
    assert sum(thirteen.values()) == 1
    assert thirteen[0] == Fraction(comb(39, 13), comb(52, 13))
    assert sum(number * chance for number, chance in deal_counts.chances_of(HONOURS).items()) == 4
    strength = deal_counts.chances_of_strength()
    assert sum(strength.values()) == 1
    assert sum(points * chance for points, chance in strength.items()) == 10
    assert isclose(strength[10], 0.0940511, rel_tol=1e-5), "as bridge players know it"
    assert max(strength) == 37


def test_rare_values_share_a_line() -> None:
    counts = lines({3: 60, 4: 30, 9: 10}, deal_counts.chances_of(HAND))
    assert [(line.least, line.most) for line in counts] == [(0, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 13)]
    assert sum(line.seen for line in counts) == 100
    assert all(line.expected >= 5 for line in counts)
    assert isclose(sum(line.expected for line in counts), 100)
    assert chi_square(counts) > 40


@pytest.mark.django_db
def test_finished_deals_are_counted_once() -> None:
    people, bots = three_people(), begin(new_player())
    finish_deals(people)
    finish_deals(bots, 2)
    unfinished = begin(new_player())
    assert [deal_counts.count_new(), deal_counts.count_new()] == [3, 0]
    counts = deal_counts.report()
    assert (counts.deals, sum(line.seen for line in counts.bots.lines) <= 32) == (3, True)
    assert [line.expected for line in counts.bots.lines] == [16, 8]
    finish_deals(unfinished)
    assert deal_counts.count_new() == 1


@pytest.mark.django_db
def test_chance_explains_fair_deals(client: Client) -> None:
    count_random_deals(300)
    counts = deal_counts.report()
    assert counts.bots.p > 0.01
    assert min(check.p for check in counts.checks.values()) > 0.001
    page = client.get("/verify/").text
    assert "Chance does not explain" not in page
    assert "Chance explains this" in page
    assert "Deals counted: 300" in page


@pytest.mark.django_db
def test_percentages_have_their_space_in_spanish(client: Client) -> None:
    count_random_deals(300)
    page = client.get("/verify/", headers={"Accept-Language": "es"}).text
    assert "El azar lo explica" in page
    assert "\N{NO-BREAK SPACE}% de estos" in page


@pytest.mark.django_db
def test_favoured_bots_are_found(client: Client) -> None:
    count_random_deals(300, 1)
    assert deal_counts.report().bots.p < 0.001
    assert "Chance does not explain this" in client.get("/verify/").text


@pytest.mark.django_db
def test_page_without_deals_says_so(client: Client) -> None:
    assert "Too few deals to tell." in client.get("/verify/").text
