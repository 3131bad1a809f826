"""The pages of a set of deals and of a board: who may play, who sees what, and what a page costs."""

import re
from datetime import UTC, timedelta
from http import HTTPStatus

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from accounts.base.names import isolated
from accounts.models import User
from games.competitions.sets import closing, expert_line, services
from games.competitions.sets.words import set_title
from games.models import Board, BoardPlay, DealSet, SetKind, SetResult
from games.words.names import per_cent
from tests.clients import ClientFor
from tests.competitions.sets.sets import DAY, board_of, challenge, close, play, practise, stored
from tests.tables import new_player

pytestmark = pytest.mark.django_db

HEADING = re.compile('<h1 id="sheet-title" tabindex="-1">([^<]+)</h1>')
OWN_POINTS = re.compile('<p class="own-points [a-z]+">[^<]+</p>')
CHIPS = re.compile('<span class="chip[^>]*>.*?</span>', re.DOTALL)
SQUARES = re.compile('<p class="squares".*?</p>')
MOST_QUERIES, MOST_QUERIES_OF_RESULT, MOST_QUERIES_OF_TODAY = 12, 20, 20


def page_of(board: Board) -> str:
    return f"{reverse('games:deal_set', args=[board.deal_set.code])}?board={board.number}"


def play_form(board: Board) -> str:
    return reverse("games:play_board", args=[board.deal_set.code, board.number])


def set_page(of_set: DealSet) -> str:
    return reverse("games:deal_set", args=[of_set.code])


def of_day() -> DealSet:
    """Return a deal of the day that is open now, against beginners."""
    services.open_sets_of_day(timezone.now().date())
    of_today = DealSet.objects.get(kind=SetKind.DAY)
    of_today.bot_level = "beginner"
    of_today.closes_at = timezone.now() + timedelta(hours=1)
    of_today.save()
    return of_today


def close_sets() -> None:
    """Let the time of all sets be up, and store their results; their boards are finished."""
    later = timezone.now() + timedelta(hours=2)
    closing.close_due(later)
    while expert_line.play_next():
        pass
    closing.close_due(later)


def many(count: int) -> list[User]:
    """Return so many new people."""
    return User.objects.bulk_create(User(username=f"Many {number}", is_guest=True) for number in range(count))


def test_page_of_a_result_begins_with_what_the_felt_showed(client_for: ClientFor) -> None:
    board, ana = board_of(of_day()), new_player()
    game = play(board, ana)
    client = client_for(ana)
    table = client.get(reverse("games:table", args=[game.code])).text
    felt = client.get(reverse("games:board_outcome", args=[board.deal_set.code, 1])).text
    page = client.get(page_of(board)).text
    for shown in (HEADING, OWN_POINTS):
        assert (once := shown.findall(page)) == shown.findall(table)
        assert len(once) == 1
    assert CHIPS.findall(page) == CHIPS.findall(felt) != []
    assert SQUARES.findall(page) == SQUARES.findall(felt) != []
    assert 'data-send="share-lines"' in page
    assert page.index("own-points") < page.index("data-send") < page.index("All results")


def test_page_of_a_closed_result_names_its_place_and_what_it_is_worth(client_for: ClientFor) -> None:
    board, ana = board_of(of_day()), new_player()
    stored(board, ana, points=900)
    stored(board, *many(20))
    close_sets()
    page = client_for(ana).get(page_of(board)).text
    assert '<b data-from="21" data-to="1">1</b> of 21' in page
    assert "so far" not in page
    assert "against the field" in page
    assert "against the Expert" in page


def queries_of(client: Client, address: str) -> int:
    client.get(address)  # what all pages share is in the cache from now on
    with CaptureQueriesContext(connection) as captured:
        assert client.get(address).status_code == HTTPStatus.OK
    return len(captured)


