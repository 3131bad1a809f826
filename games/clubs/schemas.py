"""The shapes of clubs and standing trios, as programs get them."""

from typing import Any, Final

from ninja import Schema


class ClubLine(Schema):
    """A club or a standing trio of yours; `invited_by` is who invites you, "" if you belong to it or have asked."""

    code: str
    name: str
    is_trio: bool
    invited_by: str
    has_asked: bool


class Evening(Schema):
    """An evening of a club, with the code of its tournament if it has one."""

    starts_at: str
    tournament: str | None
    called_off: bool


class Club(Schema):
    """A club or a standing trio. Who does not belong to a public club reads its officers, and empty lists.

    `tables` are the codes of tables that wait for members.
    """

    code: str
    name: str
    is_trio: bool
    text: str
    size: int
    officers: list[str]
    members: list[str]
    tables: list[str]
    evenings: list[Evening]


_CLUB: Final[dict[str, Any]] = {
    "code": "c1Ub7pQe",
    "name": "Thursday",
    "is_trio": False,
    "text": "We play on Thursdays.",
    "size": 2,
    "officers": ["Ana"],
    "members": ["Ana", "Ben"],
    "tables": ["Xy3kQ9dE"],
    "evenings": [{"starts_at": "2026-12-03T19:00:00+00:00", "tournament": None, "called_off": False}],
}
EXAMPLES: Final[dict[str, Any]] = {
    "Club": _CLUB,
    "ClubLine": {"code": "c1Ub7pQe", "name": "Thursday", "is_trio": False, "invited_by": "", "has_asked": False},
}
