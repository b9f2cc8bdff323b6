"""What this process keeps at hand, so that it need not be worked out again; the longest unused goes first."""

from collections import OrderedDict
from threading import Lock
from typing import Generic, TypeVar

Kept = TypeVar("Kept")


class Memory(Generic[Kept]):
    """Values by name, up to a total size; safe to use from several threads."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._size = 0
        self._kept: OrderedDict[str, tuple[Kept, int]] = OrderedDict()
        self._lock = Lock()

    def get(self, name: str) -> Kept | None:
        """The value of a name, or None."""
        with self._lock:
            if name not in self._kept:
                return None
            self._kept.move_to_end(name)
            return self._kept[name][0]

    def put(self, name: str, value: Kept, size: int = 1) -> None:
        """Keep a value, and forget others if it becomes too much."""
        with self._lock:
            self._size -= self._kept.pop(name, (value, 0))[1]
            self._kept[name] = value, size
            self._size += size
            while self._size > self._most and len(self._kept) > 1:
                self._size -= self._kept.popitem(last=False)[1][1]
