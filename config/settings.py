"""All settings of the site.

By default the site runs on one machine: SQLite, everything else in memory, plain HTTP on localhost. Larger
installations change settings only by environment variables, which docs/operations.md lists.
"""

import os
from datetime import timedelta
from email.utils import parseaddr
from functools import partial
from pathlib import Path
from typing import Any

import django_stubs_ext
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from config import environment as env, error_reports, logs, secret_key

BASE_DIR = Path(__file__).resolve().parent.parent

django_stubs_ext.monkeypatch()  # makes ModelForm[User] and the like valid at run time

# Directory of all files the site writes: the default database, the secret key, collected static files.
VAR_DIR = env.directory("VAR_DIR", BASE_DIR / "var")

# The files with which browsers play without a connection, if `manage.py solo_bundle` has made them.
SOLO_DIR = Path(env.text("SOLO_DIR") or VAR_DIR / "solo")

# Numba's cache of the compiled bots, unless NUMBA_CACHE_DIR is already set.
os.environ.setdefault("NUMBA_CACHE_DIR", str(VAR_DIR / "compiled"))

# Requests

DEBUG = env.flag("DEBUG")
SECRET_KEY = env.key("SECRET_KEY", partial(secret_key.load_or_create, VAR_DIR / "secret-key", secret_key.new_secret))
SECRET_KEY_FALLBACKS = env.texts("SECRET_KEY_FALLBACKS")  # earlier keys, whose signatures still count
ALLOWED_HOSTS = env.hosts("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
# Whether a proxy in front of the site ends TLS; it always sets X-Forwarded-Proto itself, over the client's value.
_HTTPS = env.flag("HTTPS")
# Where the site is, for links in mail; by default where `make play` serves it.
_HOST = ALLOWED_HOSTS[0] if env.text("ALLOWED_HOSTS") else "localhost:8000"
if _HOST.startswith(("*", ".")) and not env.text("SITE_URL"):
    raise ImproperlyConfigured(
        f"SITE_URL has to be set, as the first of ALLOWED_HOSTS ({_HOST}) is no single host (docs/operations.md)."
    )
SITE_URL = env.site("SITE_URL", f"{'https' if _HTTPS else 'http'}://{_HOST}")
# What Prometheus has to send to be given the figures at /metrics; without it there are none.
METRICS_TOKEN = env.token("METRICS_TOKEN")
ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"

INSTALLED_APPS = [
    "config.apps.DaphneConfig",  # before staticfiles: it takes over runserver
    "games.staff.apps.StaffAdminConfig",  # Django's admin, as this site's staff need it
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.sitemaps",
    "django.contrib.staticfiles",
    "channels",
    "django_htmx",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "post_office",
    "accounts.site_config",
    "accounts",
    "games",
    "games.staff.apps.StaffConfig",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "config.middleware.PolicyMiddleware",
    "config.middleware.PrivatePagesMiddleware",
    "config.middleware.AvatarsMiddleware",
    "config.middleware.FragmentErrorsMiddleware",
    "games.api.middleware.CrossOriginMiddleware",
    "games.api.middleware.HeadMiddleware",
    "games.api.middleware.ProblemsMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "accounts.sessions.middleware.AccountMiddleware",
    "accounts.preferences.locale.UserLanguageMiddleware",
    "accounts.preferences.locale.TimeZoneMiddleware",
    "accounts.people.online.LastSeenMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "config.middleware.RefuseUnreadableMiddleware",
    "accounts.base.rate_limits.RetryAfterMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "accounts.moderation.middleware.ModerationMiddleware",
    "games.api.bot_accounts.BotsOnlyLookMiddleware",
    "accounts.site_config.middleware.AnnouncementsMiddleware",
    "config.middleware.OutageMiddleware",
]

FORM_RENDERER = "accounts.base.form_renderer.FormRenderer"
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
                "accounts.notifications.views.push_here",
                "games.views.lobby.notices",
                "games.web.strangers.without_token",
            ],
            "builtins": [
                "accounts.templatetags.addresses",
                "accounts.templatetags.avatars",
                "accounts.templatetags.names",
                "games.templatetags.icons",
            ],
        },
    }
]

