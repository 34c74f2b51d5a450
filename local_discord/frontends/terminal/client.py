"""Discord's client in the hands of one person: a seat, a channel, and what can be done there."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from local_discord import Refused
from local_discord.frontends.composing.catalogue import Catalogue
from local_discord.frontends.composing.command_line import parse_invocation, with_mentions
from local_discord.frontends.composing.words import NotUnderstood, UnknownCommand
from local_discord.frontends.terminal.forms import fill_in, form_lines
from local_discord.frontends.terminal.markdown import without_control_codes
from local_discord.frontends.terminal.screen import Screen
from local_discord.frontends.terminal.settle import finish, rest, settle
from local_discord.frontends.terminal.targets import find_button, find_select

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection, Sequence

    from local_discord import Channel, Guild, Interaction, LocalDiscord, Member, Message
    from local_discord.frontends.composing.words import Word
    from local_discord.model.interaction import Modal


class Client:
    """What a person sees and does, from the seat of a member.

    Attributes:
        discord: The pretend Discord.
        guild: The guild in which the person sits.
        channel: The channel that is open.
        seat: The member in whose name everything is done.
        modal: The form that is open before the seat, or None.
        bare_text: The command line that a line without a slash stands for, with `{text}` in it;
            None if such a line is said in the channel.
        ended: Whether the person has asked to leave.
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
        at_rest: Callable[[], Awaitable[object]] | None = None,
    ) -> None:
        """Takes a seat; `write` shows one line of output, and `at_rest` waits until the bot has nothing left to do."""
        self.discord = discord
        self.guild: Guild = guild
        self.channel = channel
        self.seat = seat
        self.modal: Modal | None = None
        self.bare_text = bare_text
        self.ended = False
        self.write = write
        self._own_commands = own_commands
        self._at_rest = at_rest
        self._screen = Screen(guild)

    @property
    def catalogue(self) -> Catalogue:
        """The commands that the bot has registered."""
        return Catalogue(self.discord.commands, others=self._own_commands)

    async def invoke(self, words: Sequence[Word]) -> None:
        """Gives a slash command.

        Raises:
            NotUnderstood: It does not exist, or its options are not what it takes.
            Unanswered: The bot did not answer.
            StillBusy: The bot did not come to an end.
        """
        try:
            typed = parse_invocation(words, self.catalogue, self.guild)
        except UnknownCommand as error:
            raise NotUnderstood(f"{error} /help lists what can be typed.") from None
        try:
            await self._follow(self.seat.command(self.channel, typed.command.path, **typed.options))
        except Refused as refusal:
            raise NotUnderstood(f"{refusal}\n{typed.command.usage}") from None

    async def press(self, label: str, number: int | None = None) -> None:
        """Presses a button of the newest message that has it, or of the numbered one.

        Raises:
            NotUnderstood: There is no such button to press.
            Unanswered: The bot did not answer.
            StillBusy: The bot did not come to an end.
        """
        message, button = find_button(self.messages(number), label)
        await self._follow(self.seat.press(message, custom_id=button.custom_id))

    async def choose(self, values: Sequence[str], number: int | None = None) -> None:
        """Chooses from the menu of the newest message that offers the values, or the numbered one.

        Raises:
            NotUnderstood: There is no such menu.
            Unanswered: The bot did not answer.
            StillBusy: The bot did not come to an end.
        """
        message, select, sent = find_select(self.messages(number), values, self.guild)
        await self._follow(self.seat.choose(message, select.custom_id, sent))

    async def fill(self, words: Sequence[Word]) -> None:
        """Fills in the form that is open, and submits it.

        Raises:
            NotUnderstood: No form is open, or it has no such field.
            Unanswered: The bot did not answer.
            StillBusy: The bot did not come to an end.
        """
        if self.modal is None:
            raise NotUnderstood("There is no form to fill in.")
        values = fill_in(self.modal, words)
        await self._follow(self.seat.submit(self.modal, dict(values)))

    async def say(self, text: str) -> None:
        """Posts an ordinary message."""
        await self.seat.say(self.channel, with_mentions(text, self.guild))
        await settle(self.discord)

    def sit(self, seat: Member) -> None:
        """Changes to the seat of another member."""
        self.seat = seat
        self.modal = None

    def show_news(self) -> bool:
        """Shows what the seat has not seen yet, and tells whether there was anything."""
        lines = self._screen.news(self.seat, self.channel)
        self.show(lines)
        return bool(lines)

    def show_everything(self) -> None:
        """Shows the whole channel as the seat sees it."""
        self.show(self._screen.everything(self.seat, self.channel))

    def show(self, lines: Sequence[str]) -> None:
        """Shows lines of output."""
        for line in lines:
            # Whatever a bot or a name contains, it must not steer the terminal.
            self.write(without_control_codes(line))

    def messages(self, number: int | None = None) -> list[Message]:
        """Returns what is there to act on: the numbered message, or all, newest first.

        Raises:
            NotUnderstood: There is no message of this number.
        """
        if number is not None:
            return [self._screen.message(number, self.seat, self.channel)]
        return self.seat.reads(self.channel)[::-1]

    async def _follow(self, act: Awaitable[Interaction]) -> None:
        """Waits for the answer and all that follows from it, and looks at what opened."""
        now = asyncio.get_running_loop().time
        started = now()
        interaction = await act
        await finish(self.discord, interaction, took=now() - started)
        if self._at_rest is not None:
            await rest(self._at_rest)
        self.modal = interaction.modal
        if self.modal is not None:
            self.show(form_lines(self.modal))
