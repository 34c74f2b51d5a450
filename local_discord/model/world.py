"""Everything that the stand-in remembers, tied together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from local_discord.client.interactions import Interactions
from local_discord.model.changes import Changes
from local_discord.model.guild import Guild
from local_discord.model.snowflakes import Snowflakes
from local_discord.model.thread import DirectChannel
from local_discord.model.user import User
from local_discord.server.gateway.hub import Hub

if TYPE_CHECKING:
    from collections.abc import Callable

    from local_discord.model.channel import Channel
    from local_discord.model.member import Member
    from local_discord.model.message import Attachment, Message
    from local_discord.model.permissions import Permissions
    from local_discord.server.gateway.intents import Intent
    from local_discord.wire import Json


class World:
    """The state of one pretend Discord.

    Attributes:
        token: The only token it accepts.
        clock: What measures deadlines, in seconds.
        privileged_intents: The privileged intents that the application has switched on.
        shards: The number of shards it recommends.
        address: The address of the server, "127.0.0.1:PORT", once it listens.
        ids: The source of ids.
        changes: Where changes are announced.
        gateway: The sessions of the bot.
        interactions: The interactions that were sent.
        application_id: The id of the bot's application.
        commands: The application's global commands, as JSON.
        commands_registered: Whether the bot has registered commands at all.
        owner: The account that owns the application.
        bot: The bot's account.
        users: All accounts, by id.
        people: Whoever was ever in a guild, as they joined first, by id of their account.
        guilds: All guilds, by id.
        channels: All channels that are not deleted, by id.
    """

    def __init__(
        self,
        token: str,
        *,
        clock: Callable[[], float],
        answer_within: float,
        privileged_intents: Intent,
        shards: int,
    ) -> None:
        self.token = token
        self.clock = clock
        self.privileged_intents = privileged_intents
        self.shards = shards
        self.address = ""
        self.ids = Snowflakes()
        self.changes = Changes()
        self.gateway = Hub(self.changes, clock)
        self.interactions = Interactions(self, answer_within)
        self.application_id = self.ids.next_lasting()
        self.commands: list[Json] = []
        self.commands_registered = False
        self.owner = User(self.ids.next_lasting(), "Owner")
        self.bot = User(self.ids.next_lasting(), "Bot", bot=True)
        self.users = {user.id: user for user in (self.owner, self.bot)}
        self.people: dict[int, Member] = {}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self._direct: dict[int, DirectChannel] = {}

    @property
    def gateway_url(self) -> str:
        """Where the gateway is, for new sessions and for resumed ones."""
        return f"ws://{self.address}/gateway"

    def add_guild(self, name: str, bot_permissions: Permissions) -> Guild:
        """Adds a guild that the bot is in."""
        guild = Guild(self, self.ids.next_guild(), name, bot_permissions)
        self.guilds[guild.id] = guild
        guild.announce_join()
        return guild

    def direct_channel(self, person: Member) -> DirectChannel:
        """Returns the direct messages between the bot and somebody."""
        channel = self._direct.get(person.id)
        if channel is None:
            channel = self._direct[person.id] = DirectChannel(person, self.ids.next())
        return channel

    def shares_a_guild_with(self, person: Member) -> bool:
        """Tells whether the bot is in a guild with somebody."""
        return any(guild.bot_present and person.id in guild.members for guild in self.guilds.values())

    def find_message(self, channel: Channel, message_id: int) -> Message | None:
        """Returns a message of a channel, unless it is gone or hidden from this route."""
        message = channel.history.get(message_id)
        return None if message is None or message.deleted or message.ephemeral else message

    def find_attachment(self, channel_id: int, attachment_id: int) -> Attachment | None:
        """Returns a file that hangs on a message which is not deleted."""
        channel = self.channels.get(channel_id)
        attachments = (one for message in (channel.messages if channel else ()) for one in message.attachments)
        return next((attachment for attachment in attachments if attachment.id == attachment_id), None)

    def all_commands(self) -> list[Json]:
        """Returns the registered commands: the global ones, then those of each guild."""
        own = [command for guild in self.guilds.values() for command in guild.commands]
        return [*self.commands, *own]
