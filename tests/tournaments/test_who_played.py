"""Who has played: what a bot played for somebody, and who has left, in the results (docs/duplicate.md)."""

import pytest

from games.models import TournamentScore
from games.play import proposals
from tests.tournaments.tournaments import cards_played, play_table, running, stand_in, tables_of

pytestmark = pytest.mark.django_db


def by_bot(code: str) -> dict[int, bool]:
    """Return for each player of a table whether the result counts as a bot's."""
    return dict(TournamentScore.objects.filter(place__game__code=code).values_list("place__player", "by_bot"))


def test_who_has_played_most_of_a_deal_has_played_it_whoever_plays_its_last_card() -> None:
    [table] = tables_of(running(3, rounds=1))
    play_table(table.code, claims=0, until=lambda game: bool(game.deal_number) and cards_played(game) == 44)
    stand_in(table.code, 0)
    play_table(table.code)
    assert by_bot(table.code) == {0: False, 1: False, 2: False}


def test_who_comes_back_for_the_last_tricks_has_not_played_the_deal() -> None:
    [table] = tables_of(running(3, rounds=1))
    play_table(table.code, claims=0, until=lambda game: bool(game.deal_number))
    stand_in(table.code, 0)
    play_table(table.code, claims=0, until=lambda game: cards_played(game) == 44)
    proposals.take_seat(code=table.code, player=0)
    play_table(table.code)
    assert by_bot(table.code) == {0: True, 1: False, 2: False}
