"""Replays: a finished game as it stood after some of its moves."""

from __future__ import annotations

from dataclasses import dataclass

from gridlock_host.model.end_card import Story
from gridlock_host.model.game import Game
from gridlock_rules import Player


@dataclass(frozen=True, slots=True)
class Replay:
    """What a replay shows.

    Attributes:
        game: The game.
        ply: So many moves are played on the board.
        story: Who stood to win along the game; None if that is not known.
        lists_moves: Whether all moves are listed below the board.
        line: The line of an imported game, from which it is read again; None for a stored one.
    """

    game: Game
    ply: int
    story: Story | None = None
    lists_moves: bool = False
    line: str | None = None

    @property
    def turning_point(self) -> int | None:
        """The number of moves after the turning point; None without one."""
        result = self.game.result
        if self.story is None or result is None or result.winner_id is None:
            return None
        winner = Player.ONE if result.winner_id == self.game.player_one_id else Player.TWO
        turn = self.story.turning_point(winner)
        return None if turn is None else turn + 1
