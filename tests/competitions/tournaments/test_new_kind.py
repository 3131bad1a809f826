"""What a new kind of tournament costs: it is defined here, announced, played, ranked, exported, and shown on Today."""

import csv
import io
from collections.abc import Sequence
from datetime import timedelta
from typing import Final

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.competitions.tournaments import queries
from games.competitions.tournaments.kinds import TOURNAMENT_KINDS, Kind
from games.engine import Round
from games.models import Tournament, TournamentEntry, TournamentStage
from games.subjects import Subject
from tests.clients import ClientFor
from tests.competitions.tournaments.tournaments import begin, entered, go_on, play_round, tables_of
from tests.staff.people import HOST, ensure_roles, member

pytestmark = pytest.mark.django_db


def _best_together(tournament: Tournament, entries: Sequence[TournamentEntry], _number: int) -> Round:
    """The first three of the standings play together, and the next three; before the first round, by the numbers."""
    order = [line.entry for line in queries.standings_of(tournament)]
    ranked = sorted(range(len(entries)), key=lambda at: order.index(entries[at].pk))
    whole = len(ranked) - len(ranked) % 3
    return Round(tuple(tuple(ranked[at : at + 3]) for at in range(0, whole, 3)), tuple(ranked[whole:]))


SUBJECT: Final = Subject(
    tournament_kinds=[
        Kind(
            code="best",
            name="the best together",
            how="The first three play together.",
            form=lambda _boards, rounds: f"Best together, {rounds}",
            round_of=_best_together,
            rounds=lambda _tournament, participants: participants // 3,
            pause=timedelta(),
        )
    ]
)
"""All that a package with this kind of tournament would have to plug in."""


@pytest.fixture(autouse=True)
def _plugged_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TOURNAMENT_KINDS, "_by_code", dict(TOURNAMENT_KINDS._by_code))
    TOURNAMENT_KINDS.register(SUBJECT.tournament_kinds)


@pytest.fixture
def best(client_for: ClientFor) -> Tournament:
    """A tournament of the new kind that a host has announced by the form; check-in is open."""
    ensure_roles()
    starts_at = timezone.localtime() + timedelta(minutes=10)
    form = {"kind": "best", "rounds": 5, "boards": 1, "minutes": 20, "starts_at": f"{starts_at:%Y-%m-%dT%H:%M}"}
    others = {"name": "Six friends", "preset": "classic", "clock": "normal", "limit": 30, "fill_up": "out"}
    answer = client_for(member(HOST)).post(reverse("games:announce_tournament"), form | others)
    assert answer.status_code == 302, answer.text
    return Tournament.objects.get(kind="best")


def test_tournament_of_new_kind_is_on_today_with_its_form(best: Tournament, client: Client) -> None:
    page = client.get(reverse("games:today")).text
    assert "Six friends" in page
    assert "Best together, 5 rounds of 1 board" in page
    assert "The first three play together." in client.get(reverse("games:tournament", args=[best.code])).text


def test_tournament_of_new_kind_is_played_ranked_and_exported(best: Tournament, client: Client) -> None:
    people = entered(best, 6)
    begin(best)
    best.refresh_from_db()
    assert best.rounds == 2, "as its kind says"
    play_round(best)
    first = [line.entry for line in queries.standings_of(go_on(best))][:3]
    table = next(each for each in tables_of(best) if each.tournament_places.filter(entry__in=first).exists())
    assert set(table.tournament_places.values_list("entry", flat=True)) == set(first), "the second round began at once"
    play_round(best)
    assert go_on(best).stage == TournamentStage.OVER
    file = client.get(reverse("games:tournament_csv", args=[best.code])).text.lstrip("\ufeff")
    rows = list(csv.DictReader(io.StringIO(file)))
    assert {row["player"] for row in rows} == {each.username for each in people}
    assert {row["boards"] for row in rows} == {"2"}
    assert rows[0]["place"] == "1"
    assert rows[0]["player"] in client.get(reverse("games:tournament", args=[best.code])).text
    assert "Six friends" in client.get(reverse("games:today")).text, "among the past ones"
