"""A player with the client that openapi-python-client makes of the description: python player.py SITE TOKEN TABLE."""

import json
import sys
from collections.abc import Iterator

from dummy_hand_spades_client import AuthenticatedClient
from dummy_hand_spades_client.api.tables import make_move
from dummy_hand_spades_client.models import AnswerMove, BidMove, PeekMove, PlayMove, Problem, ReadyMove, Stage, Table

Move = AnswerMove | BidMove | PeekMove | PlayMove | ReadyMove


def choose(table: Table) -> Move | None:
    """Return a move for the table, or None if it does not wait for this player."""
    deal, version = table.deal, table.version
    if table.stage in (Stage.DRAWING, Stage.SCORED):
        return None if table.player in table.ready else ReadyMove(version=version, kind="ready")
    if deal is None or table.player not in deal.waiting:
        return None
    options = deal.options
    if options.answer:
        return AnswerMove(version=version, kind="answer", accept=False)
    if options.peek:
        return PeekMove(version=version, kind="peek", places=list(range(options.peek)))
    if options.bids:
        return BidMove(version=version, kind="bid", tricks=options.bids[0].tricks[0], nils=options.bids[0].nils[0])
    return PlayMove(version=version, kind="play", card=options.cards[0])


def versions(client: AuthenticatedClient, code: str) -> Iterator[Table]:
    """Yield each version of the table that its stream sends."""
    with client.get_httpx_client().stream("GET", f"/tables/{code}/stream") as answer:
        for line in filter(None, answer.iter_lines()):
            yield Table.from_dict(json.loads(line))


def play(client: AuthenticatedClient, table: Table) -> Table:
    """Make each move that the table waits for, and return the table after them."""
    while move := choose(table):
        after = make_move.sync(table.code, client=client, body=move)
        if isinstance(after, Problem):
            assert after.status == 409, after
            return table
        assert after is not None
        table = after
    return table


def main() -> None:
    """Play to the end of the game, and print the points."""
    site, token, code = sys.argv[1:]
    with AuthenticatedClient(base_url=f"{site}/api/v1", token=token) as client:
        newest = -1
        for sent in versions(client, code):
            table = play(client, sent) if sent.version >= newest else sent
            newest = max(newest, table.version)
            if table.stage in (Stage.OVER, Stage.CLOSED):
                print("points:", table.points)
                return


if __name__ == "__main__":
    main()
