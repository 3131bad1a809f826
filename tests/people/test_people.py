"""The page of the people a player knows: following, notes, who is online, and challenges."""

import re
from collections.abc import Callable
from datetime import timedelta
from http import HTTPStatus
from urllib.parse import quote

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import OnlineTo, User
from accounts.people import following, online
from accounts.preferences import vacation
from games.chat import services as chat_services
from games.lobby import queries as lobby_queries
from games.models import Game, Invitation
from games.people import queries as people
from tests.clients import ClientFor
from tests.clubs.clubs import trio
from tests.finished_games import played_game
from tests.tables import begin, gather, here, new_player, three_people

pytestmark = pytest.mark.django_db

PEOPLE = "/people/"


def names(lines: list[people.Acquaintance]) -> list[str]:
    return [line.name for line in lines]


def known_to(user: User, other: User) -> people.Acquaintance:
    return people.acquaintances(user, [other])[other.pk]


def test_each_person_is_listed_once() -> None:
    alex, followed, follower, opponent, gone = (new_player() for _ in range(5))
    following.follow(alex, followed)
    following.follow(followed, alex)
    following.follow(follower, alex)
    played_game(alex, followed, opponent)
    played_game(alex, gone, follower)
    gone.is_active = False
    gone.save()
    known = people.people_of(alex)
    assert (names(known.followed), names(known.followers), names(known.opponents)) == (
        [followed.username],
        [follower.username],
        [opponent.username],
    )
    assert known.followed[0].follows
    assert known.followers[0].follows


def test_games_that_go_on_make_no_opponents() -> None:
    alex, ben = new_player(), new_player()
    played_game(alex, ben, None, finished=False)
    assert people.people_of(alex).opponents == []


def test_visit_makes_a_player_online(client_for: ClientFor) -> None:
    alex, ben = new_player(), new_player()
    assert not known_to(alex, ben).online
    client_for(ben).get(reverse("games:rules"))
    assert known_to(alex, ben).online


def test_table_to_watch_is_shown_of_public_tables_alone() -> None:
    alex, host, friend = new_player(), new_player(), new_player()
    online.mark(host)
    hidden = [begin(host, friend, public=False), begin(host, friend, public=True, spectators=False)]
    for code in hidden:
        here(code)
    assert known_to(alex, host).table == ""
    shown = begin(host, friend, public=True)
    here(shown)
    assert known_to(alex, host).table == shown
    User.objects.filter(pk=host.pk).update(online_to=OnlineTo.NOBODY)
    assert known_to(alex, User.objects.get(pk=host.pk)).table == ""


def test_vacation_is_shown() -> None:
    alex, ben = new_player(), new_player()
    vacation.begin(ben, 3)
    assert known_to(alex, ben).vacation_until == ben.vacation_until
    vacation.end(ben)
    assert known_to(alex, ben).vacation_until is None


def test_block_shows_nothing_to_the_blocked(client_for: ClientFor) -> None:
    """Who is blocked follows as before, for all they can see; the player does not learn of it."""
    alex, pest = new_player(), new_player()
    following.follow(alex, pest)
    chat_services.block(code=gather(alex), user=alex, name=pest.username)
    online.mark(alex)
    client = client_for(pest)
    answer = client.post(reverse("games:follow"), {"name": alex.username}, follow=True)
    assert f"You added {alex.username} as a friend." in answer.text
    assert names(people.people_of(pest).followed) == [alex.username]
    assert not known_to(pest, alex).online
    assert people.people_of(alex) == people.People([], [], [])
    assert not known_to(alex, pest).follows
    challenged = client.post("/tables/new/", new_table(invite_1=alex.username))
    assert challenged.status_code == HTTPStatus.FOUND
    assert lobby_queries.invitations_of(alex) == []


def test_own_block_is_no_secret(client_for: ClientFor) -> None:
    alex, pest = new_player(), new_player()
    alex.blocks.create(blocked=pest)
    client = client_for(alex)
    assert client.post(reverse("games:follow"), {"name": pest.username}).status_code == HTTPStatus.CONFLICT
    assert not alex.follows.exists()
    answer = client.post("/tables/new/", new_table(invite_1=pest.username))
    assert answer.status_code == HTTPStatus.CONFLICT
    assert "You have blocked this player." in answer.text
    assert not Game.objects.filter(host=alex).exists()


@pytest.mark.parametrize("name", ["", "Nobody", "a\0b", "x" * 41, "self"])
@pytest.mark.parametrize("act", ["follow", "unfollow", "note"])
def test_wrong_name_changes_nothing(client_for: ClientFor, act: str, name: str) -> None:
    alex = new_player()
    answer = client_for(alex).post(reverse(f"games:{act}"), {"name": alex.username if name == "self" else name})
    assert answer.status_code == HTTPStatus.BAD_REQUEST
    assert 'role="alert"' in answer.text
    assert not alex.follows.exists()


