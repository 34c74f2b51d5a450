"""Play at the highest level: every win is kept by varied moves, and a lost position becomes the hardest problems."""

from collections.abc import Mapping

from gridlock_rules import Move
from gridlock_solver.level_play.choice import Choice
from gridlock_solver.level_play.geography import MANY_MOVES, ahead_of
from gridlock_solver.level_play.sense import oversight
from gridlock_solver.level_skills import Foresight

_ALIKE = 0.04
"""Problems are equally hard if their chances differ by no more."""

_MANY = 25
"""With more legal moves than this, a position takes long to solve."""

MOST_COMPARED, _COMPARED_OF_MANY = 12, 2
"""The most moves of a lost position that are compared with the best one, where each needs a solution of its own."""


def perfectly(choice: Choice) -> Move:
    """Return a winning move at random; in a lost position one of those that are hardest to answer."""
    solution = choice.solution
    if solution.winning_moves:
        return choice.chance.choice(solution.winning_moves)
    return hardest(choice, _hopes(choice)) if solution.is_lost else choice.best


def hardest(choice: Choice, hopes: Mapping[Move, float]) -> Move:
    """Return one of the moves after which the opponent errs most often.

    Args:
        choice: The choice, in a lost position.
        hopes: Moves, each with the chance that the opponent errs after it.
    """
    most = max(hopes.values())
    return choice.chance.choice([move for move, hope in hopes.items() if hope >= most - _ALIKE])


def _hopes(choice: Choice) -> Mapping[Move, float]:
    """Return moves of a lost position, each with the chance that the level below errs after it."""
    skill = choice.variant.skills[-1]
    if isinstance(skill, Foresight):
        return ahead_of(choice).hopes(skill.oversight, MANY_MOVES)
    moves, hopes = choice.position.legal_moves, {choice.best: 0.0}
    count = MOST_COMPARED if len(moves) <= _MANY else _COMPARED_OF_MANY
    for move in dict.fromkeys((choice.best, *choice.some(moves, count))):
        after = choice.position.play(move)
        answers = choice.solver(after)
        if answers.exact:
            hopes[move] = oversight(after, answers.winning_moves, skill, choice.chance)
    return hopes
