"""The site as a Django app."""

from django.apps import AppConfig


class SiteConfig(AppConfig):
    """Models, pages and API of the table."""

    name = "winnable.site"
    label = "winnable"
