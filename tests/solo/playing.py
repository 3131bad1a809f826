"""Games without a database, played through the forms of their page."""

from collections.abc import Iterator
from hashlib import sha256
from random import Random
from urllib.parse import urlencode

from games import bots
from games.engine import HAND_NAMES, Action, AnswerClaim, Bid, Claim, Peek, Play, Rules, view_for, waiting_for
from games.solo.game import YOU, Setup, SoloGame
from games.solo.page import SoloPage
from games.values import Stage

NAMES = ("Ana", "Greta", "Blaise")


def new_page(rules: Rules | None = None, seed: str = "1") -> SoloPage:
    """Return the page of a new game under these rules, whose cards and bots are those of the seed."""
    root = sha256(seed.encode()).hexdigest()
    setup = Setup(root[:8], root, rules or Rules(), NAMES)
    return SoloPage(SoloGame(setup), Random(seed))


def form_of(action: Action) -> tuple[str, dict[str, object]]:
    """Return the kind and the fields of the form that a browser sends for this action."""
    match action:
        case Peek():
            return "peek", {"places": list(action.places)}
        case Bid():
            return "bid", {"tricks": action.tricks, "nils": [HAND_NAMES[hand] for hand in sorted(action.nils)]}
        case Play():
            return "play", {"card": action.card}
        case Claim():
            return "claim", {} if action.tricks is None else {"tricks": action.tricks}
        case AnswerClaim():
            return "answer", {"accept": "yes" if action.accept else "no"}


def send(page: SoloPage, what: str, **fields: object) -> str:
    """Send a form of the page, which shows the latest version; return what changes."""
    return page.receive(what, urlencode({"version": page.game.version, **fields}, doseq=True))


def act(page: SoloPage, action: Action) -> str:
    """Send the form for this action."""
    kind, fields = form_of(action)
    return send(page, kind, **fields)


def is_my_turn(page: SoloPage) -> bool:
    """Return whether the deal waits for the person."""
    state = page.game.state
    return page.game.stage is Stage.DEAL and state is not None and YOU in waiting_for(state)


def my_choice(page: SoloPage, rng: Random) -> Action:
    """Return what a bot would do in the place of the person, whose turn it is."""
    assert page.game.state is not None
    return bots.choose(view_for(page.game.state, YOU), rng)


def play_on(page: SoloPage, rng: Random, deals: int = 1000) -> Iterator[str]:
    """Play the game as a bot would, to its end or until so many deals are scored; yield each frame that the browser
    gets.
    """
    yield page.table()
    while page.seconds_to_step() is not None or not _has_ended(page, deals):
        if page.seconds_to_step() is not None and not (is_my_turn(page) and rng.random() < 0.5):
            yield page.step()
        elif page.game.stage.waits_for_deal:
            yield send(page, "ready")
        else:
            yield act(page, my_choice(page, rng))


def _has_ended(page: SoloPage, deals: int) -> bool:
    return page.game.stage.has_ended or (page.game.stage.waits_for_deal and len(page.game.finished) >= deals)
