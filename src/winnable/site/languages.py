"""The language that a player has chosen, and his other settings, follow him from device to device."""

import json

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils import translation
from django.views.i18n import set_language

from winnable.site.addresses import form_page
from winnable.site.middleware import Handler
from winnable.site.players import change_settings, player_of, settings_of

_NOT_PAGES = ("/api/", "/i18n/", "/health", "/metrics", "/offline/", "/worker.js", "/app.")


@form_page
def choose(request: HttpRequest) -> HttpResponseBase:
    """Django's ``set_language``; a player's choice is stored with his settings too."""
    response = set_language(request)
    chosen = response.cookies.get(settings.LANGUAGE_COOKIE_NAME)
    player = player_of(request)
    if player is not None and chosen is not None:
        change_settings(player, {"language": chosen.value})
    return response


def follow_player(handler: Handler) -> Handler:
    """Show pages in the language that the player chose last, and hand them his settings as ``request.told``.

    A page whose address names a language is shown in that one. The API answers in the language of the page that calls:
    the cookie that the page was given says it.
    """

    def handle(request: HttpRequest) -> HttpResponse:
        if request.path.startswith(_NOT_PAGES):
            return handler(request)
        told = settings_of(player_of(request))
        request.told = json.dumps(told)
        language = "" if translation.get_language_from_path(request.path) else told["language"]
        if not language:
            return handler(request)
        translation.activate(language)
        request.LANGUAGE_CODE = language
        response = handler(request)
        if request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME) != language:
            response.set_cookie(
                settings.LANGUAGE_COOKIE_NAME,
                language,
                max_age=settings.LANGUAGE_COOKIE_AGE,
                path=settings.LANGUAGE_COOKIE_PATH,
                samesite=settings.LANGUAGE_COOKIE_SAMESITE,
            )
        return response

    return handle
