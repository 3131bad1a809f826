"""What comes of the staff's deeds for the game they are done to, and what staff see of a game."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db.models import QuerySet
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.site_config.errors import DeedRefused
from accounts.site_config.models import AuditEntry, Deed
from games.chat import services as chat_services
from games.engine import sort_cards
from games.lobby import tables
from games.models import Game, Insight
from games.play import due, game_moderation, presence, voiding
from games.play.queries import NotForSpectators
from games.play.snapshot import Stage
from games.presenters.faces import face
from games.pubsub import groups
from tests.pasts import past_game
from tests.security.exchange import with_other_cards
from tests.site_config import decide
from tests.staff.people import (
    ADMINISTRATOR,
    HOST,
    MODERATOR,
    member,
)
from tests.tables import (
    begin,
    finish_deals,
    gather,
    look,
    new_player,
    open_table,
    play_on,
    state_of,
    three_people,
    to_play,
)

pytestmark = pytest.mark.django_db

ClientFor = Callable[[User], Client]
LIST = reverse("admin:games_game_changelist")


@pytest.fixture
def host() -> User:
    return member(HOST)


@pytest.fixture
def found(client_for: ClientFor, host: User) -> Callable[..., set[str]]:
    client = client_for(host)

    def find(**query: str) -> set[str]:
        answer = client.get(LIST, query)
        assert answer.status_code == 200
        games: QuerySet[Game] = answer.context["cl"].result_list
        return {game.code for game in games}

    return find


def page_of(code: str) -> str:
    return reverse("admin:games_game_change", args=[Game.objects.get(code=code).pk])


def long_ago(code: str) -> None:
    Game.objects.filter(code=code).update(updated_at=timezone.now() - timedelta(hours=3), due_at=None)


def test_games_are_found_by_code_name_and_player(found: Callable[..., set[str]]) -> None:
    owner = new_player()
    code, other = open_table(owner), open_table(new_player())
    Game.objects.filter(code=other).update(name="Thursday")
    assert found(q=code) == {code}
    assert found(q=owner.username) == {code}
    assert found(q="thurs") == {other}
    assert found(q="nothing like it") == set()


def test_games_are_found_by_state_and_date(found: Callable[..., set[str]], host: User) -> None:
    running, stuck, late, void = (open_table(new_player()) for _ in range(4))
    long_ago(stuck)
    Game.objects.filter(code=late).update(due_at=timezone.now() - timedelta(minutes=5))
    voiding.void(code=void, by=host, reason="A broken clock")
    old = past_game(new_player(), None, None).code
    Game.objects.filter(code=old).update(created_at=timezone.now() - timedelta(days=800))
    assert found(state="running") == {running, stuck, late}
    assert found(state="stuck") == {stuck, late}
    assert found(state="void") == {void}
    assert found(state="over") == {old}
    assert found(created_at__year=str(timezone.now().year)) == {running, stuck, late, void}


def test_when_a_game_is_stuck_is_a_setting_of_the_site(found: Callable[..., set[str]]) -> None:
    code = open_table(new_player())
    long_ago(code)
    decide(stuck_after=600)
    assert found(state="stuck") == set()


def test_a_game_shows_its_seats_scores_and_log_in_words(client_for: ClientFor, host: User) -> None:
    code = begin(new_player())
    finish_deals(code)
    play_on(code, to_play)
    text = client_for(host).get(page_of(code)).text
    for words in ("deals.", "bids", "Player", reverse("games:review", args=[code, 1])):
        assert words in text


@pytest.mark.parametrize(
    "lookup", ["secret__startswith", "deals__secret__startswith", "events__payload__icontains", "host__password"]
)
def test_a_secret_can_not_be_spelt_out_by_filters(client_for: ClientFor, host: User, lookup: str) -> None:
    code = open_table(new_player())
    assert client_for(host).get(LIST, {"code": code, lookup: "0"}).status_code == 400


def test_a_game_is_not_edited(client_for: ClientFor) -> None:
    code = open_table(new_player())
    client = client_for(User.objects.create_superuser("Root"))
    client.post(page_of(code), {"name": "Changed"})
    client.post(page_of(code).replace("change", "delete"), {"post": "yes"})
    assert Game.objects.get(code=code).name != "Changed"


def test_ending_a_game(host: User) -> None:
    code = begin(new_player())
    game_moderation.end(code=code, by=host, reason="Abandoned")
    assert look(code).stage is Stage.CLOSED
    with pytest.raises(DeedRefused):
        game_moderation.end(code=code, by=host, reason="Twice")
    assert AuditEntry.objects.get().deed == Deed.END


def test_a_nudge_gets_a_forgotten_game_going(host: User) -> None:
    code = open_table(new_player())
    Game.objects.filter(code=code).update(due_at=None)
    assert due.serve_due() == 0
    game_moderation.nudge(code=code, by=host, reason="Stuck at the draw")
    assert Game.objects.get(code=code).due_at is not None
    begun = begin(new_player())
    play_on(begun, lambda snapshot: snapshot.view is not None and 0 not in snapshot.view.waiting)
    before = look(begun).view
    Game.objects.filter(code=begun).update(due_at=None)
    game_moderation.nudge(code=begun, by=host, reason="Stuck before a bot")
    assert look(begun).view == before, "no move is made or lost"
    assert due.serve_due() == 1
    assert look(begun).view != before


def test_a_nudge_lets_the_time_of_a_draw_begin_anew(host: User) -> None:
    code, now = open_table(new_player()), timezone.now()
    Game.objects.filter(code=code).update(due_at=now - timedelta(hours=1))
    game_moderation.nudge(code=code, by=host, reason="Stuck at the draw")
    due_at = Game.objects.get(code=code).due_at
    assert due_at is not None
    assert due_at > now, "or it would be gone before anybody has seen it"


def test_the_seats_to_choose_from_are_named_in_the_reader_s_language(client_for: ClientFor, host: User) -> None:
    page = page_of(begin(new_player())).replace("change", "do/seat-bot")
    assert "asiento 2" in client_for(host).get(page, headers={"accept-language": "es"}).text


def test_an_absent_player_is_replaced_and_one_who_is_there_is_not(host: User, monkeypatch: pytest.MonkeyPatch) -> None:
    code = three_people()
    with pytest.raises(DeedRefused):
        game_moderation.seat_bot(code=code, by=host, player=1, reason="There all the time")
    monkeypatch.setattr(presence, "is_here", lambda _code, player: player != 1)
    game_moderation.seat_bot(code=code, by=host, player=1, reason="Gone for an hour")
    assert look(code).seats[1].stand_in
    assert AuditEntry.objects.get().details == {"seat": 2}, "a name would stay there when its account is removed"
    with pytest.raises(DeedRefused):
        game_moderation.seat_bot(code=code, by=host, player=1, reason="Twice")


def test_a_table_closed_to_spectators(client_for: ClientFor, host: User) -> None:
    code = three_people()
    address = reverse("games:table", args=[code])
    watcher = client_for(new_player())
    assert watcher.get(address).status_code == 200
    game_moderation.close_doors(code=code, by=host, reason="Somebody tells hands")
    assert watcher.get(address).status_code == 403
    assert look(code, 0).stage is Stage.DEAL


@pytest.mark.parametrize("stage", [Stage.OPEN, Stage.DEAL, Stage.CLOSED])
def test_closed_doors_are_told_at_once_to_all_who_look_and_listen(
    host: User, stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = gather(new_player()) if stage is Stage.OPEN else three_people()
    if stage is Stage.CLOSED:
        tables.close(code=code)
    shown: list[tuple[str, int]] = []
    heard: list[str] = []
    monkeypatch.setattr(groups, "changed_on_commit", lambda *change: shown.append(change))
    monkeypatch.setattr(groups, "talk_changed_on_commit", heard.append)
    game_moderation.close_doors(code=code, by=host, reason="Somebody tells hands")
    assert (shown, heard) == ([(code, look(code).version)], [code])
    assert look(code).stage is stage


class TestHiddenCards:
    """RULES section 10 holds for staff too."""

    @pytest.mark.usefixtures("time")
    def test_no_page_of_the_staff_depends_on_a_hidden_card(self, client_for: ClientFor) -> None:
        code = three_people()
        game, client = Game.objects.get(code=code), client_for(User.objects.create_superuser("Root"))
        pages = [page_of(code), page_of(code).replace("change", "history"), LIST, reverse("admin:index")]
        pages.append(f"/admin/games/game/{game.pk}/do/show-cards/")
        before = [_lasting(client.get(page).text) for page in pages]
        with_other_cards(code, None, random.Random(1))
        assert [_lasting(client.get(page).text) for page in pages] == before

    def test_who_may_is_shown_them_and_is_out_of_the_table(self, client_for: ClientFor) -> None:
        code, administrator = three_people(), member(ADMINISTRATOR)
        client = client_for(administrator)
        answer = client.post(f"{page_of(code).replace('change', 'do')}show-cards/", {"reason": "A complaint"})
        for hand in state_of(code).hands:
            assert ", ".join(f">{face(card).name}<" for card in sort_cards(hand)[:1]) in answer.text
        assert AuditEntry.objects.get().deed == Deed.SHOW_CARDS
        for name in ("table", "sheet"):
            assert client.get(reverse(f"games:{name}", args=[code])).status_code == 403
        with pytest.raises(NotForSpectators):
            chat_services.say(code=code, author=administrator, text="Lead a heart")
        game_moderation.end(code=code, by=administrator, reason="Over")
        assert client.get(reverse("games:table", args=[code])).status_code == 200

    def test_a_player_of_the_table_never_is(self, client_for: ClientFor) -> None:
        administrator = member(ADMINISTRATOR)
        code = begin(administrator, new_player())
        with pytest.raises(DeedRefused):
            game_moderation.show_cards(code=code, by=administrator, reason="Curious")
        assert not Insight.objects.exists()

    def test_a_refused_look_shows_nothing_and_costs_nothing(self, client_for: ClientFor) -> None:
        code = three_people()
        client = client_for(member(MODERATOR))
        answer = client.post(f"{page_of(code).replace('change', 'do')}show-cards/", {"reason": "Curious"})
        assert answer.status_code == 403
        assert not Insight.objects.exists()
        assert client.get(reverse("games:table", args=[code])).status_code == 200


def _lasting(page: str) -> str:
    """The page without what each answer has of its own."""
    return re.sub(r'csrfmiddlewaretoken" value="\w+|nonce="[^"]+', "", page)
