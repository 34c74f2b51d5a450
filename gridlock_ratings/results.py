"""Rated results: who won a game, who moved first, on which board and when."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Member:
    """A person.

    Attributes:
        user_id: Their id.
    """

    user_id: int


@dataclass(frozen=True, slots=True)
class BotLevel:
    """A level of the bot in a variant."""

    variant_key: str
    level: int


@dataclass(frozen=True, slots=True)
class Nameless:
    """A person whose data was deleted.

    Attributes:
        number: The same in all of their games in a server, and in no other person's.
    """

    number: int


Player = Member | BotLevel | Nameless


@dataclass(frozen=True, slots=True)
class RatedResult:
    """The result of one game.

    Attributes:
        game_id: The number of the game.
        first: Who made the first move.
        second: The other player.
        first_won: Whether the first player has won.
        board: Games with the same text share an advantage of the first move, which is learned. None where the first
            move is worth nothing by agreement, because it could be taken over.
        day: The day on which it ended, as a number of days since any fixed day.
    """

    game_id: int
    first: Player
    second: Player
    first_won: bool
    board: str | None
    day: int
