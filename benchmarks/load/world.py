"""Servers with many members, and a board in a channel for each of their games."""

from __future__ import annotations

from dataclasses import dataclass

from local_discord import Channel, Guild, LocalDiscord, Member, Message
from local_discord.model.message import Draft
from local_discord.wire import MessageFlags

_GUILDS = 20
_CHANNELS = 50
_MEMBERS = 100
_BOARD = Draft(components=[{"type": 10, "content": "A board"}], flags=MessageFlags.IS_COMPONENTS_V2)
_MOST_GAMES = _GUILDS * _MEMBERS * (_MEMBERS - 1) // 2


@dataclass(frozen=True)
class Seat:
    """The players and the board of a game.

    Attributes:
        one: Player 1.
        two: Player 2.
        board: The message that shows it.
    """

    one: Member
    two: Member
    board: Message

    @property
    def channel(self) -> Channel:
        """The channel of the board."""
        return self.board.channel

    @property
    def guild(self) -> Guild:
        """The server."""
        return self.one.guild


class World:
    """Twenty servers, each with 50 channels and 100 members.

    Args:
        discord: The stand-in; no bot may be connected yet.
    """

    def __init__(self, discord: LocalDiscord) -> None:
        self._guilds = [discord.add_guild(f"Pretend server {number}") for number in range(_GUILDS)]
        self._channels = {guild: [guild.add_channel(f"games-{n}") for n in range(_CHANNELS)] for guild in self._guilds}
        self._members = {guild: [guild.add_member(f"Player {n}") for n in range(_MEMBERS)] for guild in self._guilds}
        self._seated = 0

    def seats(self, number: int, *, of_challenges: bool = False) -> list[Seat]:
        """Seats for more games, spread evenly over servers, channels and members; no two members meet twice.

        Args:
            number: The number of seats.
            of_challenges: Whether the messages are challenges, which are plain text.

        Raises:
            ValueError: There are not so many pairs.
        """
        begin, self._seated = self._seated, self._seated + number
        if self._seated > _MOST_GAMES:
            raise ValueError(f"there are only {_MOST_GAMES} pairs of members")
        shown = Draft(content="A challenge") if of_challenges else _BOARD
        return [self._seat(each, shown) for each in range(begin, self._seated)]

    def _seat(self, number: int, shown: Draft) -> Seat:
        guild = self._guilds[number % _GUILDS]
        channel = self._channels[guild][number // _GUILDS % _CHANNELS]
        round_, chair = divmod(number // _GUILDS, _MEMBERS)
        members = self._members[guild]
        return Seat(members[chair], members[(chair + round_ + 1) % _MEMBERS], channel.post(guild.bot, shown))
