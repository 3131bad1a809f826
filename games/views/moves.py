"""Form posts of a table as actions of the engine."""

from __future__ import annotations

from typing import TypeAlias

from django import forms

from games.engine import HAND_NAMES, AnswerClaim, Bid, Card, Claim, Peek, Play, Player


class VersionedForm(forms.Form):
    """A move made by someone who saw the table at `version`. Only shape is checked here; the rules are the engine's."""

    version = forms.IntegerField(min_value=0, max_value=2**31 - 1)


class PeekForm(VersionedForm):
    places = forms.TypedMultipleChoiceField(choices=[(place, place) for place in range(13)], coerce=int, required=False)

    def action(self, player: Player) -> Peek:
        return Peek(player, tuple(self.cleaned_data["places"]))


class BidForm(VersionedForm):
    tricks = forms.IntegerField(min_value=0, max_value=13)
    nils = forms.MultipleChoiceField(choices=[(name, name) for name in HAND_NAMES], required=False)

    def action(self, player: Player) -> Bid:
        nils = frozenset(HAND_NAMES.index(name) for name in self.cleaned_data["nils"])
        return Bid(player, self.cleaned_data["tricks"], nils)


class PlayForm(VersionedForm):
    card = forms.CharField(max_length=2)

    def clean_card(self) -> Card:
        try:
            return Card.parse(self.cleaned_data["card"])
        except ValueError as error:
            raise forms.ValidationError("not a card") from error

    def action(self, player: Player) -> Play:
        return Play(player, self.cleaned_data["card"])


class ClaimForm(VersionedForm):
    def action(self, player: Player) -> Claim:
        return Claim(player)


class AnswerForm(VersionedForm):
    accept = forms.ChoiceField(choices=[("yes", "yes"), ("no", "no")])

    def action(self, player: Player) -> AnswerClaim:
        return AnswerClaim(player, self.cleaned_data["accept"] == "yes")


MoveForm: TypeAlias = PeekForm | BidForm | PlayForm | ClaimForm | AnswerForm
"""Any of them: once valid, `action(player)` is what the player asks for."""
