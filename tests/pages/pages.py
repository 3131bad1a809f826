"""Whole pages without a server: rendered here, and handed to a browser from memory and disk."""

import mimetypes
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from weakref import WeakKeyDictionary

from django.contrib.auth.models import AnonymousUser
from django.contrib.staticfiles import finders
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.utils import translation
from playwright.sync_api import Page, Route

from accounts.base import avatars
from games.analysis.best_play import best_play, double_dummy
from games.analysis.findings import bid_reviews, bids_to_json, points_to_json, thoughts_to_json, tricks_to_json
from games.bots import Cause, Opinion, Reason
from games.chat.markup import draw_chat
from games.chat.queries import Chat, ChatMessage, Person
from games.components import frames
from games.components.board_sheet import board_sheet
from games.components.frames import Sent
from games.components.html import Html
from games.components.scores import score_sheet
from games.engine import DUMMY, PeekRule, Player, Rules, State, replay, view_for
from games.learning.exercise_words import question
from games.learning.exercises import Exercise, Kind, Option, on_turn
from games.lobby.forms import TableForm
from games.lobby.queries import Elsewhere, GameLine, OpenTable
from games.models import Analysis, ReadyPhrase
from games.play.snapshot import FullSnapshot, Snapshot
from games.review.log import ReviewSelection
from games.review.page import first_position, review_context
from games.review.queries import ReviewedDeal
from games.review.together import TogetherBar
from games.values import Stage, TableOptions, Who
from games.web.blocks import Block
from games.words.charts import points_over_game
from games.words.sentences import title
from tests.pages.phases import scenes
from tests.pages.scenes import Scene, reviewed_deal
from tests.pages.visited import unfolded, visited_pages

ORIGIN = "http://table.test"
SILENT_SOCKET = "WebSocket = class extends EventTarget { static OPEN = 1; close() {} }"


def alex(**preferences: str | bool) -> SimpleNamespace:
    """A player, as templates see one."""
    return SimpleNamespace(is_authenticated=True, username="Alex", own_name="Alex", pk=1, avatar="kabcd", **preferences)


def people(*names: str) -> tuple[Who, ...]:
    """Players who all have a page; "" for a free seat."""
    return tuple(Who(name, name) for name in names)


IN_TWO_DAYS = datetime.now(UTC) + timedelta(seconds=200_000)
MINE = [
    GameLine("KQJT98", "Thursday table", people("Alex", "Ana", "Lark"), Stage.DEAL, 4, 500, True, IN_TWO_DAYS),
    GameLine("A23456", "Slow Sunday", people("Alex", "Ben", ""), Stage.OPEN, 0, 300, your_turn=False),
]
OPEN = [
    OpenTable("B23456", "Everybody welcome", people("Cleo", "", ""), Rules(), TableOptions(public=True)),
    OpenTable(
        "C23456", "Quick and open", people("Dora", "Emil", ""), Rules(PeekRule.FLIP2), TableOptions(True, True, "fast")
    ),
]
INVITATIONS = [{"inviter": {"username": "Ana"}, "game": {"code": "KQJT98", "title": "Thursday table"}}]
PLAY = {
    "waiting": (
        Block(area="waiting", template="lobby/_own_games.html", context={"mine": MINE}),
        Block(area="waiting", template="lobby/_invitations.html", context={"invitations": INVITATIONS, "leads": True}),
    ),
    "tables": (Block(area="tables", template="lobby/_live_tables.html", context={"open": OPEN}),),
    "user": alex(),
    "elsewhere": Elsewhere(2),
    "invitation": INVITATIONS[0],
}


PHRASES = (
    ReadyPhrase(code="hello", sign="☺", words_en="Hello!", words_es="¡Hola!"),
    ReadyPhrase(code="good_luck", sign="☘", words_en="Good luck!", words_es="¡Suerte!"),
    ReadyPhrase(code="one_moment", sign="☕", words_en="One moment, please.", words_es="Un momento, por favor."),
)

