"""The site as a Django app."""

from django.apps import AppConfig
from django.db.models.signals import post_save


class SiteConfig(AppConfig):
    """Models, pages and API of the table."""

    name = "winnable.site"
    label = "winnable"

    def ready(self) -> None:
        """Connect what belongs to an account with Django's model of it, once that can be imported."""
        from winnable.site.accounts.renaming import follow  # noqa: PLC0415

        post_save.connect(follow, sender="auth.User")
