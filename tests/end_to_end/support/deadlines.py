"""Deadlines as they are stored and as boards show them."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from local_discord import Message
from tests.end_to_end.support.bot_process import BotProcess
from tests.end_to_end.support.table import game_id


def stored(bot: BotProcess, board: Message, column: str) -> datetime:
    """A time that is kept of a game."""
    ((text,),) = bot.read_rows(f"SELECT {column} FROM games WHERE id = ?", game_id(board))  # noqa: S608
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def shown(message: Message) -> set[datetime]:
    """The moments that a message shows to each reader in their own time, to the second."""
    return {datetime.fromtimestamp(int(moment), UTC) for moment in re.findall(r"<t:(\d+):[fR]>", message.text)}
