"""Text for everybody at a table that addresses each reader as "you"."""

from collections.abc import Callable, Iterable, Sequence

from games.components.html import NOTHING, Html, Template, join, text
from games.engine import DUMMY, PLAYERS, HandId
from games.play.snapshot import SeatInfo
from games.words.language_cache import cached_per_language
from games.words.names import Names

_FOR_OTHERS = Template('<span class="{classes}">{words}</span>')
_FOR_ONE = Template('<span class="to-{player}"> {words}</span>')


class Voices:
    """The names at one table as spectators read them, and as each of the three players does."""

    def __init__(self, seats: Sequence[SeatInfo]) -> None:
        self._seats = [(seat.name, seat.is_bot) for seat in seats]
        self.everyone = Names(seats, None)
        self.players = tuple(Names(seats, player) for player in PLAYERS)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Voices) and self.everyone == other.everyone)

    def __hash__(self) -> int:
        return hash(self.everyone)

    def are_of(self, seats: Sequence[SeatInfo]) -> bool:
        """Return whether these are the names of a table with these seats."""
        return self._seats == [(seat.name, seat.is_bot) for seat in seats]

    def say(self, make: Callable[[Names], str], addressed: Iterable[HandId] = PLAYERS) -> Html:
        """Return `make`'s text for everyone, together with the texts for players who read a different one.

        `addressed` are the hands whose players may read a different one. The style sheet shows each reader one of the
        texts (`.to-1` and `.not-1`, by `data-viewer` on the table).
        """
        words = make(self.everyone)
        players = [hand for hand in addressed if hand != DUMMY]
        others = [(player, own) for player in players if (own := make(self.players[player])) != words]
        if not others:
            return Html(text(words))
        classes = " ".join([f"not-{player}" for player, _ in others])
        for_others = _FOR_OTHERS(classes=classes, words=words) if words else NOTHING
        return join([for_others, *[_FOR_ONE(player=player, words=own) for player, own in others if own]])


@cached_per_language
def label(voices: Voices, hand: HandId) -> Html:
    """Return the name on a hand's plate, "You" for its own player."""
    return voices.say(lambda names: names.label(hand), (hand,))
