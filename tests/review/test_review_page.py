"""The review of a deal: permissions, positions and views of players."""

import re
from collections.abc import Callable
from datetime import timedelta
from http import HTTPStatus

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.analysis.best_play import double_dummy
from games.analysis.findings import (
    Aim,
    BestPlay,
    PointsAnalysis,
    bid_reviews,
    bids_to_json,
    cards_played,
    points_to_json,
    thoughts_to_json,
    tricks_to_json,
)
from games.bots import Advice, Cause, Opinion, Reason
from games.engine import CardPlayed, PeekRule, Play, Rules, State, from_json, replay, to_json
from games.models import Analysis, Event, Game
from games.play import queue, turns
from games.review import analysis_jobs
from games.review.queries import reviewed_deals
from games.words.names import card_name
from tests.clients import HTMX, ClientFor
from tests.finished_games import played_game
from tests.tables import begin, finish_deals, new_player, play_on, state_of, user_at

pytestmark = pytest.mark.django_db

IMAGINED = "of simulated deals"


@pytest.fixture(scope="module")
def code(rows_of_the_module: None) -> str:  # noqa: ARG001  # in which it stays
    """Return a table whose first deal is finished."""
    code = begin(new_player(), rules=Rules(peek=PeekRule.THREE))
    finish_deals(code)
    return code


@pytest.fixture
def host(code: str) -> User:
    return user_at(code, 0)


def address(code: str, number: int = 1) -> str:
    return reverse("games:review", args=[code, number])


def test_position_names_the_number_of_its_trick(code: str, client: Client, host: User) -> None:
    last = len(reviewed_deals(code, host, 1)[0].log) - 1
    assert '<ol aria-label="Trick 13"' in client.get(address(code), {"at": last - 1}).text


def end_of(code: str, user: User) -> State:
    return replay(reviewed_deals(code, user, 1)[0].log)


def test_everyone_may_review_a_finished_deal(code: str, client: Client, client_for: ClientFor, host: User) -> None:
    for visitor in (client, client_for(host), client_for(new_player())):
        answer = visitor.get(address(code))
        assert answer.status_code == 200
        assert "no-store" in answer["Cache-Control"]


def test_only_players_may_review_deals_of_a_table_without_spectators(
    code: str, client: Client, client_for: ClientFor, host: User
) -> None:
    Game.objects.update(spectators=False)
    assert client.get(address(code)).status_code == 403
    assert client_for(new_player()).get(address(code)).status_code == 403
    assert client_for(host).get(address(code)).status_code == 200


@pytest.mark.parametrize("number", [0, 2, 7, 10**30])
def test_unknown_deal_is_a_404(code: str, client: Client, number: int) -> None:
    assert client.get(address(code, number)).status_code == 404


def test_running_deal_is_a_404_even_for_its_players(host: User, client: Client, client_for: ClientFor) -> None:
    running = begin(host)
    assert client.get(address(running)).status_code == 404
    assert client_for(host).get(address(running)).status_code == 404
    assert client.get(address("nowhere")).status_code == 404


def test_game_with_stored_scores_only_has_a_sheet_but_no_review(client: Client, host: User) -> None:
    game = played_game(host, None, None)
    for page in ("table", "sheet"):
        assert client.get(reverse(f"games:{page}", args=[game.code])).status_code == 200
    files = [("deal_json", game.code, 1), ("deal_pbn", game.code, 1), ("game_json", game.code), ("game_pbn", game.code)]
    for name, *arguments in [("review", game.code, 1), *files]:
        answer = client.get(reverse(f"games:{name}", args=arguments))
        assert answer.status_code == 404
        assert "Only the scores of this game were kept" in answer.text


def test_invalid_position_shows_the_default_or_the_last_one(code: str, client: Client) -> None:
    assert ">5</b>/" in client.get(address(code), {"at": "5"}).text
    last = re.search(r"</b>/(\d+)", client.get(address(code)).text)
    assert last
    assert f">{last[1]}</b>/{last[1]}" in client.get(address(code), {"at": "9999"}).text
    for nonsense in ("", "-1", "x", "²", "99999999999999999999"):
        answer = client.get(address(code), {"at": nonsense, "as": nonsense})
        assert answer.status_code == 200
        assert ">6</b>/" in answer.text  # three looks and three bids are over, the play begins