class TestPlaying:
    def test_visitor_begins_as_a_guest_and_comes_back_to_the_same_table(self, client: Client) -> None:
        board = board_of(challenge())
        assert play_form(board) in client.get(set_page(board.deal_set)).text
        tables = [client.post(play_form(board))["Location"] for _ in range(2)]
        kept = BoardPlay.objects.get(board=board)
        assert tables == [reverse("games:table", args=[kept.game.code])] * 2
        assert kept.user.is_guest
        page = client.get(set_page(board.deal_set)).text
        assert tables[0] in page
        assert play_form(board) not in page

    def test_get_of_the_form_leads_to_the_board(self, client: Client) -> None:
        board = board_of(challenge())
        answer = client.get(play_form(board), follow=True)
        assert answer.redirect_chain[-1] == (page_of(board), HTTPStatus.MOVED_PERMANENTLY)

    def test_closed_set_refuses_with_a_sentence(self, client: Client) -> None:
        board = board_of(of_day())
        DealSet.objects.update(closes_at=timezone.now() - timedelta(minutes=1))
        answer = client.post(play_form(board))
        assert answer.status_code == HTTPStatus.CONFLICT
        assert "This set is not open now" in answer.text
        assert not BoardPlay.objects.exists()

    def test_too_many_games_are_refused(self, client: Client, settings: Settings) -> None:
        settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"open_game": "1/10m/user"}
        of_set = challenge()
        statuses = [client.post(play_form(board_of(of_set, number))).status_code for number in (1, 2)]
        assert statuses == [HTTPStatus.FOUND, HTTPStatus.TOO_MANY_REQUESTS]

    @pytest.mark.parametrize("address", ["/sets/none/", "/sets/none/?board=1", "/sets/none/1/play/"])
    def test_unknown_set_is_not_found(self, client: Client, address: str) -> None:
        assert client.post(address).status_code in (HTTPStatus.NOT_FOUND, HTTPStatus.METHOD_NOT_ALLOWED)

    def test_set_of_tomorrow_is_not_found(self, client: Client) -> None:
        services.open_sets_of_day((timezone.now() + timedelta(days=1)).date())
        board = board_of(DealSet.objects.get(kind=SetKind.DAY))
        for address in (set_page(board.deal_set), page_of(board)):
            assert client.get(address).status_code == HTTPStatus.NOT_FOUND
        assert client.post(play_form(board)).status_code == HTTPStatus.NOT_FOUND

    def test_addresses_of_today_lead_to_the_sets_of_today(self, client: Client) -> None:
        assert client.get("/day/").status_code == HTTPStatus.NOT_FOUND
        of_day()
        assert client.get("/day/")["Location"] == f"/sets/day-{timezone.now().date()}/"
        assert client.get("/eight/")["Location"] == f"/sets/eight-{timezone.now().date()}/"


class TestBoardPage:
    def test_own_result_the_field_and_the_names(self, client_for: ClientFor) -> None:
        board, ana, ben = board_of(challenge()), new_player(), new_player()
        games = [play(board, user, seed=seed) for seed, user in enumerate((ana, ben))]
        expert_line.play_next()
        page = client_for(ana).get(page_of(board))
        rows = page.context["page"].rows
        assert {row.name for row in rows} == {isolated(ana.username), isolated(ben.username)}
        assert [row.is_own for row in rows].count(True) == 1
        for game in games:
            assert reverse("games:review", args=[game.code, 1]) in page.text
            assert client_for(ana).get(reverse("games:review", args=[game.code, 1])).status_code == HTTPStatus.OK
        assert "against the Expert" in page.text
        assert play_form(board_of(board.deal_set, 2)) in page.text

    def test_page_in_spanish(self, client_for: ClientFor) -> None:
        board, ana = board_of(challenge()), new_player()
        stored(board, ana)
        answer = client_for(ana).get(page_of(board), headers={"Accept-Language": "es"})
        assert "Cumples 5 con una bolsa" in answer.text
        assert "Las pujas de todos" in answer.text

    def test_own_result_is_listed_beyond_the_best(self, client_for: ClientFor) -> None:
        board, ana = board_of(challenge()), new_player()
        stored(board, ana, points=-500)
        stored(board, *many(120))
        page = client_for(ana).get(page_of(board)).context["page"]
        assert (len(page.rows), page.rows[-1].is_own, page.rows[-1].place) == (51, True, 121)

    def test_many_results_cost_no_more_queries_than_few(self, client_for: ClientFor) -> None:
        board, ana = board_of(of_day()), new_player()
        play(board, ana)
        client = client_for(ana)
        few = queries_of(client, page_of(board))
        stored(board, *many(150))
        assert queries_of(client, page_of(board)) == few <= MOST_QUERIES_OF_RESULT

    def test_removed_result_has_no_place(self, client_for: ClientFor) -> None:
        board, ana = board_of(challenge()), new_player()
        stored(board, ana)
        BoardPlay.objects.update(removed=True)
        page = client_for(ana).get(page_of(board)).context["page"]
        assert (page.outcome, page.rows) == (None, [])
        assert client_for(ana).get(set_page(board.deal_set)).status_code == HTTPStatus.OK

    def test_lines_to_share_are_those_of_the_deal_of_the_day(self, client_for: ClientFor) -> None:
        board, ana = board_of(of_day()), new_player()
        play(board, ana)
        page = client_for(ana).get(page_of(board)).context["page"]
        kept = BoardPlay.objects.get()
        title, _figures, tricks, address = page.outcome.share.splitlines()
        assert title.startswith("Deal of the day")
        assert tricks.count("🟩") == kept.tricks
        assert address == f"http://testserver{set_page(board.deal_set)}"


