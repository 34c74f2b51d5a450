"""Games that people play without a pause, and what became of each press and command."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random

from local_discord import Interaction, LocalDiscord, Member, Message
from local_discord.model.events import ChangeKind
from tests.end_to_end.support.table import Table

_CELL = re.compile("[A-E][1-5]")


class PressStream:
    """Pairs of people who play game after game until they are told to stop.

    Args:
        discord: Where they play.
        pairs: How many pairs there are, each in a server of its own.

    Attributes:
        interactions: All that they have sent so far.
    """

    def __init__(self, discord: LocalDiscord, pairs: int) -> None:
        self._discord = discord
        self._tables = [Table.lay(discord) for _ in range(pairs)]
        self._is_over = asyncio.Event()
        self.interactions: list[Interaction] = []

    @asynccontextmanager
    async def flowing(self) -> AsyncIterator[None]:
        """A block during which they play. At its end every interaction was answered once.

        Raises:
            Unanswered: One was not answered.
        """
        async with asyncio.TaskGroup() as group:
            watching = asyncio.create_task(self._watch())
            for number, table in enumerate(self._tables):
                group.create_task(self._play(table, Random(number)))  # noqa: S311  # it chooses moves
            try:
                yield
            finally:
                self._is_over.set()
        watching.cancel()
        assert [one for one in self.interactions if one.attempts != 1 or len(one.callbacks) != 1] == []

    async def until_more(self, number: int) -> None:
        """Wait until they have sent so many more interactions."""
        enough = len(self.interactions) + number
        await self._discord.until(lambda: len(self.interactions) >= enough, f"{number} more interactions")

    async def _watch(self) -> None:
        async for change in self._discord.changes():
            if change.kind is ChangeKind.INTERACTION_SENT and change.interaction is not None:
                self.interactions.append(change.interaction)

    async def _play(self, table: Table, rng: Random) -> None:
        while not self._is_over.is_set():
            board = await table.begin(variant="dodge", size=5)
            while not self._is_over.is_set() and "Game over" not in board.text:
                await self._press_a_cell(table, board, rng)

    async def _press_a_cell(self, table: Table, board: Message, rng: Random) -> None:
        before = board.text
        cells = [one.label for one in board.buttons if not one.disabled and _CELL.fullmatch(one.label or "")]
        await _player_to_move(table, board).press(board, rng.choice(cells))
        await self._discord.until(lambda: board.text != before, "the board to show a move")


def _player_to_move(table: Table, board: Message) -> Member:
    return next(one for one in (table.ada, table.bob) if re.search(rf"{one.mention} \(\w+\) \*\*", board.text))
