"""The bot's levels: five strengths of play, for every variant.

Every level ends the game when it can. Level 5 keeps every win that the solver can prove, varies among the winning
moves, and from a lost position it sets the hardest problems. The lower levels miss some wins, by the skills that each
variant declares (`level_skills`): by a sense of room, or by foresight. docs/strength.md tells how strong that makes
them.
"""

from collections.abc import Callable
from functools import partial
from math import inf
from random import Random

from gridlock_rules import Move, Position
from gridlock_solver.level_play.choice import Choice
from gridlock_solver.level_play.foresight import by_foresight
from gridlock_solver.level_play.perfection import MOST_COMPARED, perfectly
from gridlock_solver.level_play.sense import by_sense
from gridlock_solver.level_skills import Foresight
from gridlock_solver.registry import find_solver, solve
from gridlock_solver.search.budget import Budget
from gridlock_solver.solution import Solution

LEVELS = range(1, 6)
"""The levels, from the weakest to the strongest."""

QUICK_LEVELS = LEVELS[:2]
"""The levels that answer in milliseconds, so they need no worker process."""

_BRIEF = Budget(seconds=inf, positions=100)
"""The search of a quick level, on boards that are not solved at once. It depends on no clock."""


def solve_briefly(position: Position) -> Solution:
    """Return the solution of a position as far as a quick level searches."""
    return solve(position, _BRIEF)


def choose(
    position: Position,
    level: int,
    chance: Random,
    seconds: float | None = None,
    *,
    solver: Callable[[Position], Solution] | None = None,
) -> Move:
    """Return the move of a player of a level. Level 5 never gives away a win that the solver proves.

    Args:
        position: An unfinished position of any variant and size.
        level: One of `LEVELS`.
        chance: The source of all random choices. The move depends on it and the other arguments alone.
        seconds: The processor time for the search of the position, and again for those of the positions that follow,
            which level 5 compares if it stands to lose; None means that of `Budget()`. A quick level takes less.
        solver: Solves positions, for callers with another budget or a cache; None means `solve`, or `solve_briefly` for
            a quick level.

    Raises:
        ValueError: There is no such level, or the game is over.
    """
    if level not in LEVELS:
        raise ValueError(f"levels go from {LEVELS[0]} to {LEVELS[-1]}: there is no level {level!r}")
    if not position.legal_moves:
        raise ValueError("the game is over: there is no move to choose")
    ending = [move for move in position.legal_moves if not position.play(move).legal_moves]
    if ending:
        return chance.choice(ending)
    ahead = solver or _solver_ahead(level, seconds)
    own = find_solver(position.variant.key)
    choice = Choice(position, solver or _solver(level, seconds), chance, ahead, own)
    if level == LEVELS[-1]:
        return perfectly(choice)
    skill = own.skills[level - LEVELS[0]]
    return by_foresight(choice, skill) if isinstance(skill, Foresight) else by_sense(choice, skill)


def _solver(level: int, seconds: float | None) -> Callable[[Position], Solution]:
    """Return what solves the position of a level."""
    return solve_briefly if level in QUICK_LEVELS else partial(solve, budget=_budget(seconds))


def _solver_ahead(level: int, seconds: float | None) -> Callable[[Position], Solution]:
    """Return what solves each of the positions that follow, all of them in the time of one."""
    whole = _budget(seconds)
    return _solver(level, whole.seconds / (MOST_COMPARED + 1))


def _budget(seconds: float | None) -> Budget:
    return Budget() if seconds is None else Budget(seconds)
