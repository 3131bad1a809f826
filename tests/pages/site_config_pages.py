"""Pages of moderation, announcements and second factors."""

from collections.abc import Iterator
from datetime import timedelta

from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.test import Client
from django.utils import timezone, translation

from accounts.models import User
from accounts.site_config.models import Announcement
from accounts.site_config.settings_cache import invalidate

PASSWORD = "correct horse"


def site_config_pages(newcomer: Client, code: str, player: Client) -> Iterator[tuple[str, str]]:
    """Yield pages by name. `newcomer` has no password yet; `player` sits at the table with this code."""
    people = User.objects.filter(username="Newcomer")
    people.update(suspended_until=timezone.now() + timedelta(days=3), suspension_reason="Left five games in a row.")
    yield "suspended", newcomer.get("/me/settings/account/").text
    people.update(suspended_until=None, must_rename=True)
    yield "choose-name", newcomer.get("/me/settings/account/name/").text
    people.update(must_rename=False)
    yield from _second_factor()
    now = timezone.now()
    words = {"text_en": "On Sunday at 18:00 UTC the site rests for ten minutes. Games go on afterwards."}
    words["text_es"] = "El domingo a las 18:00 UTC el sitio descansa diez minutos. Después siguen las partidas."
    Announcement.objects.create(**words, starts_at=now, ends_at=now + timedelta(days=1))
    invalidate("announcements")
    yield "announced", player.get("/").text
    yield "announced-at-table", player.get(f"/tables/{code}/").text
    Announcement.objects.all().delete()
    invalidate("announcements")


def _second_factor() -> Iterator[tuple[str, str]]:
    """Yield the second factor pages of a player with an app."""
    user = User.objects.create_user("Careful", password=PASSWORD)
    TOTP.activate(user, generate_totp_secret())
    RecoveryCodes.activate(user)
    signed_in = Client(headers={"Accept-Language": translation.get_language()})
    signed_in.force_login(user)
    yield "factor-on", signed_in.get("/accounts/2fa/").text
    signed_in.post("/accounts/reauthenticate/", {"password": PASSWORD})
    yield "factor-codes", signed_in.get("/accounts/2fa/recovery-codes/").text
    yield "factor-off", signed_in.get("/accounts/2fa/totp/deactivate/").text
    yield "factor-again", signed_in.get("/accounts/2fa/reauthenticate/").text
    signing_in = Client(headers={"Accept-Language": translation.get_language()})
    yield (
        "factor-asked",
        signing_in.post("/accounts/login/", {"login": "Careful", "password": PASSWORD}, follow=True).text,
    )
