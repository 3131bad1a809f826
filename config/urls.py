"""URLs of the site."""

from django.contrib import admin
from django.urls import include, path

from accounts import views as accounts

urlpatterns = [
    path("", include("games.urls")),
    path("accounts/", include("accounts.urls")),
    path("you/", accounts.settings_page, name="you"),
    path("you/visibility/", accounts.visibility_page, name="visibility"),
    path("you/keep/", accounts.register_guest, name="register_guest"),
    path("you/name/", accounts.choose_name, name="choose_name"),
    path("you/export/", accounts.export_account, name="export_account"),
    path("you/remove/", accounts.delete_account, name="delete_account"),
    path("language/", accounts.choose_language, name="set_language"),
    path("admin/", admin.site.urls),
]

handler429 = "accounts.views.too_many_requests"
