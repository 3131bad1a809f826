"""What is live beside the table itself: the talk, the lobby, one's own games, and the mark on every page."""

from __future__ import annotations

from typing import Any

from django.template.loader import render_to_string

from games.chat import queries as chat_queries
from games.components.rendering import render_talk
from games.lobby import queries as lobby_queries
from games.models import Game
from games.play import queries as table_queries
from games.presenters.chat import talk_panel
from games.pubsub import groups
from games.sockets.consumers import (
    NO_SUCH_TABLE,
    SIGNED_OUT,
    FragmentConsumer,
    LiveConsumer,
)


class TalkConsumer(FragmentConsumer):
    """One browser's talk at one table: sent when this reader hears something else than before."""

    async def connect(self) -> None:
        self.code: str = self.scope["url_route"]["kwargs"]["code"]
        await super().connect()

    def groups_heard(self) -> list[str]:
        return [groups.talk_group(self.code)]

    talk_changed = LiveConsumer.heard_from_elsewhere

    def shows_what_all_see(self) -> bool:
        """Who has an account has messages of one's own, and people one does not hear."""
        return not self.scope["user"].is_authenticated

    async def renew(self) -> None:
        try:
            await super().renew()
        except (Game.DoesNotExist, table_queries.NotForSpectators):
            await self.close(NO_SUCH_TABLE)

    def render(self) -> str:
        talk = chat_queries.talk(table_queries.game_by_code(self.code), self.scope["user"])
        return render_talk(talk_panel(talk) if talk else None)


class LobbyConsumer(FragmentConsumer):
    """A browser that shows the lobby: the public tables to sit down at."""

    def groups_heard(self) -> list[str]:
        return [groups.LOBBY]

    lobby_changed = LiveConsumer.heard_from_elsewhere

    def shows_what_all_see(self) -> bool:
        return True

    def render(self) -> str:
        return render_to_string("games/_open_tables.html", {"open": lobby_queries.open_tables()})


class OwnConsumer(FragmentConsumer):
    """A browser that shows what concerns one player. Whoever is not signed in any more is told so, as a page that was
    loaded before is: what is merely refused is asked for again and again.
    """

    async def connect(self) -> None:
        if self.scope["user"].is_authenticated:
            await super().connect()
        else:
            await self.accept()
            await self.close(SIGNED_OUT)

    def groups_heard(self) -> list[str]:
        return [groups.player_group(self.scope["user"].pk)]

    notices_changed = LiveConsumer.heard_from_elsewhere


class OwnGamesConsumer(OwnConsumer):
    """The lobby, or the home page, of a player: their unfinished games."""

    def render(self) -> str:
        return render_to_string("games/_rooms.html", {"mine": lobby_queries.running_games(self.scope["user"])})


class TurnsConsumer(OwnConsumer):
    """Any page of a player: at how many (other) tables it is their turn, and who invites them."""

    async def connect(self) -> None:
        self.here: str = self.scope["url_route"]["kwargs"].get("here", "")
        await super().connect()

    def hear(self, message: dict[str, Any]) -> None:
        """What happens at the table this page shows is no news there, and would be told with every card."""
        if not self.here or message["table"] != self.here:
            super().hear(message)

    def render(self) -> str:
        user = self.scope["user"]
        invitation = next(iter(lobby_queries.invitations_of(user)), None)
        waiting = lobby_queries.turns_waiting(user, elsewhere_than=self.here)
        return render_to_string("games/_turns.html", {"turns_waiting": waiting, "invitation": invitation})
