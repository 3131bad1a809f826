"""Following, private notes and who sees that a player is online."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Follow, Note, OnlineTo, User
from accounts.people import following, online
from accounts.people.following import FollowsTooMany
from accounts.personal_data import deletion, export, merging
from accounts.services import AccountDeleted
from tests.tables import new_player, open_table

pytestmark = pytest.mark.django_db


def test_following_twice_changes_nothing_and_unfollowing_ends_it() -> None:
    ana, ben = new_player(), new_player()
    following.follow(ana, ben)
    following.follow(ana, ben)
    assert [follow.followed for follow in ana.follows.all()] == [ben]
    following.unfollow(ana, ben)
    following.unfollow(ana, ben)
    assert not ana.follows.exists()


def test_nobody_follows_more_people_than_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(following, "MOST_FOLLOWED", 1)
    ana, ben = new_player(), new_player()
    following.follow(ana, ben)
    following.follow(ana, ben)
    with pytest.raises(FollowsTooMany):
        following.follow(ana, new_player())


def test_deleted_account_is_not_followed() -> None:
    ana, gone = new_player(), new_player()
    open_table(gone)
    deletion.delete_account(gone)
    with pytest.raises(AccountDeleted):
        following.follow(ana, gone)
    with pytest.raises(AccountDeleted):
        following.write_note(ana, gone, "Gone")


def test_note_is_replaced_and_deleted_when_empty() -> None:
    ana, ben = new_player(), new_player()
    following.write_note(ana, ben, "Bids high")
    following.write_note(ana, ben, "Bids low")
    assert [note.text for note in ana.notes.all()] == ["Bids low"]
    following.write_note(ana, ben, "")
    assert not ana.notes.exists()


@pytest.mark.parametrize("plays", [False, True], ids=["deleted", "anonymised"])
def test_deleted_account_takes_follows_and_notes_along(plays: bool) -> None:
    ana, ben = new_player(), new_player()
    for one, other in ((ana, ben), (ben, ana)):
        following.follow(one, other)
        following.write_note(one, other, "A note")
    if plays:
        open_table(ana)
    deletion.delete_account(ana)
    assert User.objects.filter(pk=ana.pk).exists() == plays
    assert not Follow.objects.exists()
    assert not Note.objects.exists()


def test_account_takes_over_a_guest_s_follows_and_notes() -> None:
    guest, alex, ben, cleo = new_player(), User.objects.create_user("Alex"), new_player(), new_player()
    for one, other in ((guest, ben), (guest, cleo), (alex, cleo), (guest, alex), (ben, guest)):
        following.follow(one, other)
        following.write_note(one, other, f"{one} about {other}")
    assert merging.merge(guest, alex)
    assert set(Follow.objects.values_list("user", "followed")) == {
        (alex.pk, ben.pk),
        (alex.pk, cleo.pk),
        (ben.pk, alex.pk),
    }
    assert {note.text for note in alex.notes.all()} == {f"{guest} about {ben}", f"{alex} about {cleo}"}


def test_export_has_own_follows_and_notes_and_nobody_elses() -> None:
    ana, ben, cleo = new_player(), new_player(), new_player()
    following.follow(ana, ben)
    following.write_note(ana, ben, "Bids high")
    following.follow(cleo, ana)
    following.write_note(cleo, ana, "Plays slowly")
    data = export.export(ana)
    assert [row["name"] for row in data["following"]] == [ben.username]
    assert data["notes"] == [{"text": "Bids high", "name": ben.username}]
    assert "Plays slowly" not in str(data)


@pytest.mark.parametrize(
    ("setting", "stranger", "friend"),
    [(OnlineTo.EVERYBODY, True, True), (OnlineTo.FOLLOWED, False, True), (OnlineTo.NOBODY, False, False)],
)
def test_player_decides_who_sees_them_online(setting: OnlineTo, stranger: bool, friend: bool) -> None:
    ana, ben, cleo = new_player(), new_player(), new_player()
    ana.online_to = setting
    ana.save()
    following.follow(ana, ben)
    online.mark(ana)
    assert online.seen_by(ben, [ana, cleo]) == ({ana.pk} if friend else set())
    assert online.seen_by(cleo, [ana]) == ({ana.pk} if stranger else set())


def test_suspended_player_is_not_online() -> None:
    ana, ben = new_player(), new_player()
    ana.suspended_until = timezone.now() + timedelta(days=1)
    online.mark(ana)
    assert online.seen_by(ben, [ana]) == frozenset()
