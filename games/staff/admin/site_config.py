"""What the house decides: settings, announcements, blocked words, invitations and ready sets of rules.

These are ordinary forms of the admin; what is stored goes through the services, which write it down.
"""

from __future__ import annotations

import secrets
from typing import Any, TypeVar

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import Model
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.site_config import services, words
from accounts.site_config.models import (
    Announcement,
    BlockedWord,
    Invitation,
    SiteSettings,
)
from games.engine import rules_from_json
from games.models import RulesPreset
from games.presenters.options import BOTS, CLOCKS, PATIENCE, PEEKS, STYLES
from games.staff.forms import MomentField

M = TypeVar("M", bound=Model)


class DecisionAdmin(admin.ModelAdmin[M]):
    """Rows that staff write themselves, by way of a service and the audit log."""

    actions = None
    show_full_result_count = False

    def save_model(self, request: HttpRequest, obj: Any, form: forms.ModelForm[M], change: bool) -> None:
        assert isinstance(request.user, User), "the admin is for accounts"
        self.store(obj, request.user, {name: str(form.cleaned_data[name]) for name in form.changed_data})

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        assert isinstance(request.user, User), "the admin is for accounts"
        services.remove(obj, by=request.user)

    def store(self, row: Any, by: User, changes: dict[str, str]) -> None:
        services.save(row, by=by, changes=changes)


@admin.register(SiteSettings)
class SettingsAdmin(DecisionAdmin[SiteSettings]):
    """One row, which is there from the beginning."""

    list_display = ("__str__", "sign_ups", "guests", "second_factor", "most_games")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: SiteSettings | None = None) -> bool:
        return False


class AnnouncementForm(forms.ModelForm[Announcement]):
    starts_at = MomentField(label=_("From (UTC)"))
    ends_at = MomentField(label=_("Until (UTC)"))


@admin.register(Announcement)
class AnnouncementAdmin(DecisionAdmin[Announcement]):
    form = AnnouncementForm
    list_display = ("text", "starts_at", "ends_at", "is_shown")
    ordering = ("-starts_at",)

    @admin.display(description=_("on every page now"), boolean=True)
    def is_shown(self, announcement: Announcement) -> bool:
        return announcement.is_shown_at(timezone.now())


class WordForm(forms.ModelForm[BlockedWord]):
    def clean_word(self) -> str:
        word = words.fold(self.cleaned_data["word"].strip())
        if not word.isalnum():
            raise ValidationError(_("One word, of letters and digits."))
        return word


@admin.register(BlockedWord)
class BlockedWordAdmin(DecisionAdmin[BlockedWord]):
    form = WordForm
    search_fields = ("word",)


@admin.register(Invitation)
class InvitationAdmin(DecisionAdmin[Invitation]):
    """Codes to sign up with; the house makes them."""

    list_display = ("code", "note", "made_at", "used_at")
    fields = ("note",)

    def has_change_permission(self, request: HttpRequest, obj: Invitation | None = None) -> bool:
        return False

    def store(self, row: Invitation, by: User, changes: dict[str, str]) -> None:
        row.code = secrets.token_hex(5)
        super().store(row, by, changes)


def _choices(options: Any) -> list[tuple[str, Any]]:
    return [(str(value), name) for value, name, _line in options]


class PresetForm(forms.ModelForm[RulesPreset]):
    """Rules the engine would refuse are refused here."""

    peek = forms.ChoiceField(label=_("Peeking"), choices=_choices(PEEKS))
    bidding = forms.ChoiceField(label=_("Bidding"), choices=_choices(STYLES))
    clock = forms.ChoiceField(label=_("Clock"), choices=_choices(CLOCKS))
    bot_level = forms.ChoiceField(label=_("Bots"), choices=_choices(BOTS))
    patience = forms.TypedChoiceField(label=_("Patience"), coerce=int, choices=tuple(PATIENCE.items()))

    def clean(self) -> dict[str, Any]:
        chosen: dict[str, Any] = super().clean() or self.cleaned_data
        if not self.errors:
            try:
                rules_from_json(chosen)
            except ValueError:
                raise ValidationError(
                    _("The target is a multiple of 50 from 100 to 1000, the bag limit 5 to 20, the floor below zero.")
                ) from None
        return chosen


@admin.register(RulesPreset)
class PresetAdmin(DecisionAdmin[RulesPreset]):
    """What is offered wherever a table is opened; the first is the usual game."""

    form = PresetForm
    list_display = ("position", "name_en", "name_es", "code", "target")
    list_display_links = ("name_en",)
    fields = (
        *("position", "code", "name_en", "name_es", "line_en", "line_es"),
        *("peek", "bidding", "target", "bag_limit", "floor", "clock", "patience", "bot_level"),
    )