class TestSetPage:
    def test_eight_of_a_day_are_shared_by_who_has_finished_them(self, client_for: ClientFor) -> None:
        services.open_sets_of_day(timezone.now().date())
        of_set, ana = DealSet.objects.get(kind=SetKind.EIGHT), new_player()
        for number in range(1, 9):
            assert "share-lines" not in client_for(ana).get(set_page(of_set)).text
            stored(board_of(of_set, number), ana, points=number)
        lines = client_for(ana).get(set_page(of_set)).text.partition('id="share-lines">')[2].partition("<")[0]
        title, result, address = lines.split("\n")
        assert (title, address) == (set_title(of_set), f"http://testserver{set_page(of_set)}")
        assert re.fullmatch(r"\+36 [✅❌]{8}", result)

    def test_challenge_shows_its_ladder_to_who_has_finished_all(self, client_for: ClientFor) -> None:
        of_set, ana, ben = challenge(boards=3), new_player(), new_player()
        for number in (1, 2, 3):
            stored(board_of(of_set, number), ana)
        stored(board_of(of_set, 1), ben)
        assert client_for(ben).get(set_page(of_set)).context["page"].ladder == []
        page = client_for(ana).get(set_page(of_set))
        assert [(row.line.place, row.is_own) for row in page.context["page"].ladder] == [(1, True), (None, False)]
        before_fold, fold = page.text.split("Fairness and files")
        assert of_set.host
        assert f"Waiting for {isolated(of_set.host.username)} and {isolated(ben.username)}." in before_fold
        assert "mean of the matchpoints" not in before_fold
        assert "mean of the matchpoints" in fold

    def test_closed_set_shows_its_ladder_to_everybody(self, client: Client, client_for: ClientFor) -> None:
        of_today, ana, ben = of_day(), new_player(), new_player()
        stored(board_of(of_today), ana, ben)
        assert ana.username not in client.get(set_page(of_today)).text
        close_sets()
        for reader in (client, client_for(ana)):
            assert len(reader.get(set_page(of_today)).context["page"].rows) == 2

    def test_queries_of_a_set_do_not_grow(self, client_for: ClientFor) -> None:
        of_set, ana = challenge(boards=3), new_player()
        for number in (1, 2, 3):
            stored(board_of(of_set, number), ana)
        client = client_for(ana)
        few = queries_of(client, set_page(of_set))
        stored(board_of(of_set), *many(150))
        assert queries_of(client, set_page(of_set)) == few <= MOST_QUERIES


class TestToday:
    """What Play and Today lead with."""

    def test_own_result_and_streak_once_it_is_played(self, client_for: ClientFor) -> None:
        board, ana = board_of(of_day()), new_player()
        assert play_form(board) in client_for(ana).get("/").text
        stored(board, ana, points=52)
        assert "the first result" in client_for(ana).get("/").text
        stored(board, *many(1), points=40)
        for address, streak in (("/", "days"), ("/today/", "longest")):
            page = client_for(ana).get(address)
            day = page.context["day"]
            assert (day.points, day.place, page.context[streak]) == (52, "1 of 2", 1)
            assert set_page(board.deal_set) in page.text
            assert play_form(board) not in page.text

    def test_game_under_way_is_gone_on_with(self, client_for: ClientFor) -> None:
        board, ana = board_of(of_day()), new_player()
        code = services.begin(board, ana).code
        page = client_for(ana).get("/")
        assert page.context["day"].step.table == code
        assert "Go on" in page.text

    def test_site_without_sets_of_today_has_its_pages(self, client: Client) -> None:
        for address in ("/", "/today/", "/today/week/"):
            assert client.get(address).status_code == HTTPStatus.OK


