"""Challenges: the form that opens one, who is notified of it, its link, and what others see of it before they play."""

import html
import re
from collections.abc import Callable
from http import HTTPStatus

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from accounts.models import Notification, User
from accounts.notifications.kinds import KINDS
from accounts.people import following
from games.competitions.sets import queries, services, words
from games.competitions.sets.services import NotYours
from games.engine import BiddingStyle, PeekRule, Rules
from games.lobby.presets import BUILT_IN
from games.models import Block, Board, BoardPlay, DealSet, Game, SetKind
from games.results import of_boards
from tests.clients import ClientFor
from tests.competitions.sets.sets import board_of, challenge, play
from tests.tables import new_player

pytestmark = pytest.mark.django_db

NEW = "/challenge/"
CHOSEN = {"count": "5", "preset": "mirror", "bot_level": "club"}


def notified(user: User) -> list[str]:
    return [KINDS[row.kind].words(row.values) for row in Notification.objects.filter(user=user).order_by("pk")]


def page_of(of_set: DealSet) -> str:
    return reverse("games:deal_set", args=[of_set.code])


def finish(of_set: DealSet, user: User, points: int = 70) -> None:
    """Store a result of the user on each board, whose deals are not stored."""
    for board in Board.objects.filter(deal_set=of_set):
        game = services.begin(board, user)
        BoardPlay.objects.filter(game=game).update(points=points + board.number, finished_at=of_set.opens_at)
        Game.objects.filter(pk=game.pk).update(stage="closed")


def boards_of(of_set: DealSet) -> list[Board]:
    return queries.boards_by(of_set.code)


def line_of(of_set: DealSet) -> str:
    return words.invitation(boards_of(of_set))


