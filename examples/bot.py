"""A bot that plays Dummy Hand Spades by the site's API, with the standard library only.

    TOKEN=dhs_... python bot.py http://127.0.0.1:8000            # opens a game with the site's bots, and plays it
    TOKEN=dhs_... python bot.py http://127.0.0.1:8000 Xy3kQ9dE   # sits down at a table, and plays there

It bids its aces, kings and long spades, and wins a trick if it can, as cheaply as it can. /api/ on the site lists all
that a program can do.
"""

import json
import os
import sys
import time
from http.client import HTTPConnection, HTTPSConnection
from urllib.parse import urlsplit

RANKS, ENDED = "23456789TJQKA", ("over", "closed")


class Site:
    """The API, as the player of the token."""

    def __init__(self, address, token):
        self.address = urlsplit(address)
        self.headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    def ask(self, method, path, body=None):
        """Return the JSON of an answer, also of a refusal because the site is busy or the table has moved on."""
        answer = json.load(self._send(method, path, body))
        if answer.get("status") not in (None, 409, 429, 503):
            sys.exit(f"{method} {path} was refused: {answer['detail']}")
        return answer

    def table(self, code):
        """Return the table, however busy the site is."""
        while "stage" not in (answer := self.ask("GET", f"/tables/{code}")):
            time.sleep(1)
        return answer

    def lines(self, path):
        """Yield each line of a stream that is not empty."""
        for line in self._send("GET", path):
            if line.strip():
                yield json.loads(line)

    def _send(self, method, path, body=None):
        kind = HTTPSConnection if self.address.scheme == "https" else HTTPConnection
        connection = kind(self.address.netloc, timeout=60)
        connection.request(method, f"/api/v1{path}", None if body is None else json.dumps(body), self.headers)
        return connection.getresponse()


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
    winning = [card for card in cards if trick and beats(card, trick)]
    return min(winning or cards, key=lambda card: power(card, ""))


def beats(card, trick):
    """Return whether a card wins what lies on the table by now."""
    led = trick[0]["card"][0] if trick else card[0]
    return all(power(card, led) > power(other["card"], led) for other in trick)


def power(card, led):
    return (card[0] == "S", card[0] == led, RANKS.index(card[1]))


def play(site, table):
    """Make each move that the table waits for from us, and return the table after them."""
    while move := choose(table):
        answer = site.ask("POST", f"/tables/{table['code']}/moves", {**move, "version": table["version"]})
        table = answer if "stage" in answer else site.table(table["code"])
    return table


def main():
    site = Site(sys.argv[1], os.environ["TOKEN"])
    code = sys.argv[2] if len(sys.argv) > 2 else site.ask("POST", "/tables", {"target": 200})["code"]
    table = site.table(code)
    if table["player"] is None:
        free = next(seat["player"] for seat in table["seats"] if not seat["name"])
        site.ask("PUT", f"/tables/{code}/seat", {"player": free})
    while table["stage"] not in ENDED:
        for line in site.lines(f"/tables/{code}/stream"):
            if line.get("version", 0) >= table["version"]:  # neither seen already nor a refusal
                table = play(site, line)
            if table["stage"] in ENDED:
                break
    print("points:", table["points"])


if __name__ == "__main__":
    main()
