"""Clubs of many: requests to join, officers, tables for members, moderation, and their pages."""

from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client

from accounts.models import Notification, User
from accounts.site_config.models import AuditEntry, BlockedWord
from games.clubs import membership, moderation, queries, roles, services
from games.clubs.errors import AlreadyAsked, ClubFull, LastOfficer, NotInClub, NotOpenToAll
from games.competitions.tournaments import services as tournaments
from games.lobby import tables
from games.lobby.tables import NotOfClub
from games.models import Club, ClubMember, Game, Report, Tournament, TournamentStage
from games.values import Stage
from tests.clients import ClientFor
from tests.clubs.clubs import club_of, people_of, trio
from tests.competitions.tournaments.tournaments import announced
from tests.staff.people import MODERATOR, ensure_roles, member, registered
from tests.tables import new_player

pytestmark = pytest.mark.django_db


def role_of(club: Club, user: User) -> str:
    return ClubMember.objects.get(club=club, user=user).role


def address(club: Club, rest: str = "") -> str:
    return f"/clubs/{club.code}/{rest}"


def test_request_to_join_is_answered_by_an_officer() -> None:
    officer, asking, other = new_player(), new_player(), new_player()
    club = club_of(officer)
    for user in (asking, other):
        membership.ask(club, user)
    assert Notification.objects.filter(kind="club_request", user=officer).count() == 2
    with pytest.raises(AlreadyAsked):
        membership.ask(club, asking)
    with pytest.raises(NotInClub):
        membership.admit(club, by=asking, name=asking.username)
    membership.admit(club, by=officer, name=asking.username)
    membership.remove(club, by=officer, name=other.username)
    assert (role_of(club, asking), people_of(club)) == ("member", [officer, asking])


def test_visitor_sees_which_clubs_are_public() -> None:
    shown, private = club_of(new_player()), club_of(new_player(), public=False)
    page = Client().get("/people/")
    assert page.status_code == HTTPStatus.OK
    assert address(shown) in page.text
    assert address(private) not in page.text
    assert "/clubs/new-trio/" not in page.text  # a form that would ask to sign in and forget what was wanted
    assert "?next=/people/" in page.text


def test_officer_is_not_notified_of_the_request_of_somebody_they_have_blocked() -> None:
    officer, other, asking = new_player(), new_player(), new_player()
    club = club_of(officer, other)
    roles.make_officer(club, by=officer, name=other.username)
    officer.blocks.create(blocked=asking)
    membership.ask(club, asking)
    assert [row.user for row in Notification.objects.filter(kind="club_request")] == [other]


def test_nobody_asks_to_join_a_private_or_hidden_club_or_a_trio() -> None:
    hidden = club_of(new_player())
    moderation.hide(hidden, by=registered("Staff"), public_reason="Rude", reason="A report")
    for club in (club_of(new_player(), public=False), hidden, trio()):
        with pytest.raises(NotOpenToAll):
            membership.ask(club, new_player())


def test_who_asks_belongs_to_nothing_and_acts_on_nothing() -> None:
    officer, asking = new_player(), new_player()
    club = club_of(officer)
    membership.ask(club, asking)
    assert queries.membership(club, asking) is None
    with pytest.raises(NotInClub):
        membership.accept(club, asking)
    game = services.start(club, officer)
    with pytest.raises(NotOfClub):
        tables.sit(code=game.code, user=asking, player=None)


def test_officers_are_made_and_unmade_by_officers_and_one_remains() -> None:
    first, second, third = new_player(), new_player(), new_player()
    club = club_of(first, second, third)
    with pytest.raises(NotInClub):
        roles.make_officer(club, by=second, name=third.username)
    roles.make_officer(club, by=first, name=second.username)
    roles.make_officer(club, by=second, name=third.username)
    roles.unmake_officer(club, by=second, name=third.username)
    assert [role_of(club, user) for user in (first, second, third)] == ["officer", "officer", "member"]
    roles.unmake_officer(club, by=first, name=first.username)
    with pytest.raises(LastOfficer):
        roles.unmake_officer(club, by=second, name=second.username)
    membership.leave(club, second)
    assert role_of(club, first) == "officer", "who has been there longest"


def test_people_of_a_trio_stay_officers() -> None:
    club = trio()
    ana, ben, _cid = people_of(club)
    with pytest.raises(NotInClub):
        roles.unmake_officer(club, by=ana, name=ben.username)


