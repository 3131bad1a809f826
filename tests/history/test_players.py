"""Players' pages: lists, filters, paging, number of queries, and invalid queries."""

import re
from datetime import UTC, datetime, timedelta
from itertools import chain

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from accounts.personal_data import deletion
from games.engine import BiddingStyle, Rules
from games.history import queries as history_queries
from games.models import DealResult, DealScore, GameResult
from games.play import game_moderation
from tests.clients import ClientFor
from tests.finished_games import NOON, played_game
from tests.history.players_pages import content, page, spreadsheet
from tests.tables import new_player

pytestmark = pytest.mark.django_db


@pytest.fixture
def short_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three rows a page."""
    for reader in (history_queries.game_summaries, history_queries.deal_summaries):
        monkeypatch.setattr(reader, "__defaults__", (3,))


def walk(client: Client, address: str, word: str) -> list[list[str]]:
    """Return the dates on each page of a list, following the links whose `rel` has this word."""
    pages = []
    for _ in range(50):
        text = client.get(address).text
        pages.append(re.findall(r'<time datetime="([^"]+)"', text))
        link = re.search(rf'rel="{word}" href="([^"]+)"', text)
        if link is None:
            return pages
        address = address.partition("?")[0] + link[1].replace("&amp;", "&")
    raise AssertionError("the list never ends")


@pytest.mark.usefixtures("short_pages")
@pytest.mark.parametrize("order", ["", "oldest", "most", "fewest"])
def test_paging_in_both_directions_shows_every_row_once(client: Client, ana: User, ben: User, order: str) -> None:
    for number in range(4):
        played_game(ana, ben, None, at=NOON + timedelta(days=number), seed=number)
    key = {"": "-at", "oldest": "at", "most": "-points", "fewest": "points"}[order]
    sign = "-" if key.startswith("-") else ""
    lines = DealResult.objects.filter(user=ana).order_by(key, f"{sign}pk")
    expected = [line.at.isoformat() for line in lines]
    forwards = walk(client, page(ana, f"deals/?sort={order}"), "next")
    assert list(chain.from_iterable(forwards)) == expected
    assert len(forwards) > 2
    backwards = walk(client, page(ana, f"deals/?sort={order}&end"), "prev")
    assert list(chain.from_iterable(reversed(backwards))) == expected


@pytest.mark.parametrize("kind", ["games", "deals"])
def test_filters_select_matching_rows(client: Client, ana: User, ben: User, kind: str) -> None:
    mirror = Rules(bidding=BiddingStyle.MIRROR, target=100, floor=-100)
    cleo = new_player()
    played_game(ana, ben, cleo, seed=1)
    played_game(ben, ana, None, rules=mirror, at=NOON + timedelta(days=3), seed=2)
    model = DealResult if kind == "deals" else GameResult
    mine = model.objects.filter(user=ana)
    day = "2026-03-17"
    for query, expected in [
        ("bidding=mirror", mine.filter(bidding="mirror")),
        ("company=people", mine.filter(company="people")),
        (f"opponent={cleo.username}", mine.filter(company="people")),
        (f"opponent={ben.username.upper()}", mine),
        (f"since={day}&until={day}", mine.filter(bidding="mirror")),
        ("until=2026-03-14", mine.filter(bidding="standard")),
        ("peek=four", mine.none()),
    ]:
        text = client.get(page(ana, f"{kind}/?{query}")).text
        assert text.count("<time ") == expected.count(), query
    if kind == "deals":
        text = client.get(page(ana, "deals/?role=declarer")).text
        assert text.count("<time ") == mine.filter(declarer=True).count()


def test_games_with_somebody_who_has_gone_can_be_chosen(client: Client, ana: User, ben: User) -> None:
    played_game(ana, ben, None)
    deletion.delete_account(ben)
    ben.refresh_from_db()
    assert client.get(page(ana, f"games/?opponent={ben.username}")).text.count("<time ") == 1


@pytest.mark.usefixtures("settings_are_kept")
def test_number_of_queries_does_not_grow_with_the_history(client: Client, ana: User, ben: User) -> None:
    def queries() -> dict[str, int]:
        counts = {}
        for tab in ("", "games/", "games/?end", "deals/", f"deals/?opponent={ben.username}&end", "statistics/"):
            with CaptureQueriesContext(connection) as asked:
                assert client.get(page(ana, tab)).status_code == 200
            counts[tab] = len(asked)
        with CaptureQueriesContext(connection) as asked:
            client.get(reverse("games:ranks") + "?company=people")
        return counts | {"leaders": len(asked)}

    played_game(ana, ben, new_player())
    played_game(ana, None, None, at=NOON + timedelta(days=1))
    client.get("/")  # what the whole site remembers is asked for once, and the tallies of all players
    client.get(page(ana, "statistics/"))
    few = queries()
    for number in range(8):
        played_game(ana, ben, new_player(), at=NOON + timedelta(days=2 + number), seed=number)
    assert GameResult.objects.filter(user=ana).count() == 10
    many = queries()
    assert many == few
    assert max(many.values()) <= 17


@pytest.mark.parametrize(
    "query",
    [
        "bidding=bridge", "role=dummy", "since=yesterday", "opponent=Nobody+at+all", "after=x", "before=1_",
        "after=99999999999999999999_1", "sort=most&after=99999999999_1", "until=9999-99-99", "sort=luck",
    ],
)  # fmt: skip
def test_invalid_query_is_a_400_with_a_notice(client: Client, ana: User, query: str) -> None:
    played_game(ana, None, None)
    answer = client.get(page(ana, f"deals/?{query}"))
    assert answer.status_code == 400
    assert "something in its address was not understood" in answer.text


@pytest.mark.parametrize("query", ["since=0001-01-01", "until=9999-12-31", "after=-9999999999999999_1", "before=0_0"])
def test_extreme_dates_are_accepted(client: Client, ana: User, query: str) -> None:
    assert client.get(page(ana, f"deals/?{query}")).status_code == 200


@pytest.mark.parametrize(
    "address", ["/people/ranks/?month=1999-13", "/people/ranks/?company=cats", "/people/ranks/?bidding=x"]
)
def test_invalid_query_of_the_leaders_is_a_400(client: Client, address: str) -> None:
    assert client.get(address).status_code == 400


@pytest.mark.parametrize("name", ["Nobody", "a%00b", "%2e%2e", "x" * 300])
def test_unknown_player_is_a_404(client: Client, name: str) -> None:
    assert client.get(f"/players/{name}/").status_code == 404


def test_name_in_another_case_redirects_to_the_page(client: Client) -> None:
    user = User.objects.create_user("Zoé")
    answer = client.get("/players/ZOÉ/")
    assert answer.status_code == 301
    assert answer["Location"] == page(user)


def test_void_game_says_so_and_its_deals_are_not_listed(client: Client, ana: User) -> None:
    game = played_game(ana, None, None)
    assert '<figure class="panel chart' in client.get(page(ana, "statistics/")).text
    game_moderation.void(code=game.code, by=ana, public_reason="Two browsers, one person", reason="A note")
    assert "Two browsers, one person" in client.get(page(ana, "games/")).text
    assert "No deal is finished yet" in client.get(page(ana, "deals/")).text
    assert '<figure class="panel chart' not in client.get(page(ana, "statistics/")).text


def test_svg_coordinates_have_decimal_points_in_every_language(client: Client, ana: User) -> None:
    played_game(ana, None, None)
    text = client.get(page(ana, "statistics/"), headers={"Accept-Language": "es"}).text
    pictures = "".join(re.findall(r"<svg.*?</svg>", text, re.DOTALL))
    drawn = re.findall(r' (?:points|x|y|width|height|fill-opacity)="([^"]*)"', pictures)
    assert any("." in number for number in drawn)
    assert all(re.fullmatch(r"[-\d., ]+", number) and not re.search(r"\d,\d+,", number) for number in drawn)
    assert 'style="' not in text


@pytest.mark.parametrize(("language", "date"), [("en", "14 Mar 2026, 12:01"), ("es", "14/03/2026 12:01")])
def test_dates_are_written_as_the_language_writes_them(client: Client, ana: User, language: str, date: str) -> None:
    played_game(ana, None, None, at=NOON, rules=Rules(target=100))
    assert f">{date}</time>" in client.get(page(ana, "deals/"), headers={"Accept-Language": language}).text


def test_score_sheet_has_a_chart_with_three_lines(client: Client, ana: User) -> None:
    game = played_game(ana, None, None)
    text = client.get(reverse("games:sheet", args=[game.code])).text
    assert text.count("<polyline") == 3


def test_contract_is_shown_where_it_differs_from_the_bid(client: Client, ana: User) -> None:
    game = played_game(ana, None, None, rules=Rules(bidding=BiddingStyle.MIRROR, target=100, floor=-100))
    scores = DealScore.objects.filter(deal__game=game, result__user=ana).order_by("-deal__number")
    assert any(score.bid != score.contract for score in scores)
    rows = spreadsheet(client.get(page(ana, "deals.csv")))
    assert [(int(row["bid"]), int(row["contract"])) for row in rows] == [(line.bid, line.contract) for line in scores]
    text = client.get(page(ana, "deals/")).text
    assert text.count("contract ") == sum(score.bid != score.contract for score in scores)


def test_bag_penalty_is_shown(client: Client, ana: User) -> None:
    game = played_game(ana, None, None)
    sheet = reverse("games:sheet", args=[game.code])
    assert "−100" not in client.get(page(ana, "deals/")).text + client.get(sheet).text
    DealScore.objects.filter(deal__game=game, result__user=ana).update(bag_penalty=-100)
    assert "(−100)" in client.get(page(ana, "deals/")).text
    assert "bags −100" in client.get(sheet).text


def test_own_empty_page_suggests_what_to_do(client: Client, client_for: ClientFor, ana: User) -> None:
    for tab in ("", "games/", "deals/"):
        assert "Play one" in client_for(ana).get(page(ana, tab)).text
        assert "Play one" not in client.get(page(ana, tab)).text


def test_deal_links_to_its_review_and_score_sheet(client: Client, ana: User) -> None:
    game = played_game(ana, None, None)
    text = client.get(page(ana, "deals/")).text
    for number in range(1, game.deal_number + 1):
        assert reverse("games:review", args=[game.code, number]) in text
    assert reverse("games:sheet", args=[game.code]) in text


@pytest.mark.parametrize(
    ("zone", "day", "shown"),
    [
        ("", "2026-10-24", ["23:30"]),
        ("", "2026-10-25", ["00:30", "22:30"]),
        ("Europe/Madrid", "2026-10-24", []),
        ("Europe/Madrid", "2026-10-25", ["01:30", "02:30", "23:30"]),  # a day of 25 hours
        ("Pacific/Kiritimati", "2026-10-25", ["13:30", "14:30"]),
        ("Pacific/Kiritimati", "2026-10-26", ["12:30"]),
        ("Pacific/Pago_Pago", "2026-10-24", ["12:30", "13:30"]),
    ],
)
def test_lists_are_filtered_by_the_days_of_the_reader(
    client: Client, ana: User, zone: str, day: str, shown: list[str]
) -> None:
    moments = [datetime(2026, 10, 24, 23, 30), datetime(2026, 10, 25, 0, 30), datetime(2026, 10, 25, 22, 30)]
    for number, at in enumerate(moments):
        game = played_game(ana, None, None, seed=number)
        GameResult.objects.filter(game=game).update(at=at.replace(tzinfo=UTC))
    client.cookies["timezone"] = zone
    text = client.get(page(ana, f"games/?since={day}&until={day}&sort=oldest")).text
    assert re.findall(r"(\d\d:\d\d)</time>", text) == shown
    assert f'<span data-zone-name translate="no">{zone.replace("_", " ") or "UTC"}</span>' in text or not shown


@pytest.mark.parametrize("form_of", ["csv", "json"])
def test_downloads_stay_in_utc(client: Client, ana: User, form_of: str) -> None:
    played_game(ana, None, None, at=NOON)
    client.cookies["timezone"] = "Asia/Tokyo"
    file = content(client.get(page(ana, f"games.{form_of}")))
    assert NOON.date().isoformat() in file
    assert "+00:00" in file
    assert "with times in UTC" in client.get(page(ana, "games/")).text