def test_view_of_a_player_shows_nothing_hidden_from_that_player(code: str, client: Client, host: User) -> None:
    """During the bidding a player sees the own hand and the peeked cards only, in the hands and in the log.

    On turn, a table names the hidden honours with their chances, which follow from the player's own view
    (`tests/bots/test_hidden_hands.py`).
    """
    deal = reviewed_deals(code, host, 1)[0]
    state = replay(deal.log[:5])
    text = client.get(address(code), {"at": 4, "as": 1}, headers=HTMX).text
    text = re.sub(r'<details class="known-here.*?</details>', "", text, flags=re.DOTALL)
    looked = {place for peek in state.peeks if peek.player == 1 for place in peek.places}
    seen = {*state.dealt[1], *(state.dealt[3][place] for place in looked)}
    for hand in state.dealt:
        for card in hand:
            assert (re.search(card_name(card), text, re.IGNORECASE) is not None) == (card in seen), card


def test_htmx_gets_a_fragment_and_the_page_on_history_restore(code: str, client: Client) -> None:
    part = client.get(address(code), {"at": 9}, headers=HTMX).text
    assert "<html" not in part
    assert 'id="step-back"' in part
    whole = client.get(address(code), headers={**HTMX, "HX-History-Restore-Request": "true"}).text
    assert "<html" in whole


def test_analysis_is_requested_once_and_shown_when_done(code: str, client: Client, host: User) -> None:
    before = client.get(address(code), {"at": 20}).text
    client.get(address(code))
    asked = Analysis.objects.get()
    assert 'hx-trigger="every 2s"' in before
    assert "tricks it could lead to" not in before
    assert "The bids are next: first the cards are worked out." in before
    end = end_of(code, host)
    asked.tricks, asked.bids, asked.due_at = tricks_to_json(double_dummy(end)), bids_to_json(bid_reviews(end)), None
    asked.save()
    after = client.get(address(code), {"at": 20}).text
    assert "every 2s" not in after
    assert "tricks it could lead to" in after
    assert "On each card: the tricks its side could reach with it." in after
    assert "declarer’s side could take" in after
    assert after.index('class="bid-reviews"') < after.index("Each bid is tried in the same simulated deals")
    assert "<html" in after
    assert "tricks it could lead to" not in client.get(address(code), {"at": 20, "as": 0}).text


def test_points_are_shown_only_with_all_hands_open_and_only_when_they_are_known(code: str, client: Client) -> None:
    before = client.get(address(code)).text
    assert before.count('class="working"') == 1, "one line waits for all of it"
    assert "Working out the costliest cards." in before
    positions = (BestPlay((1, 2, 3)),) * 5 + (BestPlay((-61, 57, 53)),) * 48
    analysis = PointsAnalysis(positions, (Aim(0, None, (True,) * 53),))
    Analysis.objects.update(points=points_to_json(analysis))
    shown = client.get(address(code)).text
    assert "with best play" in shown
    assert "Turning points" in shown
    assert "Working out the costliest cards." not in shown
    as_player = client.get(address(code), {"as": 0}).text
    assert "with best play" not in as_player
    assert "Turning points" not in as_player


def test_mistakes_begin_with_the_reader_s_own_costliest_card_to_try_again(
    code: str, host: User, client_for: ClientFor
) -> None:
    own, (deal,) = client_for(host), reviewed_deals(code, host)
    plays = [position for position, event in enumerate(deal.log) if isinstance(event, CardPlayed)]
    number = next(number for number, card in enumerate(cards_played(deal.end)) if number and card.hand == 0)
    at = plays[number] - 1
    assert "own-costliest" not in own.get(address(code)).text, "not known yet"
    worse = (-200, 200, 200) if deal.end.declarer == 0 else (200, -200, -200)
    analysis = PointsAnalysis((BestPlay((0, 0, 0)),) * (number + 1) + (BestPlay(worse),) * (52 - number), ())
    Analysis.objects.update(points=points_to_json(analysis))
    first = own.get(address(code)).text
    assert f'id="own-1" href="{address(code)}?at={at}"' in first
    assert first.index("review-felt") < first.index("own-costliest") < first.index("Turning points")
    assert first.count('class="panel listed-before"') == 1, "phones show it above, and not again"
    assert 'id="own-1"' in own.get(address(code), {"at": at}).text
    assert "own-costliest" not in client_for(new_player()).get(address(code)).text
    form = first.split('id="own-1"')[1].split("</form>")[0]
    assert f'<input type="hidden" name="at" value="{at}">' in form
    again = own.post(f"{address(code)}again/", {"at": at, "player": 0})
    assert len(state_of(again["Location"].split("/")[2]).tricks) == number // 4


