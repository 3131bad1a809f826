"""Forms of notifications."""

from typing import Any

from django import forms
from pywebpush import WebPusher

from accounts.models import LONGEST_ENDPOINT, User
from accounts.notifications import mails, pushes, services
from accounts.notifications.kinds import KINDS, MAIL, PUSH


class ChannelsForm(forms.Form):
    """A switch for each kind and channel. Mail can be chosen only by who has confirmed an address."""

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user, self.gets_mail = user, mails.confirmed_address(user) is not None
        for name, kind, channel in self._switches():
            self.fields[name] = forms.BooleanField(
                required=False,
                initial=channel in services.channels_of(user, kind),
                disabled=channel == MAIL and not self.gets_mail,
            )

    def _switches(self) -> list[tuple[str, str, str]]:
        return [(f"{kind}_{channel}", kind, channel) for kind in KINDS for channel in (PUSH, MAIL)]

    def rows(self) -> list[tuple[Any, forms.BoundField, forms.BoundField]]:
        """Return each kind's label and switches."""
        return [(KINDS[kind].label, self[f"{kind}_{PUSH}"], self[f"{kind}_{MAIL}"]) for kind in KINDS]

    def channels(self) -> dict[str, list[str]]:
        """Return the channels chosen for each kind."""
        return {
            kind: [channel for name, of, channel in self._switches() if of == kind and self.cleaned_data[name]]
            for kind in KINDS
        }


class BrowserForm(forms.Form):
    """What a browser says of itself when it subscribes."""

    endpoint = forms.CharField(max_length=LONGEST_ENDPOINT, validators=[pushes.check_endpoint])
    p256dh = forms.CharField(max_length=100)
    auth = forms.CharField(max_length=40)

    def clean(self) -> dict[str, Any]:
        """Refuse keys for which nothing can be encrypted."""
        data = super().clean() or {}
        if not self.errors:
            keys = {"p256dh": data["p256dh"], "auth": data["auth"]}
            try:
                WebPusher({"endpoint": data["endpoint"], "keys": keys}).encode(b"test")
            except Exception as error:  # whatever the libraries make of bytes that are no keys
                raise forms.ValidationError("no keys") from error
        return data
