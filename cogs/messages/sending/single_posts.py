"""Posts without a request that are made once: late rather than twice, over kills and refusals.

After an attempt whose outcome was not stored, because the process was killed or Discord did not answer, the message is
first looked for in the channel. Where the bot may not read the channel's history, it is not posted then.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Protocol, TypeVar

from cogs.discord_api.components import Components
from cogs.discord_api.failures import UNDELIVERED
from cogs.discord_api.own_messages import CannotRead, OwnMessages
from cogs.messages.sending.delivery import Messages, Undelivered
from cogs.responder import log_follow_up_failure
from gridlock_host import Host, Place
from gridlock_host.model.messages.announcement import Announcement
from gridlock_host.model.messages.puzzle_post import PuzzlePost

_T = TypeVar("_T", PuzzlePost, Announcement)
_Post_contra = TypeVar("_Post_contra", bound=PuzzlePost | Announcement, contravariant=True)

# Discord's clock may be behind.
_CLOCKS_DIFFER_BY: Final = timedelta(minutes=1)


class PostNotes(Protocol[_Post_contra]):
    """The service that stores what became of posts of one kind."""

    def is_too_late(self, post: _Post_contra, /) -> bool:
        """Return whether it is too late to post it."""

    async def note_attempt(self, post: _Post_contra, /) -> None:
        """Store that an attempt to post it begins."""

    async def note_posted(self, post: _Post_contra, place: Place, /) -> None:
        """Store in which message it was posted."""

    async def note_left_out(self, post: _Post_contra, /) -> None:
        """Store that it will not be posted."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A message to be posted.

    Attributes:
        text: Its content.
        components: Its controls, one of which has the custom id by which it is found again.
    """

    text: str
    components: Components


class SinglePosts:
    """Posts what a sweep has claimed.

    Args:
        own_messages: Finds messages of the bot.
        messages: Posts messages.
        host: Stores when a post that Discord refuses is tried again.
    """

    def __init__(self, own_messages: OwnMessages, messages: Messages, host: Host) -> None:
        self._own_messages = own_messages
        self._messages = messages
        self._host = host

    async def show(
        self,
        post: _T,
        notes: PostNotes[_T],
        draft: Callable[[_T], Awaitable[Draft | None]],
        *,
        name: str,
        custom_id: str,
        since: datetime,
    ) -> None:
        """Post something, or find that it was posted; leave it out if it is too late, or there is nothing to tell.

        Args:
            post: What is claimed.
            notes: Stores what becomes of it.
            draft: Returns the message; None if there is nothing to tell.
            name: Identifies the message in its channel.
            custom_id: That of one of its controls.
            since: Since when it has to be shown.
        """
        with log_follow_up_failure(f"{name} in server {post.place.guild_id}"):
            if notes.is_too_late(post):
                await notes.note_left_out(post)
                return
            try:
                shown: Place | Undelivered | None = await self._find(post, custom_id)
            except (*UNDELIVERED, CannotRead):
                await self._host.scheduler.outbox.put_off(post, since=since)
                return
            if shown is None:
                await notes.note_attempt(post)
                drafted = await draft(post)
                if drafted is None:
                    await notes.note_left_out(post)
                    return
                shown = await self._messages.post(post.place, name, text=drafted.text, components=drafted.components)
            if isinstance(shown, Place):
                await notes.note_posted(post, shown)
            elif shown is Undelivered.GONE:
                await notes.note_left_out(post)
            else:
                await self._host.scheduler.outbox.put_off(post, since=since)

    async def _find(self, post: PuzzlePost | Announcement, custom_id: str) -> Place | None:
        """Return where the message is, if an attempt to post it was made.

        Raises:
            CannotRead, discord.HTTPException, aiohttp.ClientError, OSError: The channel could not be read.
        """
        if post.tried_at is None:
            return None
        guild_id, channel_id = post.place.guild_id, post.place.channel_id
        found = await self._own_messages.find(guild_id, channel_id, custom_id, post.tried_at - _CLOCKS_DIFFER_BY)
        return None if found is None else Place(guild_id, channel_id, found)
