"""What rows store and pages show, as values: stages, options and modes of games, boards and rounds. They know no table
of the database, so what draws a table or words it runs without one.
"""

from games.values.boards import BoardFacts, RoundFacts, board_number, dealer_of_board
from games.values.logs import Author, Logged
from games.values.modes import Closed, Mode, mode_of, stage_after
from games.values.options import BY_TURNS, LIVE_CLOCKS, BotPause, Clock, TableOptions
from games.values.tables import ENDED, RUNNING, UNFINISHED, Pause, PauseReason, Proposal, Stage, Who, table_title