# Storage

DATABASES: dict[str, dict[str, Any]] = {"default": env.database("DATABASE_URL", f"sqlite:///{VAR_DIR}/db.sqlite3")}
_CONNECTIONS = env.number("DATABASE_CONNECTIONS", 16, least=1)
# Limits of processes that serve the site (accounts/base/db_limits.py): for a lock or a connection, and a statement.
DATABASE_WAIT_SECONDS = env.number("DATABASE_WAIT_SECONDS", 5, least=1)
DATABASE_STATEMENT_SECONDS = env.number("DATABASE_STATEMENT_SECONDS", 20, least=1)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["CONN_MAX_AGE"] = None  # the threads that answer requests keep theirs (config/handler.py)
    DATABASES["default"]["OPTIONS"] = {
        # Writers take the lock when they begin, so that two of them queue instead of failing half-way.
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        # Readers never wait for the writer, and commits survive a power cut.
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON",
    }
else:
    # A pool, so that the threads of a process need no connection each. It checks each before giving it to a thread: the
    # server may have cut all of them. DATABASE_URL may have options too, such as sslmode. It waits twice as long after
    # each try to connect that fails, so it has to give up soon: whoever needs a connection next lets it begin again.
    pool = {"min_size": 1, "max_size": _CONNECTIONS}
    pool |= {"timeout": DATABASE_WAIT_SECONDS, "reconnect_timeout": DATABASE_WAIT_SECONDS}
    given = DATABASES["default"].get("OPTIONS", {})
    DATABASES["default"]["OPTIONS"] = {"connect_timeout": DATABASE_WAIT_SECONDS, **given, "pool": pool}
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True

REDIS_URL = env.redis("REDIS_URL")
if REDIS_URL:
    CHANNEL_LAYERS = {
        "default": {"BACKEND": "games.pubsub.redis_layer.RedisLayer", "CONFIG": {"hosts": [{"address": REDIS_URL}]}}
    }
    CACHES: dict[str, dict[str, Any]] = {"default": {"BACKEND": "config.caches.RedisCache", "LOCATION": REDIS_URL}}
