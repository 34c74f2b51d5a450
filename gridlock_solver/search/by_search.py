"""From a search to the solution of a position: what to look at in which order, and what to say when time is up."""

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from itertools import count

from gridlock_rules import Move
from gridlock_solver.search.anytime import WON, AnytimeSearch, Model, State
from gridlock_solver.search.budget import Budget, Exhausted
from gridlock_solver.solution import FINISHED, Solution

_ENDS = (Exhausted, RecursionError)
"""What ends a search without a proof: also a game that may last longer than Python calls can be nested."""


def solve_by_search(
    model: Model[State],
    options: Mapping[Move, State],
    answers: Callable[[Move], Sequence[State]],
    budget: Budget,
) -> Solution:
    """Return the solution of a position, exact if it can be proved within the budget.

    Half of the budget goes into a search to the end of the game. What it leaves open is searched deeper and deeper.

    Args:
        model: What the search has to know of the game.
        options: The state after each legal move, in board order.
        answers: The states after each answer to a legal move, one for each answer.
        budget: What the search may spend.
    """
    if not options:
        return FINISHED
    half = budget.halved()
    search = AnytimeSearch(model, half.begin())
    scores = {move: -model.estimate(state) for move, state in options.items()}
    with suppress(*_ENDS):
        _prove(search, options, scores)
    search.allowance = half.begin()
    with suppress(*_ENDS):
        _deepen(search, options, scores)
    winning = tuple(move for move in options if scores[move] == WON)
    undecided = any(abs(score) != WON for score in scores.values())
    if winning or undecided:
        return Solution(winning, max(options, key=scores.__getitem__), exact=not undecided)
    return _least_bad(search, options, answers)


def _prove(search: AnytimeSearch[State], options: Mapping[Move, State], scores: dict[Move, int]) -> None:
    for move in sorted(options, key=scores.__getitem__, reverse=True):
        scores[move] = -WON if search.wins(options[move]) else WON


def _deepen(search: AnytimeSearch[State], options: Mapping[Move, State], scores: dict[Move, int]) -> None:
    for depth in count():
        undecided = [move for move in options if abs(scores[move]) != WON]
        if not undecided:
            return
        for move in undecided:
            scores[move] = -search.worth(options[move], depth)


def _least_bad(
    search: AnytimeSearch[State], moves: Collection[Move], answers: Callable[[Move], Sequence[State]]
) -> Solution:
    """Return the solution of a lost position: exact if all winning answers can be counted."""
    counts: dict[Move, int] = {}
    with suppress(*_ENDS):
        for move in moves:
            counts[move] = search.answers(answers(move))
    least_bad = min(counts, key=counts.__getitem__, default=next(iter(moves)))
    return Solution((), least_bad, exact=len(counts) == len(moves))
