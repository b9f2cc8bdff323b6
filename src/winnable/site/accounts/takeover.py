"""What a guest has becomes his account's: nothing is lost, however many tabs and devices are at work."""

from django.contrib.auth.models import User
from django.db import transaction

from winnable.site.accounts.names import name_key
from winnable.site.known_deals import count_once
from winnable.site.models import Player
from winnable.site.players import held


@transaction.atomic
def new_account(guest: Player | None, name: str, email: str, password: str) -> User:
    """Make an account; the guest becomes its player. Raises IntegrityError if the name was taken meanwhile."""
    user = User.objects.create_user(name, email or "", password)
    key = name_key(name)
    # Only one of two tabs that sign up at once gets the guest.
    if guest is None or not Player.objects.filter(pk=guest.pk, user=None).update(user=user, name_key=key):
        Player.objects.create(user=user, name_key=key)
    return user


@transaction.atomic
def take_over(guest: Player, account: Player) -> None:
    """Move everything of a guest to an account, and remove the guest; nothing happens if that is done already.

    A setting that the account has wins; one that only the guest has is kept. Of a deal that both have played, the
    game that was begun first counts.
    """
    # Both are held until the end: a table that is being dealt for the guest either exists now, or is refused.
    both = held(guest.pk, account.pk)
    guest_now, account_now = both.get(guest.pk), both.get(account.pk)
    if guest_now is None or guest_now.user_id is not None or account_now is None:
        return
    count_once(guest_now, account_now)
    count_once(account_now, guest_now)
    for relation in Player._meta.related_objects:
        owner = relation.field.name
        relation.related_model._base_manager.filter(**{owner: guest_now}).update(**{owner: account_now})
    account_now.settings = guest_now.settings | account_now.settings
    account_now.save(update_fields=["settings"])
    guest_now.delete()
