"""Members and guilds as a test uses them: a member does what a person does in Discord's client."""

from __future__ import annotations

from typing import TYPE_CHECKING

from local_discord.client import commands, components
from local_discord.errors import Refused
from local_discord.model.guild import BaseGuild
from local_discord.model.member import BaseMember
from local_discord.model.message import Draft
from local_discord.model.permissions import Permissions
from local_discord.wire import InteractionType

if TYPE_CHECKING:
    from collections.abc import Sequence

    from local_discord.client.interactions import Interactions
    from local_discord.client.options import OptionValue
    from local_discord.model.channel import Channel, Message
    from local_discord.model.interaction import Interaction, Modal
    from local_discord.model.member import User
    from local_discord.model.permissions import Role
    from local_discord.model.world import World
    from local_discord.wire import Json


class Guild(BaseGuild["Member"]):
    """A guild whose members can act."""

    world: World

    def __init__(self, world: World, name: str, bot_permissions: Permissions, interactions: Interactions) -> None:
        self.interactions = interactions
        super().__init__(world, world.ids.next_guild(), name, bot_permissions)

    def new_member(self, user: User) -> Member:
        """Return a new membership of an account."""
        return Member(self, user)


class Member(BaseMember):
    """A person in a guild.

    Discord's client refuses what it does not offer: the methods here raise `Refused` with the reason. Those that send
    an interaction return when the bot has given its first answer, and raise `Unanswered` when none comes in time.

    Attributes:
        guild: The guild.
        user: The account.
        roles: The roles besides the one that everybody has.
    """

    def __init__(self, guild: Guild, user: User) -> None:
        super().__init__(user, guild.everyone)
        self.guild = guild

    @property
    def notifications(self) -> list[Message]:
        """The messages that notified this member, oldest first."""
        return self.guild.world.notifications[self]

    @property
    def present(self) -> bool:
        """Whether the member is still in the guild."""
        return self.guild.members.get(self.id) is self

    @property
    def dm(self) -> Channel:
        """The direct messages between the bot and this member."""
        return self.guild.world.direct_channel(self)

    def reads(self, channel: Channel) -> list[Message]:
        """Returns the messages of a channel that this member can see, oldest first."""
        return [message for message in channel.messages if message.visible_to(self)]

    async def say(self, channel: Channel, content: str, *, reply_to: Message | None = None) -> Message:
        """Posts an ordinary message."""
        components.expect_in(self, channel)
        return channel.post(self, Draft(content=content, reference=reply_to))

    async def delete(self, message: Message) -> None:
        """Deletes an own message, or as a moderator anybody's, or dismisses an ephemeral one.

        Raises:
            Refused: The message is gone, or this member may not delete it.
        """
        components.expect_visible(self, message)
        mine = message.author is self or message.addressee is self
        if not mine and not self.permissions.includes(Permissions.MANAGE_MESSAGES):
            raise Refused(f"{self.name} may not delete {message.author.name}'s message.")
        message.channel.remove(message)

    async def command(self, channel: Channel, command: str, /, **options: OptionValue) -> Interaction:
        """Sends a slash command.

        Args:
            channel: Where.
            command: Its full name without the slash, such as "game challenge".
            **options: Its options; members, channels and roles as such.

        Raises:
            Refused: There is no such command for this member here, or an option does not fit.
            Unanswered: No answer came in time.
        """
        components.expect_in(self, channel)
        data = commands.command_data(self, channel, command, options)
        return await self._send(InteractionType.COMMAND, channel, data)

    async def autocomplete(
        self, channel: Channel, command: str, /, *, focused: str, **options: OptionValue
    ) -> list[tuple[str, str | int | float]]:
        """Types into an option of a slash command, and returns the (name, value) pairs offered.

        Raises:
            Refused: There is no such command, or the option has no autocomplete.
            Unanswered: No answer came in time.
        """
        components.expect_in(self, channel)
        data = commands.autocomplete_data(self, channel, command, focused, options)
        interaction = await self._send(InteractionType.AUTOCOMPLETE, channel, data)
        return interaction.choices

    async def context_menu(self, channel: Channel, name: str, /, *, target: Member | Message) -> Interaction:
        """Uses an entry of the menu on a member or a message.

        Raises:
            Refused: There is no such entry for this member here.
            Unanswered: No answer came in time.
        """
        components.expect_in(self, channel)
        data = commands.context_menu_data(self, channel, name, target)
        return await self._send(InteractionType.COMMAND, channel, data)

    async def press(
        self,
        message: Message,
        label: str | None = None,
        *,
        custom_id: str | None = None,
        forged: bool = False,
    ) -> Interaction:
        """Presses a button, found by its exact label or by its custom_id.

        Args:
            message: The message that holds it.
            label: The text on it, which must be on one enabled button only.
            custom_id: What it sends, instead of the label.
            forged: Send the custom_id whatever the message holds, as a manipulated or outdated
                client could.

        Raises:
            Refused: The message or the button is not there to be pressed.
            Unanswered: No answer came in time.
        """
        data = components.button_data(self, message, label, custom_id, forged=forged)
        return await self._use(message, data)

    async def choose(
        self,
        message: Message,
        custom_id: str,
        values: Sequence[str | Member | Channel | Role],
        *,
        forged: bool = False,
    ) -> Interaction:
        """Chooses from a menu.

        Raises:
            Refused: The message or the menu is not there, or the values do not fit it.
            Unanswered: No answer came in time.
        """
        data = components.select_data(self, message, custom_id, values, forged=forged)
        return await self._use(message, data)

    async def submit(self, modal: Modal, values: dict[str, str | list[str] | bool]) -> Interaction:
        """Submits a form that the bot opened for this member.

        Args:
            modal: The form.
            values: What was filled in, by custom_id.

        Raises:
            Refused: The form is somebody else's, or a value does not fit its field.
            Unanswered: No answer came in time.
        """
        data = components.modal_data(self, modal, values)
        opener = modal.opened_by
        return await self._send(InteractionType.MODAL_SUBMIT, opener.channel, data, source=opener.source)

    async def _use(self, message: Message, data: Json) -> Interaction:
        channel = message.channel
        return await self._send(InteractionType.COMPONENT, channel, data, source=message)

    async def _send(
        self,
        kind: InteractionType,
        channel: Channel,
        data: Json,
        source: Message | None = None,
    ) -> Interaction:
        return await self.guild.interactions.send(kind, self, channel, data, source)