def test_note_is_seen_by_its_writer_alone(client_for: ClientFor) -> None:
    alex, ben, cleo = new_player(), new_player(), new_player()
    following.follow(alex, ben)
    writer = client_for(alex)
    sent = {"name": ben.username, "text": " Never   leads a king ", "from_page": "1"}
    assert "Never leads a king" in writer.post(reverse("games:note"), sent, follow=True).text
    assert "Never leads a king" in writer.get(PEOPLE).text
    page = reverse("games:player", args=[ben.username])
    for other in (ben, cleo):
        client = client_for(other)
        assert "Never leads" not in client.get(page).text + client.get(PEOPLE).text
    too_long = {"name": ben.username, "text": "x" * 301}
    assert writer.post(reverse("games:note"), too_long).status_code == HTTPStatus.BAD_REQUEST
    assert alex.notes.get().text == "Never leads a king"


def test_too_many_follows_at_once_are_refused(client_for: ClientFor, limit: Callable[[str, str], None]) -> None:
    limit("follow", "1/10m/user")
    alex, ben = new_player(), new_player()
    client = client_for(alex)
    statuses = [client.post(reverse("games:follow"), {"name": ben.username}).status_code for _ in range(2)]
    assert statuses == [HTTPStatus.FOUND, HTTPStatus.TOO_MANY_REQUESTS]


def test_suspended_player_can_neither_follow_nor_challenge(client_for: ClientFor) -> None:
    alex, ben = new_player(), new_player()
    alex.suspended_until = timezone.now() + timedelta(days=1)
    alex.save()
    client = client_for(alex)
    for address, sent in ((reverse("games:follow"), {"name": ben.username}), ("/tables/new/", new_table(ben.username))):
        assert client.post(address, sent).status_code == HTTPStatus.FORBIDDEN
    assert client.get(PEOPLE).status_code == HTTPStatus.FORBIDDEN
    assert not alex.follows.exists()


def new_table(invite_1: str = "", invite_2: str = "", players: str = "friends") -> dict[str, str]:
    return {"preset": "short", "players": players, "invite_1": invite_1, "invite_2": invite_2} | RULES


RULES = {
    "peek": "none", "bidding": "standard", "target": "300", "bag_limit": "10", "floor": "", "spectators": "on",
    "clock": "none", "patience": "120", "chat": "on", "bot_level": "expert", "bot_style": "mixed", "bot_pause": "human",
    "shown_preset": "short",
}  # fmt: skip


def test_challenge_opens_a_table_with_invitations(client_for: ClientFor) -> None:
    alex, ben, cleo = new_player(), new_player(), new_player()
    client = client_for(alex)
    page = client.get(f"/tables/new/?players=friends&invite={ben.username}")
    assert f'value="{ben.username}"' in page.text
    answer = client.post("/tables/new/", new_table(ben.username, cleo.username.upper()))
    game = Game.objects.get(host=alex)
    assert answer["Location"] == reverse("games:table", args=[game.code])
    assert (game.stage, game.target, game.public) == ("open", 300, False)
    for invited in (ben, cleo):
        (invitation,) = lobby_queries.invitations_of(invited)
        assert (invitation.game, invitation.inviter) == (game, alex)
        assert f"{alex.username}</a> invites you" in client_for(invited).get(reverse("games:home")).text


@pytest.mark.parametrize(
    ("second", "status", "words"),
    [
        ("Nobody", HTTPStatus.BAD_REQUEST, "There is no player called Nobody."),
        ("self", HTTPStatus.CONFLICT, "is already at this table."),
    ],
)
def test_challenge_with_a_wrong_name_opens_nothing(client_for: ClientFor, second: str, status: int, words: str) -> None:
    alex, ben = new_player(), new_player()
    sent = new_table(ben.username, alex.username if second == "self" else second)
    answer = client_for(alex).post("/tables/new/", sent)
    assert answer.status_code == status
    assert words in answer.text
    assert not Game.objects.exists()
    assert not Invitation.objects.exists()


def test_challenge_to_a_game_with_two_bots_is_refused(client_for: ClientFor) -> None:
    alex, ben = new_player(), new_player()
    answer = client_for(alex).post("/tables/new/", new_table(ben.username, players="bots"))
    assert answer.status_code == HTTPStatus.BAD_REQUEST
    assert not Game.objects.exists()


