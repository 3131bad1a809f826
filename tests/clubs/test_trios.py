"""Standing trios: how they begin, who belongs to them, and the tables that they open."""

from collections.abc import Callable

import pytest

from accounts.models import Notification, User
from accounts.personal_data import deletion, merging
from games.clubs import membership, queries, services
from games.clubs.errors import AlreadyInClub, ClubFull, NotInClub, NoTrio, TooManyClubs
from games.engine import Rules
from games.lobby import invitations, presets, tables
from games.lobby.invitations import BlockedByInviter
from games.lobby.tables import NotOfClub
from games.models import Club, ClubMember, Game, Invitation, rules_of
from games.play.errors import NotForBots, UnknownPlayer
from games.values import Stage
from tests.clubs.clubs import people_of, played, trio
from tests.tables import begin, close_table, new_player

pytestmark = pytest.mark.django_db


def three() -> tuple[User, User, User]:
    return new_player(), new_player(), new_player()


def roles(club: Club) -> dict[str, str]:
    return {member.user.username: member.role for member in club.members.select_related("user")}


def test_kept_trio_invites_the_others_and_the_same_button_accepts() -> None:
    ana, ben, cid = three()
    [game] = played(ana, ben, cid)
    club = services.keep_trio(game.code, ana)
    assert roles(club) == {ana.username: "officer", ben.username: "invited", cid.username: "invited"}
    assert set(Notification.objects.filter(kind="trio_invitation").values_list("user", flat=True)) == {ben.pk, cid.pk}
    assert services.keep_trio(game.code, ben) == club
    assert services.keep_trio(game.code, ben) == club
    assert roles(club)[ben.username] == "officer"
    assert Club.objects.count() == 1


def test_another_trio_with_two_of_them_is_no_hindrance() -> None:
    ana, ben, cid = three()
    other = trio(ana, ben, new_player())
    [game] = played(ana, ben, cid)
    assert services.keep_trio(game.code, ana) != other


@pytest.mark.parametrize("case", ["a bot", "not ended", "not there", "an account of a bot"])
def test_trio_is_kept_after_a_game_of_three_people_only(case: str) -> None:
    ana, ben, cid = three()
    by = new_player() if case == "not there" else ana
    code = begin(ana, ben, cid) if case == "not ended" else played(ana, ben, None if case == "a bot" else cid)[0].code
    if case == "an account of a bot":
        User.objects.filter(pk=cid.pk).update(is_bot=True)
    with pytest.raises(NoTrio):
        services.keep_trio(code, by)
    assert not Club.objects.exists()


def test_fourth_finds_no_place_and_link_can_be_replaced_and_switched_off() -> None:
    ana, ben, cid = three()
    club = services.create_trio(ana)
    old = str(club.link)
    services.change_link(club, by=ana)
    with pytest.raises(Club.DoesNotExist):
        membership.join_by_link(old, ben)
    club.refresh_from_db()
    for user in (ben, cid, ben):  # twice is once
        membership.join_by_link(str(club.link), user)
    with pytest.raises(ClubFull):
        membership.join_by_link(str(club.link), new_player())
    services.change_link(club, by=ben, is_off=True)
    assert Club.objects.get().link is None
    assert people_of(club) == [ana, ben, cid]


def test_invited_people_take_the_places() -> None:
    ana, ben, cid = three()
    club = services.create_trio(ana)
    membership.invite(club, by=ana, name=ben.username)
    with pytest.raises(AlreadyInClub):
        membership.invite(club, by=ana, name=ben.username.upper())
    membership.invite(club, by=ana, name=cid.username)
    with pytest.raises(ClubFull):
        membership.invite(club, by=ana, name=new_player().username)
    membership.accept(club, ben)
    membership.leave(club, cid)
    membership.invite(club, by=ben, name=new_player().username)
    assert club.members.count() == 3


def test_only_who_belongs_to_it_acts() -> None:
    club, stranger = trio(), new_player()
    ana = people_of(club)[0]
    membership.leave(club, people_of(club)[2])
    invited = new_player()
    membership.invite(club, by=ana, name=invited.username)
    acts: list[Callable[[User], object]] = [
        lambda user: membership.invite(club, by=user, name="Zoe"),
        lambda user: services.start(club, user),
        lambda user: services.change(club, by=user, name="Ours", preset=""),
        lambda user: services.change_link(club, by=user),
        lambda user: services.change_link(club, by=user, is_off=True),
        lambda user: membership.remove(club, by=user, name=ana.username),
    ]
    for user in (stranger, invited):
        for act in acts:
            with pytest.raises(NotInClub):
                act(user)
    with pytest.raises(NotInClub):
        membership.accept(club, stranger)


@pytest.mark.parametrize("name", ["Nobody", ""])
def test_invitation_of_nobody_is_refused(name: str) -> None:
    ana = new_player()
    with pytest.raises(UnknownPlayer):
        membership.invite(services.create_trio(ana), by=ana, name=name)


def test_account_of_a_bot_belongs_to_no_club() -> None:
    ana, bot = new_player(), new_player()
    User.objects.filter(pk=bot.pk).update(is_bot=True)
    bot.refresh_from_db()
    club = services.create_trio(ana)
    with pytest.raises(NotForBots):
        membership.invite(club, by=ana, name=bot.username)
    with pytest.raises(NotForBots):
        membership.join_by_link(str(club.link), bot)
    with pytest.raises(NotForBots):
        services.create_trio(bot)


