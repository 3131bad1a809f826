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

RANKS = "23456789TJQKA"


class Site:
    """The API, as the player of the token."""

    def __init__(self, address, token):
        self.address, self.headers = urlsplit(address), {"Authorization": f"Bearer {token}"}

    def ask(self, method, path, body=None):
        """Return the JSON of an answer; a refusal is returned as well, with its status."""
        answer = self._send(method, path, body)
        return json.load(answer)

    def lines(self, path):
        """Yield each line of a stream that is not empty."""
        for line in self._send("GET", path):
            if line.strip():
                yield json.loads(line)

    def _send(self, method, path, body=None):
        kind = HTTPSConnection if self.address.scheme == "https" else HTTPConnection
        connection = kind(self.address.netloc, timeout=60)
        data = None if body is None else json.dumps(body)
        headers = {**self.headers, "Content-Type": "application/json"}
        connection.request(method, f"/api/v1{path}", data, headers)
        return connection.getresponse()


def choose(table):
    """Return a move for the table, or None if it does not wait for us."""
    if table["stage"] in ("drawing", "scored"):
        return None if table["player"] in table["ready"] else {"kind": "ready"}
    deal = table["deal"]
    if not deal or table["player"] not in deal["waiting"]:
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
    spades = sum(card[0] == "S" for card in hand)
    wanted = 1 + sum(card[1] in "AK" for card in hand) + max(0, spades - 3)
    numbers = [(abs(tricks - wanted), tricks, option["nils"][0]) for option in options for tricks in option["tricks"]]
    _distance, tricks, nils = min(numbers)
    return {"kind": "bid", "tricks": tricks, "nils": nils}


def card(cards, trick):
    """Win the trick with the lowest card that does; else play the lowest."""
    winning = [card for card in cards if beats(card, trick)]
    return min(winning if trick and winning else cards, key=strength)


def beats(card, trick):
    """Return whether a card wins what lies on the table by now."""
    led = trick[0]["card"][0] if trick else card[0]
    return all(power(card, led) > power(other["card"], led) for other in trick)


def power(card, led):
    return (card[0] == "S", card[0] == led, RANKS.index(card[1]))


def strength(card):
    return (card[0] == "S", RANKS.index(card[1]))


def main():
    site = Site(sys.argv[1], os.environ["TOKEN"])
    code = sys.argv[2] if len(sys.argv) > 2 else site.ask("POST", "/tables", {"target": 200})["code"]
    table = site.ask("GET", f"/tables/{code}")
    if table["player"] is None:
        free = next(seat["player"] for seat in table["seats"] if not seat["name"])
        site.ask("PUT", f"/tables/{code}/seat", {"player": free})
    while table["stage"] not in ("over", "closed"):
        for line in site.lines(f"/tables/{code}/stream"):
            if line["version"] < table["version"]:
                continue  # what the answer to a move has shown already
            table = line
            while move := choose(table):
                answer = site.ask("POST", f"/tables/{code}/moves", {**move, "version": table["version"]})
                if "stage" in answer:
                    table = answer
                elif answer["status"] in (409, 429, 503):  # the table had moved on, or the site is busy: look again
                    time.sleep(0.5)
                    table = site.ask("GET", f"/tables/{code}")
                else:
                    sys.exit(f"{move} was refused: {answer['detail']}")
            if table["stage"] in ("over", "closed"):
                break
    print("points:", table["points"])


if __name__ == "__main__":
    main()
