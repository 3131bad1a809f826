"""The database tables of the games.

The events of a deal are the source of truth. Other columns repeat what lists and the ticker need without a replay.
"""

from games.models.analyses import Analysis
from games.models.chat import LONGEST_MESSAGE, Block, Channel, Message, Mute, Phrase, Report
from games.models.deals import Author, Deal, DealScore, Event
from games.models.games import BotPause, Clock, Game, Insight, Invitation, Proposal, Seat, options_of, with_seats
from games.models.presets import RulesPreset
from games.models.results import (
    ALL_TIME_ALL_STYLES,
    Company,
    DealResult,
    GameResult,
    Ladder,
    Rating,
    RatingChange,
    Tally,
    Void,
)
from games.models.rules import AllRules, rules_of

__all__ = [
    "ALL_TIME_ALL_STYLES",
    "LONGEST_MESSAGE",
    "AllRules",
    "Analysis",
    "Author",
    "Block",
    "BotPause",
    "Channel",
    "Clock",
    "Company",
    "Deal",
    "DealResult",
    "DealScore",
    "Event",
    "Game",
    "GameResult",
    "Insight",
    "Invitation",
    "Ladder",
    "Message",
    "Mute",
    "Phrase",
    "Proposal",
    "Rating",
    "RatingChange",
    "Report",
    "RulesPreset",
    "Seat",
    "Tally",
    "Void",
    "options_of",
    "rules_of",
    "with_seats",
]
