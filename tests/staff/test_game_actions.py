"""Staff actions on games, and the game pages of the admin."""

import random
import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.site_config.errors import ActionDenied
from accounts.site_config.models import AuditAction, AuditEntry
from games.chat import services as chat_services
from games.components.cards import face_of
from games.engine import sort_cards
from games.models import Game, Insight
from games.play import game_moderation, presence, ticker
from games.play.spectators import NotForSpectators
from games.pubsub import groups
from games.values import Stage
from tests.clients import ClientFor
from tests.finished_games import played_game
from tests.security.exchange import with_other_cards
from tests.site_config import set_site_settings
from tests.staff.people import ADMINISTRATOR, HOST, MODERATOR, member
from tests.tables import (
    begin,
    close_table,
    finish_deals,
    gather,
    new_player,
    open_table,
    play_on,
    snapshot_for,
    state_of,
    three_people,
    to_play,
)

pytestmark = pytest.mark.django_db

LIST = reverse("admin:games_game_changelist")


@pytest.fixture
def host() -> User:
    return member(HOST)


@pytest.fixture
def search(client_for: ClientFor, host: User) -> Callable[..., set[str]]:
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


def test_games_are_found_by_code_name_and_player(search: Callable[..., set[str]]) -> None:
    owner = new_player()
    code, other = open_table(owner), open_table(new_player())
    Game.objects.filter(code=other).update(name="Thursday")
    assert search(q=code) == {code}
    assert search(q=owner.username) == {code}
    assert search(q="thurs") == {other}
    assert search(q="nothing like it") == set()


def test_games_are_found_by_state_and_date(search: Callable[..., set[str]], host: User) -> None:
    running, stuck, late, void = (open_table(new_player()) for _ in range(4))
    long_ago(stuck)
    Game.objects.filter(code=late).update(due_at=timezone.now() - timedelta(minutes=5))
    game_moderation.void(code=void, by=host, public_reason="A broken clock", reason="A note")
    old = played_game(new_player(), None, None).code
    Game.objects.filter(code=old).update(created_at=timezone.now() - timedelta(days=800))
    assert search(state="running") == {running, stuck, late}
    assert search(state="stuck") == {stuck, late}
    assert search(state="void") == {void}
    assert search(state="over") == {old}
    assert search(created_at__year=str(timezone.now().year)) == {running, stuck, late, void}


def test_stuck_games_follow_the_site_settings(search: Callable[..., set[str]]) -> None:
    code = open_table(new_player())
    long_ago(code)
    set_site_settings(stuck_after=600)
    assert search(state="stuck") == set()


def test_game_page_shows_seats_scores_and_log(client_for: ClientFor, host: User) -> None:
    code = begin(new_player())
    finish_deals(code)
    play_on(code, to_play)
    text = client_for(host).get(page_of(code)).text
    for words in ("deals.", "bids", "Player", reverse("games:review", args=[code, 1])):
        assert words in text


@pytest.mark.parametrize(
    "lookup", ["chain_root__startswith", "deals__secret__startswith", "events__payload__icontains", "host__password"]
)
def test_filters_on_secrets_are_refused(client_for: ClientFor, host: User, lookup: str) -> None:
    code = open_table(new_player())
    assert client_for(host).get(LIST, {"code": code, lookup: "0"}).status_code == 400


def test_game_cannot_be_edited_or_deleted(client_for: ClientFor) -> None:
    code = open_table(new_player())
    client = client_for(User.objects.create_superuser("Root", password="correct horse"))
    client.post(page_of(code), {"name": "Changed"})
    client.post(page_of(code).replace("change", "delete"), {"post": "yes"})
    assert Game.objects.get(code=code).name != "Changed"


def test_game_is_ended_once(host: User) -> None:
    code = begin(new_player())
    game_moderation.end(code=code, by=host, reason="Abandoned")
    assert snapshot_for(code).stage is Stage.CLOSED
    with pytest.raises(ActionDenied):
        game_moderation.end(code=code, by=host, reason="Twice")
    assert AuditEntry.objects.get().action == AuditAction.END


def test_nudge_restarts_a_stuck_game(host: User) -> None:
    code = open_table(new_player())
    Game.objects.filter(code=code).update(due_at=None)
    assert ticker.serve_due() == 0
    game_moderation.nudge(code=code, by=host, reason="Stuck at the draw")
    assert Game.objects.get(code=code).due_at is not None
    begun = begin(new_player())
    play_on(begun, lambda snapshot: snapshot.view is not None and 0 not in snapshot.view.waiting)
    before = snapshot_for(begun).view
    Game.objects.filter(code=begun).update(due_at=None)
    game_moderation.nudge(code=begun, by=host, reason="Stuck before a bot")
    assert snapshot_for(begun).view == before, "no move is made or lost"
    assert ticker.serve_due() == 1
    assert snapshot_for(begun).view != before


def test_nudge_restarts_the_time_of_a_draw(host: User) -> None:
    code, now = open_table(new_player()), timezone.now()
    Game.objects.filter(code=code).update(due_at=now - timedelta(hours=1))
    game_moderation.nudge(code=code, by=host, reason="Stuck at the draw")
    due_at = Game.objects.get(code=code).due_at
    assert due_at is not None
    assert due_at > now, "or it would be gone before anybody has seen it"


