"""URLs of the site."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView

from accounts.api_tokens import views as api_tokens
from accounts.base.moved import Moved
from accounts.notifications import views as notifications
from accounts.personal_data import views as personal_data
from accounts.preferences import account_views as account, avatar_views as avatars, pages, views as preferences
from accounts.signing_in import sign_in_links, views as signing_in
from games.api.site import the_api

own_settings = [
    path("", RedirectView.as_view(pattern_name="settings_look", query_string=True), name="settings"),
    *(path(f"{page}/", preferences.settings_page, {"page": page}, name=f"settings_{page}") for page in pages.PAGES),
    path("look/avatar/", avatars.choose, name="choose_avatar"),
    path("alerts/browser/", notifications.subscribe, name="subscribe"),
    path("alerts/browser/here/", notifications.subscribe_here, name="subscribe_here"),
    path("alerts/browser/renew/", notifications.renew, name="renew_browser"),
    path("alerts/browser/remove/", notifications.unsubscribe, name="unsubscribe_browser"),
    path("account/vacation/", account.take_vacation, name="vacation"),
    path("account/keep/", signing_in.register_guest, name="register_guest"),
    path("account/guest/", personal_data.take_along, name="take_along"),
    path("account/link/", signing_in.make_link, name="make_link"),
    path("account/name/", account.choose_name, name="choose_name"),
    path("account/tokens/", api_tokens.make, name="api_tokens"),
    path("account/tokens/withdraw/", api_tokens.withdraw, name="withdraw_token"),
    path("account/export/", personal_data.export_account, name="export_account"),
    path("account/remove/", account.delete_account, name="delete_account"),
]

# Of what a form of an old page sends to a page of settings, the new one would miss a field: only the page opens.
moved_pages = [
    path(f"you/{old}", RedirectView.as_view(pattern_name=name, permanent=True, query_string=True), name="moved")
    for old, name in (("", "settings_look"), ("notifications/", "settings_alerts"), ("visibility/", "settings_account"))
]
moved_forms = [
    path(f"you/{old}", Moved.as_view(pattern_name=name), name="moved")
    for old, name in (
        ("browser/", "subscribe"),
        ("browser/here/", "subscribe_here"),
        ("browser/renew/", "renew_browser"),
        ("browser/remove/", "unsubscribe_browser"),
        ("vacation/", "vacation"),
        ("keep/", "register_guest"),
        ("guest/", "take_along"),
        ("link/", "make_link"),
        ("name/", "choose_name"),
        ("avatar/", "choose_avatar"),
        ("tokens/", "api_tokens"),
        ("tokens/withdraw/", "withdraw_token"),
        ("export/", "export_account"),
        ("remove/", "delete_account"),
        ("bot/", "games:bot_account"),
    )
]
moved_forms.append(path("me/settings/account/bot/", Moved.as_view(pattern_name="games:bot_account"), name="moved"))

urlpatterns = [
    path("", include("games.urls")),
    path("api/v1/", the_api().urls),
    path("accounts/link/", signing_in.enter_link, name="enter_link"),
    path("accounts/", include("accounts.urls")),
    path("me/settings/", include(own_settings)),
    *moved_pages,
    *moved_forms,
    path("avatars/<str:code>.svg", avatars.picture, name="avatar"),
    path("mails/<str:token>/", notifications.end_mails, name="unsubscribe"),
    path("language/", preferences.choose_language, name="set_language"),
    path("admin/", admin.site.urls),
]

if settings.DEBUG:
    urlpatterns.append(path("dev/sign-in/<str:key>/", sign_in_links.follow_link, name="sign_in_link"))

handler404 = "config.mistyped_addresses.not_found"
handler500 = "config.middleware.server_error"
handler429 = "accounts.base.pages.too_many_requests"
