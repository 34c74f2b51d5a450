"""Comparison of the games that a process keeps in memory with the database."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace

from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host import Database, Host
from gridlock_host.games.live.lookup import read_game
from gridlock_host.games.live.open_games import OpenGame, OpenGames
from gridlock_host.storage.driver.outcome import Settle
from gridlock_host.storage.driver.statements import Row, Step
from tests.host.state_machine.laws import Rows

_TABLES = {"games": "id", "moves": "game_id", "results": "game_id", "offers": "game_id"}


class WatchedDatabase(Database):
    """A database that knows whether this process has written."""

    has_written = False

    @asynccontextmanager
    async def writing(self, *, changes: Collection[int] | None = None) -> AsyncIterator[AsyncConnection]:
        self.has_written = True
        async with super().writing(changes=changes) as connection:
            yield connection

    async def write(self, steps: Sequence[Step], settle: Settle) -> Row | None:
        self.has_written = True
        return await super().write(steps, settle)

    def write_later(self, step: Step) -> None:
        self.has_written = True
        super().write_later(step)


class KeptGames:
    """What a process keeps in memory is as it is stored, unless another process has changed it since."""

    def __init__(self) -> None:
        self._changed_elsewhere: set[object] = set()

    def note_step(self, before: Rows, after: Rows, *, is_own: bool) -> None:
        """Note what a step has changed, which this process has made alone, or not."""
        changed = {number for table, key in _TABLES.items() for number in _changed(before[table], after[table], key)}
        if is_own:
            versions = {row["id"]: row["version"] for row in before["games"]}
            # A game is changed by compare-and-swap, after which all is known again.
            self._changed_elsewhere -= {
                row["id"] for row in after["games"] if versions.get(row["id"]) != row["version"]
            }
        else:
            self._changed_elsewhere |= changed

    def forget(self) -> None:
        """The process was restarted."""
        self._changed_elsewhere.clear()

    async def check(self, host: Host, database: Database) -> None:
        """Assert that law."""
        for kept in list(host.games.changes.kept._games.values()):
            if kept.game.id not in self._changed_elsewhere:
                fresh = OpenGames()
                game = await read_game(database, fresh, kept.game.id)
                assert game is not None, kept
                assert game == kept.game
                stored = fresh.find(game.place.guild_id, game.id)
                assert stored is not None, "a finished game is kept"
                # What is true may just be not known to be false.
                assert kept == _as_far_as_known(stored, kept)


def _as_far_as_known(stored: OpenGame, kept: OpenGame) -> OpenGame:
    return replace(
        stored,
        has_offer_messages=stored.has_offer_messages or kept.has_offer_messages,
        is_rematch=stored.is_rematch or kept.is_rematch,
    )


def _changed(before: list[dict[str, object]], after: list[dict[str, object]], key: str) -> set[object]:
    return {row[key] for row in before if row not in after} | {row[key] for row in after if row not in before}
