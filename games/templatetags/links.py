"""Tags for what a page says of itself to those who link to it."""

from django import template
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_block_tag
def words(content: str) -> SafeString:
    """Return what a block says, as one line, to be said in several places: `{% words as title %}`."""
    return SafeString(" ".join(content.split()))
