"""Playing again: the same people, the same rules, and the deal goes to the next."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts import account_deletion
from accounts.models import User
from games.chat import services as chat_services
from games.engine import PeekRule, Rules
from games.lobby import invitations, rematches, tables
from games.lobby import queries as lobby_queries
from games.lobby.tables import NotPossible
from games.models import Game
from games.play import presence, proposals
from games.play.snapshot import Stage, TableOptions
from games.pubsub import groups
from tests.site_config import decide
from tests.tables import (
    at_once,
    begin,
    deal,
    gather,
    look,
    meanwhile,
    names_at,
    new_player,
    open_table,
    start,
    three_people,
)

pytestmark = pytest.mark.django_db


def player_of(code: str, player: int = 0) -> User:
    user = Game.objects.get(code=code).seats.get(player=player).user
    assert user is not None
    return user


def again(code: str, player: int = 0) -> str:
    return rematches.rematch(code=code, user=player_of(code, player)).code


def they_come(code: str, *players: int) -> None:
    for player in players:
        invitations.come(code=code, user=player_of(code, player))


def invited_to(code: str, player: int) -> list[str]:
    """The tables to which this player of the table is invited."""
    return [invitation.game.code for invitation in lobby_queries.invitations_of(player_of(code, player))]


def test_everyone_keeps_seat_rules_and_options_and_the_next_deals_first() -> None:
    code = three_people(Rules(peek=PeekRule.FLIP1, target=200), clock="fast", patience=300, public=True)
    first_dealer = look(code).dealer
    tables.close(code=code)
    before, after = look(code), look(again(code, 2))
    assert after.stage is Stage.OPEN
    assert [seat.name for seat in after.seats] == [seat.name for seat in before.seats]
    assert (after.rules, after.options, after.name) == (before.rules, before.options, before.name)
    assert (after.dealer, after.drawn) == ((first_dealer + 1) % 3, None)
    they_come(after.code, 0, 1)
    start(after.code, player_of(after.code, 2))
    assert [seat.clock and seat.clock.reserve for seat in look(after.code).seats] == [45, 45, 45]
    assert deal(after.code).dealer == (first_dealer + 1) % 3


@pytest.mark.django_db(transaction=True)
def test_nobody_sees_half_of_what_changes_while_the_table_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    code = three_people()
    tables.close(code=code)
    code = again(code)
    meanwhile(monkeypatch, presence, "host_now", lambda: they_come(code, 1))
    shown = look(code)
    assert [seat.is_expected for seat in shown.seats] == [False, False, True]
    assert shown.version == Game.objects.get(code=code).version


def test_whoever_is_seated_is_invited_until_they_come() -> None:
    code = three_people()
    tables.close(code=code)
    following = again(code)
    assert [invited_to(code, player) for player in range(3)] == [[], [following], [following]]
    assert [seat.is_expected for seat in look(following).seats] == [False, True, True]
    for _ in range(2):
        they_come(following, 1)
    assert [invited_to(code, player) for player in range(3)] == [[], [], [following]]
    assert [seat.is_expected for seat in look(following).seats] == [False, False, True]


def test_it_does_not_begin_with_anybody_who_has_never_come() -> None:
    code = three_people()
    tables.close(code=code)
    following = again(code)
    host = player_of(code)
    they_come(following, 1)
    with pytest.raises(NotPossible):
        start(following, host)
    tables.remove(code=following, host=host, player=2, version=look(following).version)
    assert invited_to(code, 2) == []
    start(following, host)
    assert [seat.is_bot for seat in look(following).seats] == [False, False, True]


def test_who_declines_gives_the_seat_free() -> None:
    code = three_people()
    tables.close(code=code)
    following = again(code)
    they_come(following, 1)
    for player in (1, 2):
        invitations.decline(code=following, user=player_of(code, player))
    assert [bool(seat.name) for seat in look(following).seats] == [True, True, False]
    assert invited_to(code, 2) == []


def test_who_blocks_the_host_instead_of_coming_gives_the_seat_free() -> None:
    code = three_people()
    tables.close(code=code)
    following = again(code)
    chat_services.block(code=code, user=player_of(code, 2), name=names_at(code)[0])
    assert [bool(seat.name) for seat in look(following).seats] == [True, True, False]


def test_the_first_dealer_goes_round_from_rematch_to_rematch() -> None:
    code = three_people()
    dealers = []
    for _ in range(4):
        dealers.append(look(code).dealer)
        tables.close(code=code)
        code = again(code)
    assert [(dealer - dealers[0]) % 3 for dealer in dealers] == [0, 1, 2, 0]


def test_alone_with_bots_it_begins_at_once() -> None:
    code = open_table(new_player())
    tables.close(code=code)
    after = look(again(code))
    assert after.stage is Stage.DRAWING
    assert [seat.is_bot for seat in after.seats] == [False, True, True]


def test_a_table_closed_before_it_began_can_be_filled_again() -> None:
    host = new_player()
    code = tables.open_table(host=host, rules=Rules(), name="Early", options=TableOptions()).code
    tables.sit(code=code, user=new_player(), player=1)
    tables.close(code=code)
    after = look(again(code))
    assert (after.stage, after.seats[2].name) == (Stage.OPEN, "")


def test_who_plays_too_many_games_asks_for_none() -> None:
    code = three_people()
    tables.close(code=code)
    decide(most_games=0)
    with pytest.raises(tables.TooManyGames):
        again(code)


def test_bots_play_again_and_stand_ins_do_not() -> None:
    code = begin(new_player(), new_player())
    proposals.give_up(code=code, player=1)
    tables.close(code=code)
    after = look(again(code))
    assert [seat.stand_in for seat in after.seats] == ["", "", ""]
    assert [seat.is_bot for seat in after.seats] == [False, False, True]


@pytest.mark.parametrize(("blocks", "blocked"), [(1, 0), (0, 1)])
def test_nobody_is_seated_with_whom_they_block(blocks: int, blocked: int) -> None:
    code = three_people()
    chat_services.block(code=code, user=player_of(code, blocks), name=names_at(code)[blocked])
    tables.close(code=code)
    first, _, third = names_at(code)
    after = look(again(code))
    assert (after.stage, names_at(after.code)) == (Stage.OPEN, [first, "", third])


def test_of_two_others_who_keep_apart_the_first_is_seated() -> None:
    code = three_people()
    chat_services.block(code=code, user=player_of(code, 2), name=names_at(code)[1])
    tables.close(code=code)
    first, second, _ = names_at(code)
    assert names_at(again(code)) == [first, second, ""]


def test_a_game_does_not_begin_by_itself_for_want_of_somebody_who_was_blocked() -> None:
    code = begin(new_player(), new_player())
    chat_services.block(code=code, user=player_of(code, 0), name=names_at(code)[1])
    tables.close(code=code)
    assert look(again(code)).stage is Stage.OPEN


def test_who_cannot_come_any_more_is_not_waited_for() -> None:
    """Whose account has been removed, or suspended."""
    code = three_people()
    tables.close(code=code)
    gone, suspended = player_of(code, 1), player_of(code, 2)
    account_deletion.forget(gone)
    User.objects.filter(pk=suspended.pk).update(suspended_until=timezone.now() + timedelta(days=1))
    following = again(code)
    assert names_at(following)[1:] == ["", ""]
    start(following, player_of(code))


def test_asked_by_two_it_is_one_game_which_the_old_table_leads_to() -> None:
    code = three_people()
    tables.close(code=code)
    assert look(code).rematch == ""
    following = again(code, 0)
    assert again(code, 1) == following
    assert look(code).rematch == following


def test_a_rematch_that_everybody_left_before_it_began_makes_room_for_another() -> None:
    code = three_people()
    tables.close(code=code)
    empty = again(code)
    for player in range(3):
        tables.leave(code=empty, user=player_of(empty, player))
    assert look(code).rematch == ""
    following = again(code)
    assert look(following).stage is Stage.OPEN
    assert look(code).rematch == following


def test_a_rematch_that_ended_before_its_first_deal_makes_room_for_another() -> None:
    code = open_table(new_player())
    tables.close(code=code)
    shown = look(code).version
    proposals.give_up(code=again(code), player=0)
    assert (look(code).rematch, look(code).version) == ("", shown + 2)
    assert look(again(code)).stage is Stage.DRAWING


def test_a_rematch_that_was_played_and_given_up_stays_the_rematch() -> None:
    code = open_table(new_player())
    tables.close(code=code)
    following = again(code)
    deal(following)
    proposals.give_up(code=following, player=0)
    assert look(code).rematch == again(code) == following


def test_the_others_at_the_old_table_hear_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A browser that shows a version looks only at newer ones."""
    announced: list[tuple[str, int]] = []
    code = three_people()
    tables.close(code=code)
    shown = look(code).version
    monkeypatch.setattr(groups, "changed_on_commit", lambda code, version: announced.append((code, version)))
    again(code)
    assert [version for of, version in announced if of == code] == [shown + 1]
    assert look(code).version == shown + 1


def test_not_before_the_end_and_not_for_strangers() -> None:
    running, gathering, ended = three_people(), gather(new_player()), three_people()
    tables.close(code=ended)
    for code in (running, gathering):
        with pytest.raises(NotPossible):
            again(code)
    with pytest.raises(NotPossible):
        rematches.rematch(code=ended, user=new_player())
    assert not Game.objects.filter(rematch_of__isnull=False).exists()


@pytest.mark.django_db(transaction=True)
def test_fifty_requests_make_one_game() -> None:
    code = three_people()
    tables.close(code=code)
    results = at_once(50, lambda number: again(code, number % 3))
    assert len(set(results)) == 1
    assert Game.objects.filter(rematch_of__code=code).count() == 1
