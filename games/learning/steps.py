"""The steps of the first deal: the text of each, the one action it asks for, and the others' actions after it."""

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from games.engine import Action, AnswerClaim, Bid, Card, Claim, Play, Player

YOU: Final[Player] = 0
ANA: Final[Player] = 1
BEN: Final[Player] = 2


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
