"""The button for notifications of turns in this browser, also while the page is closed (`static/js/ask_push.js`)."""

from games.components.html import Html, Template
from games.words.language_cache import gettext as _

# The same as templates/accounts/notifications/_push_button.html, in the reader's language of a table.
_PUSH_BUTTON = Template(
    '<div class="push-button"><button class="btn" type="button" data-when="off">{ask}</button>'
    '<p class="small" data-when="on" role="status">{on}</p>'
    '<p class="small" data-when="denied" role="alert">{denied}</p></div>'
)


def push_button() -> Html:
    """Draw the button; the style sheet shows what fits how the browser's permission stands."""
    return _PUSH_BUTTON(
        ask=_("Notify me in this browser"),
        on=_("This browser shows notifications."),
        denied=_(
            "This browser does not let the site show notifications. Allow them in its settings for this site, then try"
            " again."
        ),
    )
