"""Parts of pages that are sent whole when they change: the chat, notices of other tables, the lists of the lobby."""

import asyncio
from abc import abstractmethod
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any, Final

from django.template.loader import render_to_string

from accounts.base import db_threads
from games.chat import queries as chat_queries
from games.chat.markup import draw_messages
from games.components.html import Html, Template
from games.engine import Player
from games.lobby import queries as lobby_queries
from games.lobby.featured import featured_table
from games.pairing import queries as pairing_queries
from games.pairing.views import waiting_room
from games.play import loading, presence, queries as table_queries, table_cache
from games.play.snapshot import Snapshot
from games.play.spectators import NotForSpectators
from games.pubsub import groups
from games.review import queries as review_queries
from games.review.together import bar_of
from games.sockets.consumers import SIGNED_OUT, LiveConsumer
from games.values import Stage
from games.views.beside import digest, draw_notices
from games.words.language_cache import language

MOST_SHARED: Final = 100
"""How many of the latest renderings are stored for browsers that show the same."""

_shared: OrderedDict[tuple[str, str, str | None], asyncio.Future[str]] = OrderedDict()
_PARTIAL = Template('<hx-partial id="{target}">{html}</hx-partial>')
_NOTHING: Final = "\n"
"""Sent for an empty part, because Daphne does not send an empty frame."""


class Fragment:
    """A part of a browser's page. `render` returns its HTML and runs in a thread.

    `target` is the id of its element, "" if that is the socket's own. `shared_by` names the browsers that show the same
    HTML, which is rendered once for all of them; "" if this browser's differs. `shown` is the `digest` of what the page
    has, "" if that is not known.
    """

    def __init__(self, browser: LiveConsumer, render: Callable[[], str], target: str = "", shared_by: str = "") -> None:
        self._browser, self._render, self._target, self.shared_by = browser, render, target, shared_by
        self.shown = ""
        self._is_renewed = self._is_due = False
        self.change = ""

    def on_message(self, message: dict[str, Any]) -> None:
        """Renew the part once for all changes that are waiting: the rendering shows the latest state."""
        self.change = message.get("change", "")
        if not self._is_due:
            self._is_due = True
            self._browser.start(self.renew())

    async def renew(self) -> None:
        """Send what has changed: a reader does not notice changes that are hidden from this reader."""
        async with self._browser.closing():
            html, self._is_renewed = await self._rendered(), True
            if news := self._news(html):
                await self._browser.send(news)

    def at_first(self) -> str:
        """Return the part for the socket's first frame; "" if the page has it, or a change was sent meanwhile. Runs in
        a thread.
        """
        html = self._render()
        return "" if self._is_renewed else self._news(html)

    async def _rendered(self) -> str:
        if not self.change or not self.shared_by:
            return await db_threads.in_thread(self._render_own)()
        self._is_due = False
        return await _once((self.shared_by, self.change, language()), db_threads.in_thread(self._render))

    def _render_own(self) -> str:
        self._is_due = False
        self._browser.check_signed_in()
        return self._render()

    def _news(self, html: str) -> str:
        before, self.shown = self.shown, digest(html)
        if before == self.shown:
            return ""
        return _PARTIAL(target=self._target, html=Html(html)) if self._target else html or _NOTHING


async def _once(key: tuple[str, str, str | None], make: Callable[[], Awaitable[str]]) -> str:
    """Return what those who share it make after a change, in a language. Only the first caller starts `make`."""
    making = _shared.get(key)
    if making is None:
        making = _shared[key] = asyncio.ensure_future(make())
        if len(_shared) > MOST_SHARED:
            _shared.popitem(last=False)
    return await asyncio.shield(making)


def chat_beside(browser: LiveConsumer, code: str) -> Fragment:
    """Return the chat on a table's page. All anonymous readers see the same; players may have muted people."""
    user = browser.scope["user"]

    def render() -> str:
        chat = chat_queries.chat_for(loading.game_by_code(code), user)
        return draw_messages(chat)

    return Fragment(browser, render, "chat-messages", "" if user.is_authenticated else groups.chat_group(code))


