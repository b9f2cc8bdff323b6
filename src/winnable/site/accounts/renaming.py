"""Whoever's user name is changed, by the host's staff, keeps it from names that look alike, as from the beginning."""

from typing import Any

from django import forms
from django.contrib.auth.forms import AdminUserCreationForm, UserChangeForm
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils.translation import gettext

from winnable.site.accounts import names
from winnable.site.models import Player
from winnable.site.statements import row


class _CheckedName(forms.ModelForm):
    def clean_username(self) -> str:
        """The name, if it is the one of before or may be taken by signing up."""
        name = names.plain(self.cleaned_data.get("username") or "")
        if name == self.instance.username:
            return name
        if not names.is_allowed(name):
            raise ValidationError(gettext(names.SHAPE_SAID))
        if names.is_taken(name, but=self.instance):
            raise ValidationError(gettext(names.TAKEN_SAID))
        return name


class ChangeForm(_CheckedName, UserChangeForm):
    """The administration's form for an account."""


class CreationForm(_CheckedName, AdminUserCreationForm):
    """The administration's form for a new account."""


def follow(instance: User, raw: bool = False, update_fields: Any = None, **_: Any) -> None:
    """Keep the player's key in step with the name, however an account is saved.

    Raises IntegrityError if someone else's name looks like the new one.
    """
    if raw or (update_fields is not None and "username" not in update_fields):
        return
    player, key = row(Player, instance.pk, "user_id"), names.name_key(instance.get_username())
    if player is None or player.name_key == key:
        return
    if player.name_key is None and Player.objects.filter(name_key=key).exists():
        return  # an account that a host has made beside those that are signed up for
    Player.objects.filter(pk=player.pk).update(name_key=key)
