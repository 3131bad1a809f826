"""Players in the admin site."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.utils.translation import gettext_lazy as _

from accounts.models import User


@admin.register(User)
class PlayerAdmin(UserAdmin[User]):
    """Find a player by name or address; nothing here deletes games."""

    list_display = ("username", "email", "is_guest", "is_active", "is_staff", "last_seen", "date_joined")
    list_filter = ("is_guest", "is_active", "is_staff", "last_seen", "language")
    search_fields = ("username", "email")
    ordering = ("username",)
    date_hierarchy = "last_seen"
    fieldsets = (
        (None, {"fields": ("username", "password")}),
        (_("Player"), {"fields": ("email", "language", "is_guest")}),
        (_("Permissions"), {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")}),
        (_("Dates"), {"fields": ("last_seen", "last_login", "date_joined")}),
    )
    readonly_fields = ("last_seen", "last_login", "date_joined")
