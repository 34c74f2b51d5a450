"""The terminal's client: the acting member, the open channel, and the actions."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from local_discord import Refused
from local_discord.frontends.input.catalogue import Catalogue
from local_discord.frontends.input.command_line import parse_invocation, with_mentions
from local_discord.frontends.input.words import NotUnderstood, UnknownCommand
from local_discord.frontends.terminal.channels import channels_for
from local_discord.frontends.terminal.local_files import open_local_file
from local_discord.frontends.terminal.rendering.forms import fill_in, form_lines
from local_discord.frontends.terminal.rendering.markdown import without_control_codes
from local_discord.frontends.terminal.screen import Screen
from local_discord.frontends.terminal.settle import settle, wait_at_most, wait_for_answer
from local_discord.frontends.terminal.targets import find_button, find_select

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection, Sequence

    from local_discord import Channel, Guild, Interaction, LocalDiscord, Member, Message
    from local_discord.frontends.input.words import Word
    from local_discord.model.interaction import Modal


class Client:
    """Acts as a member, and shows what the member sees.

    Attributes:
        discord: The stand-in.
        guild: The guild.
        channel: The open channel.
        seat: The acting member.
        modal: The member's open form, or None.
        bare_text: The command line that a line without a slash stands for, with `{text}` in it; None if such a line is
            posted as a message.
        ended: Whether the person has left.
    """

    def __init__(
        self,
        discord: LocalDiscord,
        guild: Guild,
        channel: Channel,
        seat: Member,
        *,
        write: Callable[[str], None],
        own_commands: Collection[str] = (),
        bare_text: str | None = None,
        wait_idle: Callable[[], Awaitable[object]] | None = None,
    ) -> None:
        """`write` shows a line of output; `wait_idle` waits until the bot is idle."""
        self.discord = discord
        self.guild: Guild = guild
        self.channel = channel
        self.seat = seat
        self.modal: Modal | None = None
        self.bare_text = bare_text
        self.ended = False
        self.write = write
        self._own_commands = own_commands
        self._wait_idle = wait_idle
        self._screen = Screen(guild)

    @property
    def catalogue(self) -> Catalogue:
        """The bot's registered commands."""
        return Catalogue(self.discord.commands, others=self._own_commands)

    async def invoke(self, words: Sequence[Word]) -> None:
        """Send a slash command.

        Raises:
            NotUnderstood: It does not exist, or its options are not valid.
            Unanswered: The bot did not answer.
            StillBusy: The bot is still busy.
        """
        try:
            typed = parse_invocation(words, self.catalogue, self.guild, open_local_file)
        except UnknownCommand as error:
            raise NotUnderstood(f"{error} /help lists what can be typed.") from None
        try:
            await self._follow(self.seat.command(self.channel, typed.command.path, **typed.options))
        except Refused as refusal:
            raise NotUnderstood(f"{refusal}\n{typed.command.usage}") from None

    async def press(self, label: str, number: int | None = None) -> None:
        """Press a button on the newest message that has it, or on the numbered one.

        Raises:
            NotUnderstood: There is no such button to press.
            Unanswered: The bot did not answer.
            StillBusy: The bot is still busy.
        """
        message, button = find_button(self.messages(number), label)
        await self._follow(self.seat.press(message, custom_id=button.custom_id))

    async def choose(self, values: Sequence[str], number: int | None = None) -> None:
        """Choose from a menu on the newest message that offers the values, or on the numbered one.

        Raises:
            NotUnderstood: There is no such menu.
            Unanswered: The bot did not answer.
            StillBusy: The bot is still busy.
        """
        message, select, sent = find_select(self.messages(number), values, self.guild)
        await self._follow(self.seat.choose(message, select.custom_id, sent))

    async def fill(self, words: Sequence[Word]) -> None:
        """Fill in and submit the open form.

        Raises:
            NotUnderstood: No form is open, or it has no such field.
            Unanswered: The bot did not answer.
            StillBusy: The bot is still busy.
        """
        if self.modal is None:
            raise NotUnderstood("There is no form to fill in.")
        values = fill_in(self.modal, words, self.guild)
        await self._follow(self.seat.submit(self.modal, dict(values)))

    async def say(self, text: str) -> None:
        """Post an ordinary message."""
        await self.seat.say(self.channel, with_mentions(text, self.guild))
        await settle(self.discord)

    def sit(self, seat: Member) -> None:
        """Act as another member, in another channel if they cannot open this one."""
        self.seat = seat
        self.modal = None
        channels = channels_for(seat)
        if channels and self.channel not in channels:
            self.channel = channels[0]

    def show_news(self) -> bool:
        """Show what is new to the member, and return whether there was anything."""
        lines = self._screen.news(self.seat, self.channel)
        self.show(lines)
        return bool(lines)

    def show_everything(self) -> None:
        """Show all messages of the channel that the member sees."""
        self.show(self._screen.everything(self.seat, self.channel))

    def show(self, lines: Sequence[str]) -> None:
        """Show lines of output."""
        for line in lines:
            # Texts from the bot and names must not control the terminal.
            self.write(without_control_codes(line))

    def messages(self, number: int | None = None) -> list[Message]:
        """Return the numbered message, or all messages that the member sees, newest first.

        Raises:
            NotUnderstood: There is no message with this number.
        """
        if number is not None:
            return [self._screen.message(number, self.seat, self.channel)]
        return self.seat.reads(self.channel)[::-1]

    async def _follow(self, act: Awaitable[Interaction]) -> None:
        """Wait for the answer and its consequences, and show the form that it opened."""
        now = asyncio.get_running_loop().time
        started = now()
        interaction = await act
        await wait_for_answer(self.discord, interaction, took=now() - started)
        if self._wait_idle is not None:
            await wait_at_most(self._wait_idle)
        self.modal = interaction.modal
        if self.modal is not None:
            self.show(form_lines(self.modal))
