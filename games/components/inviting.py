"""Ways to fill a table before its game: its link, an invitation by name, and who is around it."""

from dataclasses import dataclass

from accounts.base.names import isolated
from games.components.context import TableContext
from games.components.html import NOTHING, Content, Html, Page, Template, join, posts_to, text, url
from games.components.parts import TOKEN
from games.words import sentences
from games.words.language_cache import gettext as _, ngettext
from games.words.names import listing

_INVITE = Template(
    '<section class="invite" id="invite" aria-label="{label}">'
    '<p class="link" id="link">{link}</p>{code}<div class="ways">'
    '<button class="btn primary scripted" type="button" data-copy="link" data-done="{copied}">{copy}</button>'
    '<button class="btn scripted" type="button" data-share="link" data-title="{name}" hidden>{share}</button>'
    '<details class="qr" id="qr"><summary class="btn">{qr}</summary>'
    '<img src="{qr_code}" alt="{qr_words}" width="240" height="240" loading="lazy"></details></div></section>'
)
_CODE = Template('<p class="join-code">{words} <b>{digits}</b></p>')
_AROUND = Template('<div class="around">{lines}</div>')
_LOOKING = Template('<p class="looking"><span class="dot" aria-hidden="true"></span>{words}</p>')
_INVITED = Template('<p class="small">{words}</p>')
_BY_NAME = Template(
    '<form class="panel field" {action}>{token}<label for="invite-name">{label}</label><div class="in-a-row">'
    '<input id="invite-name" name="name" type="text" maxlength="40" autocomplete="off">'
    '<button class="btn">{invite}</button></div></form>'
)


@dataclass(frozen=True, slots=True)
class TableLink:
    """The table's address: the full URL where the page knows it; otherwise the browser completes it."""

    code: str

    def render(self, page: Page) -> str:
        """Return the address."""
        return str(text(page.link or url("table", self.code)))


def draw_around(context: TableContext) -> Content:
    """Draw who looks on, and who has been invited and has not come: what waiting players want to know."""
    seated = {seat.page or seat.name for seat in context.snapshot.seats}
    around, free = context.attendance.around, not all(seated)
    known = [isolated(name) for name in around.looking if name and name not in seated]
    anonymous = around.looking.count("")
    if anonymous:
        known.append(ngettext("%(count)d visitor", "%(count)d visitors", anonymous) % {"count": anonymous})
    invited = [isolated(name) for name in around.invited if name not in seated and name not in around.looking]
    lines = []
    if known:
        lines.append(_LOOKING(words=_("Watching: %(names)s") % {"names": listing(known)}))
    elif free:
        lines.append(_LOOKING(words=_("New players appear here at once.")))
    if invited and free:
        lines.append(_INVITED(words=_("Invited: %(names)s") % {"names": listing(invited)}))
    return _AROUND(lines=join(lines)) if lines else NOTHING


def draw_invite(context: TableContext) -> Content:
    """Draw the link with the ways to pass it on."""
    return _INVITE.around(
        label=_("Anyone with this link can sit down"),
        link=TableLink(context.code),
        code=_draw_code(context.snapshot.join_code),
        copied=_("Copied"),
        copy=_("Copy the link"),
        name=sentences.table_name(context.snapshot),
        share=_("Share"),
        qr=_("QR code"),
        qr_code=url("link_as_qr_code", context.code),
        qr_words=_("The link as a QR code, to be scanned with a phone"),
    )


def _draw_code(digits: str) -> Html:
    """Draw the code to say aloud, in two groups."""
    if not digits:
        return NOTHING
    return _CODE(words=_("Or tell them the code:"), digits=f"{digits[:3]}\N{NO-BREAK SPACE}{digits[3:]}")


def draw_by_name(code: str) -> Content:
    """Draw the form to invite a player who has an account."""
    return _BY_NAME.around(
        action=posts_to("invite", code), token=TOKEN, label=_("Or invite a player by name"), invite=_("Invite")
    )
