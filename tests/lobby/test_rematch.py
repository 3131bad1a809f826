"""Rematches: the same players and rules, and the next player deals first."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.personal_data import deletion
from games.chat import services as chat_services
from games.engine import PeekRule, Rules
from games.lobby import invitations, queries as lobby_queries, tables
from games.models import Game
from games.play import loading, proposals
from games.play.errors import NotPossible
from games.pubsub import groups
from games.values import Stage, TableOptions
from tests.clients import ClientFor
from tests.finished_games import played_game
from tests.site_config import set_site_settings
from tests.tables import (
    at_once,
    begin,
    close_table,
    deal,
    gather,
    meanwhile,
    names_at,
    new_player,
    open_table,
    snapshot_for,
    start,
    three_people,
    user_at,
)

pytestmark = pytest.mark.django_db


def again(code: str, player: int = 0) -> str:
    return tables.rematch(code=code, user=user_at(code, player)).code


def they_come(code: str, *players: int) -> None:
    for player in players:
        invitations.come(code=code, user=user_at(code, player))


def invited_to(code: str, player: int) -> list[str]:
    """Return the codes of the tables to which this player is invited."""
    return [invitation.game.code for invitation in lobby_queries.invitations_of(user_at(code, player))]


def test_rematch_keeps_seats_and_rules_and_the_next_player_deals() -> None:
    code = three_people(Rules(peek=PeekRule.FLIP1, target=200), clock="fast", patience=300, public=True)
    first_dealer = snapshot_for(code).dealer
    close_table(code)
    before, after = snapshot_for(code), snapshot_for(again(code, 2))
    assert after.stage is Stage.OPEN
    assert [seat.name for seat in after.seats] == [seat.name for seat in before.seats]
    assert (after.rules, after.options, after.name) == (before.rules, before.options, before.name)
    assert (after.dealer, after.drawn) == ((first_dealer + 1) % 3, None)
    they_come(after.code, 0, 1)
    start(after.code, user_at(after.code, 2))
    assert [seat.clock and seat.clock.reserve for seat in snapshot_for(after.code).seats] == [45, 45, 45]
    assert deal(after.code).dealer == (first_dealer + 1) % 3


@pytest.mark.django_db(transaction=True)
def test_change_while_the_table_is_read_is_seen_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    code = three_people()
    close_table(code)
    code = again(code)
    meanwhile(monkeypatch, loading, "finished_deals", lambda: they_come(code, 1))
    shown = snapshot_for(code)
    assert [seat.is_expected for seat in shown.seats] == [False, False, True]
    assert shown.version == Game.objects.get(code=code).version


def test_seated_players_are_invited_until_they_come() -> None:
    code = three_people()
    close_table(code)
    following = again(code)
    assert [invited_to(code, player) for player in range(3)] == [[], [following], [following]]
    assert [seat.is_expected for seat in snapshot_for(following).seats] == [False, True, True]
    for _ in range(2):
        they_come(following, 1)
    assert [invited_to(code, player) for player in range(3)] == [[], [], [following]]
    assert [seat.is_expected for seat in snapshot_for(following).seats] == [False, False, True]


def test_start_is_refused_while_a_player_is_still_to_come() -> None:
    code = three_people()
    close_table(code)
    following = again(code)
    host = user_at(code)
    they_come(following, 1)
    with pytest.raises(NotPossible):
        start(following, host)
    tables.remove(code=following, host=host, player=2, version=snapshot_for(following).version)
    assert invited_to(code, 2) == []
    start(following, host)
    assert [seat.is_bot for seat in snapshot_for(following).seats] == [False, False, True]


def test_player_who_declines_frees_the_seat() -> None:
    code = three_people()
    close_table(code)
    following = again(code)
    they_come(following, 1)
    for player in (1, 2):
        invitations.decline(code=following, user=user_at(code, player))
    assert [bool(seat.name) for seat in snapshot_for(following).seats] == [True, True, False]
    assert invited_to(code, 2) == []


def test_player_who_blocks_the_host_frees_the_seat() -> None:
    code = three_people()
    close_table(code)
    following = again(code)
    chat_services.block(code=code, user=user_at(code, 2), name=names_at(code)[0])
    assert [bool(seat.name) for seat in snapshot_for(following).seats] == [True, True, False]


def test_first_dealer_passes_on_from_rematch_to_rematch() -> None:
    code = three_people()
    dealers = []
    for _ in range(4):
        dealers.append(snapshot_for(code).dealer)
        close_table(code)
        code = again(code)
    assert [(dealer - dealers[0]) % 3 for dealer in dealers] == [0, 1, 2, 0]


def test_rematch_alone_with_bots_begins_at_once() -> None:
    code = open_table(new_player())
    close_table(code)
    after = snapshot_for(again(code))
    assert after.stage is Stage.DRAWING
    assert [seat.is_bot for seat in after.seats] == [False, True, True]


def test_table_closed_before_its_start_can_have_a_rematch() -> None:
    host = new_player()
    code = tables.open_table(host=host, rules=Rules(), name="Early", options=TableOptions()).code
    tables.sit(code=code, user=new_player(), player=1)
    close_table(code)
    after = snapshot_for(again(code))
    assert (after.stage, after.seats[2].name) == (Stage.OPEN, "")


def test_rematch_is_refused_to_a_player_with_too_many_games() -> None:
    code = three_people()
    close_table(code)
    set_site_settings(most_games=0)
    with pytest.raises(tables.TooManyGames):
        again(code)


def test_bots_are_seated_again_and_stand_ins_are_not() -> None:
    code = begin(new_player(), new_player())
    proposals.give_up(code=code, player=1)
    close_table(code)
    after = snapshot_for(again(code))
    assert [seat.stand_in for seat in after.seats] == ["", "", ""]
    assert [seat.is_bot for seat in after.seats] == [False, False, True]


@pytest.mark.parametrize(("blocks", "blocked"), [(1, 0), (0, 1)])
def test_player_is_not_seated_with_a_requester_who_blocks_or_is_blocked(blocks: int, blocked: int) -> None:
    code = three_people()
    chat_services.block(code=code, user=user_at(code, blocks), name=names_at(code)[blocked])
    close_table(code)
    first, _, third = names_at(code)
    after = snapshot_for(again(code))
    assert (after.stage, names_at(after.code)) == (Stage.OPEN, [first, "", third])


def test_first_of_two_players_who_block_each_other_is_seated() -> None:
    code = three_people()
    chat_services.block(code=code, user=user_at(code, 2), name=names_at(code)[1])
    close_table(code)
    first, second, _ = names_at(code)
    assert names_at(again(code)) == [first, second, ""]


def test_rematch_without_a_blocked_player_does_not_begin_by_itself() -> None:
    code = begin(new_player(), new_player())
    chat_services.block(code=code, user=user_at(code, 0), name=names_at(code)[1])
    close_table(code)
    assert snapshot_for(again(code)).stage is Stage.OPEN


def test_removed_or_suspended_players_are_not_seated() -> None:
    code = three_people()
    close_table(code)
    gone, suspended = user_at(code, 1), user_at(code, 2)
    deletion.delete_account(gone)
    User.objects.filter(pk=suspended.pk).update(suspended_until=timezone.now() + timedelta(days=1))
    following = again(code)
    assert names_at(following)[1:] == ["", ""]
    start(following, user_at(code))


def test_second_request_returns_the_same_game() -> None:
    code = three_people()
    close_table(code)
    assert (snapshot_for(code).rematch, snapshot_for(code).rematch_by) == ("", None)
    following = again(code, 2)
    assert again(code, 1) == following
    assert (snapshot_for(code).rematch, snapshot_for(code).rematch_by) == (following, 2)


def test_another_rematch_follows_one_that_everybody_left() -> None:
    code = three_people()
    close_table(code)
    empty = again(code)
    for player in range(3):
        tables.leave(code=empty, user=user_at(empty, player))
    assert snapshot_for(code).rematch == ""
    following = again(code)
    assert snapshot_for(following).stage is Stage.OPEN
    assert snapshot_for(code).rematch == following


@pytest.mark.django_db(transaction=True)
def test_another_rematch_follows_one_that_ended_before_its_first_deal() -> None:
    code = open_table(new_player())
    close_table(code)
    shown = snapshot_for(code).version
    proposals.give_up(code=again(code), player=0)
    assert (snapshot_for(code).rematch, snapshot_for(code).version) == ("", shown + 2)
    assert snapshot_for(again(code)).stage is Stage.DRAWING


def test_rematch_given_up_after_its_first_deal_stays_the_rematch() -> None:
    code = open_table(new_player())
    close_table(code)
    following = again(code)
    deal(following)
    proposals.give_up(code=following, player=0)
    assert snapshot_for(code).rematch == again(code) == following


def test_rematch_is_a_new_version_of_the_old_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """A browser ignores announcements of versions that it shows already."""
    announced: list[tuple[str, int]] = []
    code = three_people()
    close_table(code)
    shown = snapshot_for(code).version
    monkeypatch.setattr(groups, "changed_on_commit", lambda code, version: announced.append((code, version)))
    again(code)
    assert [version for of, version in announced if of == code] == [shown + 1]
    assert snapshot_for(code).version == shown + 1


def test_rematch_is_refused_before_the_end_and_to_strangers() -> None:
    running, gathering, ended = three_people(), gather(new_player()), three_people()
    close_table(ended)
    for code in (running, gathering):
        with pytest.raises(NotPossible):
            again(code)
    with pytest.raises(NotPossible):
        tables.rematch(code=ended, user=new_player())
    assert not Game.objects.filter(rematch_of__isnull=False).exists()


@pytest.mark.django_db(transaction=True)
def test_fifty_simultaneous_requests_make_one_game() -> None:
    code = three_people()
    close_table(code)
    results = at_once(50, lambda number: again(code, number % 3))
    assert len(set(results)) == 1
    assert Game.objects.filter(rematch_of__code=code).count() == 1


def test_play_and_people_offer_a_rematch_with_the_last_company(client_for: ClientFor) -> None:
    ana, ben = new_player(), new_player()
    game = played_game(ana, ben, None, at=timezone.now())
    page = f'action="/tables/{game.code}/rematch/"'
    play = client_for(ana).get("/").text
    assert page in play
    assert ben.username in play
    assert page in client_for(ben).get("/people/").text
    answer = client_for(ana).post(f"/tables/{game.code}/rematch/")
    assert answer.status_code == 302
    assert page not in client_for(ben).get("/").text, "it is among Ben's games now"


def test_no_rematch_is_offered_with_bots_alone(client_for: ClientFor) -> None:
    ana = new_player()
    played_game(ana, None, None, at=timezone.now())
    assert "/rematch/" not in client_for(ana).get("/").text


def test_no_rematch_is_offered_with_who_may_not_act(client_for: ClientFor) -> None:
    ana, ben = new_player(), new_player()
    played_game(ana, ben, None, at=timezone.now())
    User.objects.filter(pk=ben.pk).update(suspended_until=timezone.now() + timedelta(days=1))
    assert "/rematch/" not in client_for(ana).get("/").text
