"""What a trio has played together: who won, the score over months, what each is best at."""

from datetime import UTC, timedelta

import pytest

from games.clubs import words
from games.clubs.together import Month, Together, last_game, together
from games.history import queries as history
from games.history.queries import Filter, TallySummary
from games.models import DealResult, Game, GameResult
from games.play import game_moderation
from games.results.services import Hand
from tests.clubs.clubs import played
from tests.finished_games import NOON, played_game
from tests.staff.people import registered
from tests.tables import new_player

pytestmark = pytest.mark.django_db


def shown_of(*people: object) -> Together:
    return together(people, people[0], UTC)  # type: ignore[arg-type]  # users


def test_only_games_of_all_three_count_in_whatever_seats() -> None:
    ana, ben, cid = new_player(), new_player(), new_player()
    games = [*played(ana, ben, cid, games=2), played_game(cid, ben, ana, at=NOON + timedelta(days=62), seed=9)]
    played_game(ana, ben, new_player(), seed=7)
    played_game(ana, ben, None, seed=8)
    shown = shown_of(ana, ben, cid)
    assert shown.games == 3
    assert [month.month for month in shown.months] == ["2026-03", "2026-04", "2026-05"]
    for person, wins in zip(shown.people, shown.wins, strict=True):
        assert wins == GameResult.objects.filter(user=person, place=1, game__in=games).count()
    assert {line.code for line in shown.latest} == {game.code for game in games}
    for person, tallies in zip(shown.people, shown.tallies, strict=True):
        deals = DealResult.objects.filter(user=person, score__deal__game__in=games)
        assert sum(tally.deals for tally in tallies) == deals.count()
        assert sum(tally.points for tally in tallies) == sum(deal.points for deal in deals)


def test_tallies_of_deals_are_those_that_are_stored() -> None:
    ana, ben, cid = new_player(), new_player(), new_player()
    played(ana, ben, cid, games=3)
    for person in (ana, ben, cid):
        computed, stored = history.tallies_of_deals(person, Filter()), history.tallies(person, Filter())

        def key(tally: TallySummary) -> tuple[bool, int, int, int]:
            return tally.declarer, tally.position, tally.contract, tally.tricks

        assert sorted(computed, key=key) == sorted(stored, key=key)


def test_void_and_unfinished_games_do_not_count() -> None:
    ana, ben, cid = new_player(), new_player(), new_player()
    [game] = played(ana, ben, cid)
    played_game(ana, ben, cid, finished=False, seed=5)
    game_moderation.void(code=game.code, by=registered("Staff"), public_reason="An accident", reason="A note")
    shown = shown_of(ana, ben, cid)
    assert (shown.games, shown.wins, shown.months) == (0, (0, 0, 0), ())


def test_last_game_is_one_of_all_three_that_has_ended() -> None:
    ana, ben, cid = new_player(), new_player(), new_player()
    assert last_game([ana, ben, cid]) is None
    games = played(ana, ben, cid, games=2)
    played_game(ana, ben, cid, finished=False, at=NOON + timedelta(days=90))
    played_game(ana, ben, None, at=NOON + timedelta(days=91))
    assert last_game([cid, ana, ben]) == Game.objects.get(pk=games[1].pk)
    assert last_game([ana, ben]) is None


def tally(*, declarer: bool, contract: int, tricks: int, points: int, nils: tuple[int, int] = (0, 0)) -> TallySummary:
    """Return two equal deals."""
    by_hand = {Hand.OWN: nils, Hand.PARTNER: (0, 0), Hand.DUMMY: (0, 0)}
    return TallySummary(declarer, 0, contract, tricks, 2, 2 * points, 0, by_hand)


def test_each_is_best_at_something() -> None:
    """Worked by hand: Ana declares best, Ben defends best and has all nils, Cid bids exactly."""
    ana, ben, cid = registered("Ana"), registered("Ben"), registered("Cid")
    own_deals = (((5, 8, 53), (4, 3, -40)), ((5, 2, -50), (4, 7, 43)), ((5, 5, 50), (4, 4, 40)))
    """Of each: contract, tricks and points as declarer, and as defender."""
    tallies = tuple(
        [
            tally(
                declarer=role, contract=contract, tricks=tricks, points=points, nils=(2, 1) if tricks == 2 else (0, 0)
            )
            for role, (contract, tricks, points) in zip((True, False), deals, strict=True)
        ]
        for deals in own_deals
    )
    shown = Together((ana, ben, cid), (Month("2026-03", 4, (100, 200, 300), (1, 0, 3)),), tallies, [])
    lines = words.comparisons(shown)
    assert [[cell for cell, _best in line.cells] for line in lines] == [
        ["+53", "−50", "+50"],
        ["−40", "+43", "+40"],
        ["50%", "50%", "100%"],
        ["2.0", "3.0", "0.0"],
        ["–", "2 of 3", "–"],
    ]
    assert [[best for _cell, best in line.cells].index(True) for line in lines[:4]] == [0, 1, 2, 2]
    assert not any(best for _cell, best in lines[4].cells), "nobody else has declared one"
    people = words.people_of(shown, lines)
    assert [person.best for person in people] == [
        "Best as declarer.", "Best as defender.", "Best at making contracts and at bidding exactly.",
    ]  # fmt: skip
    assert [(person.wins, person.share) for person in people] == [(1, "25%"), (0, "0%"), (3, "75%")]


def test_chart_has_a_line_for_each_and_a_sentence() -> None:
    ana, ben, cid = registered("Ana"), registered("Ben"), registered("Cid")
    months = (Month("2026-03", 2, (100, 600, 301), (0, 2, 0)), Month("2026-05", 1, (500, 100, 300), (1, 0, 0)))
    chart = words.score_over_months(Together((ana, ben, cid), months, ([], [], []), []))
    assert chart is not None
    assert chart.rows == (("Mar 2026", "2", "50", "300", "150"), ("May 2026", "1", "500", "100", "300"))
    assert len(chart.drawing.lines) == 3
    assert chart.summary == "Ana and Ben won most games in 1 of 2 months."
    assert words.score_over_months(Together((ana, ben, cid), months[:1], ([], [], []), [])) is None, "no line"
