"""Components of the table in the templates of other pages."""

from django import template

from games.components.cards import face
from games.components.explained import explained
from games.components.scores import score_table

register = template.Library()

register.simple_tag(face)
register.simple_tag(explained)
register.simple_tag(score_table)