def test_who_has_blocked_the_inviter_is_not_notified_and_the_inviter_does_not_learn_it() -> None:
    ana, ben = new_player(), new_player()
    ben.blocks.create(blocked=ana)
    club = services.create_trio(ana)
    membership.invite(club, by=ana, name=ben.username)
    assert not Notification.objects.exists()
    assert queries.clubs_of(ben) == []
    assert queries.membership(club, ben) is None
    assert roles(club)[ben.username] == "invited"
    with pytest.raises(NotInClub):
        membership.accept(club, ben)


def test_whoever_one_has_blocked_is_not_invited() -> None:
    ana, ben = new_player(), new_player()
    ana.blocks.create(blocked=ben)
    with pytest.raises(BlockedByInviter):
        membership.invite(services.create_trio(ana), by=ana, name=ben.username)


def test_nobody_belongs_to_more_clubs_than_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(membership, "MOST_CLUBS", 2)
    ana, ben = new_player(), new_player()
    services.create_trio(ana)
    last = services.create_trio(ana)
    for join in (
        lambda: services.create_trio(ana),
        lambda: membership.join_by_link(str(services.create_trio(ben).link), ana),
    ):
        with pytest.raises(TooManyClubs):
            join()
    membership.leave(last, ana)
    services.create_trio(ana)


def test_trio_that_everybody_has_left_is_gone_and_its_tables_stay() -> None:
    club = trio()
    ana, ben, cid = people_of(club)
    game = services.start(club, ana)
    membership.remove(club, by=ana, name=ben.username)
    membership.leave(club, cid)
    membership.leave(club, ana)
    assert not Club.objects.exists()
    game.refresh_from_db()
    assert game.club is None


def test_start_invites_exactly_the_others_and_nobody_else_sits_down() -> None:
    club, stranger = trio(), new_player()
    ana, ben, cid = people_of(club)
    game = services.start(club, ana)
    assert set(Invitation.objects.filter(game=game).values_list("user", flat=True)) == {ben.pk, cid.pk}
    assert not game.public
    with pytest.raises(NotOfClub):
        tables.sit(code=game.code, user=stranger, player=None)
    with pytest.raises(NotOfClub):
        invitations.invite(code=game.code, inviter=ana, name=stranger.username)
    tables.sit(code=game.code, user=ben, player=None)
    assert services.start(club, cid) == game, "the one that waits"


def finished_game_of(club: Club) -> str:
    """Return the code of a game of these three that has ended."""
    code = begin(*people_of(club))
    Game.objects.filter(code=code).update(club=club)
    close_table(code)
    Game.objects.filter(code=code).update(stage=Stage.OVER)
    return code


def test_rematch_is_for_the_trio_too() -> None:
    club = trio()
    ana, _ben, cid = people_of(club)
    code = finished_game_of(club)
    again = tables.rematch(code=code, user=ana)
    assert again.club == club
    tables.leave(code=again.code, user=cid)
    with pytest.raises(NotOfClub):
        tables.sit(code=again.code, user=new_player(), player=None)


@pytest.mark.parametrize("gone", ["host", "another"])
def test_rematch_seats_nobody_in_a_club_that_they_have_left(gone: str) -> None:
    club = trio()
    ana, ben, cid = people_of(club)
    code = finished_game_of(club)
    membership.remove(club, by=cid, name=(ana if gone == "host" else ben).username)
    again = tables.rematch(code=code, user=ana)
    seated = set(again.seats.filter(user__isnull=False).values_list("user", flat=True))
    if gone == "host":
        assert (again.club, seated) == (None, {ana.pk, ben.pk, cid.pk})
        assert not queries.waiting_tables(club).exists()
    else:
        assert (again.club, seated) == (club, {ana.pk, cid.pk})
        assert not again.invitations.filter(user=ben).exists()


def test_tables_begin_with_the_rules_of_the_last_game_or_with_those_chosen() -> None:
    club = trio()
    ana, ben, cid = people_of(club)
    usual = presets.presets()[0]
    assert services.settings_of(club, [ana, ben, cid])[0] == usual.rules
    played(ben, ana, cid)
    assert services.settings_of(club, [ana, ben, cid])[0] == Rules(target=100, floor=-100)
    other = presets.presets()[1]
    services.change(club, by=ben, name="Ours", preset=other.code)
    assert rules_of(services.start(club, ana)) == other.rules
    assert Game.objects.get(club=club).name == "Ours"


def test_removed_account_leaves_and_another_is_officer() -> None:
    ana, ben = new_player(), new_player()
    club = services.create_trio(ana)
    membership.join_by_link(str(club.link), ben)
    ClubMember.objects.filter(user=ben).update(role="member")
    deletion.delete_account(ana)
    assert roles(club) == {ben.username: "officer"}
    deletion.delete_account(ben)
    assert not Club.objects.exists()


def test_account_takes_over_the_places_of_a_guest() -> None:
    guest, user = new_player(), User.objects.create_user("Wanda")
    alone, both = trio(guest), trio(guest, user)
    asked = services.create_trio(new_player())
    membership.join_by_link(str(asked.link), guest)
    membership.invite(asked, by=people_of(asked)[0], name=user.username)
    membership.invite(alone, by=guest, name=new_player().username)
    assert any("3 clubs" in sentence for sentence in merging.offer(guest, user))
    assert merging.merge(guest, user)
    assert [people_of(club).count(user) for club in (alone, both, asked)] == [1, 1, 1]
    assert roles(asked)["Wanda"] == "officer", "the higher role"
    assert ClubMember.objects.get(role="invited").invited_by == user