class TestForm:
    def test_link_of_a_game_prefills_its_rules(self, client: Client) -> None:
        of_preset = client.get(NEW, {"peek": "flip2", "bidding": "standard"}).text
        assert re.search(r'value="flip2"[^>]*checked', of_preset)
        assert "The rules of that game." not in of_preset
        other = client.get(NEW, {"peek": "four", "bidding": "suicide"}).text
        assert re.search(r'value="four:suicide"[^>]*checked', other)
        assert "The rules of that game." in other
        assert client.get(NEW, {"peek": "all", "bidding": "suicide"}).status_code == HTTPStatus.OK

    def test_rules_are_offered_once_for_a_deal_and_name_no_length_of_a_game(self, client: Client) -> None:
        """A board is one deal from 0 points: Classic 500 and Short 300 are the same there."""
        text = client.get(NEW).text
        assert text.count('type="radio" name="preset"') == len(BUILT_IN) - 1
        assert "Classic" in text
        assert "Each player turns up two: six cards lie open in the bidding." in text
        assert "first to 500" not in text
        assert re.search(r'value="classic"[^>]*checked', client.get(NEW, {"preset": "short"}).text)

    def test_rules_without_a_ready_set_make_a_challenge(self, client: Client) -> None:
        client.post(NEW, CHOSEN | {"preset": "four:suicide"})
        board = Board.objects.filter(number=1).get()
        assert (board.peek, board.bidding) == ("four", "suicide")
        refused = client.post(NEW, CHOSEN | {"preset": "four:none"})
        assert refused.status_code == HTTPStatus.BAD_REQUEST

    def test_ends_of_games_and_sets_lead_to_a_challenge_by_their_rules(self, client_for: ClientFor) -> None:
        of_set, user = challenge(boards=1, rules=Rules(PeekRule.FOUR, BiddingStyle.SUICIDE)), new_player()
        game, link = play(board_of(of_set), user), f"{NEW}?peek=four&amp;bidding=suicide"
        client = client_for(user)
        board = [of_set.code, 1]
        pages = (page_of(of_set), reverse("games:board_outcome", args=board))
        assert pages[1] in client.get(f"/tables/{game.code}/").text
        assert [link in client.get(page).text for page in pages] == [True] * 2

    def test_player_opens_a_challenge(self, client_for: ClientFor) -> None:
        host = new_player()
        answer = client_for(host).post(NEW, CHOSEN)
        of_set = DealSet.objects.get()
        assert answer.headers["Location"] == page_of(of_set)
        assert (of_set.kind, of_set.host, of_set.bot_level, of_set.closes_at) == (SetKind.CHALLENGE, host, "club", None)
        assert list(of_set.boards.values_list("bidding", flat=True)) == ["mirror"] * 5

    def test_host_sends_the_link_first_and_then_plays(self, client_for: ClientFor) -> None:
        host = new_player()
        client = client_for(host)
        page = client.post(NEW, CHOSEN, follow=True).text
        assert page.index('id="link"') < page.index("Play deal 1")
        assert page.count("btn primary") == 1
        services.begin(board_of(DealSet.objects.get()), host)
        page = client.get(page_of(DealSet.objects.get())).text
        assert page.index('id="link"') > page.index("Go on at the table")

    def test_visitor_becomes_a_guest(self, client: Client) -> None:
        assert client.get(NEW).status_code == HTTPStatus.OK
        client.post(NEW, CHOSEN | {"visitor": "Zoe"})
        host = DealSet.objects.get().host
        assert host is not None
        assert (host.username, host.is_guest) == ("Zoe", True)

    @pytest.mark.parametrize("field", CHOSEN)
    def test_nonsense_is_refused(self, client: Client, field: str) -> None:
        answer = client.post(NEW, CHOSEN | {field: "nonsense\0"})
        assert answer.status_code == HTTPStatus.BAD_REQUEST
        assert not DealSet.objects.exists()
        assert not User.objects.exists()

    def test_too_many_are_refused(self, client_for: ClientFor, limit: Callable[[str, str], None]) -> None:
        limit("challenge", "1/10m/user")
        client = client_for(new_player())
        client.post(NEW, CHOSEN)
        assert client.post(NEW, CHOSEN).status_code == HTTPStatus.TOO_MANY_REQUESTS
        assert DealSet.objects.count() == 1

    def test_named_player_is_notified(self, client_for: ClientFor) -> None:
        host, friend = new_player(), new_player()
        client = client_for(host)
        assert f'value="{friend.username}"' in client.get(NEW, {"invite": friend.username}).text
        client.post(NEW, CHOSEN | {"invite": friend.username})
        assert notified(friend) == [f"{host.username} challenges you on 5 deals. Play them whenever you like."]
        with translation.override("es"):
            assert "5 repartos" in notified(friend)[0]

    def test_unknown_name_is_refused(self, client_for: ClientFor) -> None:
        answer = client_for(new_player()).post(NEW, CHOSEN | {"invite": "Nobody"})
        assert answer.status_code == HTTPStatus.BAD_REQUEST
        assert not DealSet.objects.exists()

    def test_people_lead_to_it(self, client_for: ClientFor) -> None:
        user, friend = new_player(), new_player()
        following.follow(user, friend)
        assert f"{NEW}?invite={friend.username.replace(' ', '%20')}" in client_for(user).get("/people/").text


