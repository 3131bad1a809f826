"""What is kept of games.

A deal lives in its events; the other columns are what lists and the ticker ask for without replaying anything.
"""

from games.models.deals import Author, Deal, DealScore, Event
from games.models.tables import Clock, Game, Invitation, Proposal, Seat

__all__ = ["Author", "Clock", "Deal", "DealScore", "Event", "Game", "Invitation", "Proposal", "Seat"]
