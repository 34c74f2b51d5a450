"""Whether the board of a game has probably been scrolled out of sight."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from discord.utils import snowflake_time

from cogs.context import Request
from gridlock_host import Game

_IN_SIGHT_FOR: Final = timedelta(minutes=5)


def is_scrolled_away(request: Request, game: Game) -> bool:
    """Return whether to post the board again rather than edit it, for a request from its channel.

    The bot receives no messages of others, so it cannot count them. But a request tells which message is the last one
    in its channel. If that is the board or its turn notification, or older, nothing stands below the board. Otherwise,
    or if it is not told, the board counts as in sight for some minutes. Ids of messages tell their times.
    """
    board, notice = game.place.message_id, game.notice
    if board is None:
        return True
    own = [board]
    if notice is not None and notice.message_id is not None and notice.channel_id == game.place.channel_id:
        own.append(notice.message_id)
    last = request.last_message_id
    if last is not None and last <= max(own):
        return False
    return request.interaction.created_at - snowflake_time(board) >= _IN_SIGHT_FOR
