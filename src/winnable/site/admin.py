"""The administration for staff, by Django. What players have is shown and not changed; people sign in as everywhere."""

from typing import Any

from django.apps import apps
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group, User
from django.contrib.auth.views import redirect_to_login
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import resolve_url

from winnable.site.accounts.belongings import delete_account
from winnable.site.accounts.renaming import ChangeForm, CreationForm
from winnable.site.daily.days import today
from winnable.site.models import Daily

_LISTED = ("user", "player", "full_name", "number", "state", "result", "date", "verdict", "count", "created", "changed")
_SECRET = ("key", "token", "secret", "hash", "password")  # in the name of a column that nobody need see


class Site(admin.AdminSite):
    """The administration: whoever is not of the staff finds nothing there."""

    site_header = site_title = "Winnable"
    site_url = "/"

    def login(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """Send to the site's own page, whose limits on wrong passwords hold here too."""
        if request.user.is_authenticated:
            raise Http404
        return redirect_to_login(request.GET.get("next") or resolve_url("admin:index"))


class Shown(admin.ModelAdmin):
    """Rows that are shown and not changed, without what is secret."""

    list_per_page = 50
    show_full_result_count = False

    def get_fields(self, request: HttpRequest, obj: Model | None = None) -> list[str]:
        """The columns that staff may see."""
        return [name for name in super().get_fields(request, obj) if not any(word in name for word in _SECRET)]

    def get_queryset(self, request: HttpRequest) -> "QuerySet[Any]":
        """All rows but boards of days to come: staff play too."""
        rows = super().get_queryset(request)
        return rows.filter(date__lte=today()) if self.model is Daily else rows

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Never."""
        return False

    has_change_permission = has_delete_permission = has_add_permission


class Accounts(UserAdmin):
    """Accounts, whose names staff may change as far as people may choose them."""

    form, add_form = ChangeForm, CreationForm

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> tuple[Any, Any, set[str], Any]:
        """What goes with an account: all that is its player's, though none of it can be deleted by itself."""
        listed, counts, _, protected = super().get_deleted_objects(objs, request)
        return listed, counts, set(), protected

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        """Delete an account as its owner does, sessions included."""
        delete_account(obj)

    def delete_queryset(self, request: HttpRequest, queryset: "QuerySet[User]") -> None:
        """Delete several."""
        for user in queryset:
            delete_account(user)


site = Site("admin")
site.register(User, Accounts)
site.register(Group, GroupAdmin)
site.register(LogEntry, Shown)
for _model in apps.get_app_config("winnable").get_models():
    _columns = [field.name for field in _model._meta.fields if field.name in _LISTED]
    site.register(_model, Shown, list_display=["pk", *_columns])
