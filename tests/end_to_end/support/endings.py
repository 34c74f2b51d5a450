"""Ways to end a game without a move."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from local_discord import Message
from tests.end_to_end.support.bot_process import BotProcess
from tests.end_to_end.support.table import Table, game_id, reply

Ending = Callable[[Table, BotProcess, Message], Awaitable[None]]


async def by_time(_: Table, bot: BotProcess, board: Message) -> None:
    """Let the deadline of the player to move pass."""
    bot.run_out(game_id(board))


async def by_a_moderator(table: Table, _: BotProcess, board: Message) -> None:
    """End it as a moderator."""
    await table.manager().command(table.channel, "gridlock-server moderate end", game=game_id(board), reason="enough")


async def by_a_player_who_is_forgotten(table: Table, _: BotProcess, board: Message) -> None:
    """Erase Ada's data from the board's channel."""
    question = reply(await table.ada.command(board.channel, "gridlock me forget-me"))
    await table.ada.press(question, "Yes, delete everything")


ENDINGS = (by_time, by_a_moderator, by_a_player_who_is_forgotten)
