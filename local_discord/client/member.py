"""Members who act as people do in Discord's client, and guilds of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from local_discord.client import commands, components
from local_discord.errors import Refused
from local_discord.model.guild import BaseGuild
from local_discord.model.member import BaseMember
from local_discord.model.message import Draft
from local_discord.model.values.permissions import Permissions
from local_discord.wire import InteractionType

if TYPE_CHECKING:
    from collections.abc import Sequence

    from local_discord.client.interactions import Interactions
    from local_discord.client.options import OptionValue
    from local_discord.model.channel import Channel, Message
    from local_discord.model.interaction import Interaction, Modal
    from local_discord.model.member import User
    from local_discord.model.values.permissions import Role
    from local_discord.model.world import World
    from local_discord.wire import Json


class Guild(BaseGuild["Member"]):
    """A guild whose members can act."""

    world: World

    def __init__(
        self,
        world: World,
        name: str,
        bot_permissions: Permissions,
        interactions: Interactions,
        *,
        has_bot: bool = True,
    ) -> None:
        self.interactions = interactions
        super().__init__(world, world.ids.next_guild(), name, bot_permissions, has_bot=has_bot)

    def new_member(self, user: User) -> Member:
        """Return a new member for an account."""
        return Member(self, user)


class Member(BaseMember):
    """A member of a guild, who can act.

    A method raises `Refused` with the reason if Discord's client would not allow the action. Methods that send an
    interaction return when the bot has given its first answer, and raise `Unanswered` if none comes in time.

    Attributes:
        guild: The guild.
        user: The account.
        roles: The roles besides @everyone.
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
        """Return the messages of a channel that this member can see, oldest first."""
        return [message for message in channel.messages if message.visible_to(self)]

    async def say(self, channel: Channel, content: str, *, reply_to: Message | None = None) -> Message:
        """Post an ordinary message."""
        components.require_in(self, channel)
        return channel.post(self, Draft(content=content, reference=reply_to))

    async def delete(self, message: Message) -> None:
        """Delete an own message or, as a moderator, any message; or dismiss an ephemeral one.

        Raises:
            Refused: The message is gone, or this member may not delete it.
        """
        components.require_visible(self, message)
        mine = message.author is self or message.addressee is self
        if not mine and not self.permissions.includes(Permissions.MANAGE_MESSAGES):
            raise Refused(f"{self.name} may not delete {message.author.name}'s message.")
        message.channel.remove(message)

    async def command(self, channel: Channel, command: str, /, **options: OptionValue) -> Interaction:
        """Send a slash command.

        Args:
            channel: The channel.
            command: Its full name without the slash, such as "game challenge".
            **options: Its options; members, channels and roles as such.

        Raises:
            Refused: There is no such command for this member here, or an option does not fit.
            Unanswered: No answer came in time.
        """
        components.require_in(self, channel)
        data = commands.command_data(self, channel, command, options)
        return await self._send(InteractionType.COMMAND, channel, data)

    async def autocomplete(
        self, channel: Channel, command: str, /, *, focused: str, **options: OptionValue
    ) -> list[tuple[str, str | int | float]]:
        """Type into an option of a slash command, and return the (name, value) pairs offered.

        Raises:
            Refused: There is no such command, or the option has no autocomplete.
            Unanswered: No answer came in time.
        """
        components.require_in(self, channel)
        data = commands.autocomplete_data(self, channel, command, focused, options)
        interaction = await self._send(InteractionType.AUTOCOMPLETE, channel, data)
        return interaction.choices

    async def context_menu(self, channel: Channel, name: str, /, *, target: Member | Message) -> Interaction:
        """Use a context menu command on a member or a message.

        Raises:
            Refused: There is no such command for this member here.
            Unanswered: No answer came in time.
        """
        components.require_in(self, channel)
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
        """Press a button, found by its exact label or by its custom_id.

        Args:
            message: The message with the button.
            label: The label, which only one enabled button may have.
            custom_id: The custom_id, instead of the label.
            forged: Send the custom_id even if the message has no such button, as a manipulated or outdated client
                could.

        Raises:
            Refused: The message or the button is gone or disabled.
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
        """Choose from a menu.

        Raises:
            Refused: The message or the menu is gone or disabled, or the values do not fit it.
            Unanswered: No answer came in time.
        """
        data = components.select_data(self, message, custom_id, values, forged=forged)
        return await self._use(message, data)

    async def submit(self, modal: Modal, values: dict[str, str | list[str] | bool]) -> Interaction:
        """Submit a form that the bot opened for this member.

        Args:
            modal: The form.
            values: The values, by custom_id.

        Raises:
            Refused: The form was opened for another member, or a value does not fit its field.
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
