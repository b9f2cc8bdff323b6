"""The service worker, and the pages that it shows while the server can't be reached: the same for everyone."""

import json
from functools import cache

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.utils.translation import override
from django.views.decorators.http import require_safe

from winnable.site.pages import MODULES
from winnable.site.version import SITE, content_version

_KEPT = {".js", ".css", ".svg"}


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker of this version. It is at the root, because a worker sees only what lies below its address."""
    return HttpResponse(_source(), content_type="text/javascript; charset=utf-8", headers={"Cache-Control": "no-cache"})


@require_safe
def page(request: HttpRequest, version: str, language: str) -> HttpResponse:
    """What stands in for any page."""
    return _shell(request, version, language, "offline.html", {})


@require_safe
def table(request: HttpRequest, version: str, language: str) -> HttpResponse:
    """What stands in for the page of any table: it shows the game that the browser has kept."""
    modules = [static(f"table/{name}") for name in MODULES]
    game = {"title": "Winnable", "full_name": ""}  # the client reads the game from the address
    return _shell(request, version, language, "table.html", {"game": game, "modules": modules})


def _shell(
    request: HttpRequest, version: str, language: str, template: str, context: dict[str, object]
) -> HttpResponse:
    # Of this version or not at all: else a worker could keep a page without the files that it needs.
    if version != content_version() or language not in dict(settings.LANGUAGES):
        raise Http404
    with override(language):
        response = render(request, template, context)
    response.headers["X-Robots-Tag"] = "noindex"
    return response


@cache
def _source() -> str:
    version = content_version()
    files = [static(path.relative_to(SITE / "static").as_posix()) for path in sorted((SITE / "static").rglob("*"))]
    told = {
        "version": version,
        "files": [address for address in files if address.endswith(tuple(_KEPT))],
        "shells": {
            language: {"page": f"/offline/{version}/{language}/", "table": f"/offline/{version}/{language}/table/"}
            for language, _ in settings.LANGUAGES
        },
    }
    return f"self.site = {json.dumps(told)};\n{(SITE / 'worker.js').read_text(encoding='utf-8')}"
