"""Who was removed from a club comes back only if an officer invites them; who has founded it is protected."""

from http import HTTPStatus

import pytest

from accounts.models import Notification, User
from accounts.personal_data import deletion, merging
from games.clubs import membership, queries, roles
from games.clubs.errors import IsFounder, LastOfficer, OnlyOfficersInvite, RemovedFromClub
from games.models import Club, ClubRole
from tests.clients import ClientFor
from tests.clubs.clubs import club_of, people_of, trio
from tests.staff.people import MODERATOR, ensure_roles, member as staff_member
from tests.tables import new_player

pytestmark = pytest.mark.django_db


def role_of(club: Club, user: User) -> str:
    return club.members.get(user=user).role


@pytest.mark.parametrize("public", [True, False])
def test_who_was_removed_neither_joins_by_the_link_nor_asks_again(public: bool) -> None:
    officer, removed = new_player(), new_player()
    club = club_of(officer, removed, public=public)
    membership.remove(club, by=officer, name=removed.username)
    with pytest.raises(RemovedFromClub):
        membership.join_by_link(str(club.link), removed)
    if public:
        with pytest.raises(RemovedFromClub):
            membership.ask(club, removed)
    assert people_of(club) == [officer]


def test_who_was_refused_does_not_ask_again() -> None:
    officer, asking = new_player(), new_player()
    club = club_of(officer)
    membership.ask(club, asking)
    membership.remove(club, by=officer, name=asking.username)
    for _time in range(2):
        with pytest.raises(RemovedFromClub):
            membership.ask(club, asking)
    with pytest.raises(RemovedFromClub):
        membership.join_by_link(str(club.link), asking)


def test_invitation_that_is_taken_back_and_who_leaves_are_no_removals() -> None:
    officer, invited, leaving = (new_player() for _number in range(3))
    club = club_of(officer, leaving)
    membership.invite(club, by=officer, name=invited.username)
    membership.remove(club, by=officer, name=invited.username)
    membership.leave(club, leaving)
    for user in (invited, leaving):
        membership.join_by_link(str(club.link), user)
    assert people_of(club) == [officer, invited, leaving]


def test_only_an_officer_s_invitation_lets_who_was_removed_come_back(client_for: ClientFor) -> None:
    officer, member, removed = (new_player() for _number in range(3))
    club = club_of(officer, member, removed)
    membership.remove(club, by=officer, name=removed.username)
    with pytest.raises(OnlyOfficersInvite):
        membership.invite(club, by=member, name=removed.username)
    page = client_for(officer).get(f"/clubs/{club.code}/")
    assert [each.user for each in page.context["page"].removed] == [removed]
    assert client_for(member).get(f"/clubs/{club.code}/").context["page"].removed == []
    client_for(officer).post(f"/clubs/{club.code}/invite/", {"name": removed.username})
    membership.accept(club, removed)
    assert role_of(club, removed) == ClubRole.MEMBER
    membership.leave(club, removed)
    membership.join_by_link(str(club.link), removed)
    assert not queries.was_removed(club, removed)


def test_who_was_removed_from_a_trio_comes_back_by_an_invitation_only() -> None:
    three = trio()
    first, removed, _third = people_of(three)
    membership.remove(three, by=first, name=removed.username)
    with pytest.raises(RemovedFromClub):
        membership.join_by_link(str(three.link), removed)
    membership.invite(three, by=first, name=removed.username)
    membership.accept(three, removed)
    assert removed in people_of(three)


def test_page_and_link_say_that_one_was_removed(client_for: ClientFor) -> None:
    officer, removed = new_player(), new_player()
    club = club_of(officer, removed)
    client, address = client_for(removed), f"/clubs/{club.code}/"
    after = client_for(officer).post(f"{address}remove/", {"name": removed.username}, follow=True)
    assert "They could still join by the link with another account" in after.text
    page = client.get(address)
    assert "An officer has removed you from this club" in page.text
    assert "Ask to join" not in page.text
    assert client.post(f"{address}ask/").status_code == HTTPStatus.CONFLICT
    answer = client.post(f"/clubs/join/{club.link}/", {"visitor": ""})
    assert answer.status_code == HTTPStatus.CONFLICT
    assert "An officer has removed you from this club" in answer.text


def test_account_is_kept_out_as_its_guest_was_and_nothing_is_left_of_a_deleted_one(ana: User) -> None:
    officer, guest = new_player(), new_player()
    club = club_of(officer, guest)
    membership.remove(club, by=officer, name=guest.username)
    assert merging.merge(guest, ana)
    with pytest.raises(RemovedFromClub):
        membership.join_by_link(str(club.link), ana)
    deletion.delete_account(ana)
    assert not club.removals.exists()


