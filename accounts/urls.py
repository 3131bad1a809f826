"""URLs under /accounts/: allauth's pages. Those for registered players redirect guests to the registration page.

Changing the address requires the password, as changing the password does, because links to a new password go to it.
"""

from allauth.account import views as allauth
from allauth.account.decorators import reauthentication_required
from allauth.mfa.base import views as mfa
from allauth.mfa.webauthn import views as webauthn
from django.urls import include, path, re_path

from accounts.signing_in.allauth_views import (
    ActivateAppView,
    ChangePasswordView,
    ConfirmView,
    NewPasswordView,
    SignUpView,
    for_registered_players,
    for_visitors,
)

urlpatterns = [
    path("signup/", for_registered_players(SignUpView.as_view())),
    path("email/", for_registered_players(reauthentication_required(allauth.email, allow_get=True))),
    re_path(r"^confirm-email/(?P<key>[-:\w]+)/$", ConfirmView.as_view()),
    re_path(r"^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$", NewPasswordView.as_view()),
    path("password/change/", for_registered_players(ChangePasswordView.as_view())),
    path("password/set/", for_registered_players(allauth.password_set)),
    path("login/", for_visitors(allauth.login)),
    path("2fa/authenticate/", for_visitors(mfa.authenticate)),
    path("2fa/webauthn/login/", for_visitors(webauthn.login_webauthn)),
    path("2fa/", for_registered_players(mfa.index)),
    path("2fa/totp/activate/", for_registered_players(ActivateAppView.as_view())),
    path("2fa/webauthn/add/", for_registered_players(webauthn.add_webauthn)),
    path("2fa/", include("allauth.mfa.urls")),
    path("", include("allauth.account.urls")),
]
