"""Pages and forms of standing trios over HTTP, for members, people who are invited, strangers and visitors."""

from http import HTTPStatus

import pytest
from django.test import Client

from accounts.models import User
from accounts.site_config.models import BlockedWord
from games.clubs import membership, services
from games.models import Club, Game
from tests.clients import ClientFor
from tests.clubs.clubs import people_of, played, trio
from tests.tables import begin, new_player

pytestmark = pytest.mark.django_db

FORMS = ("start", "accept", "leave", "invite", "remove", "change", "link")


def address(club: Club, rest: str = "") -> str:
    return f"/clubs/{club.code}/{rest}"


def test_from_the_end_of_a_game_to_the_next_table(client_for: ClientFor) -> None:
    ana, ben, cid = new_player(), new_player(), new_player()
    [game] = played(ana, ben, cid)
    at_the_end = client_for(ana).get(f"/tables/{game.code}/").text
    assert f"/tables/{game.code}/keep/" in at_the_end
    page = client_for(ana).post(f"/tables/{game.code}/keep/", follow=True)
    club = Club.objects.get()
    assert page.redirect_chain[-1][0] == address(club)
    assert "invited" in page.text
    assert "invites you" in client_for(ben).get("/people/").text
    for user in (ben, cid):
        assert address(club, "accept/") in client_for(user).get(address(club)).text
        client_for(user).post(address(club, "accept/"))
    page = client_for(cid).get(address(club))
    assert "What each is best at" in page.text
    assert "game won" in page.text
    assert f"/tables/{game.code}/" in page.text
    table = client_for(cid).post(address(club, "start/"))
    assert table["Location"] == f"/tables/{Game.objects.get(club=club).code}/"
    assert "Go to table" in client_for(ana).get(address(club)).text


@pytest.mark.parametrize("people", ["with bots", "by the API"])
def test_end_of_other_games_offers_no_trio(client_for: ClientFor, people: str) -> None:
    ana, ben, cid = new_player(), new_player(), new_player()
    if people == "by the API":
        User.objects.filter(pk=cid.pk).update(is_bot=True)
        cid.refresh_from_db()
    [game] = played(ana, ben, None if people == "with bots" else cid)
    assert f"{game.code}/keep/" not in client_for(ana).get(f"/tables/{game.code}/").text


def test_spectator_of_the_end_is_not_asked(client_for: ClientFor) -> None:
    [game] = played(new_player(), new_player(), new_player())
    assert f"{game.code}/keep/" not in client_for(new_player()).get(f"/tables/{game.code}/").text
    answer = client_for(new_player()).post(f"/tables/{game.code}/keep/")
    assert answer.status_code == HTTPStatus.CONFLICT
    assert not Club.objects.exists()


@pytest.mark.parametrize("form", FORMS)
def test_trio_is_not_there_for_strangers(client_for: ClientFor, form: str) -> None:
    club, stranger = trio(), client_for(new_player())
    assert stranger.get(address(club)).status_code == HTTPStatus.NOT_FOUND
    assert stranger.post(address(club, f"{form}/")).status_code == HTTPStatus.NOT_FOUND
    assert stranger.post(f"/clubs/none/{form}/").status_code == HTTPStatus.NOT_FOUND
    answer = Client().post(address(club, f"{form}/"))
    assert "login" in answer["Location"]
    assert len(people_of(club)) == 3


def test_who_is_invited_sees_no_results_and_changes_nothing(client_for: ClientFor) -> None:
    ana, ben, cid = new_player(), new_player(), new_player()
    [game] = played(ana, ben, cid)
    club = services.keep_trio(game.code, ana)
    membership.accept(club, ben)
    client = client_for(cid)
    assert "best at" not in client.get(address(club)).text
    for form in ("start", "invite", "remove", "change", "link"):
        answer = client.post(address(club, f"{form}/"), {"name": ana.username})
        assert answer.status_code == HTTPStatus.CONFLICT, form
    assert not Game.objects.filter(club=club).exists()


def test_visitor_joins_by_the_link_as_a_guest() -> None:
    club = services.create_trio(new_player())
    visitor, link = Client(), f"/clubs/join/{club.link}/"
    page = visitor.get(link)
    assert people_of(club)[0].username in page.text
    assert visitor.post(link, {"visitor": "<Zoe>"}).status_code == HTTPStatus.BAD_REQUEST
    assert visitor.post(link, {"visitor": "Zoe"})["Location"] == address(club)
    assert len(people_of(club)) == 2
    assert visitor.get(link)["Location"] == address(club), "who belongs to it need not join again"
    ended = Client().get("/clubs/join/nothing/")
    assert ended.status_code == HTTPStatus.NOT_FOUND
    assert "This invitation does not work any more" in ended.text


def test_full_trio_says_so() -> None:
    club = trio()
    answer = Client().post(f"/clubs/join/{club.link}/", {"visitor": "Zoe"})
    assert answer.status_code == HTTPStatus.CONFLICT
    assert "no place left" in answer.text


def test_link_is_replaced_and_switched_off(client_for: ClientFor) -> None:
    ana = new_player()
    club, client = services.create_trio(ana), client_for(ana)
    assert f"/clubs/join/{club.link}/" in client.get(address(club)).text
    client.post(address(club, "link/"))
    assert Client().get(f"/clubs/join/{club.link}/").status_code == HTTPStatus.NOT_FOUND
    client.post(address(club, "link/"), {"close": "1"})
    assert "The link is off" in client.get(address(club)).text


def test_name_with_a_blocked_word_is_refused(client_for: ClientFor) -> None:
    BlockedWord.objects.create(word="rascal")
    ana = new_player()
    club, client = services.create_trio(ana), client_for(ana)
    answer = client.post(address(club, "change/"), {"name": "The rascal", "preset": ""})
    assert answer.status_code == HTTPStatus.BAD_REQUEST
    assert "not allowed" in answer.text
    assert client.post(address(club, "change/"), {"preset": "nothing"}).status_code == HTTPStatus.BAD_REQUEST
    assert client.post(address(club, "change/"), {"name": "Our Thursday", "preset": ""}).status_code == HTTPStatus.FOUND
    assert "Our Thursday" in client.get(address(club)).text


def test_refusals_are_sentences(client_for: ClientFor) -> None:
    ana = new_player()
    club, client = services.create_trio(ana), client_for(ana)
    assert "no player called Nobody" in client.post(address(club, "invite/"), {"name": "Nobody"}).text
    assert client.post(address(club, "invite/")).status_code == HTTPStatus.BAD_REQUEST
    assert client.post(address(club, "remove/"), {"name": "Nobody"}).status_code == HTTPStatus.CONFLICT


def test_table_of_a_trio_shows_others_no_seat_to_take(client_for: ClientFor) -> None:
    club = trio()
    game = services.start(club, people_of(club)[0])
    answer = client_for(new_player()).post(f"/tables/{game.code}/sit/", {"player": "1"})
    assert answer.status_code == HTTPStatus.CONFLICT
    assert "members of its club" in answer.text


def test_running_game_is_not_on_the_page_of_a_trio_before_a_deal_is_scored(client_for: ClientFor) -> None:
    ana, ben, cid = new_player(), new_player(), new_player()
    club, code = trio(ana, ben, cid), begin(ana, ben, cid)
    assert code not in client_for(ana).get(address(club)).text
