"""What is a fault in a layout, as data. `faults.js` looks for it.

A page that is wider than the screen is a fault too, whatever the rules say.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any, Literal

from tests.layout.sizes import (
    ENLARGED_LAPTOP,
    HIGH_PHONE,
    LANDSCAPE,
    LAPTOP,
    LARGE_LETTERS,
    LARGE_PHONE,
    LOW,
    MIDDLE_PHONE,
    NOT_LANDSCAPE,
    PHONE,
    PHONES,
    SCREENS,
    SMALLEST,
    UPRIGHT_TABLET,
    USUAL,
    ZOOMED,
    Screen,
)

Axes = Literal["x", "y", "xy"]


@dataclass(frozen=True)
class Rule:
    """A promise about all shown parts of a page that match the selector `parts`.

    `kind` is the name of a function in `faults.js`:

    - apart: no part overlaps any of `others`;
    - inside: every part is inside the one of `others` that it belongs to;
    - on_screen: every part can be seen without scrolling;
    - uncut: every part is as large as what it contains;
    - unbroken: no word of a part goes on in another line;
    - one_line: all words of a part stand on one line;
    - touchable: every part is large enough for a finger;
    - uncovered: the middle of every part can be clicked;
    - level: all parts begin at the same height;
    - lower: every part begins lower than each of `others`;
    - has: one of `others` is shown in every part.

    `scenes` and `screens` say where it holds: on pages whose names match that expression, and on such screens.
    """

    kind: Literal[
        "apart",
        "inside",
        "on_screen",
        "uncut",
        "unbroken",
        "one_line",
        "touchable",
        "uncovered",
        "level",
        "lower",
        "has",
    ]
    parts: str
    others: str = ""
    axes: Axes = "xy"
    scenes: str = ""
    screens: Collection[Screen] = (*SCREENS, *LARGE_LETTERS)
    at_the_end: bool = False
    """Whether it is about a page scrolled to its end."""

    def holds_for(self, name: str) -> bool:
        return bool(re.search(self.scenes, name))


def apart(parts: str, others: str, **where: Any) -> Rule:
    return Rule("apart", parts, others, **where)


def inside(parts: str, others: str, **where: Any) -> Rule:
    return Rule("inside", parts, others, **where)


def on_screen(parts: str, **where: Any) -> Rule:
    return Rule("on_screen", parts, **where)


def uncut(parts: str, **where: Any) -> Rule:
    return Rule("uncut", parts, **where)


def touchable(parts: str, **where: Any) -> Rule:
    return Rule("touchable", parts, **where)


def uncovered(parts: str, **where: Any) -> Rule:
    return Rule("uncovered", parts, **where)


OFFERS = ".undo button, .ask-hint > summary, .claim > summary, #claim-ask[open] .btn, .last-trick > summary"
WORDS_ON_PICTURES = ".picture .plate :is(.name, .role, .count, .turn-tag, .nil)"
SIGNS = ".turns a, .chat-box:has(.unread:not([hidden])) > summary"
"""Of turns elsewhere, and of unread messages."""
HAND_CARDS = "#hand .card, #dummy .card, #open-dummy .card"
FITS_THE_SCREEN = "^(?!text|reason-text|((chat|signs|unread)-)?gathering|chat-open|(chat|menu)-sheet-(bid|peek))"
"""Other tables may be scrolled: as text, before the game, and with the chat unfolded."""
WITH_CHAT = "^chat-sheet"
WITH_SHEET = "^(chat-sheet|log-sheet|scores-sheet|menu)"
PLAY_WITH_SHEET = "^(chat-sheet-(?!bid|peek)|log-sheet|scores-sheet|menu)"
SHEET_FROM_BELOW = ".from-below[open]:not(.menu), .menu[open] > .menu-panel"
PLAY_WITH_CHAT = "^chat-sheet-(?!bid|peek)"
ON_TURN = "#hand .card, #dummy .card"
"""The hand on turn, of the two that one plays: the chat leaves room for one of them."""
WIDER_THAN_PHONES = [screen for screen in USUAL if screen not in PHONES]

UPRIGHT_PHONES = (SMALLEST, *PHONES)
HIGHER_PHONES = (PHONE, MIDDLE_PHONE, LARGE_PHONE, HIGH_PHONE)
"""Without the bars of a browser: the question of a bid stays in sight."""

ENDS = "^(over|closed|void|rematch)(-guest|-chat|-watched)?$"
REVIEW = "^(long-|own-)?review"
WHOLE_REVIEW = "^(own-)?review(?!-proved)"
"""Without a notice above the hands, and without long names."""
CHANCES = ".holding .chance [aria-hidden]"
WITH_WHOLE_REVIEWS = (PHONE, UPRIGHT_TABLET, LAPTOP)
"""Screens that show all hands, the trick and the steps of a review at once."""

TABLE = (
    # The felt and what is on it
    on_screen(".felt", axes="y", scenes=FITS_THE_SCREEN, screens=USUAL),
    on_screen("#hand .card, .bid-form :is(button, label), .claim-box button", scenes=FITS_THE_SCREEN, screens=USUAL),
    inside(":is(#dummy, #hand) .card", "#felt", screens=[ZOOMED, *USUAL]),
    inside(".tray .card", ".tray", axes="x", screens=PHONES),
    inside("#felt .plate", "#felt"),
    apart("#felt .plate", "#felt .plate"),
    apart(".plate", HAND_CARDS),
    apart("#trick .card", HAND_CARDS),
    apart("#trick .card", "#felt .plate"),
    touchable("#hand button.card:not([aria-disabled])"),
    touchable(".bid-form button, .claim-box button"),
    touchable(".bid-form label", axes="y"),
    uncovered(".about-nil summary", scenes="^(?!menu|chat|hint|text|log-sheet|scores-sheet)", screens=HIGHER_PHONES),
    uncovered(
        ".bid-form:has(.nil-choices) legend",
        scenes="^(?!menu|chat|hint|text|log-sheet|scores-sheet)",
        screens=HIGHER_PHONES,
    ),
    touchable(".bid-form label", screens=PHONES),
    Rule("level", ":is(.at-left, .at-right) > .plate", scenes="^bid-(standard|wait)$", screens=PHONES),
    # A dummy at a side of a phone: its cards hang on its name, far from the own hand
    Rule("level", "#felt :not(.at-bottom) > .plate:not(.of-dummy)", scenes="^(lead|follow)$", screens=PHONES),
    apart(".trick", ".columns, .of-dummy, .at-bottom > .plate", scenes="^(follow|dummy-left)$", screens=UPRIGHT_PHONES),
    Rule("lower", "#trick", "#open-dummy", scenes="^(follow|dummy-left)$", screens=UPRIGHT_PHONES),
    Rule("lower", "#open-dummy", ".of-dummy", scenes="^(follow|dummy-left)$", screens=UPRIGHT_PHONES),
    # Words on plates
    apart("#felt .plate :is(.name, .robot)", "#felt .plate .count"),
    apart(".dealer", ".dot, .robot"),
    apart(".chair .card", ".chair .who"),
    Rule("level", ":is(.at-right, .at-bottom) > .chair", scenes="^gathering$", screens=PHONES),
    # The draw for the deal
    inside(".draw :is(.card, .by)", ".draw", axes="x"),
    apart(".draw .card", ".draw .card"),
    apart(".draw .by", ".draw .by"),
    uncut("#felt .plate :is(.who, .clock)", axes="x"),
    Rule("unbroken", "#felt .plate :is(.presence, .clock)", screens=UPRIGHT_PHONES),
    apart("#felt .plate :is(.name, .presence, .clock)", "#felt .plate :is(.nil, .count)", screens=UPRIGHT_PHONES),
    inside("#felt .plate :is(.nil, .count, .clock)", "#felt .plate", screens=PHONES),
    uncut("#felt .plate .role:not(.sr)", axes="x", screens=[screen for screen in SCREENS if screen not in LOW]),
    # Marks and buttons on the felt
    apart("#felt .turn-tag", "#open-dummy .card", screens=WIDER_THAN_PHONES),
    apart("#felt .turn-tag", "#dummy .card"),
    apart("#felt .at-bottom .turn-tag", "#open-dummy .card", screens=UPRIGHT_PHONES),
    on_screen("#felt .plate .turn-tag", axes="x"),
    apart(".on-the-felt", "#trick :is(.card, .wins-tag), .plate, .turn-tag"),
    apart("#claim-ask form", f"{HAND_CARDS}, .claim > summary", scenes="^claiming", screens=PHONES),
    apart("#claim-ask form", f".scores, {HAND_CARDS}", scenes="^claiming", screens=[SMALLEST, *PHONES]),
    uncovered("#claim-ask form .btn", scenes="^claiming", screens=UPRIGHT_PHONES),
    apart("#claim-ask form", "#felt .turn-tag", scenes="^claiming-others-away$", screens=[MIDDLE_PHONE]),
    apart("#bar .where, #menu > summary", ".scores", scenes="^(?!menu|chat|hint|text)", screens=USUAL),
    inside(":is(.hand, .dummy-hand.rows) .card", ".suit", axes="x", screens=WIDER_THAN_PHONES),
    inside("#hand .card, #dummy .card", ".felt", axes="x", screens=[SMALLEST, *PHONES]),
    apart(OFFERS, OFFERS),
    apart(".undo, .ask-hint", ".plate, .centre-panel :is(button, label), #hand .card"),
    apart("#question", ".turn-tag.mine", screens=PHONES),
    apart(".claim-box .strip b", ".claim-box .strip b", screens=UPRIGHT_PHONES),
    apart(".claim-box", "#hand, .turn-tag.mine", screens=[SMALLEST, *USUAL]),
    apart(".claim-box", ".plate, .turn-tag, #open-dummy .card", screens=LOW),
    apart(".claim-box", "#open-dummy .card, .seats:not(.dummy-top) .plate .name", screens=UPRIGHT_PHONES),
    uncovered(
        ".on-the-felt, :is(.bid-form, .claim-box) .btn",
        scenes="^(?!menu|chat|hint|log-sheet|scores-sheet|(reason-)?text)",
        screens=USUAL,
    ),
    uncut(".ask-hint .panel", scenes="^hint", screens=UPRIGHT_PHONES),
    uncovered(".ask-hint .panel :is(.btn, .close)", scenes="^hint", screens=UPRIGHT_PHONES),
    touchable(".ask-hint .panel :is(.btn, .close)", scenes="^hint", screens=UPRIGHT_PHONES),
    apart(".ask-hint .panel", ".plate .turn-tag.mine, #hand .card", scenes="^hint", screens=UPRIGHT_PHONES),
    on_screen(".hand-message", scenes="^reason-cards"),
    uncut(".hand-message"),
    apart(".banner", "#felt :not(.at-bottom) > .plate, #hand .card, .dummy-hand .card", screens=PHONES),
    apart(".banner", ".scores", scenes="^(?!watched|wide|scored|refused-.-None)", screens=PHONES),
    apart(
        ".banner",
        "#felt, #sheet, #menu > summary",
        scenes="^(watched-(absent|proposal)|scored-looked)",
        screens=[*PHONES, LAPTOP],
    ),
    apart(".banner", HAND_CARDS, screens=[LANDSCAPE, ZOOMED]),
    on_screen("#notice"),
    on_screen("#last-deal-over", screens=NOT_LANDSCAPE),
    apart("#last-deal-over", "#hand, .bidding, #menu > summary", screens=NOT_LANDSCAPE),
    apart("#notice", "#hand, #dummy, #menu > summary"),
    # What is over the lower half of a phone's table
    apart(SHEET_FROM_BELOW, f"{ON_TURN}, #trick :is(.card, .slot)", scenes=PLAY_WITH_SHEET, screens=UPRIGHT_PHONES),
    on_screen(f"{SHEET_FROM_BELOW}, {ON_TURN}, .turn-tag.mine", scenes=PLAY_WITH_SHEET, screens=UPRIGHT_PHONES),
    on_screen("[data-closes-sheet]", scenes="^(log|scores)-sheet|^menu", screens=UPRIGHT_PHONES),
    uncovered("[data-closes-sheet], .menu-places a", scenes="^(log|scores)-sheet|^menu", screens=UPRIGHT_PHONES),
    on_screen(".leave > summary", scenes="^menu-(?!open)", screens=HIGHER_PHONES),
    uncovered(".leave > summary", scenes="^menu-(?!open)", screens=HIGHER_PHONES),
    apart(".menu-panel .sound-switch", ".sheet-head :is(b, button)", scenes="^menu", screens=UPRIGHT_PHONES),
    touchable("[data-closes-sheet], .menu-places a, .menu-panel :is(.menu-group a, summary, .entry)", scenes="^menu"),
    uncut(".menu-places a, .menu-panel :is(.menu-group a, summary, .entry)", axes="x", scenes="^menu"),
    apart("#chat", f"{ON_TURN}, #trick :is(.card, .slot), .plate", scenes=PLAY_WITH_CHAT, screens=UPRIGHT_PHONES),
    apart("#chat[open]", ON_TURN, scenes=WITH_CHAT, screens=UPRIGHT_PHONES),
    on_screen(f"{ON_TURN}, .turn-tag.mine", scenes=PLAY_WITH_CHAT, screens=UPRIGHT_PHONES),
    on_screen("#hand .card, #chat, #chat-text, #chat-form .btn", scenes=WITH_CHAT, screens=UPRIGHT_PHONES),
    uncovered("#chat > summary, #chat-text, #chat-form .btn", scenes=WITH_CHAT, screens=UPRIGHT_PHONES),
    touchable("#chat > summary, #chat-text, #chat-form .btn", scenes=WITH_CHAT, screens=UPRIGHT_PHONES),
    # Around the felt
    apart(".scores", "#menu > summary"),
    apart(".closes", f".scores, .felt, .bar .where, .bar .brand, .turns a, #menu > summary, {SIGNS}"),
    uncut(".scores .score, .scores .points .score-label", axes="x"),
    Rule("has", ".scores :is(.points, .score-bids)", ".score-label", screens=[*UPRIGHT_PHONES, LANDSCAPE]),
    apart(".bid-form .asks", ".numbers", scenes="^bid-standard$", screens=[LANDSCAPE]),
    apart(".turns a", ".bar .where", screens=WIDER_THAN_PHONES),
    apart(".turns a", "#menu > summary"),
    apart(SIGNS, f"{SIGNS}, .scores, .felt, .dealer, .sheet, .bar .brand, #menu > summary", screens=UPRIGHT_PHONES),
    touchable(SIGNS, screens=UPRIGHT_PHONES),
    on_screen(SIGNS, screens=UPRIGHT_PHONES),
    apart(".rail > *", ".rail > .panel"),
    inside(".rail .fairness", ".rail", scenes="^beside-chat$", screens=[LAPTOP]),
    inside(".rail .tricks li:nth-child(-n+9)", ".log", axes="y", scenes="^beside-chat$", screens=[LAPTOP]),
    apart(".plate .turn-tag", ".call-bot .btn", screens=WIDER_THAN_PHONES),
    apart("#rail", "#chat, .felt"),
    apart("#offline", ".banner .btn, #menu > summary, #hand, #dummy"),
    uncovered("#menu > summary, .menu-places a"),
)

SHEET = (
    uncut(".end :is(.result, .stamp, .tally p)", axes="x"),
    on_screen(".turned-up .card", axes="x", scenes="^scored"),
    Rule("level", ".end-top .turned-up .card", scenes="^scored"),
    # The result on the felt
    on_screen(".sheet", axes="y", scenes=ENDS, screens=NOT_LANDSCAPE),
    inside(".standings li, .ways-on > *", ".sheet"),
    apart(".sheet", ".scores, #rail, #chat, .records"),
    apart(".standings .name", ".standings .name, .standings .step"),
    apart(".ways-on", ".standings, .outcome, .end"),
    uncovered(".ways-on .btn.turn, .ways-on .more > summary", scenes=ENDS, screens=NOT_LANDSCAPE),
    apart(".game > .main-nav", ".sheet, .more > .panel", scenes=f"{ENDS}|^more", screens=UPRIGHT_PHONES),
    touchable(".game > .main-nav a", scenes=ENDS, screens=UPRIGHT_PHONES),
    on_screen(".more > .panel", scenes="^more", screens=NOT_LANDSCAPE),
    uncovered(".more > .panel > :first-child", scenes="^more-over$"),
    Rule("level", ".result:has(.tally)", scenes="^scored", screens=PHONES),
    on_screen(".actions", scenes="^scored", axes="y"),
    uncovered(".actions .btn", scenes="^scored"),
    apart(".is-scored .actions", ".outcome, .end .result, .turned-up .card, .records", scenes="scored"),
    Rule("lower", ".standings .place-2", ".standings .place-1"),
    Rule("lower", ".standings .place-3", ".standings .place-2"),
)

EVERYWHERE = (uncut(".btn", axes="x"),)

SITE = (
    apart(".site .brand", ".site nav a"),
    Rule("one_line", ".site .brand"),
    touchable(".links a, .log-lines a, .log-card, .site a", axes="y", screens=[SMALLEST, *PHONES]),
    on_screen(".doors .btn", scenes="^home$", screens=[PHONE, LANDSCAPE]),
    apart(".doors .btn", ".main-nav", scenes="^home$", screens=[PHONE]),
    uncut(".main-nav a", axes="x"),
    touchable(".main-nav a"),
    apart(".to-open", ".main-nav"),
    uncut("#visitor-name"),
    apart(".about-nil summary", ".bid-form legend", screens=[PHONE]),
    # The first deal
    inside(".lesson .tray .card", ".tray", axes="x", screens=[SMALLEST, PHONE]),
    Rule("lower", "#trick, #felt .at-left > .plate", ".tray", scenes="^(first|second)-deal", screens=UPRIGHT_PHONES),
    apart("#claim-ask form", "#trick :is(.card, .wins-tag), .turn-tag", scenes="^first-deal-claim$", screens=PHONES),
    # A deal under review
    apart(
        ".stepper", ".review-hand .card, .review-trick .card", scenes=REVIEW, screens=[*WITH_WHOLE_REVIEWS, LANDSCAPE]
    ),
    on_screen(".review-hand .card, .review-trick .card", scenes=REVIEW, screens=WITH_WHOLE_REVIEWS),
    apart(".stepper", ".main-nav", scenes=REVIEW, screens=WITH_WHOLE_REVIEWS),
    on_screen(".stepper", scenes=REVIEW, screens=WITH_WHOLE_REVIEWS),
    on_screen(".review-felt, .stepper, .review-page .title", axes="y", scenes=WHOLE_REVIEW, screens=[LANDSCAPE]),
    apart(
        ".stepper, .review-page :is(.title, .turns a)",
        ".review-felt, .stepper, .title",
        scenes=REVIEW,
        screens=[LANDSCAPE],
    ),
    inside(".review-hand, .review-trick .card", ".review-felt", scenes=REVIEW, screens=[LANDSCAPE]),
    apart(".review-trick .card", ".review-hand", scenes=REVIEW, screens=[LANDSCAPE]),
    touchable(".review-tabs label", scenes=REVIEW, screens=[SMALLEST, PHONE]),
    uncut(".review-tabs label", axes="x", scenes=REVIEW, screens=[SMALLEST, PHONE]),
    apart(".review-hand, .review-trick li", ".review-hand", scenes="review"),
    apart(".review-step", ".review-hand, .review-trick .card", scenes=REVIEW, screens=[SMALLEST, PHONE]),
    inside(".review-hand :is(.card, .count)", ".review-hand", axes="x", scenes=REVIEW),
    apart(".review-hand :is(.name, .turn-tag)", ".review-hand :is(.role, .nil, .count)", scenes=REVIEW),
    apart(CHANCES, f"{CHANCES}, .holding small", scenes=REVIEW),
    inside(".holding .chance", ".holding li", scenes=REVIEW),
    # Exercises
    inside(".exercise-felt :is(.card, .btn, table)", ".exercise-felt", axes="x"),
    apart(".exercise-felt :is(.card, .btn, table)", ".exercise-felt :is(.card, .btn, table, h2)"),
    # Pictures of a table
    apart(WORDS_ON_PICTURES, WORDS_ON_PICTURES),
    apart(".picture .trick .card", ".picture .plate"),
    inside(".picture .card", ".picture", axes="x"),
)

ON_TABLES = (*TABLE, *SHEET, *EVERYWHERE)
ON_PAGES = (*SITE, *EVERYWHERE)
WITH_LARGE_LETTERS = (
    on_screen(".felt", axes="y"),
    on_screen("#felt .plate .turn-tag", axes="x"),
    uncut(".scores .score", axes="x"),
)
ON_LANDSCAPE_PHONES = tuple(
    replace(rule, screens=(LANDSCAPE, ENLARGED_LAPTOP))
    for rule in (
        apart("#felt .plate :is(.name, .presence, .clock)", "#felt .plate :is(.nil, .count)"),
        apart("#felt .turn-tag", "#felt .plate :is(.name, .role)", scenes="peek|bid"),
        apart(".claim-box", ".plate"),
        inside("#felt .plate .nil", "#felt .plate"),
        uncut(".numbers span", axes="x"),
    )
)
IN_DOUBLED_LETTERS = (
    apart(".turns a", ".bar .where"),
    uncut(".log, .draw", axes="x"),
    inside("#felt .plate, #hand .card, .dummy-hand .card", "#felt", axes="x"),
    inside("#felt .plate :is(.nil, .count, .clock)", "#felt .plate"),
    apart("#felt .plate", f"#felt .plate, #trick .card, .centre-panel, {HAND_CARDS}"),
    apart("#trick .card", f".on-the-felt, .centre-panel, {HAND_CARDS}"),
    apart("#felt .turn-tag", f"#felt .plate :is(.name, .role, .count, .nil), {HAND_CARDS}"),
    apart(OFFERS, f"{OFFERS}, .centre-panel, {HAND_CARDS}"),
    on_screen("#felt .plate .turn-tag", axes="x"),
    uncut(".scores .score, .plate .clock, .bid-form fieldset, .claim-box, .end .result, .banner", axes="x"),
)
REVIEWS_IN_DOUBLED_LETTERS = (
    apart(".stepper", ".review-hand, .review-trick .card"),
    apart(".review-trick .card", ".review-hand"),
    apart(".review-tabs label", ".review-tabs label"),
    apart(".holding small, .holding .chance", ".holding small, .holding .chance"),
    inside(".review-tabs label", ".review-tabs"),
    inside(".review-hand .card", ".review-hand", axes="x"),
    uncut(".review-page .eyebrow, .review-tabs label, .stepper .happened", axes="x"),
    Rule("unbroken", ".review-page h1, .review-tabs label, .review-hand .name"),
)
"""On a phone and on a tablet held upright."""
