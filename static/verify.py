"""Check the proofs in downloaded deals: python3 verify.py < deals.jsonl (needs nothing but Python 3.9)."""

import functools
import hashlib
import hmac
import json
import sys

PACK = [suit + rank for suit in "SHDC" for rank in "AKQJT98765432"]


def hashed(secret, times):
    return functools.reduce(lambda value, _: hashlib.sha256(value).digest(), range(times), secret)


def key_of(secret, proof, number):
    return hmac.digest(secret, "\n".join([proof["game"], str(number), *proof["seeds"]]).encode(), "sha256")


def shuffled(items, key, purpose):
    items, numbers, counter = list(items), [], 0
    for last in range(len(items) - 1, 0, -1):
        number = fair = 2**64 - 2**64 % (last + 1)
        while number >= fair:
            if not numbers:
                block = hmac.digest(key, f"{purpose}:{counter}".encode(), "sha256")
                numbers, counter = [block[at : at + 8] for at in (0, 8, 16, 24)], counter + 1
            number = int.from_bytes(numbers.pop(0), "big")
        pick = number % (last + 1)
        items[last], items[pick] = items[pick], items[last]
    return items


def arranged(hands, proof, secret, board):
    """Return the hands of one deal of a board of a duplicate game, its dealer, and the players' positions."""
    number, key = proof["number"], key_of(hashed(secret, proof["number"]), proof, 0)
    turn, suits = (number - 1) // 3, shuffled("HDC", key, f"suits{board}")
    dealer = shuffled(range(3), key, f"dealers{board}")[turn]
    names = ["S", *suits[turn:], *suits[:turn]]
    hands = [[names["SHDC".index(card[0])] + card[1] for card in hand] for hand in hands]
    positions = [(player - dealer - 1) % 3 for player in range(3)]
    return [hands[position] for position in [*positions, 3]], dealer, positions


def faults(record):
    proof, hands, turned_up = record["proof"], record["hands"], set()
    secret, number, is_duplicate = bytes.fromhex(proof["secret"]), proof["number"], "duplicate" in proof
    if hashed(secret, number + 1).hex() != proof["commitment"]:
        yield "the secret does not belong to the commitment"
    if is_duplicate and (number > 9 or proof["draw"]):
        yield "there is no such deal"
        return
    board = (number - 1) % 3 + 1 if is_duplicate else number
    key = key_of(hashed(secret, number - board), proof, board)
    pack = shuffled(PACK, key, "deal")
    dealt, dealer, lookers = [pack[i::4] for i in range(4)], record["dealer"], range(3)
    if is_duplicate:
        dealt, dealer, lookers = arranged(dealt, proof, secret, board)
    if any(sorted(dealt[i]) != sorted(hands[str(i)]) for i in range(3)) or dealt[3] != hands["dummy"]:
        yield "the cards are others"
    if proof["draw"]:
        drawn = shuffled(PACK, key_of(hashed(secret, number), proof, 0), "draw")[:3]
        best = min(range(3), key=lambda i: ("AKQJT98765432".index(drawn[i][1]), "SHDC".index(drawn[i][0])))
        dealer = (best + number - 1) % 3 if drawn == proof["draw"] else None
    if dealer != record["dealer"]:
        yield "the dealer is another"
    for peek in record["peeks"]:
        looks = shuffled(range(13), key, f"peek{lookers[peek['player']]}")
        order = [place for place in looks if place not in turned_up]
        if proof["seeds"][peek["player"]] == "bot" and set(order[: len(peek["places"])]) != set(peek["places"]):
            yield f"bot {peek['player']} looked elsewhere"
        turned_up |= set(peek["places"] if record["rules"]["peek"].startswith("flip") else ())


if __name__ == "__main__":
    records = [json.loads(line) for line in sys.stdin]
    results = [list(faults(record)) if "proof" in record else ["it has no proof"] for record in records]
    for number, wrong in enumerate(results, start=1):
        print(f"deal on line {number}:", "; ".join(wrong) or "proved")
    sys.exit(any(results))