def notices_beside(browser: LiveConsumer, code: str) -> Fragment:
    """Return the notices on a table's page, which are about other tables."""
    return Fragment(browser, lambda: _notices(browser, elsewhere_than=code), "turns")


def _notices(browser: LiveConsumer, elsewhere_than: str = "") -> str:
    """Return the notices of this player. While the player looks for a table, this browser keeps the place in the
    queue.
    """
    call = pairing_queries.call_for(browser.scope["user"], at=elsewhere_than)
    if call is not None and not call.is_found:
        browser.loop.call_soon_threadsafe(browser.keep_waiting)
    return draw_notices(browser.scope["user"], call, elsewhere_than)


class FragmentConsumer(LiveConsumer):
    """A browser whose socket renews one part of a page."""

    shared_by = ""

    def __init__(self) -> None:
        super().__init__()
        self._fragment = Fragment(self, self.render, shared_by=self.shared_by)

    @abstractmethod
    def render(self) -> str:
        """Return the HTML that the browser shows now. Runs in a thread."""

    def on_message(self, message: dict[str, Any]) -> None:
        self._fragment.on_message(message)

    async def renew(self) -> None:
        self._fragment.change = ""  # what is shared may be older than what this browser has missed
        await self._fragment.renew()


class LobbyConsumer(FragmentConsumer):
    """A browser that shows the lobby's list of open tables, and of games to watch: all but the reader's own."""

    def __init__(self) -> None:
        super().__init__()
        self._own: tuple[str, ...] = ()

    def group_names(self) -> list[str]:
        return [groups.LOBBY]

    async def renew(self) -> None:
        self._own = await db_threads.in_thread(lobby_queries.own_games)(self.scope["user"])
        self._fragment.shared_by = " ".join([groups.LOBBY, *self._own])
        await super().renew()

    def render(self) -> str:
        tables = {"open": lobby_queries.open_tables(), "running": lobby_queries.running_tables(without=self._own)}
        return render_to_string("lobby/_open_tables.html", tables)


class FeaturedConsumer(FragmentConsumer):
    """The home page: the running game that it shows, move by move, and the next one when that has ended."""

    shared_by = "featured"

    def __init__(self) -> None:
        super().__init__()
        self.code = ""
        self._following = asyncio.Lock()

    def group_names(self) -> list[str]:
        return [groups.LOBBY]

    async def renew(self) -> None:
        await self._follow()
        await super().renew()

    async def _follow(self, change: str = "") -> None:
        """Join the group of the game that is shown now, instead of the one before. Messages may arrive meanwhile.

        After a `change` of the lobby all browsers share one query for that game.
        """
        find = db_threads.in_thread(lobby_queries.featured)
        async with self._following:
            before, self.code = self.code, await (_once(("follow", change, None), find) if change else find())
            if before and before != self.code:
                await self.leave(groups.group_of(before))
            if self.code and before != self.code:
                await self.join(groups.group_of(self.code))

    def on_message(self, message: dict[str, Any]) -> None:
        """Show a move; another change of the lobby may be that the game has ended."""
        if message["type"] == "lobby.changed":
            self.start(self._on_lobby_changed(message["change"]))
        elif message["code"] == self.code:  # not one of the game before, which was on its way
            super().on_message({"change": f"{self.code}.{message['version']}"})

    async def _on_lobby_changed(self, change: str) -> None:
        await self._follow(change)
        super().on_message({"change": f"{self.code}.{change}"})

    def render(self) -> str:
        return render_to_string("lobby/_featured.html", {"featured": featured_table(self.code)})


class PlayerConsumer(FragmentConsumer):
    """A browser that shows something about one player.

    A browser without a signed-in player is accepted and then closed with SIGNED_OUT, at which the page reloads: it
    would keep retrying a socket that was refused.
    """

    async def connect(self) -> None:
        if self.scope["user"].is_authenticated:
            await super().connect()
        else:
            await self.accept()
            await self.close(SIGNED_OUT)

    def group_names(self) -> list[str]:
        return [groups.player_group(self.scope["user"].pk)]

    def on_message(self, message: dict[str, Any]) -> None:
        if message["type"] != "plans.changed":  # only the table's own page shows those
            super().on_message(message)


