"""Play by a sense of room: some positions are solved, in the others the room after a move and a reply is compared."""

from collections.abc import Sequence
from math import inf
from random import Random

from gridlock_rules import Move, Position
from gridlock_solver.level_play.choice import Choice
from gridlock_solver.level_skills import Sense

_FEW = 8
"""The most target cells of a position that is as easy to solve as any."""

_TRIES = 12
"""How often a position is tried, to find out how easily it is misjudged."""


def by_sense(choice: Choice, sense: Sense) -> Move:
    """Return a good move if the level solves the position, else the one that its sense of room prefers."""
    if choice.solution.is_lost:
        return choice.best if choice.succeeds(sense.guile) else sensed_move(choice.position, sense, choice.chance)
    winning = choice.solution.winning_moves
    if not choice.succeeds(insight(choice.position, sense)):
        return sensed_move(choice.position, sense, choice.chance)
    if not winning:
        return choice.best
    if not sense.care:
        return choice.chance.choice(winning)
    return min(choice.some(winning), key=lambda move: room(choice.position.play(move)))


def insight(position: Position, sense: Sense) -> float:
    """Return the probability that a level solves a won position: the more target cells, the less likely."""
    return float(sense.insight ** max(1, room(position) / _FEW))


def oversight(position: Position, winning: Sequence[Move], sense: Sense, chance: Random) -> float:
    """Return the estimated probability that a level gives away a win.

    Args:
        position: A won position.
        winning: The moves that win.
        sense: The skill of the level.
        chance: The source of its choices.
    """
    right = sum(sensed_move(position, sense, chance) in winning for _ in range(_TRIES))
    return (1 - insight(position, sense)) * (1 - right / _TRIES)


def sensed_move(position: Position, sense: Sense, chance: Random) -> Move:
    """Return the most promising one of some moves."""
    return max(
        _some(position.legal_moves, sense, chance), key=lambda move: _promise(position.play(move), sense, chance)
    )


def _promise(after: Position, sense: Sense, chance: Random) -> float:
    """Return how good a move looks: best if it ends the game, else by the room after the worst of some replies."""
    if not after.legal_moves:
        return inf
    least = min(room(after.play(reply)) for reply in _some(after.legal_moves, sense, chance))
    return least - room(after) if least else -inf


def _some(moves: Sequence[Move], sense: Sense, chance: Random) -> Sequence[Move]:
    return chance.sample(moves, min(sense.view, len(moves)))


def room(position: Position) -> int:
    """Return the number of target cells of the player to move."""
    return position.legal_moves.targets.bit_count()
