"""What is stored: players and their tables."""

import secrets
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone


def new_id() -> str:
    """A text that nobody can guess."""
    return secrets.token_urlsafe(16)


class Player(models.Model):
    """Someone who plays: a guest, known by his browser's session, or an account."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True)
    settings = models.JSONField(default=dict)  # only those that differ from the defaults
    created = models.DateTimeField(default=timezone.now)


class Table(models.Model):
    """One deal that a player plays, as the deal and the line on it; the position is replayed from them."""

    id = models.CharField(primary_key=True, max_length=32, default=new_id)
    player = models.ForeignKey(Player, on_delete=models.CASCADE)
    full_name = models.CharField(max_length=200)  # the game with its options
    number = models.CharField(max_length=20)  # the deal number; too long for a database's integer
    seq = models.PositiveIntegerField(default=0)  # steps ever accepted, undo and the like included
    past = models.TextField(default="")  # a line of text for each step, first played first
    future = models.TextField(default="")  # the steps taken back, next to redo first
    undos = models.PositiveIntegerField(default=0)
    hints = models.PositiveIntegerField(default=0)  # hints that gave a move
    given_up = models.BooleanField(default=False)
    state = models.CharField(max_length=10, default="playing")  # winnable.session.State
    moves_made = models.PositiveIntegerField(default=0)  # from the deal to the position now
    result = models.CharField(max_length=10, default="")  # "won" or "given up", whichever came first; kept for good
    last_key = models.CharField(max_length=64, default="")  # of the step accepted last
    last_events = models.TextField(default="[]")  # what that step did, as JSON
    created = models.DateTimeField(default=timezone.now)
    changed = models.DateTimeField(default=timezone.now)  # when the last step was accepted

    class Meta:
        """How the tables of a player are looked up."""

        indexes: ClassVar = [models.Index(fields=["player", "-changed"], name="winnable_newest")]
