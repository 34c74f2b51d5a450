"""How the bot chooses a move at each level."""

from __future__ import annotations

from random import Random

from gridlock_rules import Move, Position
from gridlock_solver.solving import solve

_STRONGEST = 5


def choose(position: Position, level: int, chance: Random) -> Move:
    """Choose a move: the best one, the more often the higher the level, or else any legal one.

    Args:
        position: A position in which the game goes on.
        level: From 1 to 5; at 5 it is always the best move.
        chance: What decides.
    """
    best = solve(position).best if chance.random() * _STRONGEST < level else None
    return chance.choice(position.legal_moves) if best is None else best
