"""The site's content version: it names the static files, so that no page ever sees files of another version."""

import hashlib
from functools import cache
from pathlib import Path

import django

SITE = Path(__file__).parent
_LENGTH = 12  # hex digits


@cache
def content_version() -> str:
    """A short text that is another one as soon as any file of the site or Django itself has changed."""
    digest = hashlib.sha256(django.get_version().encode())
    for path in sorted(SITE.rglob("*")):
        if path.is_file() and path.parent.name != "__pycache__":
            digest.update(path.relative_to(SITE).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:_LENGTH]
