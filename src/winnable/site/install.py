"""What makes the site an app that can be installed: the web manifest in the player's language."""

from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, JsonResponse
from django.templatetags.static import static
from django.utils.translation import gettext, override
from django.views.decorators.http import require_safe

from winnable.games import GAMES
from winnable.site.relatives import ONE_OF_EACH_FAMILY

GREEN = "#24463d"


@require_safe
def manifest(request: HttpRequest, language: str) -> JsonResponse:
    """The web manifest in a language. A browser asks for it without cookies, so the address says which."""
    if language not in dict(settings.LANGUAGES):
        raise Http404
    with override(language):
        return JsonResponse(_manifest(language), content_type="application/manifest+json")


def _manifest(language: str) -> dict[str, Any]:
    return {
        "id": "/",
        "name": "Winnable",
        "short_name": "Winnable",
        "description": gettext("Patience games that know whether they can be won."),
        "lang": language,
        "dir": "ltr",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": GREEN,
        "theme_color": GREEN,
        "categories": ["games", "entertainment"],
        "icons": [
            {"src": static("site/icon.svg"), "sizes": "any", "type": "image/svg+xml", "purpose": "any"},
            _icon(192),
            _icon(512),
            _icon(192, "maskable"),
            _icon(512, "maskable"),
        ],
        "shortcuts": [{"name": GAMES[name].title, "url": f"/play/{name}/"} for name in ONE_OF_EACH_FAMILY],
    }


def _icon(size: int, purpose: str = "any") -> dict[str, str]:
    kind = "" if purpose == "any" else f"{purpose}-"
    source = static(f"site/icon-{kind}{size}.png")
    return {"src": source, "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
