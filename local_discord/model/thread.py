"""Threads, direct message channels and group chats."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from local_discord.model.channel import Channel
from local_discord.model.events import ChangeKind
from local_discord.model.values.permissions import Permissions
from local_discord.wire import ChannelType, Intent, Json, timestamp

if TYPE_CHECKING:
    from collections.abc import Sequence

    from local_discord.model.channel import ChannelWorld
    from local_discord.model.member import BaseMember, User


class Thread(Channel):
    """A thread below a text channel.

    Attributes:
        parent: The text channel it belongs to.
        owner: The account that opened it.
        archived: Whether it is archived. Posting unarchives it unless it is locked.
        locked: Whether only moderators can unarchive it.
    """

    def __init__(
        self,
        parent: Channel,
        thread_id: int,
        name: str,
        owner: User,
        thread_type: ChannelType = ChannelType.PUBLIC_THREAD,
    ) -> None:
        super().__init__(parent.world, thread_id, name, parent.guild, thread_type)
        self.parent = parent
        self.owner = owner
        self.archived = False
        self.locked = False
        self._archived_at = datetime.now(UTC)

    def set_state(self, *, archived: bool | None = None, locked: bool | None = None) -> None:
        """Archive, unarchive, lock or unlock the thread."""
        if archived is not None:
            self.archived = archived
            self._archived_at = datetime.now(UTC)
        if locked is not None:
            self.locked = locked
        self.announce("THREAD_UPDATE")
        self.world.changes.announce(ChangeKind.OTHER)

    def delete(self) -> None:
        """Delete the thread with its messages."""
        self.deleted = True
        self.world.channels.pop(self.id, None)
        self.announce("THREAD_DELETE")
        self.world.changes.announce(ChangeKind.OTHER)

    def announce(self, event: str) -> None:
        """Send an event about the thread to the bot."""
        self._dispatch(event, self.to_json(), intent=Intent.GUILDS)

    def permissions_of(self, member: BaseMember) -> Permissions:
        """Return a member's permissions, which are those in the parent channel."""
        return self.parent.permissions_of(member)

    def to_json(self) -> Json:
        """Return the channel object of a thread."""
        return self._guild_part() | {
            "id": str(self.id),
            "type": int(self.type),
            "parent_id": str(self.parent.id),
            "owner_id": str(self.owner.id),
            "name": self.name,
            "rate_limit_per_user": 0,
            "last_message_id": self._last_message_id(),
            "message_count": len(self.messages),
            "member_count": 1,
            "total_message_sent": len(self.history),
            "flags": 0,
            "thread_metadata": {
                "archived": self.archived,
                "locked": self.locked,
                "auto_archive_duration": 1440,
                "archive_timestamp": timestamp(self._archived_at),
            },
        }


class DirectChannel(Channel):
    """The direct messages between the bot and one person."""

    def __init__(self, world: ChannelWorld, person: BaseMember, channel_id: int) -> None:
        super().__init__(world, channel_id, person.name, None, ChannelType.DM)
        self.person = person

    @property
    def people(self) -> list[BaseMember]:
        """The person."""
        return [self.person]

    def can_be_read_by(self, member: BaseMember) -> bool:
        """Return whether this is the person."""
        return member is self.person

    def to_json(self) -> Json:
        """Return the channel object of direct messages."""
        return {
            "id": str(self.id),
            "type": int(self.type),
            "recipients": [self.person.user.to_json()],
            "last_message_id": self._last_message_id(),
            "flags": 0,
        }


class GroupChannel(Channel):
    """A group chat. No bot is in it: the bot can only answer the interactions that come from there."""

    def __init__(self, world: ChannelWorld, people: Sequence[BaseMember], name: str) -> None:
        super().__init__(world, world.ids.next_lasting(), name, None, ChannelType.GROUP_DM)
        self._people = list(people)

    @property
    def has_bot(self) -> bool:
        """No."""
        return False

    @property
    def people(self) -> list[BaseMember]:
        """The people in it."""
        return list(self._people)

    def can_be_read_by(self, member: BaseMember) -> bool:
        """Return whether a person is in it."""
        return member in self._people

    def to_json(self) -> Json:
        """Return the channel object of a group chat."""
        return {
            "id": str(self.id),
            "type": int(self.type),
            "name": self.name,
            "icon": None,
            "owner_id": str(self._people[0].id),
            "recipients": [person.user.to_json() for person in self._people],
            "last_message_id": self._last_message_id(),
            "flags": 0,
        }
