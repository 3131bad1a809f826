"""One fixed deal, which the lesson plays step by step and the pictures of the table show.

A step has a text, the one action it asks for, and the others' actions after it. Only that action leads on, so a
learner's progress is just the number of a step.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Final

from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from games import engine
from games.components.picture import table_of
from games.engine import (
    DUMMY,
    HAND_NAMES,
    PLAYERS,
    Action,
    AnswerClaim,
    Bid,
    Card,
    Claim,
    HandId,
    Peek,
    Play,
    Player,
    State,
    View,
)
from games.models import Stage
from games.play.snapshot import SeatInfo, Snapshot, finished_deal
from games.play.turns import Move, Ready

YOU, ANA, BEN = PLAYERS

CODE: Final = "first-deal"
"""The code of the lesson's table. Codes of real tables are shorter."""

SEATS: Final = (SeatInfo(YOU, "", False), SeatInfo(ANA, "Ana", False), SeatInfo(BEN, "Ben", False))

PACK: Final[dict[HandId, str]] = {
    YOU: "SA SK SQ SJ ST S2 HA HQ HJ H5 H4 D8 C3",
    ANA: "S9 S7 S5 H9 H3 DA DK DQ D3 D2 CA CJ C5",
    BEN: "S8 S6 S3 HT H8 H7 H6 DJ D9 D6 D5 CK C9",
    DUMMY: "D7 C6 HK CQ S4 C2 DT C8 H2 CT D4 C7 C4",
}


@dataclass(frozen=True, slots=True)
class LessonStep:
    """One step of the lesson.

    `task` is the action it asks for in words, "" if the step is just to read. `actions` are that action, if any, and
    those of the others that follow.
    """

    title: StrOrPromise
    text: StrOrPromise
    task: StrOrPromise = ""
    actions: tuple[Action, ...] = ()

    @property
    def asks(self) -> Action | None:
        """Return the action that the step asks for, None if it is just to read."""
        return self.actions[0] if self.task else None

    @property
    def asked_elements(self) -> str:
        """Return selectors of what the page outlines, with "|" between them; "" if the step is just to read."""
        return "" if self.asks is None else "|".join(_elements_of(self.asks))


def _elements_of(action: Action) -> list[str]:
    """Return selectors of what the learner touches to make this action."""
    match action:
        case Play(card=card):
            return [f"#card-{card}"]
        case Bid(tricks=tricks, nils=nils):
            chosen = [("tricks", str(tricks)), *(("nils", HAND_NAMES[hand]) for hand in sorted(nils))]
            return [f"label:has([name={name}][value='{value}'])" for name, value in chosen]
        case _:
            return ["#claim-ask summary"]


def _play(player: Player, card: str) -> Play:
    return Play(player, Card.parse(card))


