"""The addresses of the site."""

from django.conf.urls.i18n import i18n_patterns
from django.contrib.sitemaps.views import sitemap
from django.urls import include, path, register_converter
from django.views.decorators.http import require_safe

from winnable.site import addresses, admin, install, languages, monitors, offline, pages, replay_pages
from winnable.site.api import api

register_converter(addresses.GameConverter, "game")

urlpatterns = [
    path("api/", api.urls),  # first, because most calls are for it
    path("", pages.home, name="home"),
    path("play/<str:full_name>/", pages.play, name="play"),
    path("play/<str:full_name>/<str:number>/", pages.play, name="play-number"),
    path("table/<str:table_id>/", pages.table, name="table"),
    path("replay/<str:table_id>/", replay_pages.own, name="replay"),
    path("shared/<str:token>/", replay_pages.shared, name="shared"),
    path("app.<str:language>.webmanifest", install.manifest, name="manifest"),
    path("worker.js", offline.worker, name="worker"),
    path("offline/<str:version>/<str:language>/", offline.page, name="offline"),
    path("offline/<str:version>/<str:language>/table/", offline.table, name="offline-table"),
    path("rules/<game:wanted>/", pages.rules, name="rules"),
    path("picture/<game:wanted>.png", pages.picture, name="picture"),
    path("robots.txt", addresses.robots, name="robots"),
    path("sitemap.xml", require_safe(sitemap), {"sitemaps": {"pages": addresses.Pages}}, name="sitemap"),
    path("health", monitors.health, name="health"),
    path("metrics", monitors.figures, name="metrics"),
    path("i18n/setlang/", languages.choose, name="set_language"),
    path("results/", include("winnable.site.results.urls")),
    path("", include("winnable.site.accounts.urls")),
    path("daily/", include("winnable.site.daily.urls")),
    path("admin/", admin.site.urls),
]
# For search engines: the same pages at an address in each language.
urlpatterns += i18n_patterns(
    path("", pages.home, name="start"),
    path("rules/<game:wanted>/", pages.rules, name="game"),
    path("help/", pages.help_page, name="help"),
)

handler400 = "winnable.site.refused.bad_request"
handler404 = "winnable.site.not_found.not_found"