def test_places_are_counted_without_those_who_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(membership, "MOST_MEMBERS", 2)
    officer, member_, asking = new_player(), new_player(), new_player()
    club = club_of(officer)
    membership.ask(club, asking)
    membership.join_by_link(str(club.link), member_)
    with pytest.raises(ClubFull):
        membership.admit(club, by=officer, name=asking.username)
    with pytest.raises(ClubFull):
        membership.join_by_link(str(club.link), asking)


def test_each_member_opens_tables_for_members_only() -> None:
    first, second = new_player(), new_player()
    club = club_of(first, second)
    games = [services.start(club, user) for user in (first, second)]
    assert games[0] != games[1]
    assert not Game.objects.filter(public=True).exists()
    tables.sit(code=games[0].code, user=second, player=None)


def test_who_is_no_member_any_more_leaves_the_tables_that_wait_for_players() -> None:
    """Otherwise they would go on hosting them, and meet the members there."""
    officer, gone, member = new_player(), new_player(), new_player()
    club = club_of(officer, gone, member)
    alone, shared, running = (services.start(club, gone) for _number in range(3))
    tables.sit(code=shared.code, user=member, player=None)
    tables.start(code=running.code, host=gone, version=running.version)
    membership.remove(club, by=officer, name=gone.username)
    for game in (alone, shared, running):
        game.refresh_from_db()
    assert (alone.stage, shared.stage) == (Stage.CLOSED, Stage.OPEN)
    assert shared.host == member
    assert set(gone.seats.values_list("game", flat=True)) == {running.pk}, "a game that runs goes on"


def test_who_is_no_member_any_more_plays_in_no_tournament_that_has_not_begun() -> None:
    officer, removed, leaving = new_player(), new_player(), new_player()
    club = club_of(officer, removed, leaving)
    before, begun = announced(), announced()
    Tournament.objects.update(club=club)
    for tournament in (before, begun):
        for user in (officer, removed, leaving):
            tournaments.enter(tournament.code, user)
    Tournament.objects.filter(pk=begun.pk).update(stage=TournamentStage.RUNNING)
    membership.remove(club, by=officer, name=removed.username)
    membership.leave(club, leaving)
    assert [entry.user for entry in before.entries.all()] == [officer]
    assert begun.entries.count() == 3


def test_address_without_a_club_says_so(client_for: ClientFor) -> None:
    answer = client_for(new_player()).get("/clubs/nothing/")
    assert answer.status_code == HTTPStatus.NOT_FOUND
    assert "There is no club at this address." in answer.text


def test_club_from_the_form_to_a_table(client_for: ClientFor) -> None:
    officer, asking = new_player(), new_player()
    founder, other = client_for(officer), client_for(asking)
    form = {"name": "The Thursday club", "text": "At eight.\nEverybody is welcome.", "public": "on"}
    page = founder.post("/clubs/new/", form, follow=True)
    club = Club.objects.get()
    assert "At eight.<br>" in page.text
    assert "The Thursday club" in other.get("/people/").text
    assert "Ask to join" in Client().get(address(club)).text
    assert "You have asked to join" in other.post(address(club, "ask/"), follow=True).text
    assert asking.username in founder.get(address(club)).text
    founder.post(address(club, "admit/"), {"name": asking.username})
    assert founder.post(address(club, "start/"))["Location"] == f"/tables/{Game.objects.get().code}/"
    assert f"/tables/{Game.objects.get().code}/" in other.get(address(club)).text
    assert Game.objects.get().code not in Client().get(address(club)).text
    assert Game.objects.get().code not in Client().get("/").text


def test_request_is_taken_back(client_for: ClientFor) -> None:
    club, client = club_of(new_player()), client_for(new_player())
    client.post(address(club, "ask/"))
    assert "Ask to join" in client.post(address(club, "withdraw/"), follow=True).text
    assert len(people_of(club)) == 1


@pytest.mark.parametrize("now", [{"public": False}, {"hidden_reason": "Rude"}], ids=["private", "hidden"])
def test_club_that_is_shown_no_more_is_not_listed_for_who_has_asked(now: dict[str, Any]) -> None:
    club, asking = club_of(new_player()), new_player()
    membership.ask(club, asking)
    assert [line.code for line in queries.clubs_of(asking)] == [club.code]
    Club.objects.update(**now)
    assert queries.clubs_of(asking) == []