class TestArchive:
    def test_month_has_the_days_and_who_won_yesterday(self, client_for: ClientFor) -> None:
        yesterday, ana, ben = timezone.now().date() - timedelta(days=1), new_player(), new_player()
        services.open_sets_of_day(yesterday)
        board = board_of(DealSet.objects.get(kind=SetKind.DAY))
        stored(board, ana, points=30)
        stored(board, ben, points=20)
        Board.objects.update(expert_points=0)
        closing.close_due(timezone.now() + timedelta(minutes=1))
        page = client_for(ben).get(f"/today/?month={yesterday:%Y-%m}")
        assert set_page(board.deal_set) in page.text
        rows = page.context["yesterday"].rows
        assert [(row.line.place, row.account, row.line.points, row.is_own) for row in rows] == [
            (1, ana, 30, False),
            (2, ben, 20, True),
        ]
        assert page.context["longest"] == 1
        assert queries_of(client_for(ben), "/today/") <= MOST_QUERIES_OF_TODAY

    def test_month_marks_the_days_played_later_for_practice(self, client_for: ClientFor) -> None:
        yesterday, ana, ben = timezone.now().date() - timedelta(days=1), new_player(), new_player()
        services.open_sets_of_day(yesterday)
        board = board_of(DealSet.objects.get(kind=SetKind.DAY))
        stored(board, ana, points=30)
        Board.objects.update(expert_points=0)
        closing.close_due(timezone.now() + timedelta(minutes=1))
        practise(board_of(DealSet.objects.get(kind=SetKind.DAY)), ben)
        for user, words in ((ana, "played"), (ben, "practised"), (new_player(), "")):
            text = client_for(user).get(f"/today/?month={yesterday:%Y-%m}").text
            calendar = text.split('<table class="calendar">')[1]
            cell = calendar.split(f'href="{set_page(board.deal_set)}"')[1].split("</td>")[0]
            assert f'<span class="sr">{words}</span>' in cell if words else "<span" not in cell

    def test_ladder_of_a_week_is_the_mean_of_the_best_days(self, client_for: ClientFor) -> None:
        ana, ben, guest, now = new_player(), new_player(), new_player(), timezone.now()
        User.objects.exclude(pk=guest.pk).update(is_guest=False)
        for number, percents in enumerate(((60.0, 50.0, 100.0), (70.0, 90.0, 100.0), (80.0, None, 100.0))):
            day = DAY.date() - timedelta(days=DAY.weekday() - number)
            of_day = DealSet.objects.create(code=f"eight{number}", kind=SetKind.EIGHT, day=day, opens_at=DAY)
            DealSet.objects.filter(pk=of_day.pk).update(closed_at=now)
            for user, percent in zip((ana, ben, guest), percents, strict=True):
                place = None if percent is None else 1
                SetResult.objects.create(
                    deal_set=of_day, user=user, at=now, place=place, points=0, percent=percent or 99, boards=8
                )
        page = client_for(ben).get(f"/today/week/?of=week&day={DAY.date()}")
        rows = [(row.line.place, per_cent(row.line.percent), row.line.days, row.is_own) for row in page.context["rows"]]
        assert rows == [(1, "70.0%", 3, False), (2, "46.7%", 2, True)]
        assert "Guests are not ranked" not in page.text
        page = client_for(guest).get(f"/today/week/?of=week&day={DAY.date()}")
        assert [row.is_own for row in page.context["rows"]] == [False, False]
        assert "Guests are not ranked" in page.text

    @pytest.mark.parametrize("address", ["/today/?month=2026-13", "/today/week/?day=x", "/today/?month=0001-01"])
    def test_no_such_day_is_not_found(self, client: Client, address: str) -> None:
        assert client.get(address).status_code == HTTPStatus.NOT_FOUND


