"""Routes of messages."""

from __future__ import annotations

from collections import defaultdict, deque
from typing import TYPE_CHECKING

from local_discord.errors import not_the_author, too_many_old_edits, unknown_message
from local_discord.model.values.permissions import Permissions
from local_discord.server.checks.fields import Form, check_length
from local_discord.server.checks.messages import read_draft, read_edit
from local_discord.server.rest import access
from local_discord.server.rest.app import Route
from local_discord.wire import MessageFlags

if TYPE_CHECKING:
    from local_discord.model.channel import Channel, Message
    from local_discord.model.message import Draft
    from local_discord.model.world import World
    from local_discord.server.rest.app import Answer
    from local_discord.server.rest.call import Call

OLD_AFTER_SECONDS = 3600.0
OLD_EDITS = 3
OLD_EDITS_WITHIN_SECONDS = 6.0
# Discord says "a few minutes".
NONCE_SECONDS = 300.0
_MAX_PAGE = 100
_BULK = (2, 100)


class MessageRoutes:
    """POST, GET, PATCH and DELETE of messages; bulk deletion; the typing indicator."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._old_edits: dict[int, deque[float]] = defaultdict(lambda: deque(maxlen=OLD_EDITS))
        self._by_nonce: dict[str, Message] = {}

    def routes(self) -> list[Route]:
        """Return the routes."""
        channel = r"/channels/{channel:\d+}"
        messages = channel + "/messages"
        message = messages + r"/{message:\d+}"
        return [
            Route("POST", channel + "/typing", self._type),
            Route("POST", messages, self._post),
            Route("GET", messages, self._list),
            Route("POST", messages + "/bulk-delete", self._bulk_delete),
            Route("GET", message, self._get),
            Route("PATCH", message, self._edit),
            Route("DELETE", message, self._delete),
        ]

    def _type(self, call: Call) -> None:
        access.require(self._channel(call), "SEND_MESSAGES")

    def _post(self, call: Call) -> Answer:
        channel = self._channel(call)
        draft = read_draft(call.body, call.uploads, channel)
        access.require_can_post(self._world, channel, draft)
        access.unarchive(channel)
        return (self._posted_before(draft) or self._post_draft(channel, draft)).to_json()

    def _posted_before(self, draft: Draft) -> Message | None:
        """Return the message that the bot posted recently, in any channel, with the same enforced nonce.

        Raises:
            ApiError: It was deleted; Discord does not post it again.
        """
        if draft.nonce is None or not draft.enforce_nonce:
            return None
        message = self._by_nonce.get(draft.nonce)
        if message is None or self._world.clock() - message.created_at > NONCE_SECONDS:
            return None
        if message.deleted or message.channel.deleted:
            raise unknown_message()
        return message

    def _post_draft(self, channel: Channel, draft: Draft) -> Message:
        # Only an interaction can create an ephemeral message; otherwise Discord ignores the flag.
        draft.flags &= ~MessageFlags.EPHEMERAL
        message = channel.post(channel.guild.bot if channel.guild else self._world.bot, draft)
        if draft.nonce is not None:
            self._by_nonce[draft.nonce] = message
        return message

    def _list(self, call: Call) -> Answer:
        channel = self._channel(call)
        if not channel.bot_permissions.includes(Permissions.READ_MESSAGE_HISTORY):
            return []
        limit = min(int(call.query.get("limit", 50)), _MAX_PAGE)
        before = int(call.query.get("before", 2**63))
        after = int(call.query.get("after", 0))
        shown = [m for m in channel.messages if not m.ephemeral and after < m.id < before]
        page = shown[:limit] if "after" in call.query else shown[-limit:]
        return [message.to_json() for message in reversed(page)]

    def _get(self, call: Call) -> Answer:
        channel = self._channel(call)
        access.require(channel, "READ_MESSAGE_HISTORY")
        return access.message_of(channel, call.id("message")).to_json()

    def _edit(self, call: Call) -> Answer:
        channel = self._channel(call)
        message = access.message_of(channel, call.id("message"))
        if message.account is not self._world.bot:
            raise not_the_author()
        access.require_not_archived(channel)
        edit = read_edit(call.body, call.uploads, message)
        self._spare_old_messages(message)
        channel.edit(message, edit)
        return message.to_json()

    def _delete(self, call: Call) -> None:
        channel = self._channel(call)
        message = access.message_of(channel, call.id("message"))
        if message.account is not self._world.bot:
            access.require(channel, "MANAGE_MESSAGES")
        access.require_not_archived(channel)
        channel.remove(message)

    def _bulk_delete(self, call: Call) -> None:
        channel = self._channel(call)
        access.require(channel, "MANAGE_MESSAGES")
        ids = call.body.get("messages") or []
        form = Form()
        check_length(form, ("messages",), ids, *_BULK)
        form.finish()
        found = (channel.find_message(int(message_id)) for message_id in ids)
        channel.remove(*(message for message in found if message is not None))

    def _channel(self, call: Call) -> Channel:
        return access.channel_of(self._world, call.id("channel"))

    def _spare_old_messages(self, message: Message) -> None:
        """Count an edit of a message that is older than an hour.

        Raises:
            ApiError: The channel had too many of them recently.
        """
        now = self._world.clock()
        if now - message.created_at <= OLD_AFTER_SECONDS:
            return
        recent = self._old_edits[message.channel.id]
        if len(recent) == OLD_EDITS and now - recent[0] < OLD_EDITS_WITHIN_SECONDS:
            raise too_many_old_edits(recent[0] + OLD_EDITS_WITHIN_SECONDS - now)
        recent.append(now)