class TestSending:
    def test_host_and_participants_send_it(self) -> None:
        of_set, participant, friend = challenge(), new_player(), new_player()
        services.begin(board_of(of_set), participant)
        assert of_set.host is not None
        for sender in (of_set.host, participant):
            services.send_challenge(of_set, sender=sender, name=friend.username.upper())
        assert len(notified(friend)) == 1, "notified once"
        with pytest.raises(NotYours):
            services.send_challenge(of_set, sender=new_player(), name=friend.username)

    def test_who_is_blocked_is_not_notified_and_sender_does_not_learn_it(self) -> None:
        of_set, friend = challenge(), new_player()
        assert of_set.host is not None
        Block.objects.create(user=friend, blocked=of_set.host)
        assert services.send_challenge(of_set, sender=of_set.host, name=friend.username) == friend
        assert not notified(friend)

    def test_page_offers_it_to_the_host(self, client_for: ClientFor, client: Client) -> None:
        of_set, friend = challenge(), new_player()
        assert of_set.host is not None
        following.follow(of_set.host, friend)
        send = reverse("games:send_challenge", args=[of_set.code])
        own = client_for(of_set.host)
        page = own.get(page_of(of_set)).text
        assert send in page
        assert f"http://testserver{page_of(of_set)}" in page
        assert send not in client.get(page_of(of_set)).text
        assert f'value="{friend.username}"' in own.get(send).text
        assert "Challenge sent to" in own.post(send, {"name": friend.username}, follow=True).text
        assert notified(friend)
        for name in ("Nobody", "", "x" * 100):
            assert own.post(send, {"name": name}).status_code == HTTPStatus.BAD_REQUEST
        assert client_for(new_player()).post(send, {"name": friend.username}).status_code == HTTPStatus.FORBIDDEN
        assert Notification.objects.count() == 1


