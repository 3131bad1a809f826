"""URLs of the site."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path

from accounts.api_tokens import views as api_tokens
from accounts.names.views import choose_name
from accounts.notifications import views as notifications
from accounts.personal_data import views as personal_data
from accounts.preferences import avatar_views as avatars, views as preferences
from accounts.signing_in import sign_in_links, views as signing_in
from games.api.site import api

urlpatterns = [
    path("", include("games.urls")),
    path("api/v1/", api.urls),
    path("accounts/link/", signing_in.enter_link, name="enter_link"),
    path("accounts/", include("accounts.urls")),
    path("you/", preferences.settings_page, name="you"),
    path("you/visibility/", preferences.visibility_page, name="visibility"),
    path("you/vacation/", preferences.vacation_page, name="vacation"),
    path("you/keep/", signing_in.register_guest, name="register_guest"),
    path("you/guest/", personal_data.take_along, name="take_along"),
    path("you/link/", signing_in.make_link, name="make_link"),
    path("you/name/", choose_name, name="choose_name"),
    path("you/avatar/", avatars.choose, name="choose_avatar"),
    path("avatars/<str:code>.svg", avatars.picture, name="avatar"),
    path("you/tokens/", api_tokens.tokens, name="api_tokens"),
    path("you/tokens/withdraw/", api_tokens.withdraw, name="withdraw_token"),
    path("you/export/", personal_data.export_account, name="export_account"),
    path("you/remove/", personal_data.delete_account, name="delete_account"),
    path("you/notifications/", notifications.choose, name="choose_channels"),
    path("you/browser/", notifications.subscribe, name="subscribe"),
    path("you/browser/here/", notifications.subscribe_here, name="subscribe_here"),
    path("you/browser/renew/", notifications.renew, name="renew_browser"),
    path("you/browser/remove/", notifications.unsubscribe, name="unsubscribe_browser"),
    path("mails/<str:token>/", notifications.end_mails, name="unsubscribe"),
    path("language/", preferences.choose_language, name="set_language"),
    path("admin/", admin.site.urls),
]

if settings.DEBUG:
    urlpatterns.append(path("dev/sign-in/<str:key>/", sign_in_links.follow_link, name="sign_in_link"))

handler404 = "config.mistyped_addresses.not_found"
handler500 = "config.middleware.server_error"
handler429 = "accounts.base.pages.too_many_requests"