CHAT = Chat(
    "KQJT98",
    may_write=True,
    messages=(
        ChatMessage(1, "Ana", "☘ Good luck!", is_own=False, seat=1, phrase="good_luck"),
        ChatMessage(2, "Alex", "Thank you. I have not held a spade higher than a nine all evening.", True, seat=0),
        ChatMessage(3, "Ana", "Nor have I!", is_own=False, seat=1),
    ),
    newest=3,
    people=(Person("Ana", "Ana", muted=False, blocked=False, followed=False),),
    phrases=PHRASES,
)


_drawn: list[FullSnapshot] = []
"""The table drawn last."""
_sent: WeakKeyDictionary[Page, Sent] = WeakKeyDictionary()
"""What was pushed to a page."""


def rendered(scene: Scene, *, token: str = "token", link: str = "", chat: str = "", notice: str = "") -> Html:
    """The table for a page. Scenes are different tables with the same code, so nothing is taken from the last one."""
    _clear_unless_it_follows(None)
    _drawn.append(scene.full)
    return frames.page(scene.full, scene.viewer, scene.attendance, token=token, link=link, chat=chat, notice=notice)


def _clear_unless_it_follows(full: FullSnapshot | None) -> None:
    """Forget all drawings unless this is a later version of the table drawn last, or the same one."""
    last = _drawn.pop() if _drawn else None
    if last is None or full is None or (full.base.version <= last.base.version and full != last):
        frames.clear()


def table(
    scene: Scene, turns_waiting: int = 0, chat: Chat | None = None, notice: str = "", **preferences: str | bool
) -> str:
    """The page of a table, for a player with these preferences; a spectator has no account."""
    context, snapshot = scene.context, scene.snapshot
    about = {
        "table": rendered(
            scene,
            link=f"{ORIGIN}/tables/{snapshot.code}/",
            chat=draw_chat(chat, "token") if chat else "",
            notice=notice,
        ),
        "code": snapshot.code,
        "title": title(snapshot, context.is_awaited),
        "may_reload": not context.prompt and not snapshot.stage.has_ended,
        "notices": render_to_string("lobby/_turns.html", {"elsewhere": Elsewhere(turns_waiting)}),
    }
    return _render("table/table.html", about | ({"user": alex(**preferences)} if context.is_player else {}))


def every_page(**preferences: str | bool) -> Iterator[tuple[str, str]]:
    """Every page of the site by name, a table in every phase among them, for a player with these preferences.

    Needs a database.
    """
    yield from table_pages(**preferences)
    yield from other_pages(**preferences)


def other_pages(**preferences: str | bool) -> Iterator[tuple[str, str]]:
    """Every page that is none of `table_pages`. Needs a database."""
    yield "play", play()
    yield "change-rules", _render("lobby/change_rules.html", {"form": TableForm(), "code": "KQJT98"})
    yield from review_pages()
    yield from visited_pages(**preferences)
    for name in ("400", "403", "403_csrf", "429", "500"):
        yield f"error-{name}", _render(f"{name}.html", {})


def play(**changes: object) -> str:
    return _render("lobby/play.html", PLAY | changes)


def home(**changes: object) -> str:
    return _render("lobby/stranger.html", changes)


