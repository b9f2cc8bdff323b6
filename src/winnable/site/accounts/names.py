"""User names: which are allowed, and which look so alike that only one of them may exist."""

import re
import unicodedata

from django.contrib.auth.models import User
from django.db.models import Q
from django.utils.translation import gettext_noop

LEAST, MOST, LONGEST_TYPED = 3, 30, 150  # characters
_LETTERS = "A-Za-zÀ-ÖØ-öø-ÿ"
_SHAPE = re.compile(rf"[{_LETTERS}0-9]+([._-][{_LETTERS}0-9]+)*")
_ALIKE = str.maketrans({"0": "o", "ø": "o", "1": "l", "i": "l", "ð": "d", "þ": "p", ".": "-", "_": "-", "æ": "ae"})

SHAPE_SAID = gettext_noop("A user name has 3 to 30 letters and digits, one letter at least, and . - _ between them.")
TAKEN_SAID = gettext_noop("This name, or one that looks like it, is taken; choose another one.")


def plain(text: str) -> str:
    """A typed name with every character in its usual form (NFKC)."""
    return unicodedata.normalize("NFKC", text).strip()


def is_allowed(name: str) -> bool:
    """Whether a name, in its plain form, has the shape of one."""
    return LEAST <= len(name) <= MOST and bool(_SHAPE.fullmatch(name)) and bool(re.search(f"[{_LETTERS}]", name))


def name_key(name: str) -> str:
    """What names that look alike share: capitals, accents, and characters such as l and 1 make no difference."""
    parts = unicodedata.normalize("NFKD", name).casefold()
    bare = "".join(part for part in parts if not unicodedata.combining(part))
    return bare.translate(_ALIKE).replace("rn", "m").replace("vv", "w")


_RESERVED = """
account admin administrator anonymous anyone computer daily gast guest help hilfe host leaderboard moderator nobody
operator owner player root server solver spieler staff support system winnable you
"""
RESERVED = frozenset(map(name_key, _RESERVED.split()))


def is_taken(name: str, but: User | None = None) -> bool:
    """Whether a name is reserved, or an account, ``but`` for one, has one that looks like it."""
    key, its_own = name_key(name), but.pk if but is not None else None
    alike = User.objects.filter(Q(player__name_key=key) | Q(username__iexact=name))
    return key in RESERVED or alike.exclude(pk=its_own).exists()


def account_name(typed: str) -> str:
    """The user name of the account that is meant by what someone typed; the same text if there is none."""
    name = plain(typed)
    meant = User.objects.filter(player__name_key=name_key(name)).first()
    return meant.get_username() if meant else name
