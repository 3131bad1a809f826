"""Analyses of a finished deal: the double-dummy tricks of every card, what an expert thinks of each bid and card
without seeing the other hands, and the worth of every bid.

They are slow, so `python -m games.analysis` does them in a process of its own and no page waits for them.
Only `double_dummy` imports the solver; the other modules are cheap to import.
"""

from .findings import BidReview as BidReview
from .findings import BidWorth as BidWorth
from .findings import DoubleDummy as DoubleDummy
from .findings import bids_from_json as bids_from_json
from .findings import bids_to_json as bids_to_json
from .findings import thoughts_from_json as thoughts_from_json
from .findings import thoughts_to_json as thoughts_to_json
from .findings import tricks_from_json as tricks_from_json
from .findings import tricks_to_json as tricks_to_json
from .verdicts import Verdict as Verdict
from .verdicts import cards_played as cards_played
from .verdicts import side_total as side_total
from .verdicts import verdicts as verdicts
