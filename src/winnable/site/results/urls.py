"""The addresses of the results."""

from django.urls import path

from winnable.site.results import pages

urlpatterns = [
    path("", pages.overview, name="results"),
    path("show/", pages.show, name="results-show"),
    path("wipe/", pages.wiping, name="results-wipe"),
    path("<str:full_name>/", pages.of_game, name="results-game"),
]
