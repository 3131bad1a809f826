"""The admin site in Spanish: no value of the database stands for a word, and adjectives agree with their nouns."""

import re

import pytest
from django.test import Client

from games.models import DealSet, RulesPreset, Season, SeasonLadder
from tests.clients import ClientFor
from tests.competitions.sets.test_export import special
from tests.staff.people import ADMINISTRATOR, member

pytestmark = pytest.mark.django_db


@pytest.fixture
def client(client_for: ClientFor) -> Client:
    client = client_for(member(ADMINISTRATOR))
    client.cookies["django_language"] = "es"
    return client


def test_page_of_a_set_names_the_level_of_its_bots(client: Client) -> None:
    special()
    DealSet.objects.update(bot_level="expert")
    page = client.get(f"/admin/games/dealset/{DealSet.objects.get().pk}/change/").text
    assert re.findall(r">\s*(Experto|expert|empezad[oa]s?|terminad[oa]s?)\s*<", page) == [
        "Experto",
        "empezados",
        "terminados",
    ]


def test_games_that_are_over_are_called_so_in_the_filter(client: Client) -> None:
    page = client.get("/admin/games/game/").text
    assert re.findall(r">\s*(terminad[oa])\s*<", page) == ["terminada"]


def test_titles_are_in_the_reader_s_language(client: Client) -> None:
    season = Season.objects.create(ladder=SeasonLadder.EVENTS, month="2026-11")
    assert "2026-11 torneos" in client.get(f"/admin/games/season/{season.pk}/change/").text
    classic = RulesPreset.objects.get(code="classic")
    assert "<h2>Clásica a 500</h2>" in client.get(f"/admin/games/rulespreset/{classic.pk}/change/").text
