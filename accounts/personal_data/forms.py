"""The form with which players delete their accounts."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _

from accounts.base import names
from accounts.models import User


class DeleteAccountForm(forms.Form):
    """Confirmation before an account is deleted: the password, or a guest's name."""

    proof = forms.CharField(max_length=128, widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}))

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        proof = self.fields["proof"]
        proof.label = _("Your password")
        if user.is_guest:
            proof.label, proof.widget = _("Type your name"), forms.TextInput(attrs={"autocomplete": "off"})

    def clean_proof(self) -> str:
        proof: str = self.cleaned_data["proof"]
        own_names = (names.fold(self.user.username), names.fold(self.user.own_name))
        if self.user.is_guest and names.fold(proof) not in own_names:
            raise forms.ValidationError(_("That is not your name."))
        if not self.user.is_guest and not self.user.check_password(proof):
            raise forms.ValidationError(_("The password is wrong."))
        return proof
