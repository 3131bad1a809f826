"""The names of guests: at a table they differ from the others there, and nobody is called like an account."""

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from accounts.names.services import choose_name, give_temporary_name
from accounts.personal_data import deletion, merging
from accounts.signing_in.guests import create_guest, register_guest
from games.chat import queries as chat_queries, services as chat
from games.lobby import tables
from games.models import Seat
from games.people import reports
from games.play import loading
from tests.clients import ClientFor
from tests.tables import gather, new_player, snapshot_for

pytestmark = pytest.mark.django_db


def registered(name: str) -> User:
    return register_guest(create_guest(name), password="correct horse")


def names_at(code: str) -> list[str]:
    return [seat.name for seat in snapshot_for(code).seats]


def test_guests_at_different_tables_have_the_same_name_there_and_unique_ones_elsewhere() -> None:
    zoes = [create_guest("Zoe") for _ in range(3)]
    assert [names_at(gather(zoe))[0] for zoe in zoes] == ["Zoe", "Zoe", "Zoe"]
    assert [zoe.username for zoe in zoes] == ["Zoe", "Zoe 2", "Zoe 3"]


def test_guests_at_one_table_have_different_names() -> None:
    zoes = [create_guest(name) for name in ("Zoe", "Zoe", "zoe")]
    assert len({name.casefold() for name in names_at(gather(*zoes))}) == 3
    shown = names_at(gather(*reversed(zoes)))
    assert shown[0] == "zoe"
    assert len({name.casefold() for name in shown}) == 3, "also the one who has the name itself comes after another"
    assert "Zoe" not in shown


@pytest.mark.parametrize("name", ["Zoe", "ZOE", "Z0e"])
def test_no_guest_is_called_like_a_registered_account(name: str) -> None:
    registered("Zoe" if name != "Z0e" else "ZOe")
    guest = create_guest(name)
    assert (guest.called, guest.username != name) == ("", True)
    assert names_at(gather(guest))[0] == guest.username


def test_guest_is_not_called_like_an_account_made_after_the_guest_came() -> None:
    first, second = create_guest("Zoe"), create_guest("Zoe")
    register_guest(first, password="correct horse")
    assert names_at(gather(second))[0] == "Zoe 2"


def test_guest_at_a_table_loses_the_name_that_an_account_takes(
    django_capture_on_commit_callbacks: Callable[..., object],
) -> None:
    first, second, other = create_guest("Zoe"), create_guest("Zoe"), create_guest("Max")
    code = gather(second, other)
    assert names_at(code)[:2] == ["Zoe", "Max"]
    with django_capture_on_commit_callbacks(execute=True):
        register_guest(first, password="correct horse")
    assert names_at(code)[:2] == ["Zoe 2", "Max"]


def test_who_registers_keeps_the_name_given_if_it_is_free_by_now() -> None:
    first, second, third = (create_guest("Zoe") for _ in range(3))
    assert register_guest(third, password="correct horse").username == "Zoe 3"
    deletion.delete_account(first)
    code = gather(second)
    assert register_guest(second, password="correct horse").username == "Zoe"
    assert names_at(code)[0] == "Zoe"
    assert User.objects.get(username="Zoe").called == ""


def test_rematch_keeps_the_names_of_its_players() -> None:
    zoe, other = create_guest("Zoe"), create_guest("Zoe")
    code = gather(other, zoe)
    before = names_at(code)[:2]
    assert before == ["Zoe", "Zoe 3"]
    game = loading.game_by_code(code)
    again = tables.seats.of_people(game, [other, zoe, None], before=before)
    assert [seat.player_name for seat in again][:2] == before
    again = tables.seats.of_people(game, [zoe, other, None], before=before[::-1])
    assert [seat.player_name for seat in again][:2] == before[::-1]


def test_name_that_staff_take_away_or_that_a_removed_guest_had_is_shown_nowhere() -> None:
    create_guest("Zoe")
    renamed, removed = create_guest("Zoe"), create_guest("Zoe")
    gather(renamed), gather(removed)
    give_temporary_name(renamed)
    deletion.delete_account(removed)
    assert not Seat.objects.exclude(called="").exists()
    assert not User.objects.exclude(called="").exists()


def test_guest_who_chooses_another_name_gets_none_that_somebody_seated_is_called() -> None:
    first, seated, other = create_guest("Zoe"), create_guest("Zoe"), create_guest("Ana")
    deletion.delete_account(first)
    code = gather(seated, other)
    give_temporary_name(other)
    other.must_rename = True
    other.save(update_fields=["must_rename"])
    choose_name(other, "Z0e")
    one, two, _free = names_at(code)
    assert (one, two[:4]) == ("Zoe", "Z0e "), "with a number"


def test_account_that_takes_over_a_guest_s_seat_sits_under_its_own_name() -> None:
    create_guest("Zoe")
    guest, account = create_guest("Zoe"), registered("Zora")
    code = gather(guest)
    merging.merge(guest, account)
    assert names_at(code)[0] == "Zora"


def test_spectator_with_the_name_of_a_guest_who_is_seated_is_distinguished_in_the_chat() -> None:
    spectator, seated, other = create_guest("Zoe"), create_guest("Zoe"), new_player()
    code = gather(seated, other)
    for author in (seated, spectator):
        chat.send_message(code=code, author=author, text="Hello")
    shown = chat_queries.chat_for(loading.game_by_code(code), other)
    assert shown is not None
    assert [message.author for message in shown.messages] == ["Zoe", "Zoe (watching)"]
    assert {(person.name, person.shown) for person in shown.people} == {("Zoe", "Zoe (watching)"), ("Zoe 2", "Zoe")}


def test_report_at_a_table_is_about_the_account_of_the_name_shown_there(client_for: ClientFor) -> None:
    create_guest("Zoe")
    zoe, other = create_guest("Zoe"), new_player()
    code = gather(zoe, other)
    assert reports.reportable_at(loading.game_by_code(code), other) == {"Zoe 2": "Zoe"}
    page = client_for(other).get(f"/tables/{code}/report-player/").text
    assert 'name="player" value="Zoe 2"><b>Zoe</b>' in page


def test_pages_of_the_table_link_the_name_to_the_account(client_for: ClientFor) -> None:
    create_guest("Zoe")
    zoe = create_guest("Zoe")
    code = gather(zoe)
    assert "Zoe 2" not in Client().get(f"/tables/{code}/").text
    assert client_for(zoe).get("/").text.count("Zoe 2") == 0, "the header has the name that the guest gave"
    assert snapshot_for(code).seats[0].page == "Zoe 2"
