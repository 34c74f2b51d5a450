"""The messages that each member was shown, and what is new to them."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from local_discord.frontends.input.command_line import channels_of, roles_of
from local_discord.frontends.input.words import NotUnderstood
from local_discord.frontends.terminal.channels import title_of
from local_discord.frontends.terminal.rendering.markdown import Names, shown_name
from local_discord.frontends.terminal.rendering.messages import deletion_line, mention_line, message_lines
from local_discord.model.thread import DirectChannel

if TYPE_CHECKING:
    from collections.abc import Callable

    from local_discord import Channel, Guild, Member, Message


@dataclass
class _Memory:
    """What a member was shown: the state of each message, and the number of mentions."""

    states: dict[Message, tuple[int, bool]] = field(default_factory=dict)
    mentions: int = 0


class Screen:
    """Returns channels as lines, as members see them, and gives messages short numbers."""

    def __init__(self, guild: Guild, *, clock: Callable[[], float] = time.time) -> None:
        """Start with nothing shown.

        Args:
            guild: The guild of the names.
            clock: Returns the current time, in seconds since 1970 in UTC.
        """
        self._guild = guild
        self._clock = clock
        self._numbers: dict[Message, int] = {}
        self._memories: dict[Member, _Memory] = {}

    def news(self, seat: Member, channel: Channel) -> list[str]:
        """Return what is new to a member: new, edited and deleted messages, and mentions."""
        memory = self._memories.setdefault(seat, _Memory())
        lines = [*self._deletions(memory, channel), *self._elsewhere(seat, channel, memory)]
        new = [one for one in seat.reads(channel) if memory.states.get(one) != _state(one)]
        for message in new:
            # All get their numbers first, so that they can refer to each other.
            self._number(message)
        return [*lines, *(line for message in new for line in self._shown(message, memory))]

    def everything(self, seat: Member, channel: Channel) -> list[str]:
        """Return all messages of a channel that a member sees."""
        memory = self._memories.setdefault(seat, _Memory())
        for message in seat.reads(channel):
            memory.states.pop(message, None)
        return self.news(seat, channel)

    def message(self, number: int, seat: Member, channel: Channel) -> Message:
        """Return the message with a short number.

        Raises:
            NotUnderstood: The member sees no such message in the channel.
        """
        for message in seat.reads(channel):
            if self._numbers.get(message) == number:
                return message
        raise NotUnderstood(f"There is no message #{number} here.")

    def _shown(self, message: Message, memory: _Memory) -> list[str]:
        fresh = message not in memory.states
        self._number(message)
        memory.states[message] = _state(message)
        lines = message_lines(message, self._names())
        mention = mention_line(message) if fresh else None
        return [*lines, mention] if mention else lines

    def _deletions(self, memory: _Memory, channel: Channel) -> list[str]:
        gone = [one for one in memory.states if one.deleted and one.channel is channel]
        for message in gone:
            del memory.states[message]
        return [deletion_line(self._number(message)) for message in gone]

    def _elsewhere(self, seat: Member, channel: Channel, memory: _Memory) -> list[str]:
        """Return a member's new notifications from other channels."""
        new = [one for one in seat.notifications[memory.mentions :] if one.channel is not channel]
        memory.mentions = len(seat.notifications)
        lines: list[str] = []
        for message in new:
            direct = isinstance(message.channel, DirectChannel)
            place = f"(@{shown_name(seat.name)} was mentioned in {shown_name(title_of(message.channel))})"
            lines += self._shown(message, memory) if direct else [place]
        return lines

    def _number(self, message: Message) -> int:
        """Return the short number of a message, a new one if it has none."""
        return self._numbers.setdefault(message, len(self._numbers) + 1)

    def _names(self) -> Names:
        return Names(
            members={str(user.id): shown_name(user.name) for user in self._guild.world.users.values()},
            roles={str(role.id): shown_name(role.name) for role in roles_of(self._guild)},
            channels={str(one.id): shown_name(one.name) for one in channels_of(self._guild)},
            messages={str(message.id): number for message, number in self._numbers.items()},
            now=self._clock(),
        )


def _state(message: Message) -> tuple[int, bool]:
    return message.edited, message.thinking
