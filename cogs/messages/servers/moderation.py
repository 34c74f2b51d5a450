"""The log of moderators: its text, and its posts in a server's log channel."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.messages.sending.delivery import Messages
from cogs.text.i18n import Words
from cogs.text.shared import as_written, fitting, mention, moment
from gridlock_host import Host, Place
from gridlock_host.servers.moderation_log import LogEntry, ModerationAction
from gridlock_rules.wording import Phrase


class ModerationLog:
    """Posts what moderators do in the channel that a server has set for it.

    Args:
        messages: Posts the entries.
        host: Stores the server settings.
    """

    def __init__(self, messages: Messages, host: Host) -> None:
        self._messages = messages
        self._host = host

    async def post(self, entry: LogEntry) -> None:
        """Post an entry without notifying anybody. A failure appears only in the bot's own log."""
        settings = await self._host.servers.settings.find(entry.guild_id)
        if settings.log_channel_id is not None:
            name = f"log {entry.moderator_id} {entry.acted_at.isoformat()}"
            await self._messages.post(Place(entry.guild_id, settings.log_channel_id), name, text=entry_text(entry))


def entry_text(entry: LogEntry) -> Phrase:
    """Return in one line what a moderator did, and why."""
    moderator = mention(entry.moderator_id)
    member = "" if entry.member_id is None else mention(entry.member_id)
    what = (
        Phrase("game #{id}", id=entry.game_id)
        if entry.member_id is None
        else Phrase("the games of {member}", member=member)
    )
    deed = {
        ModerationAction.END: Phrase("{moderator} ended game #{id}", moderator=moderator, id=entry.game_id),
        ModerationAction.BAN: Phrase("{moderator} banned {member} from new games", moderator=moderator, member=member),
        ModerationAction.UNBAN: Phrase("{moderator} lifted the ban of {member}", moderator=moderator, member=member),
        ModerationAction.VOID: Phrase(
            "{moderator} took {what} out of standings and ratings", moderator=moderator, what=what
        ),
        ModerationAction.UNVOID: Phrase(
            "{moderator} put {what} back into standings and ratings", moderator=moderator, what=what
        ),
    }[entry.action]
    reason = as_written(entry.reason) or Phrase("no reason given")
    return Phrase("{deed}, {time}: {reason}", deed=deed, time=moment(entry.acted_at), reason=reason)


def log_text(entries: Sequence[LogEntry], words: Words) -> str:
    """Return the newest entries of a server's log, one a line, as far as they fit into a message."""
    if not entries:
        return words("No moderator has done anything in this server yet.")
    lines = [words("**What moderators did last**"), *(words.say(entry_text(entry)) for entry in entries)]
    return "\n".join(fitting(lines, words))
