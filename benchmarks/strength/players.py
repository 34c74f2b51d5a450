"""Players of the tournament: the levels, random play, and a beginner who looks one move ahead."""

from functools import lru_cache
from itertools import islice
from random import Random
from types import MappingProxyType

import gridlock_rules as rules
from benchmarks.strength.matches import Player
from gridlock_solver import solve
from gridlock_solver.levels import LEVELS, choose

_COMPARED = 2
"""How many moves the beginner compares."""

# Perfect players repeat the same openings.
cached_solve = lru_cache(maxsize=400_000)(solve)


def level(number: int) -> Player:
    """Return a player of a level."""
    return Player(
        name_of(number),
        lambda position, chance: choose(position, number, chance, solver=cached_solve),
        is_watched=number == LEVELS[-1],
    )


def name_of(number: int) -> str:
    """Return the name of a level in tables."""
    return f"level {number}"


def _choose_at_random(position: rules.Position, chance: Random) -> rules.Move:
    return chance.choice(position.legal_moves)


def _choose_one_ply_ahead(position: rules.Position, chance: Random) -> rules.Move:
    """Return a move that wins at once; else, of two that do not lose at once, the one that leaves fewer replies."""
    moves = chance.sample(position.legal_moves, len(position.legal_moves))
    ending = next((move for move in moves if not position.play(move).legal_moves), None)
    if ending is not None:
        return ending
    safe = islice((move for move in moves if not _wins_at_once(position.play(move))), _COMPARED)
    return min(safe, key=lambda move: len(position.play(move).legal_moves), default=moves[0])


def _wins_at_once(position: rules.Position) -> bool:
    return any(not position.play(move).legal_moves for move in position.legal_moves)


RANDOM = Player("random", _choose_at_random)
BEGINNER = Player("beginner", _choose_one_ply_ahead)

PLAYERS = MappingProxyType({player.name: player for player in (RANDOM, BEGINNER, *map(level, LEVELS))})
"""By their names, which can be pickled."""
