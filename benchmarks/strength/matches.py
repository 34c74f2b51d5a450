"""Matches between two players, who play each start twice, with seats exchanged."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

import gridlock_rules as rules
from benchmarks.strength.intervals import Interval, wilson

Chooser = Callable[[rules.Position, Random], rules.Move]
"""Chooses a legal move in an unfinished position."""

Start = Callable[[Random], rules.Position]
"""Draws the position in which a game begins."""


@dataclass(frozen=True)
class Player:
    """A player of a match.

    Attributes:
        name: The name in tables.
        choose: Chooses the player's moves.
        is_watched: Whether it is of interest which wins it gives away. To find them takes long in some games.
    """

    name: str
    choose: Chooser
    is_watched: bool = False


@dataclass(frozen=True)
class Result:
    """The result of a game for one of its players.

    Attributes:
        seat: Whether the player had the first or the second seat.
        won: Whether the player won.
        could_win: Whether the player was to move in a won position at least once, if the player is watched; else
            whether it won or stood to win.
        stood_to_win: Whether the player would have won from the start with perfect play.
    """

    seat: rules.Player
    won: bool
    could_win: bool
    stood_to_win: bool


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

    def interval(self, results: tuple[Result, ...] | None = None) -> Interval:
        """Return the 95 % interval of the share of games won, of all games or of some."""
        counted = self.results if results is None else results
        return wilson(sum(result.won for result in counted), len(counted))

    def from_seat(self, seat: rules.Player) -> tuple[Result, ...]:
        """Return the results from one seat."""
        return tuple(result for result in self.results if result.seat is seat)

    def standing_to(self, *, win: bool) -> tuple[Result, ...]:
        """Return the results from starts that the player would have won with perfect play, or lost."""
        return tuple(result for result in self.results if result.stood_to_win is win)


def share(results: tuple[Result, ...]) -> float | None:
    """Return the share of games won; None of no games."""
    return sum(result.won for result in results) / len(results) if results else None


def play_games(
    key: str, start: Start, players: tuple[Player, Player], numbers: range, is_won: Callable[[rules.Position], bool]
) -> tuple[Result, ...]:
    """Return the results of some games of a match after playing them. The same arguments give the same games.

    Args:
        key: The key of the variant.
        start: Draws a start for each two games.
        players: The player whose results are counted, who has the first seat in every other game, and the opponent.
        numbers: The numbers of the games in the match, counted from 0.
        is_won: Whether a position is won for the player to move.
    """
    one, other = players
    names = f"{key}, {one.name} - {other.name}"
    results = []
    for number in numbers:
        seat = rules.Player.TWO if number % 2 else rules.Player.ONE
        begun = start(Random(f"{names}, start {number // 2}"))  # noqa: S311  # games, not secrets
        chance = Random(f"{names}, {number}")  # noqa: S311  # games, not secrets
        positions = _play(begun, players[:: 1 if seat is rules.Player.ONE else -1], chance)
        results.append(_result(positions, seat, is_won, is_watched=one.is_watched))
    return tuple(results)


def _result(
    positions: list[rules.Position], seat: rules.Player, is_won: Callable[[rules.Position], bool], *, is_watched: bool
) -> Result:
    won = positions[-1].to_move is not seat
    stood_to_win = is_won(positions[0]) is (positions[0].to_move is seat)
    own = [position for position in positions if position.to_move is seat] if is_watched else []
    return Result(seat, won, could_win=won or stood_to_win or any(map(is_won, own)), stood_to_win=stood_to_win)


def _play(position: rules.Position, in_turn: tuple[Player, ...], chance: Random) -> list[rules.Position]:
    """Return all positions of a game in order."""
    positions = [position]
    while position.legal_moves:
        position = position.play(in_turn[position.ply % 2].choose(position, chance))
        positions.append(position)
    return positions
