"""What a table says without the style sheet, as in a text browser."""

import re
from html import unescape

from tests.pages.pages import rendered
from tests.pages.phases import scenes

TABLE = dict(scenes())["lead"]


def test_cards_say_their_suits_in_the_text() -> None:
    cards = re.findall(r"<b>([^<]+)<i>(.)</i></b>", rendered(TABLE))
    assert len(cards) >= 13
    assert {suit for _rank, suit in cards} <= set("♠♥♦♣")


def test_name_and_you_do_not_run_together() -> None:
    assert not re.search(r"\w(?:</span>)<span class=\"to-\d\">\w", unescape(rendered(TABLE)))
