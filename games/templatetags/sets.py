"""Tags for what pages of other subjects show of sets of deals."""

from datetime import UTC

from django import template
from django.utils import timezone

from accounts.models import User
from games.competitions.sets import portrait
from games.competitions.sets.words import mean_per_cent

register = template.Library()


register.simple_tag(portrait.last_boards)
register.filter("mean_per_cent", mean_per_cent)


@register.simple_tag
def figures_of_sets(player: User) -> list[tuple[str, str]]:
    """Return the figures of the sets of deals that a player has played; [] without any."""
    return portrait.figures_of_sets(player, timezone.now().astimezone(UTC).date())
