"""The form of a new table: ready sets of rules, what is changed of them, and the sentence that sums it up."""

import re

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from games.engine import PeekRule
from games.lobby.forms import NewTableForm
from games.lobby.presets import BUILT_IN, Preset
from games.models import Game, RulesPreset
from games.values import Stage
from tests.tables import deal, snapshot_for
from tests.views.test_lobby import FORM

pytestmark = pytest.mark.django_db

NEW, SUMMARY = reverse("games:new_table"), reverse("games:new_table_summary")
CLASSIC = FORM | {"chat": "on", "shown_preset": "classic"}


@pytest.mark.parametrize("preset", BUILT_IN, ids=lambda preset: preset.code)
@pytest.mark.parametrize("players", ["friends", "anyone", "bots"])
def test_every_preset_opens_for_every_company_from_a_page_that_shows_another(
    client: Client, preset: Preset, players: str
) -> None:
    """Without scripts the further options stay those of the preset with which the page was loaded."""
    assert client.post(NEW, CLASSIC | {"preset": preset.code, "players": players}).status_code == 302
    shown = snapshot_for(Game.objects.get().code)
    assert shown.rules == preset.rules
    assert (shown.stage, shown.options.public) == (
        Stage.DRAWING if players == "bots" else Stage.OPEN,
        players == "anyone",
    )


def test_option_that_the_visitor_has_changed_stays_with_another_preset(client: Client) -> None:
    client.post(NEW, CLASSIC | {"preset": "flip2", "target": "250"})
    rules = snapshot_for(Game.objects.get().code).rules
    assert (rules.peek, rules.target) == (PeekRule.FLIP2, 250)


@pytest.mark.parametrize(
    ("sent", "opens"), [({}, False), ({"clock": "fast"}, True), ({"name": "Friday"}, True), ({"floor": "7"}, True)]
)
def test_further_options_open_by_themselves_if_one_is_changed_or_wrong(sent: dict[str, str], opens: bool) -> None:
    form = NewTableForm(CLASSIC | {"preset": "flip2"} | sent, {}, is_visitor=False)
    form.is_valid()
    assert form.shows_further_options is opens
    assert not NewTableForm(None, {"preset": "flip2"}, is_visitor=False).shows_further_options


def test_link_may_choose_preset_and_players(client: Client) -> None:
    text = client.get(NEW, {"preset": "mirror", "players": "bots"}).text
    assert 'value="mirror" id="id_mirror_preset_5" checked' in text
    assert "Against two bots, at once: Mirror." in text
    assert 'value="mirror" id="id_mirror_bidding_2" required checked' in text
    assert client.get(NEW, {"preset": "chess", "players": "cats"}).status_code == 200


def test_summary_says_what_is_chosen_and_what_is_changed(client: Client) -> None:
    text = client.post(SUMMARY, CLASSIC | {"players": "anyone"}).text
    assert "With anyone who joins under Play: Classic 500." in text
    assert "hx-partial" not in text
    text = client.post(SUMMARY, CLASSIC | {"players": "friends", "invite_1": "Ana", "invite_2": "Ben"}).text
    assert "You invite Ana and Ben: Classic 500." in text
    text = client.post(SUMMARY, CLASSIC | {"clock": "fast", "bag_limit": "off"}).text
    assert "Changed: Bag limit: none · Clock: Fast" in text
    assert "One of the options is not possible." in client.post(SUMMARY, CLASSIC | {"floor": "7"}).text
    assert not Game.objects.exists()


def test_summary_does_not_list_what_a_clock_brings_with_it(client: Client) -> None:
    text = client.post(SUMMARY, CLASSIC | {"pace": "turns", "days": "3days"}).text
    assert "Changed: Clock: By turns: 3 days" in text
    assert "Time to come back" not in text
    assert "Time to come back: half a minute" in client.post(SUMMARY, CLASSIC | {"patience": "30"}).text


@pytest.mark.parametrize(
    ("sent", "clock"),
    [
        ({"pace": "turns", "days": "3days"}, "3days"),
        ({"pace": "turns"}, "1day"),
        ({"pace": "turns", "days": "7days", "clock": "fast"}, "7days"),
        ({"pace": "now", "days": "7days"}, "none"),
        ({"pace": "now", "days": "7days", "clock": "fast"}, "fast"),
        ({}, "none"),
    ],
)
def test_pace_decides_before_the_clock(client: Client, sent: dict[str, str], clock: str) -> None:
    assert client.post(NEW, CLASSIC | sent).status_code == 302
    assert snapshot_for(Game.objects.get().code).options.clock == clock


