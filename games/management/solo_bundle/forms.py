"""The form of a new game without a connection: the fields of the site's form of a table that apply there."""

from django.utils.translation import gettext_lazy as _

from games.bots import Level
from games.lobby.forms import TableForm, explained
from games.solo.choices import FIELDS
from games.words.options import BOTS


class NewGameForm(TableForm):
    """The rules and bots of a new game. Without the search, bots are beginners, and the form says so."""

    def __init__(self, *, with_experts: bool) -> None:
        super().__init__()
        self.fields = {name: self.fields[name] for name in FIELDS}
        if not with_experts:
            beginner = [option for option in BOTS if option[0] == Level.BEGINNER]
            self.fields["bot_level"] = explained(_("Bots"), beginner)
            self.initial["bot_level"] = Level.BEGINNER
