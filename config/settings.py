"""Settings of the site, all of them in one place.

Without any environment variable the site runs for one machine: SQLite, everything else in memory, plain HTTP
on localhost. What a larger installation changes, it changes by environment variables alone; README.md lists them.
"""

import os
from pathlib import Path
from typing import Any

import django_stubs_ext
import environ
from django.utils.translation import gettext_lazy as _

from config import secret_key

BASE_DIR = Path(__file__).resolve().parent.parent

django_stubs_ext.monkeypatch()  # so that ModelForm[User] and its like mean something outside mypy too

env = environ.Env()

# Everything the site writes on its own machine: the default database, the secret key, collected static files.
VAR_DIR = Path(env.str("VAR_DIR", default=str(BASE_DIR / "var")))

# Where the bots keep what they compiled, unless a variable of numba's own says otherwise.
os.environ.setdefault("NUMBA_CACHE_DIR", str(VAR_DIR / "compiled"))

# Who may ask, and how

DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = env.str("SECRET_KEY", default="") or secret_key.load_or_create(VAR_DIR / "secret-key")
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"

INSTALLED_APPS = [
    "daphne",  # before staticfiles: it takes over runserver
    "games.staff.apps.StaffAdminConfig",  # Django's admin, as this site's staff need it
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "channels",
    "django_htmx",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "accounts.site_config",
    "accounts",
    "games",
    "games.staff.apps.StaffConfig",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.middleware.LanguageOfUserMiddleware",
    "accounts.middleware.LastSeenMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "config.middleware.ReadableOnlyMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "accounts.middleware.StandingMiddleware",
    "accounts.site_config.middleware.AnnouncementsMiddleware",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "games.views.context_processors.notices",
            ],
        },
    },
]

# Where things are kept

DATABASES: dict[str, dict[str, Any]] = {"default": env.db("DATABASE_URL", default=f"sqlite:///{VAR_DIR}/db.sqlite3")}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    VAR_DIR.mkdir(parents=True, exist_ok=True)
    DATABASES["default"]["OPTIONS"] = {
        # A writer takes the lock when it begins, so two of them queue instead of failing half-way.
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        # Readers never wait for the writer, and what was committed survives a power cut.
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON",
    }
else:
    # A pool, because Django's own persistent connections belong to threads, and ASGI changes threads.
    DATABASES["default"]["OPTIONS"] = {"pool": {"min_size": 1, "max_size": 16}}

REDIS_URL = env.str("REDIS_URL", default="")
if REDIS_URL:
    # The layer waits 5 seconds at a time for a message, as long as redis-py by default waits for any answer: so that
    # a quiet table keeps its sockets, an answer may take longer.
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "channels_redis.core.RedisChannelLayer",
            "CONFIG": {"hosts": [{"address": REDIS_URL, "socket_timeout": 15}]},
        },
    }
    CACHES: dict[str, dict[str, Any]] = {
        "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL},
    }
else:
    CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            "OPTIONS": {"MAX_ENTRIES": 20_000},
        },
    }

STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