class TestHiddenBoard:
    """Nothing of a board may be had before one has played it: only how many have."""

    TOKENS = re.compile(r"csrf[\w-]*token[^>]*>|<span data-seconds=[^<]*<", re.IGNORECASE)

    def sent(self, client: Client, board: Board, code: str) -> str:
        """Return all that the site says of a board to this reader, without what differs between any two answers."""
        review = [
            reverse(f"games:{name}", args=[code, 1]) for name in ("review", "deal_picture", "deal_json", "deal_pbn")
        ]
        around = [reverse(f"games:{name}") for name in ("home", "today", "set_ladder")]
        answers = [client.get(address) for address in (set_page(board.deal_set), page_of(board), *around, *review)]
        return self.TOKENS.sub("", "\n".join(f"{answer.status_code} {answer.text}" for answer in answers))

    @staticmethod
    def change(board: Board) -> None:
        """Change everything of the board and of who has played it but their number."""
        BoardPlay.objects.filter(board=board, points__isnull=False).update(
            points=77, bid=9, nils=1, contract=8, tricks=7, declarer=True
        )
        changed = Board.objects.get(pk=board.pk)
        changed.expert_points, changed.expert_bid, changed.expert_tricks = 131, 3, 12
        changed.dealer, changed.player = (changed.dealer + 1) % 3, (changed.player + 1) % 3
        changed.save()

    @pytest.mark.parametrize("who", ["visitor", "player", "begun", "staff"])
    def test_pages_before_the_own_result_do_not_depend_on_the_board(self, client_for: ClientFor, who: str) -> None:
        board, reader = board_of(of_day()), new_player()
        game = play(board, new_player())
        if who == "staff":
            reader.is_staff = reader.is_superuser = True
            reader.save()
        if who == "begun":
            services.begin(board, reader)
        client = Client() if who == "visitor" else client_for(reader)
        before = self.sent(client, board, game.code)
        assert "1 player has finished it" in before
        for answer in ("review", "deal_picture", "deal_json", "deal_pbn"):
            assert client.get(reverse(f"games:{answer}", args=[game.code, 1])).status_code == HTTPStatus.FORBIDDEN
        self.change(board)
        assert self.sent(client, board, game.code) == before

    def test_pages_after_the_own_result_show_the_field(self, client_for: ClientFor) -> None:
        board, reader = board_of(of_day()), new_player()
        game = play(board, new_player())
        stored(board, reader)
        client = client_for(reader)
        before = self.sent(client, board, game.code)
        assert client.get(reverse("games:deal_json", args=[game.code, 1])).status_code == HTTPStatus.OK
        BoardPlay.objects.filter(game=game).update(points=77, bid=9, nils=1)
        assert self.sent(client, board, game.code) != before


def test_search_engines_are_shown_closed_sets_only(client: Client) -> None:
    services.open_sets_of_day(timezone.now().astimezone(UTC).date())
    day, eight = DealSet.objects.get(kind="day"), DealSet.objects.get(kind="eight")
    of_friends = challenge(boards=1)
    close(day)
    shown = client.get("/sitemap.xml").text
    assert "http://testserver/today/</loc>" in shown
    assert [of_set for of_set in (day, eight, of_friends) if of_set.code in shown] == [day]
    robots = [set_page(of_set) for of_set in (day, of_friends) if "noindex" in client.get(set_page(of_set)).text]
    assert robots == [set_page(of_friends)]


def test_archive_says_how_closed_sets_went(client_for: ClientFor) -> None:
    services.open_sets_of_day(timezone.now().astimezone(UTC).date())
    eight, user = DealSet.objects.get(kind="eight"), new_player()
    for board in Board.objects.filter(deal_set=eight):
        stored(board, user, points=50)
        stored(board, new_player(), points=40)
    close(eight)
    assert "place 1, 100.0%" in client_for(user).get("/today/").text
    assert "not played; open for practice" in client_for(new_player()).get("/today/").text


def test_board_that_is_played_is_one_deal_in_the_list_of_own_games(client_for: ClientFor) -> None:
    ana = new_player()
    services.begin(board_of(challenge()), ana)
    text = client_for(ana).get("/").text
    assert "one deal" in text
    assert "to 500" not in text
