"""The form with which a browser subscribes to notifications."""

from typing import Any

from django import forms
from pywebpush import WebPusher

from accounts.models import LONGEST_ENDPOINT
from accounts.notifications import pushes


class BrowserForm(forms.Form):
    """The data that a browser sends to subscribe."""

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