def table_pages(**preferences: str | bool) -> Iterator[tuple[str, str]]:
    """A table in every phase, as text in some, with chat, with what is folded up opened; and its score sheet."""
    tables = dict(scenes())
    for name, scene in tables.items():
        yield name, table(scene, **preferences)
    for name in ("peek-flip2", "bid-flip2", "follow", "declarer-dummy", "claim", "gathering"):
        yield f"text-{name}", table(tables[name], text_table=True, **preferences)
    yield "turns-elsewhere", table(tables["clock-theirs"], turns_waiting=2, **preferences)
    yield "turns-elsewhere-bidding", table(tables["bid-wait"], turns_waiting=2, **preferences)
    for name in ("follow", "gathering", "scored"):
        yield f"chat-{name}", table(tables[name], chat=CHAT, **preferences)
    yield "chat-open", unfolded(table(tables["follow"], chat=CHAT, **preferences), "chat", "flag-3", "chat-people")
    yield "menu-open", unfolded(table(tables["follow"], **preferences), "menu", "leave")
    yield "last-trick-open", unfolded(table(tables["follow"], **preferences), "last-trick")
    yield "claim-open", unfolded(table(tables["declarer-lead"], **preferences), "claim-ask")
    yield "sheet", sheet(tables["scored"].snapshot)
    yield "sheet-duplicate", sheet(tables["over-duplicate"].snapshot)


def sheet(shown: Snapshot) -> str:
    """The page with the score sheet of a game."""
    context = {"sheet": score_sheet(shown), "boards": board_sheet(shown), "chart": points_over_game(shown)}
    return _render("table/sheet.html", context | {"name": shown.name, "snapshot": shown})


@cache  # what a process has rendered serves all its tests
def usual_tables_in(language: str) -> dict[str, str]:
    """The pages of `table_pages` by name."""
    with translation.override(language):
        return dict(table_pages())


def review_pages() -> Iterator[tuple[str, str]]:
    """A finished deal in the middle of its play, at its end and as a player saw it; judged, and while that is owed."""
    deal = reviewed_deal()
    end = replay(deal.log)
    judged = Analysis(
        tricks=tricks_to_json(double_dummy(end)),
        points=points_to_json(best_play(end)),
        bids=bids_to_json(bid_reviews(end)),
    )
    owed = Analysis(due_at=deal.played_on)
    for name, at, seen_by, known in (
        ("review", 25, None, judged),
        ("review-end", 99, None, judged),
        ("review-owed", 5, None, owed),
        ("review-as", 10, 1, judged),
        ("review-bidding-as", 5, 0, owed),
    ):
        yield name, _review(deal, at, known, seen_by)
    of_all = reviewed_deal((frozenset({0}), frozenset({1}), frozenset({0, 1, 2, DUMMY})))
    yield "review-nils", _review(of_all, 7, owed)
    of_others = reviewed_deal((frozenset({1}), frozenset({2}), frozenset({0})))
    yield "review-last-bid", _review(of_others, 6, owed)
    judged.thoughts = thoughts_to_json([Opinion(Reason(Cause.NO_DIFFERENCE), None)] * 55)
    yield "review-known", unfolded(_review(deal, 6, judged), "known-here")
    for name, at in (("review-chances", 25), ("review-chances-bidding", 4)):
        yield name, _review(deal, at, judged).replace('id="show-chances"', 'id="show-chances" checked')
    yield from _own_reviews(deal, judged)


def _own_reviews(deal: ReviewedDeal, judged: Analysis) -> Iterator[tuple[str, str]]:
    """A player's own review at its start, and one that the table looks at together, for its leader and the others."""
    mine = replace(deal, viewer=0)
    yield "own-review", _review(mine, first_position(deal.log), judged)
    bar = TogetherBar(
        "KQJT98", 4, True, "Bartholomew leads: this page follows.", "?at=25", to_step="To Bartholomew’s step"
    )
    yield "together-follows", _review(mine, 25, judged, bar=bar._replace(may_lead=True))
    yield "together-leads", _review(mine, 25, judged, bar=bar._replace(leads=True, to_step=""))
    yield "together-alone", _review(mine, 25, judged, bar=bar._replace(follows=False, to_step=""))


def _review(
    deal: ReviewedDeal, at: int, known: Analysis, seen_by: Player | None = None, *, bar: TogetherBar | None = None
) -> str:
    """The page of a reviewed deal, for somebody who is signed in: there is room for turns at other tables then."""
    context = _review_context(deal, min(at, len(deal.log) - 1), known, seen_by)
    return _render("review/review.html", context | {"user": alex(), "bar": bar})


