"""Play by a sense of room: some positions are solved, in the others the room after a move and a reply is compared."""

from collections.abc import Sequence
from math import inf
from random import Random

from gridlock_rules import Move, Position
from gridlock_solver.level_play.choice import Choice
from gridlock_solver.level_skills import Sense

_TRIES = 12
"""How often a position is tried, to find out how easily it is misjudged."""


def by_sense(choice: Choice, sense: Sense) -> Move:
    """Return a good move if the level solves the position, else the one that its sense of room prefers."""
    position = choice.position
    if choice.succeeds(sense.guile) and choice.solution.is_lost:
        return choice.best
    if choice.succeeds(sense.insight(len(position.legal_moves))):
        return _solved_move(choice)
    if choice.succeeds(sense.error):
        winning = choice.solution.winning_moves
        losing = [move for move in position.legal_moves if move not in winning]
        return sensed_move(position, losing or position.legal_moves, sense, choice.chance)
    return sensed_move(position, position.legal_moves, sense, choice.chance)


def _solved_move(choice: Choice) -> Move:
    """Return the winning move that leaves the opponent the least room; the best move if none wins."""
    winning = choice.some(choice.solution.winning_moves)
    return min(winning, key=lambda move: room(choice.position.play(move)), default=choice.best)


def oversight(position: Position, winning: Sequence[Move], sense: Sense, chance: Random) -> float:
    """Return the estimated probability that a level gives away a win.

    Args:
        position: A won position.
        winning: The moves that win.
        sense: The skill of the level.
        chance: The source of its choices.
    """
    moves = position.legal_moves
    if len(winning) == len(moves):
        return 0.0
    right = sum(sensed_move(position, moves, sense, chance) in winning for _ in range(_TRIES)) / _TRIES
    return (1 - sense.insight(len(moves))) * (sense.error + (1 - sense.error) * (1 - right))


def sensed_move(position: Position, moves: Sequence[Move], sense: Sense, chance: Random) -> Move:
    """Return the most promising one of some of the moves."""
    return max(_some(moves, sense, chance), key=lambda move: _promise(position.play(move), sense, chance))


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
