"""A site whose tickers serve, are down or have a wrong clock, at moments that a test chooses."""

from datetime import datetime

import pytest
from django.utils import timezone

from accounts.site_config import service
from accounts.site_config.models import Service
from games.clubs import subject as clubs
from games.competitions.sets import closing
from games.competitions.tournaments import rounds as tournaments
from games.management import deadlines
from games.models import Game
from games.play import presence, ticker
from tests.tables import Time


class Tickers:
    """The tickers of a site, which look for what is due only when the test says so."""

    def __init__(self, time: Time, monkeypatch: pytest.MonkeyPatch) -> None:
        self._time, self._steady = time, 0.0
        monkeypatch.setattr(service, "monotonic", lambda: self._steady)

    def serve(self, seconds: float = 0, every: float = 4) -> None:
        """Let time pass in which they serve; what is due is done at its beginning and at its end."""
        self.look()
        while seconds > 0:
            self.are_down(min(every, seconds))
            seconds -= every
            deadlines.look()
        self.look()

    def served(self, seconds: float) -> None:
        """Let time pass in which they serve, and nothing is due."""
        self.are_down(seconds)
        Service.objects.update_or_create(defaults={"served_at": timezone.now()})

    def look(self) -> None:
        """Do what is due now. Sets that are due only hand their boards to Experts."""
        deadlines.look()
        ticker.serve_due()
        tournaments.serve()
        clubs.serve()
        closing.close_due(timezone.now())

    def are_down(self, seconds: float) -> None:
        """Let time pass in which no ticker serves."""
        self._time.passes(seconds)
        self._steady += seconds

    def clock_is_set(self, seconds: float) -> None:
        """Set the clock of the machine ahead, or back."""
        self._time.passes(seconds)


def people_are_there(*games: Game) -> None:
    """Let browsers of all players show that they are there."""
    presence.signs_of_life((game.code, player) for game in games for player in range(3))


def left(moment: datetime) -> float:
    """Return the seconds until a moment."""
    return (moment - timezone.now()).total_seconds()
