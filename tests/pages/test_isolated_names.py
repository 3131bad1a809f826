"""Names in Hebrew or Arabic letters leave the order of a text alone: each is isolated, on every page and in every mail.

Here all names count as written from right to left, so that a page shows at once where one is not isolated: on the
English pages that `site_in` visits.
"""

import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.test import Client
from django.utils import translation

from accounts.base import names
from accounts.models import User
from accounts.notifications.kinds import KINDS, NAMES
from accounts.signing_in.guests import create_guest
from games.play.seats import BOT_NAMES
from tests.finished_games import played_game
from tests.history.players_pages import content, page
from tests.pages.names import all_isolated
from tests.pages.pages import table_pages

TEMPLATES = Path(settings.BASE_DIR) / "templates"
MOSES = "משה 5"
PEOPLE = (
    "Alex",
    "Ana",
    "Ben",
    "Robin",
    "Newcomer",
    "Regular",
    "Drew",
    "Wanda",
    "Marta",
    "Cleo",
    "Dora",
    "Emil",
    "Lark",
)
A_NAME = re.compile(rf"\b(?:{'|'.join({*PEOPLE, *BOT_NAMES})}|Player \d+|Jugador \d+)\b")
WITH_NAMES_OF_THEIR_OWN = ("first-deal", "second-deal", "rules", "api-page")
"""The pages whose texts and examples speak of Ana and Ben."""

OF_NOBODY = (
    "club_evening_changed",
    "club_membership",
    "club_officer",
    "tournament_off",
    "tournament_place",
    "tournament_ruling",
    "set_results",
    "daily_deal",
    "tournament_soon",
    "tournament_table",
    "tournament_warning",
    "club_evening",
    "club_evening_soon",
    "season",
)
"""The kinds of notifications that speak of no player."""

ISOLATED = re.compile("\u2068[^\u2068\u2069]*\u2069")
SHOWN = {"aria-label", "title", "alt", "placeholder", "data-label"}
NOT_SHOWN = {"script", "style", "textarea", "option", "bdi"}
VOID = {"input", "link", "meta", "br", "img", "hr", "path", "wbr"}


class Texts(HTMLParser):
    """Collects what a page shows or says that is not isolated, without what somebody typed."""

    def __init__(self) -> None:
        super().__init__()
        self.inside: list[str] = []
        self.unisolated: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.inside.append(tag)
        attributes = dict(attrs)
        is_said = "name" in attributes or "property" in attributes
        shown = SHOWN | ({"content"} if tag == "meta" and is_said else set())
        for name in shown & attributes.keys():
            self.note(attributes[name] or "", f"{tag} {name}")

    def handle_endtag(self, tag: str) -> None:
        while tag in self.inside and self.inside.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not NOT_SHOWN & {*self.inside}:
            self.note(data, " ".join(self.inside[-3:]))

    def note(self, text: str, where: str) -> None:
        if not text.startswith("http") and (match := A_NAME.search(ISOLATED.sub("", text))):
            self.unisolated.append(f"{match[0]} in {where}: {' '.join(text.split())[:120]}")


def not_isolated(html: str) -> list[str]:
    texts = Texts()
    texts.feed(html)
    return texts.unisolated


def test_page_is_searched() -> None:
    assert not_isolated(
        '<p>Ana plays<b>\u2068Ana\u2069</b> <bdi>Ana</bdi><input value="Ana"><i aria-label="Ana"></p>'
    ) == ["Ana in p: Ana plays", "Ana in i aria-label: Ana"]


@pytest.mark.slow
@pytest.mark.django_db
def test_all_names_on_all_pages_are_isolated(site_in: Callable[[str], dict[str, str]]) -> None:
    with translation.override("en"), all_isolated():
        pages = dict(table_pages()) | site_in("en")
    unisolated = {
        name: not_isolated(html) for name, html in pages.items() if not name.startswith(WITH_NAMES_OF_THEIR_OWN)
    }
    assert len(unisolated) > 100
    faults = {name: lines for name, lines in unisolated.items() if lines}
    assert not faults, "\n".join(f"{name}: {line}" for name, lines in faults.items() for line in lines)


A_USERNAME = re.compile(r"(?:\{\{ *|=)(?:[\w.]+\.)?(?:username|player_name|inviter|subject)\b(?!\.|\|isolated)[^ %}]*")
"""A variable of a template that holds a player's name, outside the arguments of an address."""


def test_all_templates_isolate_the_names_of_players() -> None:
    """Also those of mails and messages, which no page shows."""
    unisolated = [
        f"{path.relative_to(TEMPLATES)}: {match[0]}"
        for path in sorted(TEMPLATES.rglob("*.*"))
        for match in A_USERNAME.finditer(path.read_text())
    ]
    assert unisolated == []
    assert A_USERNAME.search("{{ player.username }}")
    assert A_USERNAME.search("{% blocktranslate with name=user.username %}")
    assert not A_USERNAME.search("{{ player.username|isolated }}{% url 'games:player' player.username %}")


@pytest.mark.parametrize("kind", KINDS)
def test_mail_and_push_isolate_names(kind: str) -> None:
    values = {
        **dict.fromkeys(NAMES, MOSES),
        "count": "5",
        "tournament": "Friday",
        "club": "Aces",
        "reason": "Rain.",
        "ladder": "tables",
        "division": "2",
    }
    named = re.findall(rf"%\((?:{'|'.join(NAMES)})\)s", str(KINDS[kind].text))
    assert KINDS[kind].words(values).count(f"\u2068{MOSES}\u2069") == len(named)
    assert named or kind in OF_NOBODY, "of which nobody is the author"


@pytest.mark.parametrize("template", ["email_confirmation_message.txt", "password_reset_key_message.txt"])
def test_mail_of_an_account_isolates_the_name(template: str) -> None:
    assert f"\u2068{MOSES}\u2069" in render_to_string(f"account/email/{template}", {"user": User(username=MOSES)})


@pytest.mark.parametrize(
    ("name", "is_isolated"),
    [(MOSES, True), ("سارة", True), ("Ana \u0663", True), ("Ana 5", False), ("小明", False), ("Владимир", False)],
)
def test_only_names_from_right_to_left_are_isolated(name: str, is_isolated: bool) -> None:
    isolated = names.isolated(name)
    assert isolated == (f"\u2068{name}\u2069" if is_isolated else name)
    assert names.isolated(isolated) == isolated
    assert names.unisolated(isolated) == name


@pytest.mark.django_db
def test_files_hold_names_as_they_are(client: Client) -> None:
    moses = create_guest(MOSES)
    game = played_game(moses, None, None)
    game.name = MOSES
    game.save()
    for file in ("games.csv", "games.json", "deals.csv"):
        text = content(client.get(page(moses, file)))
        assert MOSES in text
        assert "\u2068" not in text
    assert f"\u2068{MOSES}\u2069</h1>" in client.get(page(moses)).text
