"""Join codes: seven digits by which a table is found, until its game has ended."""

import secrets

import pytest
from django.core.cache import cache
from django.test import Client

from games.lobby import join_codes, tables
from games.models import JoinCode
from tests.clients import HTMX, ClientFor, signed_in
from tests.tables import begin, close_table, gather, new_player, open_table, snapshot_for

pytestmark = pytest.mark.django_db


def code_of(table: str) -> str:
    return JoinCode.objects.get(game__code=table).digits


@pytest.mark.parametrize("typed", ["{0}{1}", "{0} {1}", "{0}-{1}", " {0}\u00a0{1} "])
def test_code_leads_to_the_table_however_it_is_typed(typed: str, client: Client) -> None:
    table = gather(new_player())
    digits = code_of(table)
    answer = client.get("/t/", {"code": typed.format(digits[:3], digits[3:])})
    assert (answer.status_code, answer["Location"]) == (302, f"/tables/{table}/")
    assert client.get(f"/t/{digits}/")["Location"] == f"/tables/{table}/"


@pytest.mark.parametrize(
    ("code", "reason"), [("12345", "codes have seven digits"), ("١٢٣٤٥٦٧", "seven digits"), ("no-code", "seven digits")]
)
def test_mistyped_code_is_a_404_in_plain_words_with_the_field(code: str, reason: str, client: Client) -> None:
    answer = client.get("/t/", {"code": code})
    assert answer.status_code == 404
    assert reason in answer.text
    assert f'placeholder="123 4567" value="{code}" aria-invalid="true"' in answer.text
    assert reason in answer.text.split('id="no-such-code"')[1].split("</p>")[0], "it stands at the field"


def test_wrong_code_is_refused_where_it_was_typed(client: Client) -> None:
    part = client.get("/t/", {"code": "000 0000"}, headers=HTMX)
    assert part.status_code == 404
    assert "<html" not in part.text
    assert part.text.index('id="join-code"') < part.text.index('id="no-such-code"'), "below the field"
    digits = code_of(gather(new_player()))
    right = client.get("/t/", {"code": digits}, headers=HTMX)
    assert right["HX-Redirect"] == f"/t/?code={digits}", "the table is a page of its own"
    assert client.get("/t/").text.partition("<main")[2].count("Have a code?") == 1, "in the heading only"


def test_page_of_no_table_has_the_field_for_a_code(client: Client) -> None:
    """Who has mistyped the address of a table may type its code instead."""
    missing = client.get("/tables/mistyped/")
    assert missing.status_code == 404
    assert 'id="join-code"' in missing.text
    assert 'id="join-code"' not in client.get("/nowhere/").text


def test_code_of_no_table_is_a_404_that_says_codes_end(client: Client) -> None:
    table = gather(new_player())
    digits = code_of(table)
    close_table(table)
    answer = client.get(f"/t/{digits}/")
    assert answer.status_code == 404
    assert f"No table has the code {digits}." in answer.text
    assert join_codes.remove_ended() == 1
    assert not JoinCode.objects.exists()


def test_code_is_on_the_page_of_who_waits_and_on_no_other(client_for: ClientFor, client: Client) -> None:
    host = new_player()
    table = gather(host)
    digits = code_of(table)
    shown = f"{digits[:3]}\u00a0{digits[3:]}"
    assert shown in client_for(host).get(f"/tables/{table}/").text
    assert shown not in client.get(f"/tables/{table}/").text
    assert snapshot_for(begin(new_player(), new_player())).join_code == ""


def test_code_still_leads_to_a_table_whose_game_runs(client: Client) -> None:
    table = begin(new_player(), new_player())
    assert client.get(f"/t/{code_of(table)}/")["Location"] == f"/tables/{table}/"


def test_table_of_bots_has_no_code_and_a_rematch_of_friends_has_one() -> None:
    open_table(new_player())
    assert not JoinCode.objects.exists()
    host, friend = new_player(), new_player()
    table = begin(host, friend)
    close_table(table)
    again = tables.rematch(code=table, user=host)
    assert code_of(again.code) != code_of(table)


def test_code_that_another_table_has_is_not_given_again(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter([7, 7, 42])
    monkeypatch.setattr(secrets, "randbelow", lambda _below: next(drawn))
    assert [code_of(gather(new_player())) for _ in range(2)] == ["0000007", "0000042"]


def test_codes_cannot_be_tried_one_after_the_other(client: Client) -> None:
    table = gather(new_player())
    cache.clear()
    answers = [client.get(f"/t/{number:07}/").status_code for number in range(21)]
    assert answers[-1] == 429
    assert client.get(f"/t/{code_of(table)}/").status_code == 429, "also the right one says nothing then"


def test_a_whole_class_behind_one_address_may_enter_its_code(client: Client) -> None:
    address = f"/t/{code_of(gather(new_player()))}/"
    cache.clear()
    assert {client.get(address).status_code for _ in range(25)} == {302}


def test_home_page_of_strangers_and_players_has_the_field(client: Client) -> None:
    for visitor in (client, signed_in(new_player())):
        assert 'action="/t/"' in visitor.get("/").text
