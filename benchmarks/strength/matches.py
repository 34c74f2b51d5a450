"""Matches between two players, who move first in turn."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

import gridlock_rules as rules
from benchmarks.strength.intervals import Interval, wilson

Chooser = Callable[[rules.Position, Random], rules.Move]
"""Chooses a legal move in an unfinished position."""


@dataclass(frozen=True)
class Player:
    """A player of a match.

    Attributes:
        name: The name in tables.
        choose: Chooses the player's moves.
    """

    name: str
    choose: Chooser


@dataclass(frozen=True)
class Result:
    """The result of a game for one of its players.

    Attributes:
        seat: Whether the player moved first or second.
        won: Whether the player won.
        could_win: Whether the player was to move in a won position at least once.
    """

    seat: rules.Player
    won: bool
    could_win: bool


@dataclass(frozen=True)
class Match:
    """The games of one variant between two players.

    Attributes:
        key: The key of the variant.
        one: The name of the player with these results.
        other: The name of the opponent.
        results: One for each game.
    """

    key: str
    one: str
    other: str
    results: tuple[Result, ...]

    def share(self, *seats: rules.Player) -> float:
        """Return the share of games won from these seats; no seat means both."""
        counted = [result.won for result in self.results if result.seat in (seats or rules.Player)]
        return sum(counted) / len(counted)

    @property
    def interval(self) -> Interval:
        """The 95 % interval of the share of all games."""
        return wilson(sum(result.won for result in self.results), len(self.results))


def play_match(
    key: str, size: int, players: tuple[Player, Player], games: int, is_won: Callable[[rules.Position], bool]
) -> Match:
    """Return the match after playing it. The same arguments give the same games.

    Args:
        key: The key of the variant.
        size: Number of rows, and of columns.
        players: The player whose results are counted, who moves first in every other game, and the opponent.
        games: How many games to play.
        is_won: Whether a position is won for the player to move.
    """
    one, other = players
    results = []
    for number in range(games):
        seat = rules.Player.TWO if number % 2 else rules.Player.ONE
        chance = Random(f"{key} {size}x{size}, {one.name} - {other.name}, {number}")  # noqa: S311  # games, not secrets
        positions = _play(
            rules.find_variant(key).start(size), players[:: 1 if seat is rules.Player.ONE else -1], chance
        )
        won = positions[-1].to_move is not seat
        could_win = won or any(is_won(position) for position in positions if position.to_move is seat)
        results.append(Result(seat, won, could_win))
    return Match(key, one.name, other.name, tuple(results))


def _play(position: rules.Position, in_turn: tuple[Player, ...], chance: Random) -> list[rules.Position]:
    """Return all positions of a game in order."""
    positions = [position]
    while position.legal_moves:
        position = position.play(in_turn[position.ply % 2].choose(position, chance))
        positions.append(position)
    return positions
