"""Waiting for the bot's next sweep."""

from __future__ import annotations

from local_discord import LocalDiscord
from tests.end_to_end.support.bot_process import BotProcess
from tests.end_to_end.support.table import Table, game_id


async def sweep(discord: LocalDiscord, bot: BotProcess) -> None:
    """Wait until the bot has swept: the time of a younger game in another server runs out, which is done last."""
    elsewhere = Table.lay(discord, "Another server")
    board = await elsewhere.begin()
    bot.run_out(game_id(board))
    await elsewhere.shows(board, "Game over")
