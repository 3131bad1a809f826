"""What is kept of games.

A deal lives in its events; the other columns are what lists and the ticker ask for without replaying anything.
"""

from games.models.analyses import Analysis
from games.models.chat import (
    LONGEST_MESSAGE,
    Block,
    Channel,
    Message,
    Mute,
    Report,
)
from games.models.deals import Author, Deal, DealScore, Event
from games.models.games import (
    BotPause,
    Clock,
    Game,
    Insight,
    Invitation,
    Proposal,
    Seat,
)
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
from games.models.rules import AllRules

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
    "Proposal",
    "Rating",
    "RatingChange",
    "Report",
    "RulesPreset",
    "Seat",
    "Tally",
    "Void",
]