# People

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["django.contrib.auth.backends.ModelBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "games:lobby"
LOGOUT_REDIRECT_URL = "games:home"

# The session is all a guest has, so its cookie lasts a year and LastSeenMiddleware renews it. The rows are in the
# database and nowhere else, so that signing out really ends a session: a signed cookie would stay valid, and in a cache
# it is put again by whoever reads the row while it is being deleted.
SESSION_ENGINE = "accounts.session_store"
SESSION_COOKIE_AGE = 365 * 24 * 60 * 60
CSRF_COOKIE_HTTPONLY = True

ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "accounts.forms.LoginForm",
    "signup": "accounts.forms.SignupForm",
    "change_password": "accounts.forms.ChangePasswordForm",
    "set_password": "accounts.forms.SetPasswordForm",
    "reset_password": "accounts.forms.ResetPasswordForm",
    "reset_password_from_key": "accounts.forms.ResetPasswordKeyForm",
    "add_email": "accounts.forms.AddEmailForm",
    "reauthenticate": "accounts.forms.PasswordAgainForm",
}
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*", "email"]
ACCOUNT_USERNAME_MIN_LENGTH = 2
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_PREVENT_ENUMERATION = "strict"  # nobody learns here who else has an account; only one can confirm an address
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_SESSION_REMEMBER = True
# All but the last are ours; the others keep the limits allauth comes with.
ACCOUNT_RATE_LIMITS = {
    "create_guest": "10/10m/ip",
    "open_game": "30/10m/user",
    "sit": "30/5m/user",
    "invite": "30/10m/user",
    "hush": "60/10m/user",
    "report": "20/10m/user",
    "export": "5/10m/user",
    "remove_account": "10/10m/user",
    "download": "20/10m/ip",
    "analyse": "60/10m/ip",
    "analyse_brought": "10/10m/ip",
    "hint": "30/m/user",
    "options": "30/10m/user",
    # Not per name, as allauth would have it: names are public, and anybody could lock anybody out.
    "login_failed": "10/5m/ip",
}
# Open sockets at one process of the site: a page has three at most, and a whole school may share an address.
SOCKETS_PER_PLAYER: int = env.int("SOCKETS_PER_PLAYER", default=100)
SOCKETS_PER_ADDRESS: int = env.int("SOCKETS_PER_ADDRESS", default=1000)

# A second factor is open to everybody, and asked of the staff if the settings of the site say so.
MFA_ADAPTER = "accounts.adapter.SecondFactorAdapter"
MFA_FORMS = {
    "authenticate": "accounts.forms.SecondFactorForm",
    "reauthenticate": "accounts.forms.SecondFactorAgainForm",
    "activate_totp": "accounts.forms.ActivateAppForm",
    "add_webauthn": "accounts.key_forms.AddKeyForm",
    "login_webauthn": "accounts.key_forms.SignInByKeyForm",
    "authenticate_webauthn": "accounts.key_forms.KeyAsSecondFactorForm",
    "reauthenticate_webauthn": "accounts.key_forms.KeyAgainForm",
}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = "Dummy Hand Spades"
MFA_TOTP_TOLERANCE = 1  # a phone's clock may be half a minute off
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not env.bool("HTTPS", default=False)  # browsers allow it on localhost only
# How many proxies in front of the site may be believed when they name the client's address.
ALLAUTH_TRUSTED_PROXY_COUNT = env.int("TRUSTED_PROXIES", default=0)

vars().update(env.email_url("EMAIL_URL", default="consolemail://"))
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="Dummy Hand Spades <noreply@localhost>")

# Languages

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("es", _("Spanish"))]
LOCALE_PATHS = [BASE_DIR / "config" / "locale"]
USE_TZ = True
TIME_ZONE = "UTC"

# What a browser may do with our pages

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'self'"],
        "object-src": ["'none'"],
        "base-uri": ["'none'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
    },
}
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

# HTTPS=1 is for a site behind a proxy that ends TLS and sets X-Forwarded-Proto itself, whatever the client sent.
if env.bool("HTTPS", default=False):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
    LANGUAGE_COOKIE_SECURE = True
    CSRF_TRUSTED_ORIGINS = [f"https://{host}" for host in ALLOWED_HOSTS]

# Failures go to standard error. A traceback names code, never what a form held.

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {
        "stderr": {"class": "logging.StreamHandler", "formatter": "line"},
        "counter": {"class": "accounts.site_config.counters.ErrorCounter", "level": "ERROR"},
    },
    "root": {"handlers": ["stderr", "counter"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": [], "level": "WARNING", "propagate": True},
        "django.request": {"level": "ERROR"},
        # Anybody can bring these about, as often as they like: they are answered, not written down.
        "django.security.DisallowedHost": {"level": "CRITICAL"},
        "django.security.RequestDataTooBig": {"level": "CRITICAL"},
        "django.security.TooManyFieldsSent": {"level": "CRITICAL"},
        "django.security.TooManyFilesSent": {"level": "CRITICAL"},
        "django.security.csrf": {"level": "ERROR"},
    },
}

# Play

# Multiplies the bots' pauses: 1 is a human pace, 0 makes them answer at once.
BOT_PACE: float = env.float("BOT_PACE", default=1.0)
