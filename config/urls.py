"""The site map."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path

from accounts import views as accounts

# The admin's own login form knows no rate limit; allauth's does.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns = [
    path("", include("games.urls")),
    path("accounts/", include("accounts.urls")),
    path("you/", accounts.settings_page, name="you"),
    path("you/keep/", accounts.keep_account, name="keep_account"),
    path("language/", accounts.choose_language, name="set_language"),
    path("admin/", admin.site.urls),
]

handler429 = "accounts.views.too_many_requests"
