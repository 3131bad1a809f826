"""Texts about tournaments: form, clock, state, names."""

from fractions import Fraction

from django.utils.translation import gettext as _, ngettext

from accounts.base import avatars
from accounts.base.names import isolated
from games.competitions.tournaments.kinds import kind_of
from games.competitions.tournaments.standings import Standing
from games.models import Tournament, TournamentEntry, TournamentStage
from games.words.names import decimal, per_cent
from games.words.options import CLOCKS, variant


def form_of(tournament: Tournament) -> str:
    """Return the form in one line: "5 rounds of 3 boards · 20 minutes for each · Classic"."""
    rounds = ngettext("%(count)d round", "%(count)d rounds", tournament.rounds) % {"count": tournament.rounds}
    boards = ngettext("%(count)d board", "%(count)d boards", tournament.boards) % {"count": tournament.boards}
    of_boards = _("%(rounds)s of %(boards)s") % {"rounds": rounds, "boards": boards}
    minutes = ngettext("%(count)d minute for each", "%(count)d minutes for each", tournament.minutes)
    time = minutes % {"count": tournament.minutes}
    return f"{kind_of(tournament).form(boards, of_boards)} · {time} · {variant(tournament.peek, tournament.bidding)}"


def clock_of(tournament: Tournament) -> str:
    """Return the clock of the tables in a sentence."""
    return next(str(line) for value, _label, line in CLOCKS if value == tournament.clock)


def state_of(tournament: Tournament) -> str:
    """Return the state of the tournament in a few words."""
    if tournament.paused_at is not None:
        return _("paused")
    return str(TournamentStage(tournament.stage).label)


def name_of(entry: TournamentEntry) -> str:
    """Return a participant's name, marked as a bot's if it is one."""
    if entry.user is None:
        return _("%(name)s (bot)") % {"name": entry.bot_name}
    return isolated(entry.user.get_username())


def result_in_words(line: Standing) -> str:
    """Return the mean per cent of a participant in words; the mean of the points if there was one table only."""
    if line.percent is None:
        return _("%(points)s points a deal") % {"points": signed_mean(line.points)}
    return _("%(percent)s against the field (average: 50)") % {"percent": per_cent(line.percent)}


def signed_mean(points: Fraction) -> str:
    """Return a mean of points with its sign: "+12.5", "−3.0"."""
    return f"{'+' if points > 0 else ''}{decimal(float(points))}".replace("-", "\N{MINUS SIGN}")


def avatar_of(entry: TournamentEntry) -> str:
    """Return the code of a participant's picture."""
    return entry.user.avatar if entry.user else avatars.BOT