def test_private_club_is_not_there_for_strangers(client_for: ClientFor) -> None:
    club, stranger = club_of(new_player(), public=False), client_for(new_player())
    for rest in ("", "report/"):
        assert stranger.get(address(club, rest)).status_code == HTTPStatus.NOT_FOUND
    for rest in ("ask/", "withdraw/", "start/", "make-officer/", "unmake-officer/", "admit/", "report/"):
        assert stranger.post(address(club, rest)).status_code == HTTPStatus.NOT_FOUND
    assert club.name not in stranger.get("/people/").text


def test_member_finds_no_buttons_of_officers(client_for: ClientFor) -> None:
    officer, other = new_player(), new_player()
    club = club_of(officer, other)
    page = client_for(other).get(address(club)).text
    assert "make-officer" not in page
    assert "change/" not in page
    assert (
        client_for(other).post(address(club, "remove/"), {"name": officer.username}).status_code == HTTPStatus.CONFLICT
    )
    assert client_for(other).post(address(club, "change/"), {"name": "Mine"}).status_code == HTTPStatus.CONFLICT


def test_blocked_words_are_refused_in_names_and_texts(client_for: ClientFor) -> None:
    BlockedWord.objects.create(word="rascal")
    officer = new_player()
    club, client = club_of(officer), client_for(officer)
    for form in ({"name": "A rascal"}, {"name": "Ours", "text": "For every\nrascal here"}):
        assert client.post(address(club, "change/"), form).status_code == HTTPStatus.BAD_REQUEST
        assert client.post("/clubs/new/", form).status_code == HTTPStatus.BAD_REQUEST
    assert client.post(address(club, "change/"), {"name": "Ours", "text": "Hello"}).status_code == HTTPStatus.FOUND
    club.refresh_from_db()
    assert (club.name, club.text, club.public) == ("Ours", "Hello", False)


@pytest.mark.parametrize(
    "name", ["\N{ZERO WIDTH SPACE}", "\N{BRAILLE PATTERN BLANK} \N{HANGUL FILLER}", "\N{VARIATION SELECTOR-16}"]
)
def test_club_has_a_name_that_can_be_seen(client_for: ClientFor, name: str) -> None:
    """Otherwise its link in the list would be empty."""
    officer = new_player()
    club, client = club_of(officer), client_for(officer)
    assert client.post("/clubs/new/", {"name": name}).status_code == HTTPStatus.BAD_REQUEST
    assert client.post(address(club, "change/"), {"name": name}).status_code == HTTPStatus.BAD_REQUEST
    three = trio(officer, new_player(), new_player())
    assert client.post(address(three, "change/"), {"name": name}).status_code == HTTPStatus.FOUND
    three.refresh_from_db()
    assert three.name == "", "a trio is then called after its people"


def test_reported_club_is_renamed_and_hidden_and_the_reporter_reads_the_answer(client_for: ClientFor) -> None:
    ensure_roles()
    officer, reporter = new_player(), new_player()
    club, client = club_of(officer), client_for(reporter)
    services.change(club, by=officer, name="Rude name", text="Rude text")
    for words in ("Rude", "Very rude"):
        assert "The staff will look" in client.post(address(club, "report/"), {"text": words}).text
    report = Report.objects.get()
    assert (report.text, report.context[0]["text"]) == ("Very rude", "Rude text")
    staff = client_for(member(MODERATOR))
    assert "Rude text" in staff.get(f"/admin/games/report/{report.pk}/change/").text
    page = f"/admin/games/club/{club.pk}/"
    assert "Rude text" in staff.get(f"{page}change/").text
    staff.post(f"{page}do/take-name/", {"reason": "Rude"})
    staff.post(f"{page}do/hide/", {"reason": "Rude", "public_reason": "Please choose kinder words."})
    club.refresh_from_db()
    assert (club.name, club.text) == (f"Club {club.pk}", "")
    assert client.get(address(club)).status_code == HTTPStatus.NOT_FOUND
    assert Client().get(f"/clubs/join/{club.link}/").status_code == HTTPStatus.NOT_FOUND
    assert "kinder words" in client_for(officer).get(address(club)).text
    staff.post(f"{page}do/show/", {"reason": "Better now"})
    assert client.get(address(club)).status_code == HTTPStatus.OK
    assert set(AuditEntry.objects.values_list("action", flat=True)) == {"take_name", "hide_club", "show_club"}
    staff.post(f"/admin/games/report/{report.pk}/do/resolve/", {"note": "Done", "answer": "Renamed."})
    assert "Renamed." in client.get("/").text