class TestAnswered:
    def test_host_is_notified_when_all_boards_are_finished(self) -> None:
        of_set, player = challenge(boards=3), new_player()
        host = of_set.host
        assert host is not None
        play(board_of(of_set, 1), player)
        play(board_of(of_set, 2), player)
        assert not notified(host)
        play(board_of(of_set, 3), player)
        (sentence,) = notified(host)
        assert sentence == f"{player.username} has played your challenge. Play it too, and compare your results."

    def test_host_who_has_finished_may_compare(self) -> None:
        of_set, player = challenge(boards=1), new_player()
        host = of_set.host
        assert host is not None
        for user in (host, player):
            play(board_of(of_set), user)
        assert notified(host) == [f"{player.username} has played your challenge. Compare your results."]
        with translation.override("es"):
            assert notified(host)[0].startswith(f"{player.username} ha terminado los repartos de tu desafío. ")

    def test_few_who_have_finished_are_notified_of_another(self) -> None:
        of_set, first, begun, blocking, last = challenge(boards=1), *(new_player() for _ in range(4))
        services.begin(board_of(of_set), begun)
        Block.objects.create(user=blocking, blocked=last)
        for player in (first, blocking, last):
            play(board_of(of_set), player)
        assert notified(first) == [
            f"{player.username} has finished the challenge too. Compare your results." for player in (blocking, last)
        ]
        assert not notified(begun) + notified(blocking)

    def test_of_many_only_the_host_is_notified(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(of_boards, "MOST_NOTIFIED", 1)
        of_set, first, last = challenge(boards=1), new_player(), new_player()
        for player in (first, last):
            play(board_of(of_set), player)
        assert not notified(first)
        assert of_set.host is not None
        assert len(notified(of_set.host)) == 2

    def test_host_is_not_notified_of_the_own_boards(self) -> None:
        of_set = challenge(boards=3)
        assert of_set.host is not None
        for number in (1, 2, 3):
            play(board_of(of_set, number), of_set.host)
        assert not Notification.objects.exists()


def test_table_of_a_challenge_does_not_keep_the_name_of_its_host() -> None:
    of_set = challenge()
    assert of_set.host is not None
    with translation.override("es"):
        name = services.begin(board_of(of_set), new_player()).name
    assert name.startswith("Desafío, ")
    assert of_set.host.username not in name


class TestLink:
    def test_link_says_that_the_host_has_played(self, client: Client) -> None:
        of_set = challenge(boards=3)
        assert of_set.host is not None
        assert line_of(of_set) == "3 deals, the same for everyone. How do you play them?"
        services.begin(board_of(of_set), of_set.host)
        assert "has played" not in line_of(of_set)
        BoardPlay.objects.all().delete()
        finish(of_set, of_set.host)
        line = f"{of_set.host.username} has played these 3 deals. How do you play them?"
        assert line_of(of_set) == line
        page = client.get(page_of(of_set)).text
        assert f'<meta property="og:description" content="{line}">' in page
        picture = reverse("games:set_picture", args=[of_set.code])
        assert f'<meta property="og:image" content="http://testserver{picture}?language=en">' in page
        with translation.override("es"):
            assert "repartos" in line_of(of_set)

    def test_picture_is_there_for_every_set(self, client: Client) -> None:
        of_set = challenge(boards=3)
        answer = client.get(reverse("games:set_picture", args=[of_set.code]), {"language": "es"})
        assert (answer.status_code, answer["Content-Type"]) == (HTTPStatus.OK, "image/png")
        assert answer.content.startswith(b"\x89PNG")
        assert client.get("/sets/nowhere/picture.png").status_code == HTTPStatus.NOT_FOUND

    def test_link_of_a_single_board_says_the_same(self) -> None:
        of_set = challenge(boards=1)
        assert of_set.host is not None
        finish(of_set, of_set.host)
        assert line_of(of_set) == f"{of_set.host.username} has played this deal. How do you play it?"


class TestLanding:
    """What a friend sees who opens the link of a challenge."""

    def test_friend_reads_who_asks_and_what_the_game_is(self, client_for: ClientFor) -> None:
        of_set = challenge(boards=3)
        for client in (Client(), client_for(new_player())):
            text = client.get(page_of(of_set)).text
            assert f"{of_set.host} challenges you to 3 deals" in html.unescape(text).replace("\u2068", "").replace(
                "\u2069", ""
            )
            assert "Bid how many tricks your side will take." in text
            assert text.count("/play/") == text.count("btn primary") == 1

    def test_total_of_the_host_is_shown_until_one_begins(self, client_for: ClientFor) -> None:
        of_set = challenge(boards=3)
        assert of_set.host is not None
        ana = new_player()
        visitor, own = Client(), client_for(ana)
        assert "total to beat" not in visitor.get(page_of(of_set)).text, "the host has not finished"
        finish(of_set, of_set.host, points=4321)
        for client in (visitor, own):
            text = client.get(page_of(of_set)).text
            assert "The total to beat: +12969" in text
            assert "432" not in text, "of no single deal"
        services.begin(board_of(of_set), ana)
        assert "12969" not in own.get(page_of(of_set)).text

    def test_total_of_one_deal_would_be_its_result(self, client: Client) -> None:
        of_set = challenge(boards=1)
        assert of_set.host is not None
        finish(of_set, of_set.host, points=4321)
        assert not re.search(r"\b4\D?322\b", client.get(page_of(of_set)).text)

    def test_visitor_is_asked_for_a_name_once(self, client: Client) -> None:
        of_set = challenge()
        assert 'name="name"' in client.get(page_of(of_set)).text
        client.post(reverse("games:play_board", args=[of_set.code, 1]), {"name": "Otto"})
        assert Game.objects.get(board__deal_set=of_set).seats.get(user__isnull=False).user.username == "Otto"
        assert 'name="name"' not in client.get(page_of(of_set)).text

    def test_name_that_nobody_may_have_is_refused_in_a_sentence(self, client: Client) -> None:
        of_set = challenge()
        answer = client.post(reverse("games:play_board", args=[of_set.code, 1]), {"name": "Dummy"})
        assert answer.status_code == HTTPStatus.BAD_REQUEST
        assert 'role="alert"' in answer.text
        assert not Game.objects.exists()

    def test_host_and_who_has_begun_see_the_deals(self, client_for: ClientFor) -> None:
        of_set = challenge(boards=3)
        assert of_set.host is not None
        ana = new_player()
        play(board_of(of_set), ana)
        for user in (of_set.host, ana):
            assert "challenges you" not in client_for(user).get(page_of(of_set)).text
