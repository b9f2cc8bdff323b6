"""Django's settings. What a host may change comes from the environment: see docs/hosting.md."""

import os
from typing import Any

from django.core.exceptions import ImproperlyConfigured

from winnable.site.data import data_folder, secret_key
from winnable.site.hosting import hsts_seconds, mail, one_of, proxies
from winnable.site.version import content_version

_hosts = [host for host in os.environ.get("WINNABLE_HOSTS", "").split(",") if host]
_https = os.environ.get("WINNABLE_HTTPS") == "1"
_database_url = os.environ.get("DATABASE_URL", "")

DEBUG = False
SECRET_KEY = os.environ.get("WINNABLE_SECRET_KEY") or secret_key()
ALLOWED_HOSTS = _hosts or ["localhost", "127.0.0.1", "[::1]"]

INSTALLED_APPS = [
    "django.contrib.admin.apps.SimpleAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.sitemaps",
    "django.contrib.staticfiles",
    "ninja",
    "winnable.site",
]
MIDDLEWARE = [
    "winnable.site.observing.observed",
    "winnable.site.middleware.security_headers",
    "django.middleware.gzip.GZipMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "winnable.site.middleware.Sessions",
    "django.middleware.locale.LocaleMiddleware",
    "winnable.site.middleware.head_of_api",
    "winnable.site.refused.not_allowed",
    "winnable.site.middleware.body_limit",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "winnable.site.accounts.gone.AccountGone",
    "django.contrib.messages.middleware.MessageMiddleware",
    "winnable.site.languages.follow_player",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
ROOT_URLCONF = "winnable.site.urls"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]


def _sqlite() -> dict[str, Any]:
    # WAL with synchronous=NORMAL: a step that was answered survives the death of the program at any moment. Only a
    # power cut may take the very last ones, and never harms the file; FULL would wait for the disk at every move.
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": data_folder() / "winnable.sqlite3",
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "timeout": 20,
            "transaction_mode": "IMMEDIATE",
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
        },
    }


def _from_url(url: str) -> dict[str, Any]:
    import dj_database_url  # noqa: PLC0415 - only where a host names a database

    try:
        return dict(dj_database_url.parse(url, conn_max_age=600, conn_health_checks=True))
    except ValueError:
        raise ImproperlyConfigured("DATABASE_URL is not the address of a database.") from None


DATABASES = {"default": _from_url(_database_url) if _database_url else _sqlite()}
vars().update(mail(os.environ.get("WINNABLE_MAIL_URL", ""), os.environ.get("WINNABLE_MAIL_FROM", ""), _hosts))
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

PASSWORD_HASHERS = ["winnable.site.accounts.hashing.Argon2id"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
]
LOGIN_URL, LOGIN_REDIRECT_URL, LOGOUT_REDIRECT_URL = "sign-in", "home", "home"

PASSWORD_RESET_TIMEOUT = 24 * 3600  # seconds that a link in a mail leads to a new password

SESSION_ENGINE = "winnable.site.sessions"
SESSION_COOKIE_AGE = 365 * 24 * 3600  # a guest's games are tied to it
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = _https
SECURE_SSL_REDIRECT = _https
SECURE_REDIRECT_EXEMPT = [r"^health$", r"^metrics$"]  # a monitor calls the process, not the proxy
SECURE_HSTS_SECONDS = hsts_seconds(os.environ.get("WINNABLE_HSTS", ""), _https)
# The host's other names, and the list that browsers are shipped with, are not ours to decide about.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if _https else None
CSRF_TRUSTED_ORIGINS = [f"https://{host}" for host in _hosts] if _https else []
PROXIES = proxies(os.environ.get("WINNABLE_PROXIES", ""))  # how many pass a request on before it arrives here
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("de", "Deutsch")]
LANGUAGE_COOKIE_SAMESITE, LANGUAGE_COOKIE_SECURE = "Lax", _https
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = f"/static/{content_version()}/"  # a page and what it loads are of one version, even while it changes
WHITENOISE_USE_FINDERS = True
WHITENOISE_ALLOW_ALL_ORIGINS = False
WHITENOISE_IMMUTABLE_FILE_TEST = "^/static/"  # never asked for again: what changes has another address

METRICS = one_of(os.environ.get("WINNABLE_METRICS", ""), "", "1", "all", name="WINNABLE_METRICS")
LOG = one_of(os.environ.get("WINNABLE_LOG") or "text", "text", "json", name="WINNABLE_LOG")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "text": {"()": "winnable.site.logs.TextLines"},
        "json": {"()": "winnable.site.logs.JsonLines"},
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": LOG}},
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {
        "django.request": {"level": "ERROR"},
        # Whoever calls can cause these as often as he likes, and each has had its answer.
        "django.security.DisallowedHost": {"level": "CRITICAL"},
        "django.security.TooManyFieldsSent": {"level": "CRITICAL"},
        "winnable.requests": {"level": "INFO" if LOG == "json" else "WARNING"},
    },
}
