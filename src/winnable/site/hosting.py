"""What a host says in the environment, as Django's settings."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

_PORTS = {"smtp": 25, "smtp+tls": 587, "smtps": 465}
_LONGEST_SECONDS = 9  # digits
_TIMEOUT = 20  # seconds that a mail server may take


def mail(url: str, sender: str, hosts: Sequence[str]) -> dict[str, Any]:
    """Where mail goes: to the terminal without an address of a mail server. Raises ImproperlyConfigured."""
    said: dict[str, Any] = {"DEFAULT_FROM_EMAIL": sender} if sender else {}
    if not url:
        return {**said, "EMAIL_BACKEND": "django.core.mail.backends.console.EmailBackend"}
    if not sender:
        raise ImproperlyConfigured("WINNABLE_MAIL_URL needs WINNABLE_MAIL_FROM, the address that mails come from.")
    if not hosts or "*" in hosts:
        raise ImproperlyConfigured("WINNABLE_MAIL_URL needs WINNABLE_HOSTS, so that links in mails lead to this site.")
    return {**said, **_server(url)}


def _server(url: str) -> dict[str, Any]:
    try:
        parts = urlsplit(url)
        port = parts.port or _PORTS[parts.scheme]
    except (ValueError, KeyError):
        raise ImproperlyConfigured("WINNABLE_MAIL_URL must look like smtp+tls://user:password@host:587.") from None
    return {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname or "localhost",
        "EMAIL_PORT": port,
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_TLS": parts.scheme == "smtp+tls",
        "EMAIL_USE_SSL": parts.scheme == "smtps",
        "EMAIL_TIMEOUT": _TIMEOUT,
    }


def proxies(text: str) -> int:
    """How many proxies pass a request on. Raises ImproperlyConfigured."""
    if not text:
        return 0
    if not (text.isascii() and text.isdecimal() and len(text) == 1):
        raise ImproperlyConfigured("WINNABLE_PROXIES must be the number of proxies before the site, such as 1.")
    return int(text)


def hsts_seconds(text: str, https: bool) -> int:
    """How long browsers shall remember to come by HTTPS only. Raises ImproperlyConfigured."""
    if not text:
        return 0
    if not (https and text.isascii() and text.isdecimal() and len(text) <= _LONGEST_SECONDS):
        raise ImproperlyConfigured("WINNABLE_HSTS must be a number of seconds, and needs WINNABLE_HTTPS=1.")
    return int(text)


def one_of(value: str, *choices: str, name: str) -> str:
    """A value that must be one of the choices. Raises ImproperlyConfigured."""
    if value in choices:
        return value
    raise ImproperlyConfigured(f"{name} is one of {', '.join(filter(None, choices))}.")