def test_seat_choices_are_in_the_reader_s_language(client_for: ClientFor, host: User) -> None:
    page = page_of(begin(new_player())).replace("change", "do/seat-bot")
    assert "asiento 2" in client_for(host).get(page, headers={"accept-language": "es"}).text


def test_only_an_absent_player_is_replaced_by_a_bot(host: User, monkeypatch: pytest.MonkeyPatch) -> None:
    code = three_people()
    with pytest.raises(ActionDenied):
        game_moderation.seat_bot(code=code, by=host, player=1, reason="There all the time")
    monkeypatch.setattr(presence, "is_here", lambda _code, player: player != 1)
    game_moderation.seat_bot(code=code, by=host, player=1, reason="Gone for an hour")
    assert snapshot_for(code).seats[1].stand_in
    assert AuditEntry.objects.get().details == {"seat": 2}, "a name would stay there when its account is removed"
    with pytest.raises(ActionDenied):
        game_moderation.seat_bot(code=code, by=host, player=1, reason="Twice")


def test_table_closed_to_spectators_refuses_them(client_for: ClientFor, host: User) -> None:
    code = three_people()
    address = reverse("games:table", args=[code])
    watcher = client_for(new_player())
    assert watcher.get(address).status_code == 200
    game_moderation.close_to_spectators(code=code, by=host, reason="Somebody tells hands")
    assert watcher.get(address).status_code == 403
    assert snapshot_for(code, 0).stage is Stage.DEAL


@pytest.mark.parametrize("stage", [Stage.OPEN, Stage.DEAL, Stage.CLOSED])
def test_closing_to_spectators_updates_open_pages_and_chat(
    host: User, stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = gather(new_player()) if stage is Stage.OPEN else three_people()
    if stage is Stage.CLOSED:
        close_table(code)
    shown: list[tuple[str, int]] = []
    chat_changes: list[str] = []
    monkeypatch.setattr(groups, "changed_on_commit", lambda *change: shown.append(change))
    monkeypatch.setattr(groups, "chat_changed_on_commit", chat_changes.append)
    game_moderation.close_to_spectators(code=code, by=host, reason="Somebody tells hands")
    assert (shown, chat_changes) == ([(code, snapshot_for(code).version)], [code])
    assert snapshot_for(code).stage is stage


class TestHiddenCards:
    """docs/rules.md section 10 applies to staff too."""

    @pytest.mark.usefixtures("time")
    def test_admin_pages_do_not_depend_on_hidden_cards(self, client_for: ClientFor) -> None:
        code = three_people()
        game, client = (
            Game.objects.get(code=code),
            client_for(User.objects.create_superuser("Root", password="correct horse")),
        )
        pages = [page_of(code), page_of(code).replace("change", "history"), LIST, reverse("admin:index")]
        pages.append(f"/admin/games/game/{game.pk}/do/show-cards/")
        before = [without_nonces(client.get(page).text) for page in pages]
        with_other_cards(code, None, random.Random(1))
        assert [without_nonces(client.get(page).text) for page in pages] == before

    def test_show_cards_shows_all_hands_and_excludes_from_the_table(self, client_for: ClientFor) -> None:
        code, administrator = three_people(), member(ADMINISTRATOR)
        client = client_for(administrator)
        answer = client.post(f"{page_of(code).replace('change', 'do')}show-cards/", {"reason": "A complaint"})
        for hand in state_of(code).hands:
            assert ", ".join(f">{face_of(card).name}<" for card in sort_cards(hand)[:1]) in answer.text
        assert AuditEntry.objects.get().action == AuditAction.SHOW_CARDS
        for name in ("table", "sheet"):
            assert client.get(reverse(f"games:{name}", args=[code])).status_code == 403
        with pytest.raises(NotForSpectators):
            chat_services.send_message(code=code, author=administrator, text="Lead a heart")
        game_moderation.end(code=code, by=administrator, reason="Over")
        assert client.get(reverse("games:table", args=[code])).status_code == 200

    def test_show_cards_is_denied_to_a_player_of_the_table(self) -> None:
        administrator = member(ADMINISTRATOR)
        code = begin(administrator, new_player())
        with pytest.raises(ActionDenied):
            game_moderation.show_cards(code=code, by=administrator, reason="Curious")
        assert not Insight.objects.exists()

    def test_show_cards_without_permission_changes_nothing(self, client_for: ClientFor) -> None:
        code = three_people()
        client = client_for(member(MODERATOR))
        answer = client.post(f"{page_of(code).replace('change', 'do')}show-cards/", {"reason": "Curious"})
        assert answer.status_code == 403
        assert not Insight.objects.exists()
        assert client.get(reverse("games:table", args=[code])).status_code == 200


def without_nonces(page: str) -> str:
    """Return the page without tokens that differ between responses."""
    return re.sub(r'csrfmiddlewaretoken" value="\w+|nonce="[^"]+', "", page)