def test_finished_game_has_a_rematch_on_its_page_and_not_in_the_rows_of_the_history(client_for: ClientFor) -> None:
    alex, ben, cleo = new_player(), new_player(), new_player()
    game = played_game(alex, ben, cleo)
    address = reverse("games:rematch", args=[game.code])
    client = client_for(alex)
    assert address in client.get(reverse("games:table", args=[game.code])).text
    assert address not in client.get(reverse("games:player_list", args=[alex.username, "games"])).text
    assert client.post(address).status_code == HTTPStatus.FOUND
    assert {user.pk for user in (ben, cleo)} == set(Invitation.objects.values_list("user", flat=True))


def test_people_of_a_table_can_be_followed_there(client_for: ClientFor) -> None:
    code = three_people()
    alex, ben, _cleo = [seat.user for seat in Game.objects.get(code=code).seats.all()]
    assert alex is not None
    assert ben is not None
    client, address = client_for(alex), reverse("games:mute", args=[code])
    for operation, count in (("follow", 1), ("unfollow", 0)):
        assert f'value="{operation}"' in client.get(reverse("games:table", args=[code])).text
        client.post(address, {"name": ben.username, "operation": operation})
        assert alex.follows.filter(followed=ben).count() == count


CONTROL = re.compile("<(?:a|button|input|select|textarea|summary)[ >]")
CLOSED = re.compile(
    r"<details(?![^>]* open\b)[^>]*>\s*(<summary(?:(?!</summary>).)*</summary>)(?:(?!<details).)*?</details>", re.DOTALL
)
"""A closed `<details>` that contains no other one, and its summary."""


def shown_controls(page: str) -> int:
    """Return how many links, buttons and fields of the page's main part are shown: those of closed details are not."""
    main = page.split("<main", 1)[1].split("</main>")[0]
    main = re.sub('<input type="hidden"[^>]*>', "", main)
    while CLOSED.search(main):
        main = CLOSED.sub(r"\1", main)
    return len(CONTROL.findall(main))


def anchor_of(other: User) -> str:
    return f'id="person-{quote(other.username)}"'


def line_of(page: str, other: User) -> str:
    return page.split(anchor_of(other))[1].split("</li>")[0]


@pytest.mark.parametrize("followed", [True, False])
def test_page_with_twenty_people_has_few_controls(client_for: ClientFor, followed: bool) -> None:
    alex, others = new_player(), [new_player() for _ in range(20)]
    for number, other in enumerate(others):
        following.follow(*((alex, other) if followed or number % 2 else (other, alex)))
        following.write_note(alex, other, "Likes nil")
    page = client_for(alex).get(PEOPLE).text
    assert all(line_of(page, other) for other in others), "everybody is there"
    assert 20 < shown_controls(page) <= 45


def test_each_person_has_one_button_by_what_they_do(client_for: ClientFor) -> None:
    alex, away, present, host = (new_player() for _ in range(4))
    code = begin(host, new_player(), public=True)
    here(code)
    for other in (away, present, host):
        following.follow(alex, other)
    online.mark(present)
    online.mark(host)
    page = client_for(alex).get(PEOPLE).text
    for other, step in (
        (away, f"Challenge {away.username} on the same deals"),
        (present, f"Invite {present.username} to a table"),
        (host, f"Watch {host.username} play"),
    ):
        line = line_of(page, other)
        before_menu, menu = line.split("<details")
        assert re.findall('class="btn"[^>]*aria-label="([^"]+)"', before_menu) == [step]
        assert f'<summary aria-label="More about {other.username}"' in menu
        assert step not in menu
        assert shown_controls(f"<main>{line}</main>") == 3


def test_what_is_online_comes_first_and_the_rest_is_folded(client_for: ClientFor) -> None:
    alex, others = new_player(), [new_player() for _ in range(10)]
    for other in others:
        following.follow(alex, other)
    online.mark(others[-1])
    page = client_for(alex).get(PEOPLE).text
    assert "2 more" in page
    assert page.index(anchor_of(others[-1])) < page.index(anchor_of(others[0]))


def test_trio_starts_from_the_page_of_people_and_comes_first(client_for: ClientFor) -> None:
    alex, ben, cleo = new_player(), new_player(), new_player()
    following.follow(alex, ben)
    standing = trio(alex, ben, cleo)
    client = client_for(alex)
    page = client.get(PEOPLE).text
    start = reverse("games:start_club_table", args=[standing.code])
    assert page.index(f'action="{start}"') < page.index(anchor_of(ben))
    answer = client.post(start)
    game = Game.objects.get(host=alex)
    assert answer["Location"] == reverse("games:table", args=[game.code])
    assert f'action="{start}"' not in client_for(new_player()).get(PEOPLE).text