@pytest.mark.parametrize("wrong", [{"pace": "slow"}, {"pace": "turns", "days": "99days"}, {"clock": "3days"}])
def test_wrong_pace_is_refused(client: Client, wrong: dict[str, str]) -> None:
    assert client.post(NEW, CLASSIC | wrong).status_code == 400
    assert not Game.objects.exists()


def test_pace_of_a_preset_by_turns_is_chosen_with_it(client: Client) -> None:
    RulesPreset.objects.filter(code="flip2").update(clock="3days")
    cache.clear()
    form = NewTableForm(None, {"preset": "flip2"}, is_visitor=False)
    assert (form["pace"].value(), form["days"].value(), form["clock"].value()) == ("turns", "3days", "none")
    client.post(NEW, CLASSIC | {"pace": "now", "days": "1day", "preset": "flip2"})
    assert snapshot_for(Game.objects.get().code).options.clock == "3days"


@pytest.mark.parametrize(("pace", "is_notified"), [("turns", True), ("now", False)])
def test_table_by_turns_says_that_one_may_leave(client: Client, pace: str, is_notified: bool) -> None:
    page = client.post(NEW, CLASSIC | {"pace": pace}, follow=True).text
    assert ("You may leave: we notify you when it is your turn." in page) is is_notified
    assert ('class="push-button"' in page) is is_notified
    stranger = Client().get(reverse("games:table", args=[Game.objects.get().code])).text
    assert "You may leave" not in stranger


def test_summary_renews_the_further_options_for_another_preset(client: Client) -> None:
    text = client.post(SUMMARY, CLASSIC | {"preset": "flip2"}).text
    assert '<hx-partial hx-target="#further-options"' in text
    assert re.search(r'value="flip2" id="id_flip2_peek_\d" required checked', text)
    assert 'name="shown_preset" value="flip2"' in text


@pytest.mark.parametrize(
    ("address", "sent"),
    [(NEW, CLASSIC | {"players": "bots"}), (reverse("games:play_now"), {"players": "bots"})],
    ids=["form", "button"],
)
def test_table_without_a_name_has_one_in_the_reader_s_language(address: str, sent: dict[str, str]) -> None:
    opener = Client(headers={"Accept-Language": "es"})
    opener.post(address, sent | {"name": "", "visitor": "Zoe"})
    game = Game.objects.get()
    table = reverse("games:table", args=[game.code])
    shown = {language: Client(headers={"Accept-Language": language}).get(table).text for language in ("en", "es")}
    assert "’s table" in shown["en"]
    assert "Mesa de " in shown["es"]


def test_page_with_a_wrong_option_begins_at_it_and_says_what_is_possible(client: Client) -> None:
    text = client.post(NEW, CLASSIC | {"players": "bots", "target": "7", "floor": "7"}).text
    assert re.findall(r'name="(\w+)"[^>]* autofocus', text) == ["target"]
    text = client.post(NEW, CLASSIC | {"players": "bots", "floor": "7"}).text
    assert re.findall(r'name="(\w+)"[^>]* autofocus', text) == ["floor"]
    assert "From −10,000 to −1, or empty." in text


def test_duplicate_table_is_called_so_in_the_lobby_and_at_the_table(client: Client) -> None:
    chosen = CLASSIC | {"preset": "flip2", "players": "anyone", "duplicate": "on", "target": "300", "floor": "-200"}
    client.post(NEW, chosen)
    code = Game.objects.get().code
    table = snapshot_for(code)
    assert (table.options.duplicate, table.rules.target, table.rules.floor) == (True, 500, None)
    page = client.get(reverse("games:table", args=[code])).text
    assert "nine deals, duplicate" in page
    assert "Three deals, each played three times" in page
    assert "Flip 2 · duplicate" in client.get(reverse("games:home")).text
    wrong = client.post(NEW, chosen | {"delayed": "on"})
    assert wrong.status_code == 400
    assert "open only after its end" in wrong.text


def test_own_duplicate_game_is_listed_with_its_nine_deals(client: Client) -> None:
    client.post(NEW, CLASSIC | {"preset": "classic", "players": "bots", "duplicate": "on"})
    code = Game.objects.get().code
    deal(code)
    assert "deal 1 of 9" in " ".join(client.get(reverse("games:home")).text.split())
    assert "deal 1 of 9" in client.get(reverse("games:table", args=[code])).text