STEPS: Final[tuple[LessonStep, ...]] = (
    LessonStep(
        _("Four hands, three players"),
        _(
            "You sit at the bottom, Ana and Ben beside you. The fourth hand is the dummy. It lies face down, "
            "and whoever bids the most will have it as a partner. The other two defend together."
        ),
    ),
    LessonStep(
        _("Count your tricks"),
        _(
            "A bid says how many tricks your side will take, whichever side that turns out to be. You have five sure "
            "spades, which are trumps, and the ace of hearts. A partner’s hand takes about three: that makes nine."
        ),
    ),
    LessonStep(
        _("A bid, and a nil"),
        _(
            "A nil says that a hand will take no trick, for 100 points or minus 100. You may declare it on any hand, "
            "but it counts only if that hand ends up on your side. So a nil on Ben’s hand costs you nothing if you "
            "play with the dummy."
        ),
        _("Choose 9, tick “Ben’s hand”, then bid."),
        (Bid(YOU, 9, frozenset({BEN})), Bid(ANA, 2), Bid(BEN, 3, frozenset({ANA}))),
    ),
    LessonStep(
        _("You declare"),
        _(
            "Ana has bid 2. Ben has bid 3, with a nil on Ana’s hand. Your 9 is the highest, so the dummy moves "
            "opposite you: it is your partner for this deal. Your nil on Ben’s hand is off: he is not on your side."
        ),
    ),
    LessonStep(
        _("Two defenders, two contracts"),
        _(
            "Ana and Ben take tricks together, but each is scored alone: Ana needs 2, Ben needs 3. Ben’s nil on Ana’s "
            "hand counts, since they are partners now. It is worth 100 to Ben or costs him 100; to Ana it is nothing."
        ),
    ),
    LessonStep(
        _("The first lead"),
        _("You were the first to bid, so you lead. Once your card lies on the table, the dummy is turned up."),
        _("Lead the ace of hearts."),
        (_play(YOU, "HA"), _play(ANA, "H3")),
    ),
    LessonStep(
        _("You play the dummy too"),
        _(
            "Now everybody sees the dummy, and you choose its cards. Every hand has to follow suit if it can. "
            "Your ace wins this trick, so keep the king."
        ),
        _("Play the two of hearts from the dummy."),
        (_play(YOU, "H2"), _play(BEN, "H6")),
    ),
    LessonStep(
        _("The winner leads"),
        _("The trick is yours: 1 of the 9 you need. Next, win one with the dummy."),
        _("Lead the four of hearts, towards the dummy’s king."),
        (_play(YOU, "H4"), _play(ANA, "H9")),
    ),
    LessonStep(
        _("The dummy wins"),
        _("Ana has played the nine. The king beats it."),
        _("Play the king of hearts from the dummy."),
        (_play(YOU, "HK"), _play(BEN, "H7")),
    ),
    LessonStep(
        _("A lead from the dummy"),
        _(
            "The dummy won, so it leads. Its spade is dimmed: spades can’t be led before one has been played to a "
            "trick. You have a single club; once it is gone, you can trump clubs."
        ),
        _("Lead the two of clubs from the dummy."),
        (_play(YOU, "C2"), _play(BEN, "C9")),
    ),
    LessonStep(
        _("Follow suit"),
        _("You have a club, so you must play it, even if it can’t win."),
        _("Play the three of clubs."),
        (_play(YOU, "C3"), _play(ANA, "CJ")),
    ),
    LessonStep(
        _("Ben’s nil has failed"),
        _("Ana has won a trick, so Ben’s nil on her hand has failed. That costs Ben 100 points, and Ana nothing."),
        actions=(_play(ANA, "DA"),),
    ),
    LessonStep(
        _("Don’t waste high cards"),
        _("Ana leads the ace of diamonds. The dummy can’t beat it."),
        _("Play the four of diamonds from the dummy."),
        (_play(YOU, "D4"), _play(BEN, "D5")),
    ),
    LessonStep(
        _("Your only diamond"),
        _("You have one diamond, and you have to follow suit. After that you can trump diamonds as well."),
        _("Play the eight of diamonds."),
        (_play(YOU, "D8"),),
    ),
    LessonStep(
        _("Made for one, not for the other"),
        _(
            "The defenders have two tricks. Ana has made her 2; for her any more would only be bags. "
            "Ben needs a third. Their plates show the same tricks against different bids."
        ),
        actions=(_play(ANA, "DK"),),
    ),
    LessonStep(
        _("Don’t waste high cards"),
        _("Ana leads the king of diamonds. Again the dummy can’t beat it, but you can: you have no diamonds left."),
        _("Play the seven of diamonds from the dummy."),
        (_play(YOU, "D7"), _play(BEN, "D6")),
    ),
    LessonStep(
        _("Trump it"),
        _("Without a diamond you may play any card. Spades beat all other suits, so a small one will do."),
        _("Play the two of spades."),
        (_play(YOU, "S2"),),
    ),
    LessonStep(
        _("Spades are broken"),
        _("A spade has been played, so from now on spades may be led. Draw the others’ spades."),
        _("Lead the ace of spades."),
        (_play(YOU, "SA"), _play(ANA, "S5")),
    ),
    LessonStep(
        _("The dummy’s only spade"),
        _("The dummy has to follow suit, and has one spade to do it with."),
        _("Play the four of spades from the dummy."),
        (_play(YOU, "S4"), _play(BEN, "S3")),
    ),
    LessonStep(
        _("Claim the rest"),
        _(
            "The highest spades and hearts are all yours, so nobody can take a trick from you any more. Instead of "
            "playing it out you may claim. The others see your hand; if both accept, the deal ends there."
        ),
        _("Open “Claim the rest” and confirm it."),
        (Claim(YOU), AnswerClaim(ANA, True), AnswerClaim(BEN, True)),
    ),
    LessonStep(
        _("What the deal was worth"),
        _(
            "You bid 9 and took 11: 90 points, and 1 for each extra trick. Those two tricks are bags; every tenth bag "
            "costs 100. Ana and Ben took the same two tricks: enough for Ana, too few for Ben. The first to reach 500 "
            "wins the game."
        ),
    ),
)
LAST: Final = len(STEPS) - 1