else:
    CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    CACHES = {"default": {"BACKEND": "config.caches.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 20_000}}}

STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATICFILES_FINDERS = ["config.style_sheet.StyleSheetFinder", "django.contrib.staticfiles.finders.AppDirectoriesFinder"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.static_storage.StaticFilesStorage"},
}

# Accounts

AUTH_USER_MODEL = "accounts.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "games:home"
LOGOUT_REDIRECT_URL = "games:home"

# Guests are known only by their session, so its cookie lasts a year and LastSeenMiddleware renews it. Sessions are
# stored only in the database, so that signing out really ends them: a signed cookie would stay valid, and a cache could
# be filled again by a request that reads the row while it is being deleted.
SESSION_ENGINE = "accounts.sessions.store"
SESSION_COOKIE_AGE = 365 * 24 * 60 * 60
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "games.web.strangers.form_refused"

ACCOUNT_ADAPTER = "accounts.signing_in.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "accounts.signing_in.forms.LoginForm",
    "signup": "accounts.signing_in.forms.SignupForm",
    "change_password": "accounts.signing_in.forms.ChangePasswordForm",
    "set_password": "accounts.signing_in.forms.SetPasswordForm",
    "reset_password": "accounts.signing_in.forms.ResetPasswordForm",
    "reset_password_from_key": "accounts.signing_in.forms.ResetPasswordKeyForm",
    "add_email": "accounts.signing_in.forms.AddEmailForm",
    "reauthenticate": "accounts.signing_in.forms.PasswordReauthenticateForm",
}
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*", "email"]
ACCOUNT_USERNAME_MIN_LENGTH = 2
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_PASSWORD_RESET_TOKEN_GENERATOR = "accounts.signing_in.password_reset.ResetTokens"  # noqa: S105  # a class
ACCOUNT_PREVENT_ENUMERATION = "strict"  # several accounts may enter an address, one can confirm it
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_SESSION_REMEMBER = True
# Of what costs the site something, or bothers others, in allauth's notation; `accounts.base.rate_limits` counts. Limits
# of allauth's own that are not named here keep their defaults.
ACCOUNT_RATE_LIMITS = {
    "create_guest": "40/10m/ip",  # a whole class may come from one address
    "signup": "40/10m/ip",
    "choose_name": "10/10m/user",
    "choose_avatar": "60/10m/user",
    "open_game": "30/10m/user",
    "find_players": "60/10m/user",
    "sit": "30/5m/user",
    "seed": "30/5m/user",
    "invite": "30/10m/user",
    "challenge": "10/10m/user",
    "enter_tournament": "30/10m/user",
    "announce_tournament": "10/10m/user",
    "club": "60/10m/user",
    "new_club": "10/10m/user",
    "mute": "60/10m/user",
    "follow": "60/10m/user",
    "note": "60/10m/user",
    "report": "20/10m/user",
    "export": "5/10m/user",
    "subscribe": "30/10m/user",
    "delete_account": "10/10m/user",
    "reset_password": "40/10m/ip,5/h/key",  # per address that gets a mail, whether anybody here has it or not
    "manage_email": "10/10m/user",
    "make_link": "10/10m/user",
    "enter_link": "60/10m/ip",
    "enter_code": "20/10m/ip",
    "make_token": "10/10m/user",
    "api": "1200/m/user",
    "api_without_token": "300/m/ip",
    "download": "20/10m/key,200/10m/ip",
    "analyse": "60/h/key,300/h/ip",
    "picture": "240/m/ip",
    "import": "20/m/key,100/m/ip",
    "analyse_import": "20/h/key,60/h/ip",
    "hint": "30/m/user",
    "exercise": "120/m/key,600/m/ip",
    "options": "30/10m/user",
    # Per address and, "per key", per address and name: a class mistypes, and does not lock the others out. Not per name
    # alone, as in allauth's default: names are public, so anybody could lock anybody out.
    "wrong_password": "40/5m/ip,10/5m/key",
    # Of second factors only, per account: who enters one knows the password. A right one clears the count.
    "login_failed": "10/5m/key",
}
# Limits of open sockets per process. A page opens at most three, and a whole school may share an address.
SOCKETS_PER_PLAYER = env.number("SOCKETS_PER_PLAYER", 100, least=1)
SOCKETS_PER_ADDRESS = env.number("SOCKETS_PER_ADDRESS", 1000, least=1)

# Second factors are optional for players, and required of staff if the site's settings say so.
MFA_ADAPTER = "accounts.signing_in.adapter.SecondFactorAdapter"
MFA_FORMS = {
    "authenticate": "accounts.signing_in.forms.SecondFactorForm",
    "reauthenticate": "accounts.signing_in.forms.SecondFactorReauthenticateForm",
    "activate_totp": "accounts.signing_in.forms.ActivateAppForm",
    "add_webauthn": "accounts.signing_in.key_forms.AddKeyForm",
    "edit_webauthn": "accounts.signing_in.key_forms.RenameKeyForm",
    "login_webauthn": "accounts.signing_in.key_forms.SignInByKeyForm",
    "authenticate_webauthn": "accounts.signing_in.key_forms.KeyAsSecondFactorForm",
    "reauthenticate_webauthn": "accounts.signing_in.key_forms.KeyReauthenticateForm",
}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = "Dummy Hand Spades"
MFA_TOTP_TOLERANCE = 1  # a phone's clock may be half a minute off
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not _HTTPS  # browsers allow it on localhost only
# The number of proxies in front of the site whose X-Forwarded-For entries are trusted.
ALLAUTH_TRUSTED_PROXY_COUNT = env.number("TRUSTED_PROXIES", 0, least=0)
if not ALLAUTH_TRUSTED_PROXY_COUNT:
    # Proxies compress. Django adds a random number of bytes to each page, so that its length reveals nothing (BREACH).
    MIDDLEWARE.insert(MIDDLEWARE.index("config.middleware.PolicyMiddleware"), "config.middleware.CompressMiddleware")

# Mail waits in the database until it is sent (accounts/base/mail.py): no page waits for its host. It is tried a week.
MAIL_HOST = env.mail_host("EMAIL_URL", "consolemail://")
vars().update(MAIL_HOST)
EMAIL_TIMEOUT = 10
POST_OFFICE = {
    "BACKENDS": {"default": MAIL_HOST["EMAIL_BACKEND"]},
    "RETRY_INTERVAL": timedelta(minutes=15),
    "MAX_RETRIES": 7 * 24 * 4,
}
EMAIL_BACKEND = "accounts.base.mail.Queue"
DEFAULT_FROM_EMAIL = env.sender("DEFAULT_FROM_EMAIL", "Dummy Hand Spades <noreply@localhost>")
# Whom security reports, and questions of push services, reach: an address that begins with mailto: or https:.
CONTACT = env.contact("CONTACT", f"mailto:{parseaddr(DEFAULT_FROM_EMAIL)[1]}")

# Pushes to browsers. A browser accepts only those signed with the key that it was given when it subscribed.
VAPID_KEY = env.vapid_key(
    "VAPID_KEY", partial(secret_key.load_or_create, VAR_DIR / "vapid-key", secret_key.new_vapid_key)
)
PUSH_ANYWHERE = env.flag("PUSH_ANYWHERE")  # for tests: also to addresses of the site's own network

# The jobs of every day: when (UTC), and for how many days things are kept that nobody needs for long, 0 for ever.

DAILY_HOUR = env.number("DAILY_HOUR", 4, least=0, most=23)
KEEP_CHAT_DAYS = env.number("KEEP_CHAT_DAYS", 365, least=0)
KEEP_ATTEMPTS_DAYS = env.number("KEEP_ATTEMPTS_DAYS", 2 * 365, least=0)
KEEP_AUDIT_DAYS = env.number("KEEP_AUDIT_DAYS", 3 * 365, least=0)
BACKUP_DIR = env.directory("BACKUP_DIR", VAR_DIR) if env.text("BACKUP_DIR") else None
KEEP_BACKUPS = env.number("KEEP_BACKUPS", 14, least=1)

# Languages

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("es", _("Spanish"))]
LOCALE_PATHS = [BASE_DIR / "config" / "locale"]
FORMAT_MODULE_PATH = "config.formats"
TIME_ZONE = "UTC"  # for visitors whose time zone is not known (accounts/base/time_zones.py)

