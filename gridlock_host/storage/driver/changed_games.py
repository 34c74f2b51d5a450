"""Watch over transactions that change games, so that no copy of a game in memory outlives its change."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, Final

from sqlalchemy import event
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.ext.asyncio import AsyncConnection

Forget = Callable[[Collection[int] | None], None]

# New games are in no memory yet. Everything else that a snapshot of a game is made of is in these tables.
_CHANGE: Final = re.compile(
    r"\b(?:UPDATE\s+\"?(?:games|moves|results|offers|matches)\b|DELETE\s+FROM\s+\"?(?:games|moves|results|offers|matches)\b"
    r"|INSERT\s+INTO\s+\"?(?:moves|results|offers)\b)",
    re.IGNORECASE,
)
_OPTION: Final = "gridlock_changed_games"


class ChangedGames:
    """Tells when a transaction that may have changed games has ended, however it ended.

    It looks at every statement, so that no path to these tables can be overlooked.

    Args:
        engine: Its transactions are watched.
    """

    def __init__(self, engine: Engine) -> None:
        self._listeners: list[Forget] = []
        self.watch(engine)

    def watch(self, engine: Engine) -> None:
        """Watch the transactions of another engine too."""
        event.listen(engine, "before_cursor_execute", self._note)

    def listen(self, forget: Forget) -> None:
        """Call a function with the ids of the changed games; with None if all games may have changed."""
        self._listeners.append(forget)

    @staticmethod
    @contextmanager
    def noting(connection: Connection, noted: list[str]) -> Iterator[None]:
        """Note the statements of the block that may change games."""
        connection.info[_OPTION] = noted
        try:
            yield
        finally:
            del connection.info[_OPTION]

    @contextmanager
    def watched(self, connection: AsyncConnection, changes: Collection[int] | None) -> Iterator[None]:
        """Watch a transaction, which is the block.

        Args:
            connection: The connection, before the transaction begins.
            changes: The ids of the games that it may change; None if they are not known.
        """
        noted: list[str] = []
        if connection.sync_connection is not None:
            connection.sync_connection.info[_OPTION] = noted
        try:
            yield
        finally:
            if noted:
                self.tell(changes)

    def tell(self, changes: Collection[int] | None) -> None:
        """Tell that these games may have changed."""
        for forget in self._listeners:
            forget(changes)

    def _note(self, connection: Connection, _cursor: object, statement: str, *_: Any) -> None:  # noqa: ANN401  # as SQLAlchemy calls it
        noted = connection.info.get(_OPTION)
        if noted is not None and _changes_games(statement):
            noted.append(statement)


@lru_cache(maxsize=1_000)
def _changes_games(statement: str) -> bool:
    return _CHANGE.search(statement) is not None
