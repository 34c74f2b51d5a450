"""Games against the bot: waiting for its moves, and answering them."""

from __future__ import annotations

from typing import Any

from local_discord import Message
from tests.end_to_end.support.table import Table, cells


async def play_bot(table: Table, **options: Any) -> Message:
    """Challenge the bot as Ada; return the board when it is her turn."""
    terms: dict[str, Any] = {"opponent": table.guild.bot, "first": "me", "start": "plain"} | options
    challenged = await table.ada.command(table.channel, "gridlock challenge", **terms)
    board = await table.answer(challenged)
    await answered(table, board)
    return board


async def answered(table: Table, board: Message) -> None:
    """Wait until the bot has moved, or the game is over."""
    await table.discord.until(lambda: "thinking" not in board.text or "Game over" in board.text, "the bot to move")


async def play_on(table: Table, board: Message) -> None:
    """Press an open cell as Ada, or two in variants with two, and wait for the bot's move."""
    before = board.text
    while board.text == before or "now chooses" in board.text:
        (cell, *_) = [cell for cell, label in cells(board).items() if not label.startswith("(")]
        shown = board.text
        await table.ada.press(board, label_of(board, cell))
        await table.discord.until(lambda: board.text != shown, "the move to be shown")  # noqa: B023
    await answered(table, board)


async def play_to_the_end(table: Table, board: Message) -> None:
    """Press the first open cell as Ada until the game is over."""
    while "Game over" not in board.text:
        await play_on(table, board)


def label_of(board: Message, cell: str) -> str:
    """The label of an open cell's button."""
    return cells(board)[cell]
