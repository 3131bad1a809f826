"""A bot that plays Dummy Hand Spades by the site's API, with the standard library only.

    TOKEN=dhs_... python bot.py http://127.0.0.1:8000            # opens a game with the site's bots, and plays it
    TOKEN=dhs_... python bot.py http://127.0.0.1:8000 Xy3kQ9dE   # sits down at a table, and plays there

It bids its aces, kings and long spades, and wins a trick if it can, as cheaply as it can. /api/ on the site says more.
"""

import json
import os
import sys
import time
from contextlib import suppress
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from urllib.parse import urlsplit

RANKS, ENDED = "23456789TJQKA", ("over", "closed")
CUT = (OSError, HTTPException, ValueError)  # the connection, or in the middle of an answer, which is no JSON then


class Site:
    """The API, as the player of the token. It asks again while the site is busy or can't be reached."""

    def __init__(self, address, token):
        self.address = urlsplit(address)
        self.headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    def ask(self, method, path, body=None):
        """Return the JSON of an answer; that of a refused move has no stage."""
        while True:
            with suppress(*CUT):
                return json.load(self._answer(method, path, body))
            time.sleep(1)

    def tables(self, code):
        """Yield each version of a table that its stream sends, the current one first."""
        while True:
            with suppress(*CUT):
                for line in self._answer("GET", f"/tables/{code}/stream"):
                    if line.strip():
                        yield json.loads(line)
            time.sleep(1)  # it ends every five minutes

    def _answer(self, method, path, body=None):
        kind = HTTPSConnection if self.address.scheme == "https" else HTTPConnection
        connection = kind(self.address.netloc, timeout=30)  # a stream sends something every eight seconds
        connection.request(method, f"/api/v1{path}", None if body is None else json.dumps(body), self.headers)
        answer = connection.getresponse()
        if answer.status == 429 or answer.status >= 500:
            raise HTTPException(answer.status)
        if answer.status >= 400 and not (answer.status == 409 and path.endswith("/moves")):
            sys.exit(f"{method} {path} was refused: {answer.read().decode()}")
        return answer


def choose(table):
    """Return a move for the table, or None if it does not wait for us."""
    deal = table["deal"]
    if table["stage"] in ("drawing", "scored"):
        return None if table["player"] in table["ready"] else {"kind": "ready"}
    if table["paused_until"] or not deal or table["player"] not in deal["waiting"]:
        return None
    options = deal["options"]
    if options["answer"]:
        return {"kind": "answer", "accept": False}
    if options["peek"]:
        return {"kind": "peek", "places": list(range(13 - options["peek"], 13))}
    if options["bids"]:
        return bid(options["bids"], deal["hand"])
    return {"kind": "play", "card": card(options["cards"], deal["trick"])}


def bid(options, hand):
    """Bid a trick for each ace and king and each spade beyond the third, and one for the dummy."""
    wanted = 1 + sum(card[1] in "AK" for card in hand) + max(0, sum(card[0] == "S" for card in hand) - 3)
    numbers = [(abs(tricks - wanted), tricks, option["nils"][0]) for option in options for tricks in option["tricks"]]
    _distance, tricks, nils = min(numbers)
    return {"kind": "bid", "tricks": tricks, "nils": nils}


def card(cards, trick):
    """Win the trick with the lowest card that does; else play the lowest."""
    led = trick[0]["card"][0] if trick else ""
    highest = max((power(played["card"], led) for played in trick), default=None)
    winning = [card for card in cards if highest and power(card, led) > highest]
    return min(winning or cards, key=lambda card: power(card, ""))


def power(card, led):
    return (card[0] == "S", card[0] == led, RANKS.index(card[1]))


def play(site, table):
    """Make each move that the table waits for from us, and return the table after them."""
    while move := choose(table):
        after = site.ask("POST", f"/tables/{table['code']}/moves", {**move, "version": table["version"]})
        if "stage" not in after:  # the table is not as we know it any more: the stream sends how it is
            return table
        table = after
    return table


def main():
    if len(sys.argv) not in (2, 3) or not os.environ.get("TOKEN"):
        sys.exit(__doc__)
    site = Site(sys.argv[1], os.environ["TOKEN"])
    code = sys.argv[2] if len(sys.argv) > 2 else site.ask("POST", "/tables", {"target": 200})["code"]
    table = site.ask("GET", f"/tables/{code}")
    if table["player"] is None:
        free = next((seat["player"] for seat in table["seats"] if not seat["name"]), 0)
        table = site.ask("PUT", f"/tables/{code}/seat", {"player": free})
    for sent in site.tables(code):
        if sent["version"] >= table["version"]:  # else the answer to a move was newer
            table = play(site, sent)
        if table["stage"] in ENDED:
            break
    print("points:", table["points"])


if __name__ == "__main__":
    main()
