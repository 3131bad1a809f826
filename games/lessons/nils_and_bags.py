"""The second lesson: which nils count, two defenders with two contracts, and what bags cost, in eight steps."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.engine import DUMMY, AnswerClaim, Bid, Claim, Standing
from games.lessons.lesson import ANA, BEN, YOU, Lesson, LessonStep, play

NILS_AND_BAGS: Final = Lesson(
    code="second-deal",
    page="second_deal",
    title=_("Nil and bags"),
    pack={
        YOU: "SA SK SQ SJ ST S9 S2 HA HK HQ HJ D8 C3",
        ANA: "S7 S5 H9 H5 H3 DA DK DQ D3 D2 CA CJ C5",
        BEN: "S8 S6 S3 HT H8 H7 H6 DJ D9 D6 D5 CK C9",
        DUMMY: "D7 C6 H4 CQ S4 C2 DT C8 H2 CT D4 C7 C4",
    },
    before=Standing((210, 190, 240), (8, 3, 5)),
    steps=(
        LessonStep(
            _("A bid, and a nil"),
            _(
                "A nil says that a hand will take no trick, for 100 points or minus 100. You may declare it on any "
                "hand, but it counts only if that hand ends up on your side. So a nil on Ben’s hand costs you nothing "
                "if you play with the dummy."
            ),
            _("Choose 9, tick “Ben’s hand”, then bid."),
            (Bid(YOU, 9, frozenset({BEN})), Bid(ANA, 2), Bid(BEN, 3, frozenset({ANA}))),
        ),
        LessonStep(
            _("Which nil counts"),
            _(
                "You declare, so Ben is not on your side: your nil is off. Ben’s nil on Ana’s hand counts, since they "
                "are partners now. It is worth 100 to Ben or costs him 100; to Ana it is nothing."
            ),
        ),
        LessonStep(
            _("Let Ana take a trick"),
            _("Each defender is scored alone. Ana needs 2 tricks, and does not mind what Ben’s nil costs him."),
            _("Lead the three of clubs."),
            (play(YOU, "C3"), play(ANA, "CA")),
        ),
        LessonStep(
            _("Don’t waste high cards"),
            _("Ana has played the ace of clubs. The dummy can’t beat it."),
            _("Play the two of clubs from the dummy."),
            (play(YOU, "C2"), play(BEN, "C9")),
        ),
        LessonStep(
            _("Ben’s nil has failed"),
            _(
                "Ana has won a trick, so Ben’s nil on her hand has failed. That costs Ben 100 points, and Ana nothing. "
                "She goes on with two high diamonds."
            ),
            actions=(
                *(play(ANA, "DA"), play(YOU, "D4"), play(BEN, "D5"), play(YOU, "D8")),
                *(play(ANA, "DK"), play(YOU, "D7"), play(BEN, "D6")),
            ),
        ),
        LessonStep(
            _("Made for one, not for the other"),
            _(
                "The defenders have two tricks. Ana has made her 2; for her any more would only be bags. Ben needs a "
                "third. Don’t let him have it: without a diamond you may trump."
            ),
            _("Play the two of spades."),
            (play(YOU, "S2"),),
        ),
        LessonStep(
            _("Bags"),
            _(
                "All tricks left are yours: 11 in all, and you bid 9. Each trick more is a point and a bag, and every "
                "tenth bag costs 100. You have 8 from before: these two cost you dear."
            ),
            _("Open “Claim tricks” and confirm it."),
            (Claim(YOU), AnswerClaim(ANA, True), AnswerClaim(BEN, True)),
        ),
        LessonStep(
            _("What the deal was worth"),
            _(
                "You bid 9 and took 11: 92 points, but the tenth bag cost 100. Had you bid 11, you would have won 110. "
                "Ana made her 2. Ben was set, and lost another 100 for the nil."
            ),
        ),
    ),
)
