"""Sections of a game's admin page. They show of a running deal only what a spectator may know."""

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.engine import from_json
from games.models import DealScore, Event, Game, Report, Seat, options_of, rules_of
from games.models.values import Stage
from games.play import presence
from games.presenters.options import brief, facts
from games.presenters.review_log import event_sentence
from games.presenters.words import signed
from games.staff import markup
from games.staff.audit_actions import audit_table


def state(game: Game) -> str:
    """Return the state of the game. The query should select `void`."""
    if hasattr(game, "void"):
        return _("void: %(reason)s") % {"reason": game.void.reason}
    words = {
        Stage.OPEN: _("gathering"),
        Stage.DRAWING: _("draw for the deal"),
        Stage.DEAL: _("deal %(number)d") % {"number": game.deal_number},
        Stage.SCORED: _("sheet of deal %(number)d") % {"number": game.deal_number},
        Stage.OVER: _("finished"),
        Stage.CLOSED: _("ended without a winner"),
    }
    return words[Stage(game.stage)]


def rules(game: Game) -> str:
    """Return the rules in one line."""
    return brief(rules_of(game), options_of(game))


def options(game: Game) -> SafeString | str:
    """Return a list of all rules and options of the table."""
    agreed = facts(rules_of(game), options_of(game))
    return markup.bullet_list(f"{fact.label}: {fact.value}" for fact in agreed)


def links(game: Game) -> SafeString | str:
    """Return links to the table, its score sheet and the reviews of its finished deals."""
    table = markup.link(reverse("games:table", args=[game.code]), _("Table"))
    sheet = markup.link(reverse("games:sheet", args=[game.code]), _("Score sheet"))
    finished = game.deals.filter(finished=True).order_by("number").values_list("number", flat=True)
    return markup.bullet_list([table, sheet, *(_review(game, number) for number in finished)])


def seats(game: Game) -> SafeString | str:
    """Return a table of the seats, with each player's presence."""
    rows = (
        (seat.player + 1, _occupant(seat), _presence(game, seat), markup.moment(seat.waiting_since))
        for seat in game.seats.all()
    )
    return markup.table((_("seat"), _("player"), _("at the table"), _("waited for since")), rows)


def scores(game: Game) -> SafeString | str:
    """Return a table of the points after each finished deal, one column per player."""
    names = [seat.player_name for seat in game.seats.all()]
    found = DealScore.objects.filter(deal__game=game).select_related("deal").order_by("deal__number", "player")
    by_deal: dict[int, list[str]] = {}
    for score in found:
        by_deal.setdefault(score.deal.number, []).append(f"{score.points_after} ({signed(score.total)})")
    return markup.table((_("deal"), *names), ((number, *points) for number, points in by_deal.items()))


def log(game: Game) -> SafeString | str:
    """Return a table of the current deal's public events, as sentences without hidden cards."""
    players = [seat.player_name for seat in game.seats.all()]
    events = Event.objects.filter(game=game, deal__number=game.deal_number).order_by("sequence")
    head = (_("number"), _("at"), _("what happened"))
    return markup.table(
        head, ((event.sequence, markup.moment(event.at), _sentence(event, players)) for event in events)
    )


def reports(game: Game) -> SafeString | str:
    """Return links to the reports of messages at this table."""
    return markup.bullet_list(
        markup.row_link(report) for report in Report.objects.filter(game=game).select_related("game")
    )


def audit_entries(game: Game) -> SafeString | str:
    """Return a table of the staff actions on this game."""
    return audit_table(game)


def _sentence(event: Event, players: list[str]) -> str | SafeString:
    sentence = event_sentence(from_json(event.payload), players)
    return format_html("<s>{}</s> {}", sentence, _("(taken back)")) if event.taken_back else sentence


def _occupant(seat: Seat) -> SafeString | str:
    if seat.user is None:
        return _("%(name)s (bot)") % {"name": seat.bot_name} if seat.bot_name else markup.EMPTY
    if seat.bot_name:
        return format_html("{} ({})", markup.row_link(seat.user), _("%(bot)s sits in") % {"bot": seat.bot_name})
    return markup.row_link(seat.user)


def _presence(game: Game, seat: Seat) -> str:
    if seat.user is None:
        return ""
    return _("yes") if presence.is_here(game.code, seat.player) else _("no")


def _review(game: Game, number: int) -> SafeString:
    return markup.link(
        reverse("games:review", args=[game.code, number]), _("Review of deal %(number)d") % {"number": number}
    )