class OwnGamesConsumer(PlayerConsumer):
    """The lobby or the home page of a player: the player's unfinished games."""

    def render(self) -> str:
        return render_to_string("lobby/_own_games_list.html", {"mine": lobby_queries.running_games(self.scope["user"])})


class TurnsConsumer(PlayerConsumer):
    """Any other page of a player: it shows the notices, as `_notices` draws them."""

    def render(self) -> str:
        return _notices(self)


class DelayedConsumer(FragmentConsumer):
    """A spectator who watches a table one deal behind, and sees deal `number`: which deal has ended by now."""

    async def connect(self) -> None:
        self.code, self.number = (self.scope["url_route"]["kwargs"][name] for name in ("code", "number"))
        self.known: tuple[Stage, int] | None = None
        await super().connect()

    def group_names(self) -> list[str]:
        return [groups.group_of(self.code)]

    def on_message(self, message: dict[str, Any]) -> None:
        """Look again at how many deals have ended, but not after a move of the deal that goes on."""
        full, before = table_cache.full_snapshot_at(self.code, message["version"]), self.known
        self.known = (full.base.stage, full.base.deal_number) if full else None
        if full is None or self.known != before:
            super().on_message(message)

    def render(self) -> str:
        deals, is_live = review_queries.finished_deals(self.code, self.scope["user"])
        context = {"code": self.code, "number": int(self.number), "deals": deals, "is_live": is_live}
        return render_to_string("table/_one_deal_behind.html", context)


class JointReviewConsumer(FragmentConsumer):
    """The page of a deal's review, which follows who leads it together or stands alone: the bar that says who leads.

    A player who looks at it counts as present at the table until the next deal begins.
    """

    async def connect(self) -> None:
        self.code, number, mode = (self.scope["url_route"]["kwargs"][name] for name in ("code", "number", "mode"))
        self.number, self.follows = int(number), mode == "along"
        self.viewer: Player | None = None
        self.known: tuple[object, ...] | None = None
        await super().connect()
        self.start(self._stay_at_the_table())

    def group_names(self) -> list[str]:
        groups_of_all = [groups.group_of(self.code)]
        return [*groups_of_all, groups.joint_review_group(self.code)] if self.follows else groups_of_all

    async def _stay_at_the_table(self) -> None:
        async with self.closing():
            while self.viewer is not None:
                await db_threads.in_thread(self._sign_of_life)(self.viewer)
                await asyncio.sleep(presence.SIGN_EVERY)

    def _sign_of_life(self, viewer: Player) -> None:
        self.check_signed_in()
        presence.sign_of_life(self.code, viewer)

    def on_message(self, message: dict[str, Any]) -> None:
        """Look again at who leads, and where; but not after a move of the next deal."""
        if message["type"] == "table.changed":
            full, before = table_cache.full_snapshot_at(self.code, message["version"]), self.known
            self.known = None if full is None else self._facts(full.base)
            if full is not None and self.known == before:
                return
        super().on_message(message)

    @staticmethod
    def _facts(now: Snapshot) -> tuple[object, ...]:
        """Return what of a table the bar says."""
        return (now.stage, now.deal_number, now.review_leader, now.held_by)

    def render(self) -> str:
        game, user = loading.game_by_code(self.code), self.scope["user"]
        viewer = table_queries.player_of(game, user)
        deals, _more = review_queries.finished_deals(self.code, user)
        if not 0 < self.number <= deals:
            raise NotForSpectators
        bar = bar_of(game, self.number, viewer, follows=self.follows)
        self.viewer = None if bar is None or bar.is_over else viewer
        return render_to_string("review/_together.html", {"bar": bar})


class PeopleConsumer(PlayerConsumer):
    """The page of who waits to be paired."""

    def group_names(self) -> list[str]:
        return [groups.PAIRING]

    def render(self) -> str:
        search = pairing_queries.request_of(self.scope["user"])
        return render_to_string("pairing/_waiting_players.html", waiting_room(search))