def test_founder_is_demoted_and_removed_by_nobody_else() -> None:
    founder, officer, other = (new_player() for _number in range(3))
    club = club_of(founder, officer, other)
    for user in (officer, other):
        roles.make_officer(club, by=founder, name=user.username)
    with pytest.raises(IsFounder):
        roles.unmake_officer(club, by=officer, name=founder.username)
    with pytest.raises(IsFounder):
        membership.remove(club, by=officer, name=founder.username)
    roles.unmake_officer(club, by=officer, name=other.username)
    roles.unmake_officer(club, by=founder, name=officer.username)
    assert [role_of(club, user) for user in (founder, officer, other)] == [
        ClubRole.OFFICER,
        ClubRole.MEMBER,
        ClubRole.MEMBER,
    ]


def test_officer_steps_down_while_another_stays() -> None:
    founder, officer = new_player(), new_player()
    club = club_of(founder, officer)
    with pytest.raises(LastOfficer):
        roles.unmake_officer(club, by=founder, name=founder.username)
    roles.make_officer(club, by=founder, name=officer.username)
    roles.unmake_officer(club, by=founder, name=founder.username)
    assert role_of(club, founder) == ClubRole.MEMBER
    roles.make_officer(club, by=officer, name=founder.username)
    roles.unmake_officer(club, by=officer, name=founder.username)
    assert role_of(club, founder) == ClubRole.MEMBER, "protected no longer"


def test_founder_who_leaves_and_comes_back_is_one_of_many() -> None:
    founder, officer = new_player(), new_player()
    club = club_of(founder, officer)
    membership.leave(club, founder)
    assert role_of(club, officer) == ClubRole.OFFICER
    membership.join_by_link(str(club.link), founder)
    membership.remove(club, by=officer, name=founder.username)
    assert people_of(club) == [officer]


def test_founder_s_account_takes_the_place_of_the_guest(ana: User) -> None:
    guest, officer = new_player(), new_player()
    club = club_of(guest, officer)
    roles.make_officer(club, by=guest, name=officer.username)
    assert merging.merge(guest, ana)
    with pytest.raises(IsFounder):
        membership.remove(club, by=officer, name=ana.username)


def test_page_offers_what_can_be_done(client_for: ClientFor) -> None:
    founder, officer = new_player(), new_player()
    club = club_of(founder, officer)
    address = f"/clubs/{club.code}/"
    assert "Step down as officer" not in client_for(founder).get(address).text
    client_for(founder).post(f"{address}make-officer/", {"name": officer.username})
    page = client_for(officer).get(address).text
    assert "founder" in page
    assert f'value="{founder.username}"' not in page, "no button is about the founder"
    assert client_for(officer).post(f"{address}remove/", {"name": founder.username}).status_code == HTTPStatus.CONFLICT
    client_for(officer).post(f"{address}unmake-officer/", {"name": officer.username})
    assert role_of(club, officer) == ClubRole.MEMBER


def test_who_becomes_an_officer_is_notified() -> None:
    founder, officer, heir = (new_player() for _number in range(3))
    club = club_of(founder, officer, heir)
    roles.make_officer(club, by=founder, name=officer.username)
    membership.leave(club, founder)
    membership.leave(club, officer)
    notified = Notification.objects.filter(kind="club_officer").order_by("pk")
    assert list(notified.values_list("user", flat=True)) == [officer.pk, heir.pk]


def test_staff_make_demote_and_remove(client_for: ClientFor) -> None:
    ensure_roles()
    staff = client_for(staff_member(MODERATOR, "Mod"))
    founder, member = new_player(), new_player()
    club = club_of(founder, member)
    address = f"/admin/games/club/{club.pk}/do"

    def do(act: str, player: User) -> int:
        return staff.post(f"{address}/{act}/", {"player": player.username, "reason": "A hostile take-over"}).status_code

    assert do("unmake-officer", founder) == HTTPStatus.UNPROCESSABLE_ENTITY, "nobody else would lead it"
    assert do("make-officer", new_player()) == HTTPStatus.UNPROCESSABLE_ENTITY
    assert do("make-officer", member) == HTTPStatus.FOUND
    assert do("unmake-officer", founder) == HTTPStatus.FOUND
    assert [role_of(club, user) for user in (founder, member)] == [ClubRole.MEMBER, ClubRole.OFFICER]
    assert do("remove-member", founder) == HTTPStatus.FOUND
    with pytest.raises(RemovedFromClub):
        membership.join_by_link(str(club.link), founder)
