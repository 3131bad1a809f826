"""Nothing of a board is shown around its set before one has finished it: no result, bid, card or secret, whoever asks.

Pages of sets and of boards are tested in test_pages.py, reviews and records in test_boards.py and test_proofs.py.
"""

import json
import logging
import re
from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from accounts.models import Notification, User
from accounts.site_config.errors import ActionDenied
from games import engine
from games.competitions.sets import services
from games.competitions.sets.services import CardsSeen
from games.models import BoardPlay, DealSet, Game, Report
from games.play import game_moderation
from games.review.replays import open_replay
from tests.api.programs import Program
from tests.clients import ClientFor
from tests.competitions.sets.sets import board_of, challenge, play
from tests.security.exchange import TOKENS
from tests.staff.people import ADMINISTRATOR, MODERATOR, ensure_roles, member
from tests.tables import finish_deals, new_player

pytestmark = pytest.mark.django_db

POINTS, CONTRACT = 29_173, 31_337
"""Figures that are on no page by chance."""

TOTAL_TO_BEAT = re.compile(r"The total to beat: [+−]?[\d,]+")


@pytest.fixture
def player() -> User:
    """Somebody who has finished the first board of a challenge with these figures."""
    user = new_player()
    play(board_of(challenge()), user)
    BoardPlay.objects.update(points=POINTS, contract=CONTRACT)
    return user


def around(client: Client, of_set: DealSet, player: User) -> Iterator[str]:
    """Yield all that this visitor gets around the set, but its picture."""
    addresses = [
        reverse("games:deal_set", args=[of_set.code]),
        f"{reverse('games:deal_set', args=[of_set.code])}?board=1",
        *(reverse(f"games:set_{form}", args=[of_set.code]) for form in ("json", "csv")),
        reverse("games:player", args=[player.username]),
        reverse("games:new_challenge"),
        reverse("games:people"),
        reverse("games:home"),
        reverse("export_account"),
        "/admin/games/dealset/",
        f"/admin/games/dealset/{of_set.pk}/change/",
        f"/admin/games/dealset/{of_set.pk}/do/remove/",
        "/admin/site_config/auditentry/",
    ]
    for address in addresses:
        yield client.get(address, follow=True).text


def hidden(of_set: DealSet) -> list[str]:
    """Return what nobody may get: the figures as pages may write them, and the secrets."""
    root = bytes.fromhex(of_set.root)
    secrets = [engine.chain_secret(root, number).hex() for number in (1, 2, 3, 1000)]
    return [*secrets, *(str(number) for number in (POINTS, CONTRACT)), "29,173", "29.173", "31,337", "31.337"]


@pytest.mark.parametrize("who", ["visitor", "host", "participant", "staff"])
def test_nothing_of_a_board_before_the_own_end(who: str, player: User, client_for: ClientFor) -> None:
    ensure_roles()
    of_set = DealSet.objects.get()
    assert of_set.host is not None
    others = {"visitor": None, "host": of_set.host, "participant": new_player(), "staff": member(ADMINISTRATOR)}
    user = others[who]
    if who == "participant":
        assert user is not None
        services.begin(board_of(of_set), user)
    shown = "\n".join(around(client_for(user) if user else Client(), of_set, player))
    assert of_set.code in shown
    assert not [secret for secret in hidden(of_set) if secret in shown]


def log_of_deal(game: Game) -> list[engine.Event]:
    """Return the events of the game's only deal."""
    return [engine.from_json(event.payload) for event in game.deals.get().events.order_by("sequence")]


def replay_of(game: Game, user: User) -> Game:
    """Return a finished replay of the game's deal by this user."""
    code = open_replay(user=user, log=log_of_deal(game), player=0, source=game.deals.get()).code
    finish_deals(code)
    return Game.objects.get(code=code)


def test_replay_shows_staff_no_board_that_they_may_still_play(client_for: ClientFor) -> None:
    board, user, moderator, administrator = (
        board_of(challenge()),
        new_player(),
        member(MODERATOR),
        member(ADMINISTRATOR),
    )
    again = replay_of(replay_of(play(board, user), user), user)
    Report.objects.create(game=again, reporter=new_player(), subject=user)
    running = open_replay(user=user, log=log_of_deal(again), player=0, source=again.deals.get())
    page = f"/admin/games/game/{running.pk}/change/"
    assert client_for(moderator).get(reverse("games:review", args=[again.code, 1])).status_code == 403
    assert "Log of the current deal" not in client_for(administrator).get(page).text
    game_moderation.show_cards(code=running.code, by=administrator, reason="")
    with pytest.raises(CardsSeen):
        services.begin(board, administrator)
    services.begin(board, moderator)
    with pytest.raises(ActionDenied):
        game_moderation.show_cards(code=running.code, by=moderator, reason="")


def test_picture_does_not_depend_on_results(client: Client, player: User) -> None:
    of_set = DealSet.objects.get()
    address = reverse("games:set_picture", args=[of_set.code])
    before = client.get(address).content
    BoardPlay.objects.filter(user=player).update(points=1)
    play(board_of(of_set, 2), player)
    cache.clear()
    assert client.get(address).content == before


@pytest.mark.parametrize("boards_played", [0, 2, None])
def test_nothing_depends_on_the_last_board_of_the_host(boards_played: int | None, client_for: ClientFor) -> None:
    """No figure of several boards but the total to beat, which goes when the reader begins, depends on a board that the
    reader has not finished: for a visitor (None), who has not begun, and who has finished all but one.
    """
    of_set, reader = challenge(boards=3), new_player()
    assert of_set.host is not None
    for number in (1, 2, 3):
        play(board_of(of_set, number), of_set.host)
    for number in range(boards_played or 0):
        play(board_of(of_set, number + 1), reader)
    client, program = Client() if boards_played is None else client_for(reader), Program(reader)
    before = [*everything_of(client, of_set, program)]
    BoardPlay.objects.filter(user=of_set.host, board__number=3).update(points=POINTS)
    cache.clear()
    assert [*everything_of(client, of_set, program)] == before


def everything_of(client: Client, of_set: DealSet, program: Program) -> Iterator[str]:
    """Yield what a reader gets of a challenge: pages, files, picture, what links say, and what programs read."""
    assert of_set.host is not None
    pages = around(client, of_set, of_set.host)
    pages = (TOTAL_TO_BEAT.sub("", page) for page in pages)
    yield from (TOKENS.sub("", page) for page in pages if not page.startswith('{\n "account"'))  # which has dates
    yield client.get(reverse("games:set_picture", args=[of_set.code])).content.hex()
    for path in (f"/sets/{of_set.code}", f"/sets/{of_set.code}/boards", f"/players/{of_set.host.username}"):
        yield program.answer("GET", path).text


def test_notifications_and_logs_say_nothing(caplog: pytest.LogCaptureFixture, client_for: ClientFor) -> None:
    caplog.set_level(logging.DEBUG)
    of_set, player, friend = challenge(boards=3), new_player(), new_player()
    assert of_set.host is not None
    for number in (1, 2, 3):
        play(board_of(of_set, number), player)
    services.send_challenge(of_set, sender=player, name=friend.username)
    client_for(friend).get(reverse("games:deal_set", args=[of_set.code]))
    notifications = list(Notification.objects.values("kind", "about", "path", "values"))
    assert {row["kind"] for row in notifications} == {"challenge_answered", "set_challenge"}
    allowed = {"by", "count", "variant"}
    assert all(set(row["values"]) <= allowed for row in notifications)
    assert not [secret for secret in hidden(of_set) if secret in json.dumps(notifications) + caplog.text]
