"""The page for an address that leads nowhere: it names the games that may have been meant."""

import re
from difflib import get_close_matches

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from winnable.games import GAMES
from winnable.rules.game import Game

MOST = 3  # games named
_ALIKE = 0.6  # of two names, from 0 to 1, as difflib measures it
_LONGEST = 40  # characters of an address's part that are looked at


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The page, with games whose names are near to the address."""
    return render(request, "404.html", {"near": near_games(request.path)}, status=404)


def near_games(path: str) -> list[Game]:
    """The games whose names are most like a part of an address, nearest first; a game's own name is nearest of all."""
    words = [re.sub(r"[^a-z]+", "-", part.partition(":")[0][:_LONGEST].lower()).strip("-") for part in path.split("/")]
    names = [name for word in words if len(word) > 2 for name in get_close_matches(word, GAMES, MOST, _ALIKE)]
    return [GAMES[name] for name in dict.fromkeys(names)][:MOST]
