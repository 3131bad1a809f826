"""Under /accounts/: allauth's pages, those that a guest has no use for leading to the one a guest needs."""

from allauth.account import views as allauth
from django.urls import include, path

from accounts.views import for_registered_players

urlpatterns = [
    path("signup/", for_registered_players(allauth.signup)),
    path("email/", for_registered_players(allauth.email)),
    path("password/set/", for_registered_players(allauth.password_set)),
    path("", include("allauth.account.urls")),
]
