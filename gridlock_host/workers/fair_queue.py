"""Fair queue: what waits is taken from servers in turn, and within a server from people in turn."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Final, Generic, TypeVar

T = TypeVar("T")

# A server beyond these counts as one that was never served.
_MOST_REMEMBERED: Final = 10_000


class FairQueue(Generic[T]):
    """A queue in which a server with much to do delays no other, and a person in it no other person.

    The next entry comes from the server that was served least recently; a server that was never served goes first.
    Within a server, people take turns in the order in which they came to wait. The entries of one person keep their
    order.
    """

    def __init__(self) -> None:
        self._waiting: dict[int, OrderedDict[int, deque[T]]] = {}
        self._sizes: dict[int, int] = {}
        self._turns: dict[int, int] = {}
        self._turn = 0

    def __len__(self) -> int:
        return sum(self._sizes.values())

    @property
    def servers(self) -> int:
        """The number of servers with waiting entries."""
        return len(self._waiting)

    def waiting(self, server: int) -> int:
        """Return how many entries of a server wait."""
        return self._sizes.get(server, 0)

    def add(self, server: int, person: int, entry: T) -> None:
        """Add an entry."""
        people = self._waiting.setdefault(server, OrderedDict())
        people.setdefault(person, deque()).append(entry)
        self._sizes[server] = self._sizes.get(server, 0) + 1

    def take(self, may_serve: Callable[[int], bool] = lambda _: True) -> T | None:
        """Remove and return the next entry; None if none waits.

        Args:
            may_serve: Whether a server may be served now. One that may not keeps its place.
        """
        for server in sorted(self._waiting, key=self._last_turn):
            if may_serve(server):
                return self._take_from(server)
        return None

    def note_served(self, server: int) -> None:
        """Note that a server was served without waiting."""
        self._turn += 1
        self._turns.pop(server, None)
        self._turns[server] = self._turn
        if len(self._turns) > _MOST_REMEMBERED:
            del self._turns[next(iter(self._turns))]

    def discard(self, server: int, person: int, entry: T) -> None:
        """Remove an entry that is not wanted any more, if it still waits."""
        people = self._waiting.get(server)
        if people is not None and person in people and entry in people[person]:
            people[person].remove(entry)
            self._note_removed(server, person)

    def _last_turn(self, server: int) -> int:
        return self._turns.get(server, 0)

    def _take_from(self, server: int) -> T:
        self.note_served(server)
        people = self._waiting[server]
        person = next(iter(people))
        entry = people[person].popleft()
        people.move_to_end(person)
        self._note_removed(server, person)
        return entry

    def _note_removed(self, server: int, person: int) -> None:
        people = self._waiting[server]
        if not people[person]:
            del people[person]
        self._sizes[server] -= 1
        if not people:
            del self._waiting[server], self._sizes[server]
