"""Finished games, and the boards that follow them."""

from __future__ import annotations

from local_discord import Message
from tests.end_to_end.support.bot_process import LONG_AGO, BotProcess
from tests.end_to_end.support.table import Table, game_id


async def newest_board(table: Table, text: str) -> Message:
    found = await table.discord.until(
        lambda: [message for message in table.channel.messages if text in message.text and "· move " in message.text],
        f"a board with {text!r}",
    )
    return found[-1]


async def finished(table: Table, **options: str | int) -> Message:
    """A game of Dodge that Ada has won, with all that its board shows in the end."""
    board = await table.begin(**{"variant": "dodge", "size": 3} | options)
    await table.ada.press(board, "B2")
    await table.shows(board, "Game over")
    await table.shows(board, "stood to win all along")
    return board


async def later(bot: BotProcess, board: Message) -> None:
    """Make a rejected edit due for its retry, once the rejection is stored."""
    query = f"SELECT 1 FROM games WHERE id = {game_id(board)} AND redraw_since > datetime('now', '+5 minutes')"  # noqa: S608
    await bot.until_row(query)
    bot.change_rows("UPDATE games SET redraw_since = ? WHERE id = ?", LONG_AGO, game_id(board))
