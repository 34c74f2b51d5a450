"""The world: all accounts, guilds, channels and commands."""

from __future__ import annotations

import secrets
from collections import defaultdict
from typing import TYPE_CHECKING, Any

from local_discord.model.member import User
from local_discord.model.message import Attachment
from local_discord.model.thread import DirectChannel
from local_discord.model.values.snowflakes import Snowflakes

if TYPE_CHECKING:
    from collections.abc import Callable

    from local_discord.model.changes import Changes
    from local_discord.model.channel import Channel, Message
    from local_discord.model.emojis import Emoji
    from local_discord.model.events import Gateway
    from local_discord.model.guild import BaseGuild
    from local_discord.model.member import BaseMember
    from local_discord.wire import Intent, Json, Upload


_MOST_UPLOADS = 20


class World:
    """The state of the stand-in.

    Attributes:
        token: The only token it accepts.
        clock: The clock for all deadlines, in seconds.
        privileged_intents: The privileged intents that the application has enabled.
        shards: The number of shards it recommends.
        address: The address of the server, "127.0.0.1:PORT", once it listens.
        ids: The source of ids.
        changes: Where changes are announced.
        gateway: Sends events to the bot.
        application_id: The id of the bot's application.
        commands: The application's global commands, as JSON.
        emojis: The application's emoji, by id, oldest first.
        profile: What the bot has entered of the profile of its application, as JSON.
        public_key: The key by which interactions over HTTP are checked, in hexadecimal digits.
        commands_registered: Whether the bot has registered commands at all.
        owner: The account that owns the application.
        bot: The bot's account.
        users: All accounts, by id.
        people: The first membership of each account that was ever in a guild, by the account's id.
        guilds: All guilds, by id.
        channels: All channels that are not deleted, by id.
        notifications: The messages that notified each member, oldest first.
    """

    def __init__(
        self,
        token: str,
        *,
        clock: Callable[[], float],
        changes: Changes,
        gateway: Gateway,
        privileged_intents: Intent,
        shards: int,
    ) -> None:
        self.token = token
        self.clock = clock
        self.privileged_intents = privileged_intents
        self.shards = shards
        self.address = ""
        self.ids = Snowflakes()
        self.changes = changes
        self.gateway = gateway
        self.application_id = self.ids.next_lasting()
        self.commands: list[Json] = []
        self.commands_registered = False
        self.emojis: dict[int, Emoji] = {}
        self.profile: Json = {}
        self.public_key = ""
        self.owner = User(self.ids.next_lasting(), "Owner")
        self.bot = User(self.ids.next_lasting(), "Bot", bot=True)
        self.users = {user.id: user for user in (self.owner, self.bot)}
        self.people: dict[int, BaseMember] = {}
        self.guilds: dict[int, BaseGuild[Any]] = {}
        self.channels: dict[int, Channel] = {}
        self.notifications: defaultdict[BaseMember, list[Message]] = defaultdict(list)
        self._direct: dict[int, DirectChannel] = {}
        self._uploads: dict[int, Attachment] = {}

    def reset_token(self) -> None:
        """Replace the token by one that nobody knows."""
        self.token = secrets.token_urlsafe()

    @property
    def gateway_url(self) -> str:
        """The URL of the gateway, for new and resumed sessions."""
        return f"ws://{self.address}/gateway"

    def add_guild(self, guild: BaseGuild[Any], *, joins: bool = True) -> None:
        """Add a guild that the bot joins now, or that it has been in."""
        self.guilds[guild.id] = guild
        if joins:
            guild.announce_join()
        else:
            guild.make_available()

    def notify(self, member: BaseMember, message: Message) -> None:
        """Add a message to a member's notifications."""
        self.notifications[member].append(message)

    def direct_channel(self, person: BaseMember) -> DirectChannel:
        """Return the direct message channel between the bot and a person."""
        channel = self._direct.get(person.id)
        if channel is None:
            channel = self._direct[person.id] = DirectChannel(self, person, self.ids.next())
        return channel

    def shares_a_guild_with(self, person: BaseMember) -> bool:
        """Return whether the bot is in a guild with a person."""
        return any(guild.bot_present and person.id in guild.members for guild in self.guilds.values())

    def find_attachment(self, channel_id: int, attachment_id: int) -> Attachment | None:
        """Return a file attached to a message that is not deleted, or to one of the last commands."""
        if attachment_id in self._uploads:
            return self._uploads[attachment_id]
        channel = self.channels.get(channel_id)
        attachments = (one for message in (channel.messages if channel else ()) for one in message.attachments)
        return next((attachment for attachment in attachments if attachment.id == attachment_id), None)

    def keep_upload(self, channel_id: int, upload: Upload) -> Attachment:
        """Keep a file that a member attaches to a command, for as long as not many others are."""
        number = self.ids.next()
        url = f"http://{self.address}/attachments/{channel_id}/{number}/{upload.filename}"
        self._uploads[number] = Attachment(number, upload.filename, upload.content, url, upload.content_type)
        while len(self._uploads) > _MOST_UPLOADS:
            del self._uploads[next(iter(self._uploads))]
        return self._uploads[number]

    def all_commands(self) -> list[Json]:
        """Return the registered commands: global ones first, then those of each guild."""
        own = [command for guild in self.guilds.values() for command in guild.commands]
        return [*self.commands, *own]