class WrongLessonMove(Exception):
    """The action is legal, but the lesson asks for another one."""


@cache
def states() -> tuple[State, ...]:
    """Return the state of the deal at each step."""
    state = _dealt(engine.Rules())
    states = [state]
    for step in STEPS[:-1]:
        for action in step.actions:
            state = engine.act(state, action)
        states.append(state)
    return tuple(states)


def table_at(number: int) -> Snapshot:
    """Return the table at a step, 0 to `LAST`. At steps that are just to read nothing can be done."""
    state, asks = states()[number], STEPS[number].asks
    view = _idle_view(state) if asks is None else engine.view_for(state, YOU)
    return _table(state, replace(view, may_claim=isinstance(asks, Claim)), version=number)


def check_move(number: int, move: Move) -> None:
    """Check the learner's move at a step.

    Raises `IllegalAction` if the rules forbid it, WrongLessonMove if the lesson asks for another one.
    """
    if not isinstance(move, Ready):
        engine.decide(states()[number], move)
    if move != STEPS[number].asks:
        raise WrongLessonMove


def _dealt(rules: engine.Rules) -> State:
    """Return the deal before the first action. Ben deals, so you bid first."""
    return engine.replay([engine.Dealt(rules, BEN, engine.Standing(), tuple(map(engine.parse_cards, PACK.values())))])


def _idle_view(state: State) -> View:
    """Return your view without any possible action, for a table just to look at."""
    view = engine.view_for(state, YOU)
    return replace(view, waiting=(), to_play=None, playable=(), bid_options=(), peek_count=0, may_claim=False)


def _table(state: State, view: View, version: int = 0) -> Snapshot:
    table = replace(table_of(view, SEATS, YOU), code=CODE, version=version)
    if state.phase is not engine.Phase.FINISHED:
        return table
    return replace(
        table,
        stage=Stage.SCORED,
        finished=(finished_deal(1, state),),
        standing=engine.standing_after(engine.score(state)),
    )


def _pictured(number: int, *, idle: bool = False) -> Snapshot:
    state = states()[number]
    return _table(state, _idle_view(state) if idle else engine.view_for(state, YOU))


def _flipped() -> Snapshot:
    """Return a Flip 2 deal after all three players have turned up their two cards."""
    state = _dealt(engine.Rules(peek=engine.PeekRule.FLIP2))
    for player, places in ((YOU, (1, 2)), (ANA, (5, 7)), (BEN, (9, 12))):
        state = engine.act(state, Peek(player, places))
    return _table(state, _idle_view(state))


PICTURES: Final[Mapping[str, Callable[[], Snapshot]]] = {
    "flipped": _flipped,
    "bidding": partial(_pictured, 2),
    "dummy": partial(_pictured, 6),
    "trick": partial(_pictured, 11, idle=True),
    "turn": partial(_pictured, 16),
    "score": partial(_pictured, LAST),
}
"""The table that each picture in the rules shows, by the name of the picture."""
