"""Tags for what pages of other subjects show of clubs."""

from django import template

from games.clubs import queries

register = template.Library()

register.simple_tag(queries.clubs_of)
register.simple_tag(queries.public_clubs)
