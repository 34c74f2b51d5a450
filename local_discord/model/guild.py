"""Guilds: servers with their channels, members and roles."""

from __future__ import annotations

from abc import ABC, abstractmethod
from datetime import UTC, datetime
from typing import Generic, Protocol, TypeVar

from local_discord.model.channel import Channel, ChannelWorld
from local_discord.model.events import ChangeKind
from local_discord.model.member import BaseMember, User
from local_discord.model.thread import Thread
from local_discord.model.values.permissions import ORDINARY_MEMBER, Permissions, Role
from local_discord.wire import LOCALE, Intent, Json, timestamp

M = TypeVar("M", bound=BaseMember)


class GuildWorld(ChannelWorld, Protocol):
    """The part of the world that guilds use."""

    owner: User
    people: dict[int, BaseMember]


class BaseGuild(ABC, Generic[M]):
    """A server.

    Attributes:
        world: The world it belongs to.
        id: The guild's id.
        name: The guild's name.
        locale: The guild's language.
        channels: Its text channels, in order.
        system_channel: The channel for notices of Discord itself, if it has one.
        members: The members, the bot included, by the id of their account.
        roles: Its roles; the first is @everyone.
        bot: The bot as a member.
        bot_present: Whether the bot is in the guild.
        commands: The commands registered for this guild alone, as JSON.
        command_access: The roles to which a command is shown, by its name, besides members with its default
            permissions.
    """

    def __init__(
        self, world: GuildWorld, guild_id: int, name: str, bot_permissions: Permissions, *, has_bot: bool = True
    ) -> None:
        self.world = world
        self.id = guild_id
        self.name = name
        self.locale = LOCALE
        self.channels: list[Channel] = []
        self.system_channel: Channel | None = None
        self.members: dict[int, M] = {}
        self.roles = [Role(guild_id, "@everyone", ORDINARY_MEMBER, 0)]
        self.commands: list[Json] = []
        self.command_access: dict[str, list[Role]] = {}
        self.bot_present = True
        self._created = datetime.now(UTC)
        self.bot = self._join(world.bot, bot_permissions)
        if not has_bot:
            self.bot_present = False
            del self.members[world.bot.id]

    def __repr__(self) -> str:
        return f"<Guild {self.name}>"

    @abstractmethod
    def new_member(self, user: User) -> M:
        """Return a new member for an account."""

    @property
    def everyone(self) -> Role:
        """The @everyone role."""
        return self.roles[0]

    @property
    def people(self) -> list[M]:
        """The members, without the bot."""
        return [member for member in self.members.values() if member is not self.bot]

    @property
    def threads(self) -> list[Thread]:
        """The threads of all its channels."""
        channels = self.world.channels.values()
        return [c for c in channels if isinstance(c, Thread) and c.guild is self]

    def announce_join(self) -> None:
        """Send GUILD_CREATE to the bot."""
        body = self.to_create_json(with_people=False)
        self.dispatch("GUILD_CREATE", body, Intent.GUILDS)

    def add_channel(self, name: str) -> Channel:
        """Add a text channel."""
        channel = Channel(self.world, self.world.ids.next_lasting(), name, self)
        self.channels.append(channel)
        self.dispatch("CHANNEL_CREATE", channel.to_event_json(), Intent.GUILDS)
        self.world.changes.announce(ChangeKind.OTHER)
        return channel

    def add_thread(self, parent: Channel, name: str, owner: User) -> Thread:
        """Open a thread below a text channel."""
        thread = Thread(parent, self.world.ids.next(), name, owner)
        thread.announce("THREAD_CREATE")
        self.world.changes.announce(ChangeKind.OTHER)
        return thread

    def position_of(self, channel: Channel) -> int:
        """Return a channel's position in the list, 0 if it is not in it."""
        return self.channels.index(channel) if channel in self.channels else 0

    def forget_channel(self, channel: Channel) -> None:
        """Remove a deleted channel and its threads from the lists."""
        if channel in self.channels:
            self.channels.remove(channel)
        for thread in self.threads:
            if thread.parent is channel:
                thread.deleted = True
                self.world.channels.pop(thread.id, None)

    def show_command(self, name: str, role: Role) -> None:
        """Show a command to a role in spite of its default permissions, as the server's settings of the bot can."""
        self.command_access.setdefault(name, []).append(role)

    def add_role(self, name: str, *permissions: str) -> Role:
        """Add a role with the named permissions."""
        role = Role(self.world.ids.next_lasting(), name, Permissions.named(*permissions), len(self.roles))
        self.roles.append(role)
        body = {"guild_id": str(self.id), "role": role.to_json()}
        self.dispatch("GUILD_ROLE_CREATE", body, Intent.GUILDS)
        return role

    def add_member(
        self,
        name: str,
        *,
        bot: bool = False,
        permissions: Permissions = ORDINARY_MEMBER,
        user: User | None = None,
    ) -> M:
        """Add a member.

        Args:
            name: The name of a new account.
            bot: Whether it is a bot's account.
            permissions: The member's permissions, besides those of @everyone.
            user: An existing account, for a member of several guilds.
        """
        account = user or User(self.world.ids.next_lasting(), name, bot)
        self.world.users[account.id] = account
        member = self._join(account, permissions)
        body = member.to_json() | {"guild_id": str(self.id)}
        self.dispatch("GUILD_MEMBER_ADD", body, Intent.GUILD_MEMBERS)
        self.world.changes.announce(ChangeKind.OTHER)
        return member

    def remove_member(self, member: M) -> None:
        """Remove a member, who left or was kicked."""
        del self.members[member.id]
        body = {"guild_id": str(self.id), "user": member.user.to_json()}
        self.dispatch("GUILD_MEMBER_REMOVE", body, Intent.GUILD_MEMBERS)
        self.world.changes.announce(ChangeKind.OTHER)

    def remove_bot(self) -> None:
        """Kick the bot from the guild."""
        self.dispatch("GUILD_DELETE", {"id": str(self.id)}, Intent.GUILDS)
        self.bot_present = False
        self.commands.clear()
        self.members.pop(self.world.bot.id, None)
        self.world.changes.announce(ChangeKind.OTHER)

    def invite_bot(self) -> None:
        """Add the bot again after it was kicked."""
        self.bot_present = True
        self.members[self.world.bot.id] = self.bot
        self.announce_join()
        self.world.changes.announce(ChangeKind.OTHER)

    def set_locale(self, locale: str) -> None:
        """Set the guild's language, as its settings do."""
        self.locale = locale
        self.dispatch("GUILD_UPDATE", self.to_json(), Intent.GUILDS)

    def make_unavailable(self) -> None:
        """Tell the bot that the guild is unavailable because of an outage."""
        self.dispatch("GUILD_DELETE", {"id": str(self.id), "unavailable": True}, Intent.GUILDS)

    def make_available(self) -> None:
        """Tell the bot that the outage is over."""
        self.dispatch("GUILD_CREATE", self.to_create_json(with_people=False) | {"unavailable": False}, Intent.GUILDS)

    def to_json(self) -> Json:
        """Return the guild object."""
        return {
            "id": str(self.id),
            "name": self.name,
            "icon": None,
            "splash": None,
            "discovery_splash": None,
            "owner_id": str(self.world.owner.id),
            "afk_channel_id": None,
            "afk_timeout": 300,
            "verification_level": 0,
            "default_message_notifications": 0,
            "explicit_content_filter": 0,
            "roles": [role.to_json() for role in self.roles],
            "emojis": [],
            "features": [],
            "mfa_level": 0,
            "application_id": None,
            "system_channel_id": None if self.system_channel is None else str(self.system_channel.id),
            "system_channel_flags": 0,
            "rules_channel_id": None,
            "vanity_url_code": None,
            "description": None,
            "banner": None,
            "home_header": None,
            "region": "local",
            "widget_enabled": False,
            "widget_channel_id": None,
            "max_presences": None,
            "max_members": 500_000,
            "max_stage_video_channel_users": 0,
            "max_video_channel_users": 0,
            "premium_tier": 0,
            "premium_subscription_count": 0,
            "preferred_locale": self.locale,
            "public_updates_channel_id": None,
            "safety_alerts_channel_id": None,
            "incidents_data": None,
            "nsfw": False,
            "nsfw_level": 0,
            "premium_progress_bar_enabled": False,
            "stickers": [],
        }

    def to_create_json(self, *, with_people: bool) -> Json:
        """Return the body of GUILD_CREATE."""
        members = self.members.values() if with_people else [self.bot]
        return self.to_json() | {
            "joined_at": timestamp(self._created),
            "large": False,
            "member_count": len(self.members),
            "members": [member.to_json() for member in members],
            "channels": [channel.to_event_json() for channel in self.channels],
            "threads": [thread.to_json() for thread in self.threads if not thread.archived],
            "voice_states": [],
            "presences": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
        }

    def dispatch(self, event: str, body: Json, intent: Intent, redacted: Json | None = None) -> None:
        """Send an event of this guild to the bot, if it is in it."""
        if self.bot_present:
            self.world.gateway.dispatch(event, body, self.id, intent, redacted)

    def _join(self, user: User, permissions: Permissions) -> M:
        member = self.new_member(user)
        if permissions & ~ORDINARY_MEMBER:
            role = Role(self.world.ids.next_lasting(), f"{user.name}'s role", permissions, len(self.roles))
            self.roles.append(role)
            member.roles.append(role)
        self.members[user.id] = member
        self.world.people.setdefault(user.id, member)
        return member
