"""What the chat plugs into the site: its pages belong to tables."""

from typing import Final

from games.chat import operations, services
from games.subjects import Subject, kept

SUBJECT: Final = Subject(operations=[operations.router], daily={"chat": kept("KEEP_CHAT_DAYS", services.remove_before)})
