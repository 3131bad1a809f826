"""The database tables of the games.

The events of a deal are the source of truth. Other columns repeat what lists and the ticker need without a replay.
"""

from games.models.at_tables import Hold, JointReview, Led, Mark, PlannedCard
from games.models.chat import LONGEST_MESSAGE, Block, Channel, Message, Mute, ReadyPhrase, Report, ReportReason
from games.models.clubs import (
    BELONGING,
    Club,
    ClubEvening,
    ClubKind,
    ClubMember,
    ClubRemoval,
    ClubRole,
    ClubSeries,
    SeriesKind,
)
from games.models.deals import Analysis, ArchivedLog, Deal, DealCount, DealScore, Event
from games.models.games import (
    ACTIVE,
    Game,
    Insight,
    Invitation,
    JoinCode,
    PairingRequest,
    PairingState,
    Seat,
    TableRemoval,
    counting_games,
    options_of,
    read_seats,
    seats_of,
    with_seats,
)
from games.models.results import (
    Attempt,
    Company,
    DealResult,
    GameResult,
    JudgedDeal,
    Ladder,
    Mistake,
    MistakeKind,
    Rating,
    RatingChange,
    Result,
    SoftPlay,
    Tally,
    Void,
)
from games.models.rules import AllRules, RulesPreset, rules_of
from games.models.seasons import Season, SeasonLadder, SeasonResult
from games.models.sets import COUNTED, Board, BoardPlay, BotChoice, DealSet, SetKind, SetResult
from games.models.tournaments import (
    FillUp,
    Tournament,
    TournamentEntry,
    TournamentKind,
    TournamentRound,
    TournamentScore,
    TournamentSeat,
    TournamentStage,
)
