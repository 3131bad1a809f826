"""The tag `{% url %}` for all templates: as Django's, but it works out each address once."""

from django import template
from django.template import Context, defaulttags
from django.template.base import FilterExpression, Node, Parser, Token
from django.utils.html import conditional_escape

from accounts.base.site_addresses import look_up

register = template.Library()


class Link(Node):
    """The address of a view by its name, with arguments by their order."""

    def __init__(self, of_django: defaulttags.URLNode) -> None:
        self.of_django = of_django
        self.name: FilterExpression = of_django.view_name
        self.args: list[FilterExpression] = of_django.args

    def render(self, context: Context) -> str:
        """Return the address. Arguments other than texts and whole numbers are left to Django."""
        args = [arg.resolve(context) for arg in self.args]
        if not all(isinstance(arg, str | int) for arg in args):
            return self.of_django.render(context)
        address = look_up(self.name.resolve(context), args, _app(context))
        return conditional_escape(address) if context.autoescape else address


@register.tag
def url(parser: Parser, token: Token) -> Node:
    """Return the node of `{% url 'games:player' name %}`. Named arguments and `as` are left to Django."""
    node = defaulttags.url(parser, token)
    return node if node.kwargs or node.asvar else Link(node)


def _app(context: Context) -> str | None:
    """Return the instance of an app to which the page belongs, as Django's tag does."""
    request = getattr(context, "request", None)
    match = getattr(request, "resolver_match", None)
    return getattr(request, "current_app", match.namespace if match else None)
