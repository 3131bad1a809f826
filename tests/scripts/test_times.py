"""Times on pages that stay open: what is left counts down, and moments are those of the reader's time zone."""

import re
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from django.utils import timezone
from playwright.sync_api import Browser, expect

from accounts.base.time_zones import moment, named_zone
from games.lobby.queries import Elsewhere
from games.play.snapshot import OpenPause, OpenProposal, SeatClock
from games.values import BoardFacts, Clock, RoundFacts
from tests.pages.pages import ORIGIN, play, show
from tests.pages.scenes import Scene, dealt, playing, seated, snapshot, with_declarer
from tests.scripts.conftest import Screen
from tests.tables import Time

DAY = 24 * 60 * 60
SWAP_IN = """html => {
    document.body.insertAdjacentHTML("beforeend", html);
    document.dispatchEvent(new Event("htmx:after:swap"));
}"""


def by_turns(time: Time, used: float, version: int = 1) -> Scene:
    """A game with three days for a move, which waits for a bid of player 0."""
    running = SeatClock(3 * DAY, 0, used=used, since=time.now)
    scene = snapshot(dealt(dealer=2), seats=seated({"clock": running}, {}, {}), version=version)
    return scene.changed(options=scene.snapshot.options.__class__(clock=Clock.THREE_DAYS))


def test_clock_of_a_game_by_turns_counts_down_by_the_minute(screen: Screen, time: Time) -> None:
    page = screen.open(by_turns(time, used=2 * DAY - 90))
    shown = page.locator("#clock-0 b")
    expect(shown).to_have_text("1 d 0 h")
    page.clock.fast_forward(100_000)
    expect(shown).to_have_text("23 h 59 min")
    page.clock.fast_forward(23 * 3600 * 1000)
    expect(shown).to_have_text("59 min")
    page.clock.fast_forward(3_570_000)
    expect(shown).to_have_text("1 min")
    page.clock.fast_forward(60_000)
    expect(shown).to_have_text("0 min")
    time.passes(100)
    screen.push(by_turns(time, used=DAY, version=2))
    expect(shown).to_have_text("2 d 0 h")


def test_list_of_the_player_s_games_counts_down(screen: Screen) -> None:
    page = screen.open_page(play(elsewhere=Elsewhere()))
    expect(page.locator("#room-KQJT98")).to_contain_text(re.compile(r"2 d \d h left, until"))
    page.clock.fast_forward(8 * 3600 * 1000)
    expect(page.locator("#room-KQJT98")).to_contain_text(re.compile(r"1 d \d+ h left, until"))


def test_page_of_what_begins_is_asked_for_when_the_time_is_up(screen: Screen) -> None:
    part = '<div hx-get="/begins/" hx-trigger="every 20s, time-up delay:2s"><b data-seconds="3">0:03</b></div>'
    page = screen.open_page(play().replace("</main>", f"{part}</main>"))
    page.clock.run_for(2000)
    assert screen.asked == []
    page.clock.run_for(4000)
    assert [path for path, _query in screen.asked] == ["/begins/"]
    page.clock.run_for(4000)
    assert len(screen.asked) == 1, "the time is up once"


def test_moments_drawn_for_everybody_are_shown_in_the_reader_s_zone(screen: Screen, time: Time) -> None:
    time.now = datetime(2030, 3, 1, 12, tzinfo=UTC)
    with timezone.override(ZoneInfo("America/Santiago")):
        page = screen.open(by_turns(time, used=0), time_zone="America/Santiago")
        until = page.locator("#clock-0 time")
        local = moment(time.now + timedelta(days=3), "deadline").split(">")[1].split("<")[0]
        expect(until).to_have_text(local)
    screen.push(by_turns(time, used=0, version=2))
    expect(until).to_have_text(local)


def test_page_in_utc_is_shown_in_the_browser_s_zone_which_is_sent_once(browser: Browser) -> None:
    page = browser.new_page(timezone_id="Pacific/Kiritimati", locale="es")
    html = {"/": f"<main>{play()}</main>"}
    show(page, html)
    page.goto(ORIGIN)
    now = datetime(2030, 3, 1, 12, 30, tzinfo=UTC)
    page.evaluate(SWAP_IN, f"<p id=at>{moment(now, 'full')} {named_zone()}</p>")
    local = now.astimezone(ZoneInfo("Pacific/Kiritimati"))
    expect(page.locator("#at")).to_have_text(f"{local.day} {local:%b %Y, %H:%M} Pacific/Kiritimati")
    assert page.evaluate("document.cookie") == "timezone=Pacific/Kiritimati"
    page.close()


def test_proposal_in_a_game_by_turns_says_how_long_it_waits(screen: Screen, time: Time) -> None:
    asked = OpenProposal("back", 1, frozenset({1}), time.now + timedelta(hours=1))
    scene = snapshot(playing(with_declarer(2), 1, 1), seats=seated({}, {}, {}), proposal=asked)
    page = screen.open(scene.changed(options=scene.snapshot.options.__class__(clock=Clock.ONE_DAY)))
    expect(page.locator("#question")).to_contain_text("No answer counts as no: 1 h 0 min")
    page.clock.run_for(61_000)
    expect(page.locator("#question")).to_contain_text("No answer counts as no: 58 min")


def test_board_says_in_the_last_hour_before_its_set_closes_how_long_it_is_open(screen: Screen, time: Time) -> None:
    of_board = BoardFacts(pk=1, code="Ab3", number=1, player=0)
    end = time.now + timedelta(hours=1, minutes=5)
    page = screen.open(snapshot(dealt(dealer=2)).changed(board=of_board, closes_at=end))
    left = page.locator(".closes")
    expect(left).to_be_hidden()
    page.clock.fast_forward(5 * 60 * 1000 + 1000)
    expect(left).to_be_visible()
    expect(left).to_have_text("It closes in 59:59")


def test_table_of_a_round_says_how_long_it_lasts_and_follows_when_that_moves(screen: Screen, time: Time) -> None:
    of_round = RoundFacts(pk=1, number=2, code="Ab3", name="Friday night", boards=2)
    end = time.now + timedelta(minutes=3)
    page = screen.open(snapshot(dealt(dealer=2), version=1).changed(round=of_round, closes_at=end))
    left = page.locator(".closes")
    page.clock.fast_forward(60_000)
    expect(left).to_have_text("The round ends in 2:00")
    paused = OpenPause("all", None, "", end, frozenset())
    screen.push(snapshot(dealt(dealer=2), version=2).changed(round=of_round, closes_at=end, pause=paused))
    expect(left).to_have_count(0)
    later = end + timedelta(minutes=10)
    screen.push(snapshot(dealt(dealer=2), version=3).changed(round=of_round, closes_at=later))
    expect(left).to_have_text("The round ends in 13:00")
