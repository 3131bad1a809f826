"""The chat beside the table: the messages, the form to write one, and the people to follow, mute or block."""

from urllib.parse import quote

from django.urls import reverse

from accounts.base.names import isolated
from games.chat.queries import Chat, ChatMessage, Person
from games.components.html import NOTHING, Content, Html, Template, fill, join, merge, posts_to, url
from games.components.parts import TOKEN, Partials
from games.words.language_cache import gettext as _

_BOX = Template(
    '<details class="panel chat-box from-below" id="chat" hx-morph-skip><summary>{chat}'
    ' <span class="unread" id="chat-unread" role="status" hidden><span class="sr">{new}</span> <b></b></span></summary>'
    '<div class="chat" hx-target:inherited="#chat-messages" hx-swap:inherited="innerMorph"'
    ' hx-sync:inherited="queue all"><div class="chat-messages" id="chat-messages">{messages}</div>'
    '<div class="chat-notice" id="chat-notice"></div>{write}</div></details>'
)
_SIGN_IN = Template('<p class="small"><a href="{address}">{words}</a></p>')
_WRITE = Template(
    '<form class="phrases" {action}>{token}{phrases}</form>'
    '<form class="chat-form in-a-row" id="chat-form" {action}>{token}'
    '<label class="sr" for="chat-text">{label}</label>'
    '<input id="chat-text" name="text" type="text" maxlength="300" required autocomplete="off" enterkeyhint="send"'
    ' placeholder="{placeholder}" value="{draft}"><button class="btn">{send}</button></form>'
)
_PHRASE = Template('<button name="phrase" value="{code}">{words}</button>')
_LOG = Template(
    '<form class="chat-log" id="chat-log" {action} data-newest="{newest}">{token}'
    '<div role="log" aria-live="polite" aria-label="{label}" tabindex="0">{lines}</div></form>{people}'
)
_EMPTY = Template('<p class="small">{none} {apart}</p>')
_LINE = Template(
    '<div class="message{mine}" id="message-{number}"{seat}><b><bdi>{author}</bdi></b> <bdi class="words">{words}</bdi>'
    "{report}</div>"
)
_SEAT = Template(' data-seat="{player}"')
_REPORT = Template(
    '<details class="flag" id="flag-{number}"><summary aria-label="{label}">⋯</summary>'
    '<button class="btn" name="message" value="{number}">{words}</button></details>'
)
_PEOPLE = Template(
    '<details class="chat-people" id="chat-people"><summary>{title}</summary><ul>{people}</ul></details>'
)
_PERSON = Template(
    '<li id="person-{id}"><span class="name" translate="no"><bdi>{shown}</bdi></span><form {action}>{token}'
    '<input type="hidden" name="name" value="{name}">{buttons}</form></li>'
)
_BUTTON = Template(
    '<button class="btn{danger}" name="operation" value="{operation}" aria-label="{label}">{words}</button>'
)
_OFF = Template('<p class="small">{words}</p>')
_ANSWER = Template('{messages}<hx-partial id="chat-notice">{notice}</hx-partial>')
_NOTICE = Template('<p class="notice{error}" role="alert">{words}</p>')


def draw_chat(chat: Chat, token: str, draft: str = "") -> Html:
    """Draw the chat for a page; `draft` is the text of a message that was refused."""
    write = (
        _draw_write(chat, draft)
        if chat.may_write
        else _SIGN_IN(address=f"{reverse('account_login')}?next={url('table', chat.code)}", words=_("Sign in to chat"))
    )
    content = _BOX.around(chat=_("Chat"), new=_("New messages:"), messages=_draw_messages(chat), write=write)
    return Html(fill(content, Partials(0, {}, {}, token=token)))


def draw_messages(chat: Chat | None) -> Html:
    """Draw the messages for one reader, as sent in live updates; a sentence where chat is off."""
    if chat is None:
        return _OFF(words=_("There is no chat at this table."))
    return Html(fill(_draw_messages(chat), Partials(0, {}, {})))


def draw_answer(chat: Chat | None, notice: str, *, is_refusal: bool) -> Html:
    """Draw the messages and a notice about the reader's last action, "" for none."""
    said = _NOTICE(error=" error" if is_refusal else "", words=notice) if notice else NOTHING
    return _ANSWER(messages=draw_messages(chat), notice=said)


def _draw_write(chat: Chat, draft: str) -> Content:
    return _WRITE.around(
        action=posts_to("send_message", chat.code),
        token=TOKEN,
        phrases=join([_PHRASE(code=phrase.code, words=phrase.words) for phrase in chat.phrases]),
        label=_("Your message"),
        placeholder=_("Say something"),
        draft=draft,
        send=_("Send"),
    )


def _draw_messages(chat: Chat) -> Content:
    empty = _EMPTY(none=_("No messages yet."), apart=_("During play, players and spectators chat separately."))
    people = merge([_draw_person(person, chat.code) for person in chat.people])
    return _LOG.around(
        action=posts_to("report", chat.code),
        newest=chat.newest,
        token=TOKEN,
        label=_("Messages"),
        lines=join([_draw_line(message, chat.may_write) for message in chat.messages]) or empty,
        people=_PEOPLE.around(title=_("Add as a friend, mute or block"), people=people) if people else NOTHING,
    )


def _draw_line(message: ChatMessage, may_report: bool) -> Html:
    label = _("About this message of %(name)s") % {"name": isolated(message.author)}
    report = _REPORT(number=message.number, label=label, words=_("Report to the staff"))
    return _LINE(
        mine=" mine" if message.is_own else "",
        number=message.number,
        author=message.author,
        seat=NOTHING if message.seat is None else _SEAT(player=message.seat),
        words=message.words,
        report=report if may_report and not message.is_own else NOTHING,
    )


def _draw_person(person: Person, code: str) -> Content:
    if person.muted:
        mute = _draw_button("unmute", _("Unmute"), _("Unmute %(name)s"), person)
    else:
        mute = _draw_button("mute", _("Mute here"), _("Mute %(name)s at this table"), person)
    if person.blocked:
        block = _draw_button("unblock", _("Unblock"), _("Unblock %(name)s"), person)
    else:
        block = _draw_button("block", _("Block everywhere"), _("Block %(name)s everywhere"), person)
    if person.followed:
        follow = _draw_button("unfollow", _("Remove from your friends"), _("Remove %(name)s from your friends"), person)
    else:
        follow = _draw_button("follow", _("Add"), _("Add %(name)s as a friend"), person)
    action, buttons = posts_to("mute", code), join([mute, block] if person.blocked else [follow, mute, block])
    return _PERSON.around(
        id=quote(person.name), name=person.name, shown=person.shown, action=action, token=TOKEN, buttons=buttons
    )


def _draw_button(operation: str, words: str, label: str, person: Person) -> Html:
    danger = " danger" if operation == "block" else ""
    return _BUTTON(danger=danger, operation=operation, label=label % {"name": isolated(person.shown)}, words=words)
