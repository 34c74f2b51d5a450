"""Channels: text channels, their threads, and direct messages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from local_discord.model.changes import ChangeKind
from local_discord.model.mentions import find_mentions
from local_discord.model.message import Draft, Edit, Message
from local_discord.model.permissions import Permissions
from local_discord.model.user import User
from local_discord.server.gateway.intents import Intent
from local_discord.wire import ChannelType, Json, MessageType

if TYPE_CHECKING:
    from local_discord.model.guild import Guild
    from local_discord.model.member import Member
    from local_discord.model.thread import Thread
    from local_discord.model.world import World


class Channel:
    """A place for messages.

    Attributes:
        world: What it belongs to.
        id: The channel's id.
        name: The channel's name.
        guild: The guild it belongs to, or None for direct messages.
        type: What kind of channel it is.
        deleted: Whether it is gone.
        history: Every message that was ever posted in it, by id.
    """

    def __init__(
        self,
        world: World,
        channel_id: int,
        name: str,
        guild: Guild | None,
        channel_type: ChannelType = ChannelType.GUILD_TEXT,
    ) -> None:
        self.world = world
        self.id = channel_id
        self.name = name
        self.guild = guild
        self.type = channel_type
        self.deleted = False
        self.history: dict[int, Message] = {}
        self._denied: dict[int, Permissions] = {}
        world.channels[channel_id] = self

    def __repr__(self) -> str:
        return f"<{type(self).__name__} #{self.name}>"

    @property
    def mention(self) -> str:
        """The text that links to this channel."""
        return f"<#{self.id}>"

    @property
    def messages(self) -> list[Message]:
        """The messages that are not deleted, oldest first; ephemeral ones among them."""
        return [message for message in self.history.values() if not message.deleted]

    @property
    def people(self) -> list[Member]:
        """Everybody who can read it, the bot aside."""
        people = [] if self.guild is None else self.guild.people
        return [member for member in people if self.permissions_of(member).includes(Permissions.VIEW_CHANNEL)]

    def permissions_of(self, member: Member) -> Permissions:
        """Returns what a member may do here, after the channel's own rules."""
        permissions = member.permissions
        if permissions & Permissions.ADMINISTRATOR:
            return permissions
        return permissions & ~self._denied_to(member.user)

    @property
    def bot_permissions(self) -> Permissions:
        """What the bot may do here."""
        if self.guild is None:
            return Permissions.VIEW_CHANNEL | Permissions.SEND_MESSAGES
        return self.permissions_of(self.guild.bot)

    def deny_bot(self, *names: str) -> None:
        """Takes permissions from the bot in this channel, by their names."""
        self._set_denied(self.world.bot, self._denied_to(self.world.bot) | Permissions.named(*names))

    def allow_bot(self, *names: str) -> None:
        """Gives permissions that were denied in this channel back to the bot."""
        self._set_denied(self.world.bot, self._denied_to(self.world.bot) & ~Permissions.named(*names))

    def hide_from(self, member: Member) -> None:
        """Takes the permission to look into this channel from a member."""
        self._set_denied(member.user, self._denied_to(member.user) | Permissions.VIEW_CHANNEL)

    def _denied_to(self, user: User) -> Permissions:
        return self._denied.get(user.id, Permissions(0))

    def _set_denied(self, user: User, denied: Permissions) -> None:
        self._denied[user.id] = denied
        self._dispatch_self("CHANNEL_UPDATE")

    def delete(self) -> None:
        """Deletes the channel, with all that is in it."""
        self.deleted = True
        self.world.channels.pop(self.id, None)
        if self.guild is not None:
            self.guild.forget_channel(self)
        self._dispatch_self("CHANNEL_DELETE")
        self.world.changes.announce(ChangeKind.OTHER)

    def add_thread(self, name: str, owner: User) -> Thread:
        """Opens a thread below this channel."""
        from local_discord.model.thread import Thread  # noqa: PLC0415  # a thread is a channel

        thread = Thread(self, self.world.ids.next(), name, owner)
        self.world.channels[thread.id] = thread
        thread.announce("THREAD_CREATE")
        self.world.changes.announce(ChangeKind.OTHER)
        return thread

    def post(
        self,
        author: Member | User,
        draft: Draft,
        *,
        message_type: MessageType | None = None,
        addressee: Member | None = None,
        origin: Json | None = None,
    ) -> Message:
        """Posts a message, and notifies those whom it mentions."""
        default = MessageType.REPLY if draft.reference else MessageType.DEFAULT
        message = Message(
            id=self.world.ids.next(),
            channel=self,
            author=author,
            content=draft.content,
            embeds=draft.embeds,
            components=draft.components,
            flags=draft.flags,
            attachments=draft.attachments,
            mentioned=find_mentions(draft, self, author, addressee),
            created_at=self.world.clock(),
            type=message_type or default,
            addressee=addressee,
            reference=draft.reference,
            origin=origin,
            nonce=draft.nonce,
            tts=draft.tts,
        )
        if message.account is self.world.bot:
            message.application_id = self.world.application_id
        self.history[message.id] = message
        for member in message.mentions:
            member.notifications.append(message)
        self._dispatch_message("MESSAGE_CREATE", message)
        self.world.changes.announce(ChangeKind.MESSAGE_CREATED, message=message)
        return message

    def edit(self, message: Message, edit: Edit) -> None:
        """Changes a message; nobody is notified."""
        message.apply(edit)
        self._dispatch_message("MESSAGE_UPDATE", message)
        self.world.changes.announce(ChangeKind.MESSAGE_EDITED, message=message)

    def remove(self, *messages: Message) -> None:
        """Deletes messages; several at once are one event to the bot."""
        for message in messages:
            message.deleted = True
        shown = [message for message in messages if not message.ephemeral]
        if len(shown) == 1:
            self._dispatch("MESSAGE_DELETE", self._place() | {"id": str(shown[0].id)})
        elif shown:
            ids = [str(message.id) for message in shown]
            self._dispatch("MESSAGE_DELETE_BULK", self._place() | {"ids": ids})
        for message in messages:
            self.world.changes.announce(ChangeKind.MESSAGE_DELETED, message=message)

    def to_json(self) -> Json:
        """Returns the channel object."""
        siblings = self.guild.channels if self.guild else []
        return self._guild_part() | {
            "id": str(self.id),
            "type": int(self.type),
            "name": self.name,
            "position": siblings.index(self) if self in siblings else 0,
            "permission_overwrites": self._overwrites(),
            "parent_id": None,
            "topic": None,
            "nsfw": False,
            "rate_limit_per_user": 0,
            "last_message_id": self._last_message_id(),
            "flags": 0,
        }

    def _last_message_id(self) -> str | None:
        newest_first = reversed(self.history.values())
        return next((str(message.id) for message in newest_first if not message.ephemeral), None)

    def _overwrites(self) -> list[Json]:
        return [
            {"id": str(user_id), "type": 1, "allow": "0", "deny": str(int(denied))}
            for user_id, denied in self._denied.items()
            if denied
        ]

    def _place(self) -> Json:
        return {"channel_id": str(self.id)} | self._guild_part()

    def _guild_part(self) -> Json:
        return {} if self.guild is None else {"guild_id": str(self.guild.id)}

    def _dispatch_self(self, event: str) -> None:
        self._dispatch(event, self.to_json(), intent=Intent.GUILDS)

    def _dispatch_message(self, event: str, message: Message) -> None:
        """Tells the bot of a message; of ephemeral ones it hears only in its own answers."""
        if message.ephemeral:
            return
        body = message.to_json() | self._place()
        if self.guild is not None and not isinstance(message.author, User):
            body["member"] = message.author.to_json(with_user=False)
        secret = (
            self.guild is not None
            and message.account is not self.world.bot
            and self.world.bot not in message.mentioned.users
        )
        self._dispatch(event, body, redacted=body | _NOTHING_TO_READ if secret else None)

    def _dispatch(self, event: str, body: Json, *, intent: Intent | None = None, redacted: Json | None = None) -> None:
        if self.guild is None:
            intent = intent or Intent.DIRECT_MESSAGES
            self.world.gateway.dispatch(event, body, None, intent)
        elif intent is not None or self.bot_permissions & Permissions.VIEW_CHANNEL:
            self.guild.dispatch(event, body, intent or Intent.GUILD_MESSAGES, redacted)


_NOTHING_TO_READ: Json = {"content": "", "embeds": [], "attachments": [], "components": []}
"""What a bot without the message content intent sees of other people's messages."""
