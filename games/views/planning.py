"""The page of a game by turns on which a player plans cards for later turns, each for what may be led."""

from http import HTTPStatus
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _, gettext_lazy

from accounts.base.refusals import Refusal
from games.components.cards import Face, face_of
from games.engine import DUMMY, Card, Player, Suit, View, playable
from games.models import Game, Led
from games.play import moves, plans, queries as table_queries
from games.play.errors import NotUnderstood
from games.web import actions
from games.web.shortcuts import find, present_player
from games.words.sentences import table_name

CONDITIONS: Final = {
    Led.NOTHING: gettext_lazy("If nothing has been led yet"),
    Led.SPADES: gettext_lazy("If spades are led"),
    Led.HEARTS: gettext_lazy("If hearts are led"),
    Led.DIAMONDS: gettext_lazy("If diamonds are led"),
    Led.CLUBS: gettext_lazy("If clubs are led"),
}
_SUITS: Final = {suit.letter: suit for suit in Suit}


def planned(request: HttpRequest, code: str) -> HttpResponse:
    """Show what the visitor has planned; plan one more card, or withdraw one. 404 where nobody has days for a move."""
    player, game = present_player(code, request), find(code)
    if not game.is_by_turns:
        raise Http404(_("Cards are planned in games by turns only."))
    if request.method != "POST":
        return _page(request, game, player)
    try:
        _change(request, code, player)
    except Refusal as refusal:
        return _page(request, game, player, refusal)
    return redirect("games:planned", code)


def _change(request: HttpRequest, code: str, player: Player) -> None:
    """Do what a form of the page asks for. Raises NotUnderstood, NotPossible."""
    fields, led = actions.fields_of(request.POST), request.POST.get("led", "")
    if led not in CONDITIONS:
        raise NotUnderstood
    change = plans.withdraw if "back" in fields else plans.add_line
    card = moves.card_in(fields, "back" if "back" in fields else "card")
    change(code=code, player=player, card=card, led=Led(led))


def _page(request: HttpRequest, game: Game, player: Player, refusal: Refusal | None = None) -> HttpResponse:
    snapshot = table_queries.full_snapshot_of(game).of(player)
    lines = plans.lines_of(game, player)
    context = {
        "code": game.code,
        "name": table_name(snapshot),
        "refusal": refusal.sentence() if refusal else "",
        "lines": [(CONDITIONS[Led(row.led)], row.led, face_of(Card.parse(row.card))) for row in lines],
        "is_full": len(lines) >= plans.MOST_LINES,
        "hands": _hands(snapshot.view) if snapshot.view else [],
    }
    return render(request, "table/planned.html", context, status=refusal.status if refusal else HTTPStatus.OK)


def _hands(view: View) -> list[dict[str, Any]]:
    """Return the hands that the player plays, each with the cards that would be legal for each thing that is led."""
    return [
        {
            "name": _("Dummy") if name == DUMMY else _("Your hand"),
            "choices": [(words, led, _legal(hand, led)) for led, words in CONDITIONS.items()],
        }
        for name, hand in plans.hands_of(view).items()
    ]


def _legal(hand: tuple[Card, ...], led: Led) -> list[Face]:
    """Return the cards that may be played if this is led, by the time spades are broken."""
    return [face_of(card) for card in playable(hand, _SUITS.get(led), broken=True)]
