"""What moderators did, in words, and in the channel that a server has set for it."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.messages import Messages
from cogs.texts import mention, moment
from gridlock_host import Place, SessionManager
from gridlock_host.moderation_store import Deed, LogEntry


class ModerationLog:
    """Posts what moderators do, where a server wants that.

    Args:
        messages: How it is posted.
        sessions: Where the servers' settings are.
    """

    def __init__(self, messages: Messages, sessions: SessionManager) -> None:
        self._messages = messages
        self._sessions = sessions

    async def post(self, entry: LogEntry) -> None:
        """Post an entry, which notifies nobody. That it cannot be posted is noted in the bot's own log only."""
        settings = await self._sessions.server_settings(entry.guild_id)
        if settings.log_channel_id is not None:
            await self._messages.post(Place(entry.guild_id, settings.log_channel_id), text=entry_text(entry))


def entry_text(entry: LogEntry) -> str:
    """What a moderator did, and why, in a line."""
    moderator = mention(entry.moderator_id)
    member = "" if entry.member_id is None else mention(entry.member_id)
    deed = {
        Deed.END: f"{moderator} ended game #{entry.game_id}",
        Deed.BAN: f"{moderator} banned {member} from new games",
        Deed.UNBAN: f"{moderator} lets {member} play again",
    }[entry.deed]
    return f"{deed}, {moment(entry.acted_at)}: {entry.reason or 'no reason given'}"


def log_text(entries: Sequence[LogEntry]) -> str:
    """The last entries of a server's log, a line each."""
    if not entries:
        return "No moderator has done anything in this server yet."
    return "\n".join(["**What moderators did last**", *map(entry_text, entries)])
