"""Tags for the navigation of all pages."""

from django import template
from django.template import Context

from games.words.places import PlaceLink, place_of, places

register = template.Library()


@register.simple_tag(takes_context=True)
def places_of_site(context: Context) -> list[tuple[PlaceLink, str]]:
    """Return the five places, each with the value of `aria-current` on this page.

    That is "page" on the first page of a place, "true" on its other pages, and "" on those of other places. A view
    whose address does not tell the place names it as `place`.
    """
    path, user = context["request"].path, context.get("user")
    here = context.get("place") or place_of(path, user.username if user else "")
    return [(link, ("page" if link.address == path else "true") if link.place is here else "") for link in places()]
