"""A second, naive implementation of docs/records.md and docs/rules.md. It shares no code with the engine.

Cards are strings, a deal is a dict, and everything is computed anew each time it is needed.
"""

import runpy
from pathlib import Path
from typing import Any

from .reference_shape import PACK, RecordFault, read, require

# The script that players are offered is the reference for proofs.
faults_of_proof = runpy.run_path(str(Path(__file__).parents[2] / "static/verify.py"))["faults"]

HANDS = ["0", "1", "2", "dummy"]
PEEKS = {"none": 0, "three": 3, "four": 4, "flip1": 1, "flip2": 2, "flip3": 3, "flip4": 4}
STYLES = ("standard", "suicide", "mirror", "whiz")


def reference_result(line: bytes, view: str | None = None) -> dict[str, Any]:
    """Return the result that docs/records.md demands for this line, without the message of an illegal one."""
    try:
        record = read(line)
        check_values(record)
        check_peeks(record)
        check_bids(record)
        history = check_plays(record)
        check_claim(record, history)
        require("proof" not in record or not list(faults_of_proof(record)), "proof", "bad_proof")
    except RecordFault as fault:
        at, code = fault.args
        return {"legal": False, "at": at, "code": code}
    result = summary(record, history)
    if view is not None:
        result["view"] = view_result(record, history, view)
    return result


# --- Phases 2 to 6: values, peeks, bids, plays, claim ----------------------------------------------------------------


def check_values(record: Any) -> None:
    rules = record["rules"]
    limit, floor = rules["bag_limit"], rules["floor"]
    require(rules["peek"] in PEEKS and rules["bidding"] in STYLES, "rules", "bad_rules")
    require(rules["target"] % 50 == 0 and 100 <= rules["target"] <= 1000, "rules", "bad_rules")
    require(limit is None or 5 <= limit <= 20, "rules", "bad_rules")
    require(floor is None or floor < 0, "rules", "bad_rules")
    require(limit is None or all(bags < limit for bags in record["before"]["bags"]), "before")
    dealt = [card for hand in record["hands"].values() for card in hand]
    require(sorted(dealt) == sorted(PACK) and all(len(x) == 13 for x in record["hands"].values()), "hands", "bad_deal")


def turns(record: Any) -> list[int]:
    return [(record["dealer"] + step) % 3 for step in (1, 2, 3)]


def check_peeks(record: Any) -> None:
    rule = record["rules"]["peek"]
    up: set[int] = set()
    looked: list[int] = []
    for index, peek in enumerate(record["peeks"]):
        at, who, places = f"peeks[{index}]", peek["player"], peek["places"]
        require(rule != "none", at, "bad_peek")
        require(who not in looked, at, "wrong_player")
        require(not rule.startswith("flip") or who == turns(record)[len(looked)], at, "wrong_player")
        require(len(places) == len(set(places)) == PEEKS[rule], at, "bad_peek")
        require(all(0 <= place <= 12 and place not in up for place in places), at, "bad_peek")
        looked.append(who)
        if rule.startswith("flip"):
            up |= set(places)


def peeking(record: Any) -> bool:
    return record["rules"]["peek"] != "none" and len(record["peeks"]) < 3


def spades(record: Any, hand: str) -> int:
    return sum(card[0] == "S" for card in record["hands"][hand])


def check_bids(record: Any) -> None:
    for index, bid in enumerate(record["bids"]):
        at, own, held = f"bids[{index}]", str(bid["player"]), spades(record, str(bid["player"]))
        require(not peeking(record), at, "too_early")
        require(index < 3 and bid["player"] == turns(record)[index], at, "wrong_player")
        style, tricks, nils = record["rules"]["bidding"], bid["tricks"], sorted(bid["nils"])
        numbers = {"standard": range(14), "suicide": range(4, 14), "mirror": [held], "whiz": [0, held]}[style]
        require(tricks in numbers, at, "bad_bid")
        require(len(set(nils)) == len(nils) and all(name in HANDS for name in nils), at, "bad_nils")
        if style == "suicide":
            require(nils == [own] or nils == [name for name in HANDS if name != own], at, "bad_nils")
        elif style != "standard":
            require(nils == ([own] if tricks == 0 else []), at, "bad_nils")


def order(record: Any) -> list[str] | None:
    if len(record["bids"]) < 3:
        return None
    best = max(bid["tricks"] for bid in record["bids"])
    declarer = next(bid["player"] for bid in record["bids"] if bid["tricks"] == best)
    return [str(declarer), str((declarer + 1) % 3), "dummy", str((declarer + 2) % 3)]


def strength(card: str, led: str) -> int:
    """Return the rank of a card in a trick; the lowest number wins: spades, then the suit led, then all others."""
    return PACK.index(card) if card[0] in ("S", led) else 99


class History:
    """The tricks so far as lists of (hand, card), the last one perhaps unfinished, and the winners of the others."""

    def __init__(self, record: Any) -> None:
        self.left = {name: sorted(cards, key=PACK.index) for name, cards in record["hands"].items()}
        self.tricks: list[list[tuple[str, str]]] = [[]]
        self.winners: list[str] = []
        self.order = order(record)
        self.turn = str(turns(record)[0])

    def legal(self) -> list[str]:
        held, trick = self.left[self.turn], self.tricks[-1]
        if trick:
            return [card for card in held if card[0] == trick[0][1][0]] or held
        broken = any(card[0] == "S" for trick in self.tricks for _, card in trick)
        return held if broken else [card for card in held if card[0] != "S"] or held

    def play(self, card: str) -> None:
        assert self.order is not None
        trick = self.tricks[-1]
        trick.append((self.turn, card))
        self.left[self.turn] = [other for other in self.left[self.turn] if other != card]
        self.turn = self.order[(self.order.index(self.turn) + 1) % 4]
        if len(trick) == 4:
            self.turn = min(trick, key=lambda played: strength(played[1], trick[0][1][0]))[0]
            self.winners.append(self.turn)
            self.tricks.append([])