def review_that_holds_the_next_deal() -> str:
    """The page of a finished deal during whose review the next deal waits for its reader, at its tenth step."""
    held_until = datetime(2030, 1, 1, tzinfo=UTC)
    bar = TogetherBar("KQJT98", 4, False, "The others at the table can join in.", may_lead=True, held_until=held_until)
    return _review(replace(reviewed_deal(), viewer=0), 10, Analysis(), bar=bar)


def review_not_analysed(at: int) -> str:
    """The page of a finished deal that nobody has analysed yet."""
    return _review(reviewed_deal(), at, Analysis())


def review_being_analysed(at: int) -> str:
    """The page of a finished deal whose analysis it waits for: it asks for itself every two seconds."""
    deal = reviewed_deal()
    return _review(deal, at, Analysis(due_at=deal.played_on))


def review_step(at: int) -> str:
    """What a step on that page brings: only what changes between positions."""
    return _render("review/_review.html", _review_context(reviewed_deal(), at, Analysis()))


def _review_context(deal: ReviewedDeal, at: int, known: Analysis, seen_by: Player | None = None) -> dict[str, object]:
    return review_context(deal, ReviewSelection("", {}, at, seen_by), known)


def _render(template: str, context: dict[str, Any]) -> str:
    return render_to_string(template, context, _request())


def _request() -> HttpRequest:
    request = RequestFactory().get("/")
    request.user, request.htmx = AnonymousUser(), False  # type: ignore[attr-defined]  # as our middleware does
    return request


def card_exercise(state: State) -> str:
    """The page of an exercise that asks for a card in this position, before its answer."""
    view = view_for(state, on_turn(state))
    options = tuple(Option(str(card), card, worth=0.0, error=0.0) for card in view.playable)
    exercise = Exercise(Kind.CARD, 1, state, view, options, options[0])
    return _render("learning/exercise.html", {"question": question(exercise), "number": 1, "has_number": True})


def show(page: Page, html: Mapping[str, str]) -> None:
    """Serve these documents to `page`, by path and query or by path alone, at `ORIGIN`; live updates stay silent."""
    forget_what_was_pushed(page)
    page.add_init_script(SILENT_SOCKET)
    page.route("**/*", lambda route: _serve(route, html))


def forget_what_was_pushed(page: Page) -> None:
    """Let the next `push` bring the whole table, as a new socket does."""
    _sent.pop(page, None)


def push(page: Page, scene: Scene, notice: str = "") -> None:
    """Do with what the socket sends of this table what htmx does: the whole table first, then only what has changed."""
    _clear_unless_it_follows(scene.full)
    _drawn.append(scene.full)
    message, _sent[page] = frames.frame(scene.full, scene.viewer, scene.attendance, _sent.get(page), notice)
    if not message:
        return  # the socket sends nothing then
    page.evaluate(
        """html => {
            const game = document.getElementById("game");
            return htmx.swap({sourceElement: game, target: "#game", swap: "innerMorph", text: html});
        }""",
        message,
    )


def _serve(route: Route, html: Mapping[str, str]) -> None:
    address = route.request.url.removeprefix(ORIGIN)
    path = address.partition("?")[0]
    path_of_file = finders.find(path.removeprefix("/static/")) if path.startswith("/static/") else None
    if route.request.resource_type == "fetch":
        route.abort()  # nobody answers when a seed is given by itself, or the page asks for the latest table
    elif path_of_file:
        route.fulfill(body=Path(path_of_file).read_bytes(), content_type=mimetypes.guess_type(path_of_file)[0] or "")
    elif address in html or path in html:
        route.fulfill(body=html.get(address) or html[path], content_type="text/html; charset=utf-8")
    elif path.startswith("/avatars/"):
        route.fulfill(body=avatars.draw(Path(path).stem), content_type="image/svg+xml")
    else:
        route.fulfill(status=404)
