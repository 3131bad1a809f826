"""Pages as a script of the page leaves them: without a connection, with unread messages, with the chat, a hint or a
sentence shown.
"""

import re

from django.template.loader import render_to_string

from games.learning.hints import Hint, HintedBid
from tests.pages.visited import unfolded

HINT = Hint(
    "A bot would bid 4, nil on the dummy.",
    "Your hand is worth about 3 tricks; the rest is what a partner can add. This bid is made in 89 % of the imagined"
    " deals; with one more trick, in 63 %. The nil on the dummy fails in 21 % of the imagined deals.",
    "Any number from 0 to 13, and a nil on any of the four hands.",
    (),
    bid=HintedBid("Bid 4, nil on the dummy", 4, ("dummy",)),
)
"""As long as one can be before the play."""


def offline(html: str) -> str:
    """The page while it has no connection."""
    html, count = re.subn(r'(id="offline"[^>]*) hidden>', r"\1>", html)
    assert count, "the page has a banner"
    return html


def unread(html: str) -> str:
    """The page after two messages have come into the folded chat."""
    html, count = re.subn(r'(id="chat-unread"[^>]*) hidden>(.*?<b>)', r"\1>\g<2>2", html)
    assert count, "the page has a chat"
    return html


def with_opened_chat(html: str) -> str:
    """The page after the chat has been opened: scripts close it on a small screen when the page is loaded."""
    html, count = re.subn('id="chat"', r"\g<0> data-opened", html)
    assert count, "the page has a chat"
    return html


def with_scores(html: str, sheet: str) -> str:
    """The page of a table while a phone shows this score sheet over it."""
    (scores,) = re.findall(r'<div id="scores">(.*?)</div>\s*</main>', sheet, re.DOTALL)
    html, count = re.subn('(id="score-sheet"[^>]*) hidden>', r"\1 open>", html)
    assert count, "the page has room for it"
    return html.replace('<div class="sheet-body">', f'<div class="sheet-body">{scores}')


def hinted(html: str) -> str:
    """The page while it shows `HINT`."""
    words = render_to_string("learning/_hint.html", {"hint": HINT, "code": "KQJT98", "version": 1})
    html, count = re.subn('(<div class="panel" role="status" tabindex="0">).*?</div>', rf"\1{words}</div>", html)
    assert count, "the page offers a hint"
    return unfolded(html, "hint-")


def with_reason(html: str) -> str:
    """The page after a click on a dimmed card of the dummy."""
    html, count = re.subn('class="sr" id="why-not-dummy"', 'class="sr hand-message" id="why-not-dummy"', html)
    assert count, "the page says why"
    return html
