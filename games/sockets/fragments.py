"""The sockets beside the table's own: the chat, the lobby, a player's games, and the notices on every page."""

from typing import Any

from django.template.loader import render_to_string

from games.chat import queries as chat_queries
from games.components.chat import draw_messages
from games.lobby import queries as lobby_queries
from games.models import Game
from games.play import queries as table_queries
from games.presenters.chat import chat_panel
from games.pubsub import groups
from games.sockets.consumers import NO_SUCH_TABLE, SIGNED_OUT, FragmentConsumer, LiveConsumer


class ChatConsumer(FragmentConsumer):
    """A browser that shows the chat of a table; it gets the messages whenever they change for its reader."""

    async def connect(self) -> None:
        self.code: str = self.scope["url_route"]["kwargs"]["code"]
        await super().connect()

    def group_names(self) -> list[str]:
        return [groups.chat_group(self.code)]

    chat_changed = LiveConsumer.on_remote_message

    def is_shared(self) -> bool:
        """Share the HTML among anonymous readers only: a player has own messages, and may have muted people."""
        return not self.scope["user"].is_authenticated

    async def renew(self) -> None:
        try:
            await super().renew()
        except (Game.DoesNotExist, table_queries.NotForSpectators):
            await self.close(NO_SUCH_TABLE)

    def render(self) -> str:
        chat = chat_queries.chat_for(table_queries.game_by_code(self.code), self.scope["user"])
        return draw_messages(chat_panel(chat) if chat else None)


class LobbyConsumer(FragmentConsumer):
    """A browser that shows the lobby's list of open tables."""

    def group_names(self) -> list[str]:
        return [groups.LOBBY]

    lobby_changed = LiveConsumer.on_remote_message

    def is_shared(self) -> bool:
        return True

    def render(self) -> str:
        return render_to_string("games/_open_tables.html", {"open": lobby_queries.open_tables()})


class PlayerConsumer(FragmentConsumer):
    """A browser that shows something about one player.

    A browser without a signed-in player is accepted and then closed with SIGNED_OUT, which tells the page to reload: it
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

    notices_changed = LiveConsumer.on_remote_message


class OwnGamesConsumer(PlayerConsumer):
    """The lobby or the home page of a player: the player's unfinished games."""

    def render(self) -> str:
        return render_to_string("games/_own_games_list.html", {"mine": lobby_queries.running_games(self.scope["user"])})


class TurnsConsumer(PlayerConsumer):
    """Any page of a player: at how many (other) tables it is the player's turn, and the latest invitation."""

    async def connect(self) -> None:
        self.here: str = self.scope["url_route"]["kwargs"].get("here", "")
        await super().connect()

    def hear(self, message: dict[str, Any]) -> None:
        """Ignore changes at the table that this page shows: the notices are about other tables."""
        if not self.here or message["table"] != self.here:
            super().hear(message)

    def render(self) -> str:
        user = self.scope["user"]
        invitation = next(iter(lobby_queries.invitations_of(user)), None)
        waiting = lobby_queries.turns_waiting(user, elsewhere_than=self.here)
        return render_to_string("games/_turns.html", {"turns_waiting": waiting, "invitation": invitation})
