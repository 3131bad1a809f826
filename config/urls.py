"""The site map."""

from django.contrib import admin
from django.urls import include, path

from accounts import views as accounts

urlpatterns = [
    path("", include("games.urls")),
    path("accounts/", include("accounts.urls")),
    path("you/", accounts.settings_page, name="you"),
    path("you/visibility/", accounts.visibility_page, name="visibility"),
    path("you/keep/", accounts.keep_account, name="keep_account"),
    path("you/name/", accounts.choose_name, name="choose_name"),
    path("you/export/", accounts.export_account, name="export_account"),
    path("you/remove/", accounts.remove_account, name="remove_account"),
    path("language/", accounts.choose_language, name="set_language"),
    path("admin/", admin.site.urls),
]

handler429 = "accounts.views.too_many_requests"
