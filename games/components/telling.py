"""The button to be told of turns in this browser, also while the page is closed (`static/js/tell.js`)."""

from games.components.html import Html, Template
from games.words.language_cache import gettext as _

# The same as templates/accounts/notifications/_tell_here.html, in the reader's language of a table.
_TELL_HERE = Template(
    '<div class="tell-here"><button class="btn" type="button" data-when="off">{ask}</button>'
    '<p class="small" data-when="on" role="status">{on}</p>'
    '<p class="small" data-when="denied" role="alert">{denied}</p></div>'
)


def tell_here() -> Html:
    """Draw the button; the style sheet shows what fits how the browser's permission stands."""
    return _TELL_HERE(
        ask=_("Tell me in this browser"),
        on=_("This browser shows notifications."),
        denied=_(
            "This browser does not let the site show notifications. Allow them in its settings for this site, then try"
            " again."
        ),
    )
