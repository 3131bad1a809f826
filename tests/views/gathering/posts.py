"""The form posts of an open table."""

from django.urls import reverse

OPTIONS = {"name": "", "peek": "flip1", "bidding": "whiz", "target": "300", "bag_limit": "off", "floor": ""} | {
    "clock": "fast",
    "patience": "30",
    "bot_level": "expert",
    "bot_style": "mixed",
    "bot_pause": "human",
}
SEEN = {"version": 2}
BY_HOST = {"remove": SEEN | {"player": 1}, "seat_bot": {"player": 2}, "start": SEEN, "options": OPTIONS}
BY_PLAYERS = {"leave": {}, "seed": {"seed": "aa"}, "invite": {"name": "Nobody"}}
ALL = {**BY_HOST, **BY_PLAYERS, "sit": {"player": 2, "name": "Newcomer"}}


def address(name: str, code: str) -> str:
    """Return the URL of the view `name` of this table."""
    return reverse(f"games:{name}", args=[code])