def test_only_cards_that_an_expert_would_not_have_played_are_counted_as_mistakes(
    code: str, host: User, client_for: ClientFor
) -> None:
    own, (deal,) = client_for(host), reviewed_deals(code, host)
    number = next(number for number, card in enumerate(cards_played(deal.end)) if number and card.hand == 0)
    own.get(address(code))
    worse = (-200, 200, 200) if deal.end.declarer == 0 else (200, -200, -200)
    analysis = PointsAnalysis((BestPlay((0, 0, 0)),) * (number + 1) + (BestPlay(worse),) * (52 - number), ())
    unknowable = Opinion(Reason(Cause.NO_DIFFERENCE), None)
    better = Opinion(unknowable.reason, Advice(Play(0, deal.end.dealt[0][0]), unknowable.reason))
    for opinion, counted in ((unknowable, 0), (better, 1)):
        Analysis.objects.update(points=points_to_json(analysis), thoughts=thoughts_to_json([opinion] * 55))
        shown = own.get(address(code)).text
        assert 'id="own-1"' in shown
        assert shown.count('class="unread"') == counted


def test_step_says_how_long_it_took_only_if_that_was_long(code: str, client: Client) -> None:
    (deal,) = reviewed_deals(code, AnonymousUser(), 1)
    begun = Event.objects.filter(deal__game__code=code).order_by("sequence")
    for seconds, is_said in ((3, False), (12, True)):
        for event in begun:
            Event.objects.filter(pk=event.pk).update(at=begun[0].at + timedelta(seconds=seconds * event.sequence))
        happened = client.get(address(code), {"at": len(deal.log) - 1}).text.split('class="happened"')[1]
        assert ("<small>" in happened.split("</p>")[0]) == is_said


def test_expert_opinion_is_shown_only_with_all_hands_open(code: str, client: Client) -> None:
    client.get(address(code))
    assert IMAGINED not in client.get(address(code)).text
    opinion = Opinion(Reason(Cause.CONTRACT, 0, None, 0.7, 0.4), None)
    Analysis.objects.update(thoughts=thoughts_to_json([opinion] * 55))
    for at in (3, 6, 30):
        assert IMAGINED in client.get(address(code), {"at": at}).text
        assert IMAGINED not in client.get(address(code), {"at": at, "as": 0}).text
    assert IMAGINED not in client.get(address(code), {"at": 9999}).text


def test_what_a_player_could_know_is_shown_with_all_hands_open_and_to_that_player(code: str, client: Client) -> None:
    """In the own view it is word for word what it is with all hands open, before the analysis arrives."""

    def known(**query: int) -> str:
        match = re.search(r'<details class="known-here.*?</details>', client.get(address(code), query).text, re.DOTALL)
        return match[0] if match else ""

    for at in (3, 6, 20, 30):
        shown = [known(at=at, **{"as": player}) for player in range(3)]
        assert sorted(map(bool, shown)) == [False, False, True]
        assert known(at=at) == "".join(shown)
    assert known(at=1) == known(at=9999) == ""  # while they peek, and at the end


def test_thoughts_of_bots_during_the_deal_are_not_stored(host: User, client_for: ClientFor) -> None:
    running = begin(host)
    play_on(running, lambda table: table.view is not None and len(table.view.tricks) > 5)
    assert not Analysis.objects.exists()
    assert all(to_json(from_json(event.payload)) == event.payload for event in Event.objects.all())
    for page in ("table", "sheet"):
        assert IMAGINED not in client_for(host).get(reverse(f"games:{page}", args=[running])).text


