"""URLs of the site."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path

from accounts import views as accounts
from accounts.notifications import views as notifications
from accounts.signing_in import device_views, sign_in_links

urlpatterns = [
    path("", include("games.urls")),
    path("accounts/link/", device_views.enter_link, name="enter_link"),
    path("accounts/", include("accounts.urls")),
    path("you/", accounts.settings_page, name="you"),
    path("you/visibility/", accounts.visibility_page, name="visibility"),
    path("you/vacation/", accounts.vacation_page, name="vacation"),
    path("you/keep/", accounts.register_guest, name="register_guest"),
    path("you/guest/", accounts.take_along, name="take_along"),
    path("you/link/", device_views.make_link, name="make_link"),
    path("you/name/", accounts.choose_name, name="choose_name"),
    path("you/export/", accounts.export_account, name="export_account"),
    path("you/remove/", accounts.delete_account, name="delete_account"),
    path("you/told/", notifications.choose, name="choose_channels"),
    path("you/browser/", notifications.subscribe, name="subscribe"),
    path("you/browser/renew/", notifications.renew, name="renew_browser"),
    path("you/browser/remove/", notifications.unsubscribe, name="unsubscribe_browser"),
    path("mails/<str:token>/", notifications.end_mails, name="unsubscribe"),
    path("language/", accounts.choose_language, name="set_language"),
    path("admin/", admin.site.urls),
]

if settings.DEBUG:
    urlpatterns.append(path("dev/sign-in/<str:key>/", sign_in_links.follow_link, name="sign_in_link"))

handler500 = "config.middleware.server_error"
handler429 = "accounts.views.too_many_requests"
