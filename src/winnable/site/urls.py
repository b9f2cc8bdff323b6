"""The addresses of the site."""

from django.urls import include, path

from winnable.site import install, monitors, pages
from winnable.site.api import api

urlpatterns = [
    path("", pages.home, name="home"),
    path("play/<str:full_name>/", pages.play, name="play"),
    path("play/<str:full_name>/<str:number>/", pages.play, name="play-number"),
    path("table/<str:table_id>/", pages.table, name="table"),
    path("rules/<str:full_name>/", pages.rules, name="rules"),
    path("app.<str:language>.webmanifest", install.manifest, name="manifest"),
    path("health", monitors.health, name="health"),
    path("metrics", monitors.figures, name="metrics"),
    path("i18n/", include("django.conf.urls.i18n")),
    path("", include("winnable.site.accounts.urls")),
    path("api/", api.urls),
]

handler404 = "winnable.site.not_found.not_found"