@pytest.mark.slow
def test_limits_of_analyses_are_explained_and_hold_for_one_player_only(
    code: str, client: Client, host: User, client_for: ClientFor, limit: Callable[[str, str], None]
) -> None:
    """Guests at one address have a limit each, visitors there share one. What is analysed already is shown to all."""
    limit("analyse", "1/h/key,3/h/ip")
    with queue.change(code) as game:
        turns.start_deal(game)
    finish_deals(code)
    visitor, player = client, client_for(host)
    assert "Working out the costliest cards" in visitor.get(address(code)).text
    refused = visitor.get(address(code, 2), headers={"Accept-Language": "es"})
    assert refused.status_code == HTTPStatus.TOO_MANY_REQUESTS
    assert "muchos análisis" in refused.text
    assert visitor.get(address(code), {"at": 9}).status_code == HTTPStatus.OK
    assert Analysis.objects.count() == 1
    assert player.get(address(code, 2)).status_code == HTTPStatus.OK
    assert Analysis.objects.count() == 2
    Analysis.objects.filter(asked_by=f"player {host.pk}").update(key="of another deal")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(analysis_jobs, "MAX_QUEUED_OF_ONE", 1)
        refused = player.get(address(code, 2), headers=HTMX)
    assert refused.status_code == HTTPStatus.TOO_MANY_REQUESTS
    assert "waiting for analysis" in refused.text
    assert Analysis.objects.count() == 2


def test_failed_analysis_is_explained(code: str, client: Client) -> None:
    client.get(address(code))
    Analysis.objects.update(due_at=None)
    answer = client.get(address(code)).text
    assert "could not be worked out" in answer
    assert "every 2s" not in answer


def test_anybody_may_ask_again_for_what_could_not_be_worked_out(
    code: str, client: Client, limit: Callable[[str, str], None]
) -> None:
    client.get(address(code))
    again = reverse("games:analyse_again", args=[code, 1])
    assert again not in client.get(address(code)).text
    Analysis.objects.update(due_at=None, attempts=12)
    given_up = client.get(address(code))
    assert f'action="{again}"' in given_up.text
    assert "no-store" in given_up["Cache-Control"], "a proxy would keep the button for others"
    assert client.post(again).headers["Location"] == address(code)
    asked = Analysis.objects.get()
    assert (asked.attempts, asked.due_at is not None) == (0, True)
    assert "Working out" in client.get(address(code)).text
    Analysis.objects.update(due_at=None)
    limit("analyse", "0/h/key")
    assert client.post(again).status_code == HTTPStatus.TOO_MANY_REQUESTS
    assert Analysis.objects.get().due_at is None


def test_step_that_an_upgrade_has_removed_is_computed_when_somebody_looks(code: str, client: Client) -> None:
    client.get(address(code))
    Analysis.objects.update(due_at=None, bids=[])
    assert "Working out" in client.get(address(code)).text
    assert Analysis.objects.get().due_at is not None


def test_review_says_how_many_come_before(code: str, client: Client) -> None:
    now = timezone.now()
    for number in range(3):
        asked_by = f"player {number}"
        Analysis.objects.create(key=asked_by, record="{}", due_at=now, asked_by=asked_by)
    assert "In the queue: 3 before yours." in client.get(address(code)).text
    Analysis.objects.filter(record="{}").delete()
    assert "In line" not in client.get(address(code)).text


def test_score_sheet_links_to_the_review(code: str, client: Client) -> None:
    for page in ("table", "sheet"):
        assert f'href="{address(code)}"' in client.get(reverse(f"games:{page}", args=[code])).text


def test_number_of_queries_does_not_depend_on_the_position(
    code: str, client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    client.get(address(code))
    for at in (0, 30, 99):
        with django_assert_max_num_queries(8):
            client.get(address(code), {"at": at})


@pytest.mark.usefixtures("settings_are_kept")
def test_number_of_queries_does_not_depend_on_the_number_of_deals(code: str, client: Client) -> None:
    def queries() -> list[int]:
        counts = []
        for name, *arguments in [("review", code, 1), ("sheet", code), ("game_json", code), ("game_pbn", code)]:
            with CaptureQueriesContext(connection) as asked:
                assert client.get(reverse(f"games:{name}", args=arguments)).status_code == 200
            counts.append(len(asked))
        return counts

    client.get(address(code))
    finish_deals(code, 2)  # of the last deal the page also asks who looks at it together
    few = queries()
    finish_deals(code, 3)
    assert client.get(address(code, 4)).status_code == 200
    assert queries() == few
    assert max(few) <= 10, "the score sheet also stores that its reader looks at the deal"


def test_review_is_in_the_reader_s_language(code: str, client: Client) -> None:
    spanish = client.get(address(code), headers={"Accept-Language": "es"}).text
    assert "Todas las manos" in spanish
    assert "All hands" not in spanish
