"""Interaction gate: lets interactions in, keeps them back, or leaves them to another process of the bot."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Collection
from enum import Enum, auto
from typing import Any, Final

from discord.state import ConnectionState

_INTERACTION: Final = "INTERACTION_CREATE"

SECONDS_TO_ANSWER: Final = 3.0
"""Discord takes no first answer after this time."""

SECONDS_REMEMBERED: Final = 10.0
"""For how long it is known which interactions were let in: another session may deliver them later."""


class _Position(Enum):
    """What becomes of an interaction.

    Attributes:
        OPEN: It is served.
        WAITING: It is kept, because the process that serves the shard now may serve it, or may not.
        CLOSED: It is left to the process that serves the shard now.
    """

    OPEN = auto()
    WAITING = auto()
    CLOSED = auto()


class InteractionGate:
    """Decides what becomes of the interactions that the gateway delivers.

    Two processes that hand a shard over receive the same ones. It begins open.

    Args:
        state: The state of discord.py, whose parser is replaced.
        clock: A monotonic clock, in seconds.
    """

    def __init__(self, state: ConnectionState[Any], *, clock: Callable[[], float] = time.monotonic) -> None:
        self._state = state
        self._clock = clock
        self._parse: Callable[[dict[str, Any]], None] = state.parsers[_INTERACTION]
        self._position = _Position.OPEN
        self._kept: deque[tuple[float, dict[str, Any]]] = deque()
        self._let_in: deque[tuple[float, int]] = deque()
        # By the process before this one; some of them may be delivered here later.
        self._served_before: frozenset[int] = frozenset()
        state.parsers[_INTERACTION] = self._receive

    @property
    def is_open(self) -> bool:
        """Whether this process serves interactions."""
        return self._position is _Position.OPEN

    @property
    def is_waiting(self) -> bool:
        """Whether this process keeps interactions back, because another one serves its shards."""
        return self._position is _Position.WAITING

    def wait(self) -> None:
        """Keep interactions back from now on."""
        self._position = _Position.WAITING

    def open(self, served: Collection[int] | None) -> None:
        """Serve interactions from now on, and those that were kept back.

        Args:
            served: Those that another process serves; None if nobody knows, so that none of the kept ones is served.
        """
        self._position = _Position.OPEN
        self._served_before = frozenset(served or ())
        self._forget(self._kept, SECONDS_TO_ANSWER)
        kept = [] if served is None else [event for _, event in self._kept]
        self._kept.clear()
        for event in kept:
            # By the parser that skips what is unreadable.
            self._state.parsers[_INTERACTION](event)

    def close(self) -> list[int]:
        """Leave interactions to another process from now on.

        Returns:
            The ids of those that were let in lately.
        """
        self._position = _Position.CLOSED
        return [interaction_id for _, interaction_id in self._let_in]

    def _receive(self, event: dict[str, Any]) -> None:
        match self._position:
            case _Position.OPEN if (interaction_id := int(event["id"])) not in self._served_before:
                self._forget(self._let_in, SECONDS_REMEMBERED)
                self._let_in.append((self._clock(), interaction_id))
                self._parse(event)
            case _Position.WAITING:
                self._forget(self._kept, SECONDS_TO_ANSWER)
                self._kept.append((self._clock(), event))
            case _:
                pass

    def _forget(self, entries: deque[tuple[float, Any]], seconds: float) -> None:
        while entries and entries[0][0] < self._clock() - seconds:
            entries.popleft()