def check_plays(record: Any) -> History:
    history = History(record)
    for index, card in enumerate(record["plays"]):
        at = f"plays[{index}]"
        require(history.order is not None, at, "too_early")
        require(index < 52, at, "deal_over")
        require(card in history.left[history.turn], at, "card_not_held")
        require(card in history.legal(), at, "must_follow_suit" if history.tricks[-1] else "spades_not_broken")
        history.play(card)
    return history


def check_claim(record: Any, history: History) -> None:
    if "claim" not in record:
        return
    require(1 <= len(history.winners) <= 12 and not history.tricks[-1], "claim", "bad_claim")
    assert history.order is not None, "a trick has been played"
    require(record["claim"]["player"] == actor(history), "claim", "bad_claim")
    left = 13 - len(history.winners)
    number = record["claim"].get("tricks", left)
    require(0 <= number <= left, "claim", "bad_claim")
    seats, seat = history.order, history.order.index(history.turn)
    others = [seats[seat - 3], seats[seat - 1]]
    nils = [nil["hand"] for who in range(3) for nil in scored(record, history, who)["nils"] if nil["made"]]
    require(number == left or not any(hand in nils for hand in others), "claim", "bad_claim")
    history.winners += [history.turn] * number + [others[0]] * (left - number)


# --- The result -----------------------------------------------------------------------------------------------------


def actor(history: History) -> int:
    assert history.order is not None
    return int(history.order[0] if history.turn == "dummy" else history.turn)


def summary(record: Any, history: History) -> dict[str, Any]:
    bidding = history.order is None
    result: dict[str, Any] = {
        "legal": True,
        "declarer": None if history.order is None else int(history.order[0]),
        "opening_leader": None if bidding else turns(record)[0],
        "order": history.order,
        "tricks": {name: history.winners.count(name) for name in HANDS},
        "trick_winners": history.winners,
    }
    if peeking(record):
        waiting = [who for who in range(3) if who not in [peek["player"] for peek in record["peeks"]]]
        if record["rules"]["peek"].startswith("flip"):
            waiting = [turns(record)[len(record["peeks"])]]
        return {**result, "phase": "peeking", "next": {"players": waiting, "count": PEEKS[record["rules"]["peek"]]}}
    if bidding:
        return {**result, "phase": "bidding", "next": {"player": turns(record)[len(record["bids"])]}}
    if len(history.winners) < 13:
        following = {"player": actor(history), "hand": history.turn, "legal": history.legal()}
        return {**result, "phase": "playing", "next": following}
    players = [scored(record, history, who) for who in range(3)]
    return {**result, "phase": "finished", "players": players, **ending(record, players)}


def scored(record: Any, history: History, who: int) -> dict[str, Any]:
    """docs/rules.md section 7 for one player, with the contracts of section 9."""
    assert history.order is not None
    own, seats, style = str(who), history.order, record["rules"]["bidding"]
    partner = seats[seats.index(own) - 2]
    bids = {str(bid["player"]): bid for bid in record["bids"]}
    contract, nil_hands = bids[own]["tricks"], [hand for hand in (own, partner) if hand in bids[own]["nils"]]
    if style in ("mirror", "whiz"):
        contract += bids[partner]["tricks"] if partner in bids else spades(record, "dummy")
        if partner == "dummy" and spades(record, "dummy") == 0:
            nil_hands.append("dummy")
    took = sum(winner in (own, partner) for winner in history.winners)
    points = 10 * contract + (took - contract) if took >= contract else -10 * contract
    bags = max(took - contract, 0)
    nils = [
        {"hand": hand, "made": hand not in history.winners, "points": -100 if hand in history.winners else 100}
        for hand in nil_hands
    ]
    count, penalty = record["before"]["bags"][who] + bags, 0
    while record["rules"]["bag_limit"] is not None and count >= record["rules"]["bag_limit"]:
        count, penalty = count - record["rules"]["bag_limit"], penalty - 100
    total = points + sum(-100 if hand in history.winners else 100 for hand in nil_hands) + penalty
    return {
        "contract": contract,
        "side_tricks": took,
        "contract_points": points,
        "bags": bags,
        "nils": nils,
        "bag_penalty": penalty,
        "total": total,
        "points_after": record["before"]["points"][who] + total,
        "bags_after": count,
    }


def ending(record: Any, players: list[dict[str, Any]]) -> dict[str, Any]:
    totals = [line["points_after"] for line in players]
    target, floor = record["rules"]["target"], record["rules"]["floor"]
    reached = any(total >= target for total in totals) or (floor is not None and any(x <= floor for x in totals))
    leaders = [who for who in range(3) if totals[who] == max(totals)]
    over = reached and len(leaders) == 1
    return {"game_over": over, "winner": leaders[0] if over else None}


def view_result(record: Any, history: History, view: str) -> dict[str, Any]:
    exposed = bool(record["plays"])
    public = record["rules"]["peek"].startswith("flip")
    known = {place for peek in record["peeks"] if public or str(peek["player"]) == view for place in peek["places"]}
    return {
        "hand": None if view == "spectator" else history.left[view],
        "dummy": history.left["dummy"] if exposed else None,
        "places": {} if exposed else {str(place): record["hands"]["dummy"][place] for place in sorted(known)},
        "table": [list(played) for played in history.tricks[-1]],
        "counts": {name: len(history.left[name]) for name in HANDS},
    }
