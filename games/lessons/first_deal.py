"""The first lesson: a bid, tricks, the dummy, trumps and a claim, in eight steps of a minute in all."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.engine import DUMMY, AnswerClaim, Bid, Claim
from games.lessons.lesson import ANA, BEN, YOU, Lesson, LessonStep, play

FIRST_DEAL: Final = Lesson(
    code="first-deal",
    page="first_deal",
    title=_("Your first deal"),
    pack={
        YOU: "SA SK SQ SJ ST S9 S2 HA HK HQ HJ HT C3",
        ANA: "S7 S5 H9 H5 H3 DA DK DQ D3 D2 C8 CJ C5",
        BEN: "S8 S6 S3 D8 H8 H7 H6 DJ D9 D6 D5 CK C9",
        DUMMY: "D7 C6 H4 CQ S4 C2 DT CA H2 CT D4 C7 C4",
    },
    steps=(
        LessonStep(
            _("Four hands, three players"),
            _(
                "The fourth hand is the dummy, face down. The highest bidder plays with it; the "
                "other two defend. Count your sure tricks: six high spades, which are trumps, "
                "and five high hearts."
            ),
            _("Choose 11, then bid."),
            (Bid(YOU, 11), Bid(ANA, 1), Bid(BEN, 2)),
        ),
        LessonStep(
            _("You declare"),
            _(
                "Your 11 is the highest bid: the dummy is your partner now. You bid first, so you lead. Once your card "
                "lies on the table, the dummy is turned up."
            ),
            _("Lead the three of clubs."),
            (play(YOU, "C3"), play(ANA, "C5")),
        ),
        LessonStep(
            _("You play the dummy too"),
            _("Every hand has to follow suit if it can, and the highest card wins. The dummy has the ace."),
            _("Play the ace of clubs from the dummy."),
            (play(YOU, "CA"), play(BEN, "C9")),
        ),
        LessonStep(
            _("The winner leads"),
            _(
                "The dummy won: 1 of your 11. So it leads. Its spade is dimmed: spades can’t be led before one has "
                "been played to a trick."
            ),
            _("Lead the two of clubs from the dummy."),
            (play(YOU, "C2"), play(BEN, "CK")),
        ),
        LessonStep(
            _("Trump it"),
            _("You have no club left, so you may play any card. A spade beats all other suits; a small one will do."),
            _("Play the two of spades."),
            (play(YOU, "S2"), play(ANA, "C8")),
        ),
        LessonStep(
            _("Spades are broken"),
            _("A spade has been played, so from now on spades may be led. Draw the others’ spades."),
            _("Lead the ace of spades."),
            (play(YOU, "SA"), play(ANA, "S5"), play(YOU, "S4"), play(BEN, "S3")),
        ),
        LessonStep(
            _("Claim the rest"),
            _("Nobody can take a trick from you any more, so you may claim the rest. If both accept, the deal ends."),
            _("Open “Claim tricks” and confirm it."),
            (Claim(YOU), AnswerClaim(ANA, True), AnswerClaim(BEN, True)),
        ),
        LessonStep(
            _("What the deal was worth"),
            _(
                "You bid 11 and took 13: 110 points, and 1 for each trick more. Ana and Ben took none of the 1 and 2 "
                "they had bid: 10 and 20 points lost. The first to reach 500 wins."
            ),
        ),
    ),
)
