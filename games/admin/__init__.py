"""Staff's view of the games and of the talk at them. Nothing here shows a hidden card."""

from games.admin.games import GameAdmin
from games.admin.talk import MessageAdmin, ReportAdmin

__all__ = ["GameAdmin", "MessageAdmin", "ReportAdmin"]
