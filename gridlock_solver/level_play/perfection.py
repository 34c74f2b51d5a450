"""Play at the highest level: every win is kept by varied moves, and a lost position becomes the hardest problems."""

from collections.abc import Mapping
from statistics import fmean

from gridlock_rules import Move
from gridlock_solver.level_play.choice import Choice
from gridlock_solver.level_play.geography import MANY_MOVES, ahead_of, foresights, opponents_of
from gridlock_solver.level_play.sense import oversight
from gridlock_solver.level_skills import Sense
from gridlock_solver.search.geography_endings import drawn

_ALIKE = 0.01
"""Problems are equally hard if their chances differ by no more."""

_ALIKE_IF_TRIED = 0.04
"""The same for chances that are estimated by some tries."""

_MANY = 25
"""With more legal moves than this, a position takes long to solve."""

MOST_COMPARED, _COMPARED_OF_MANY = 12, 2
"""The most moves of a lost position that are compared with the best one, where each needs a solution of its own."""


def perfectly(choice: Choice) -> Move:
    """Return a winning move at random; in a lost position one of those that are hardest to answer."""
    solution = choice.solution
    if solution.winning_moves:
        return choice.chance.choice(solution.winning_moves)
    if not solution.is_lost:
        return choice.best
    skills = foresights(choice.variant.skills)
    if skills:
        return hardest(choice, ahead_of(choice).hopes(opponents_of(skills), MANY_MOVES, drawn))
    return hardest(choice, _tried_hopes(choice), _ALIKE_IF_TRIED)


def hardest(choice: Choice, hopes: Mapping[Move, float], alike: float = _ALIKE) -> Move:
    """Return one of the moves after which the opponent errs most often.

    Args:
        choice: The choice, in a lost position.
        hopes: Moves, each with the chance that the opponent errs after it.
        alike: By how much the chances of equally hard moves differ at most.
    """
    most = max(hopes.values())
    return choice.chance.choice([move for move, hope in hopes.items() if hope >= most - alike])


def _tried_hopes(choice: Choice) -> Mapping[Move, float]:
    """Return moves of a lost position, each with the mean chance that the level below and a guesser err after it."""
    skill = choice.variant.skills[-1]
    if not isinstance(skill, Sense):
        raise TypeError(f"{choice.position.variant.title} has no skills of this kind")
    moves, hopes = choice.position.legal_moves, {choice.best: 0.0}
    count = MOST_COMPARED if len(moves) <= _MANY else _COMPARED_OF_MANY
    for move in dict.fromkeys((choice.best, *choice.some(moves, count))):
        after = choice.position.play(move)
        answers = choice.solver(after)
        if answers.exact:
            seen = oversight(after, answers.winning_moves, skill, choice.chance)
            guessed = 1 - len(answers.winning_moves) / len(after.legal_moves)
            hopes[move] = fmean((seen, guessed))
    return hopes