# Browser security

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'self'"],
        "object-src": ["'none'"],
        "base-uri": ["'none'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
    }
}

# Browsers keep both for a year, and those that come with a preloaded list for much longer: other hosts below this one
# may have no TLS. So nobody gets them without asking, and Django's checks need not ask for them.
_HSTS_SUBDOMAINS, _HSTS_PRELOAD = env.flag("HSTS_SUBDOMAINS"), env.flag("HSTS_PRELOAD")
if _HSTS_PRELOAD and not _HSTS_SUBDOMAINS:
    raise ImproperlyConfigured("HSTS_PRELOAD needs HSTS_SUBDOMAINS=1: browsers list no site without it.")
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

if _HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60
    SECURE_HSTS_INCLUDE_SUBDOMAINS = _HSTS_SUBDOMAINS
    SECURE_HSTS_PRELOAD = _HSTS_PRELOAD
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
    LANGUAGE_COOKIE_SECURE = True
    CSRF_TRUSTED_ORIGINS = [f"https://{host}" for host in ALLOWED_HOSTS]

# Logging: errors go to standard error. Tracebacks contain code, never form data.

_SENTRY_DSN = env.sentry("SENTRY_DSN")
if _SENTRY_DSN:
    error_reports.check_package()
LOGGING = logs.settings("json" if env.flag("JSON_LOGS") else "line", sentry=_SENTRY_DSN)

# How often each process stores that it runs; 0 is for tests only: never.
HEARTBEAT_SECONDS = 15.0

# Games

# Factor for the bots' pauses: 1 is a human pace, 0 is no pause.
BOT_PACE = env.factor("BOT_PACE", 1.0)

# Threads of a process in which bots choose and deals are analysed; 0 is one for each core that the process may use.
THINKING_THREADS = env.number("THINKING_THREADS", 0, least=0, most=256)
