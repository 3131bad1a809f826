"""What is kept of games.

A deal lives in its events; the other columns are what lists and the ticker ask for without replaying anything.
"""

from games.models.deals import Author, Deal, DealScore, Event
from games.models.tables import Clock, Game, Invitation, Proposal, Seat
from games.models.talk import LONGEST_MESSAGE, Block, Channel, Message, Mute, Report

__all__ = [
    "LONGEST_MESSAGE",
    "Author",
    "Block",
    "Channel",
    "Clock",
    "Deal",
    "DealScore",
    "Event",
    "Game",
    "Invitation",
    "Message",
    "Mute",
    "Proposal",
    "Report",
    "Seat",
]
