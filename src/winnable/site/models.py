"""What is stored: players, their tables, daily boards, and how often someone has asked for something."""

import re
import secrets
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


def new_id() -> str:
    """A text that nobody can guess."""
    return secrets.token_urlsafe(16)


def may_be_id(text: str) -> bool:
    """Whether a text has the shape of an id: not every database can be asked for every text."""
    return bool(re.fullmatch(r"[\w-]{1,32}", text, re.ASCII))


class Player(models.Model):
    """Someone who plays: a guest, known by his browser's session, or an account."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True)
    name_key = models.CharField(max_length=64, null=True, unique=True)  # shared by user names that look alike
    settings = models.JSONField(default=dict)  # only those that differ from the defaults
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        """What the administration calls them."""

        verbose_name, verbose_name_plural = _("player"), _("players")


class Table(models.Model):
    """One deal that a player plays, as the deal and the line on it; the position is replayed from them."""

    id = models.CharField(primary_key=True, max_length=32, default=new_id)
    player = models.ForeignKey(Player, on_delete=models.CASCADE)
    full_name = models.CharField(max_length=200)  # the game with its options
    number = models.CharField(max_length=20)  # the deal number; too long for a database's integer
    seq = models.PositiveIntegerField(default=0)  # steps ever accepted, undo and the like included
    past = models.TextField(default="")  # a line of text for each step, first played first
    future = models.TextField(default="")  # the steps taken back, next to redo first
    undos = models.PositiveIntegerField(default=0)  # undos and restarts
    hints = models.PositiveIntegerField(default=0)  # hints that gave a move
    given_up = models.BooleanField(default=False)
    state = models.CharField(max_length=10, default="playing")  # winnable.session.State
    moves_made = models.PositiveIntegerField(default=0)  # from the deal to the position now
    seconds = models.PositiveIntegerField(null=True)  # played by the timer; null where it never ran
    helped = models.BooleanField(default=False)  # before the result a solution was watched or a verdict told
    uncounted = models.CharField(max_length=10, default="")  # why it is in no figures: "save", "again" or "wiped"
    proved_line = models.TextField(default="", db_default="")  # that wins the deal, where it was dealt as winnable
    begun = models.DateTimeField(null=True)  # when the first step was played; null while untouched
    result = models.CharField(max_length=10, default="")  # "won" or "given up", whichever came first; kept for good
    finished = models.DateTimeField(null=True)  # when there was a result first
    result_line = models.TextField(default="")  # the steps, as in ``past``, that led to the result
    result_moves = models.PositiveIntegerField(null=True)  # moves of ``result_line``; null where it isn't known
    result_undos = models.PositiveIntegerField(default=0)  # undos and restarts before the result
    result_hints = models.PositiveIntegerField(default=0)  # hints before the result
    result_seconds = models.PositiveIntegerField(null=True)  # ``seconds`` when there was a result first
    daily = models.DateField(null=True)  # of the board that this is the counted attempt at
    shared = models.CharField(max_length=32, null=True, unique=True)  # the address of its replay for everyone
    last_key = models.CharField(max_length=64, default="")  # of the step accepted last
    last_events = models.TextField(default="[]")  # what that step did, as JSON
    created = models.DateTimeField(default=timezone.now)
    changed = models.DateTimeField(default=timezone.now)  # when the last step was accepted

    class Meta:
        """How the tables of a player are looked up, and what the administration calls them."""

        verbose_name, verbose_name_plural = _("table"), _("tables")
        indexes: ClassVar = [
            models.Index(fields=["player", "-changed"], name="winnable_newest"),
            models.Index(fields=["player", "full_name", "begun"], name="winnable_history"),
        ]


class Daily(models.Model):
    """The board of one game on one day (UTC), the same deal for everyone."""

    date = models.DateField()
    full_name = models.CharField(max_length=200)  # the game with its options
    number = models.CharField(max_length=20)  # the deal number
    verdict = models.CharField(max_length=10)  # "winnable" or "undecided"
    line = models.TextField(default="")  # a winning line as text, where one is known

    class Meta:
        """One board for a game and day; what the administration calls them."""

        verbose_name, verbose_name_plural = _("board of the day"), _("boards of the day")
        constraints: ClassVar = [models.UniqueConstraint(fields=["date", "full_name"], name="winnable_one_board")]


class Attempt(models.Model):
    """A player's one counted attempt at a daily board."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE)
    daily = models.ForeignKey(Daily, on_delete=models.CASCADE)
    table = models.OneToOneField(Table, on_delete=models.CASCADE)
    confirmed = models.BooleanField(null=True)  # whether the rules confirm its win; null while that isn't looked at

    class Meta:
        """One attempt for a player and board; what the administration calls them."""

        verbose_name, verbose_name_plural = _("attempt"), _("attempts")
        constraints: ClassVar = [models.UniqueConstraint(fields=["player", "daily"], name="winnable_one_attempt")]


class Tally(models.Model):
    """How often something was asked for in a window of time, for rate limits that all processes share."""

    key = models.CharField(max_length=64)  # what and by whom, as a keyed hash: no address is stored
    window = models.DateTimeField()  # when the window began
    count = models.PositiveIntegerField(default=0)

    class Meta:
        """One row for a key and window; what the administration calls them."""

        verbose_name, verbose_name_plural = _("tally"), _("tallies")
        constraints: ClassVar = [models.UniqueConstraint(fields=["key", "window"], name="winnable_one_tally")]
