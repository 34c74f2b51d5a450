"""Search that can stop at any time and knows what it has proved: iterative deepening with alpha-beta.

It knows nothing of a variant but two functions, so a variant can bring a representation that is faster
than the positions of the rules.
"""

from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from itertools import count
from typing import Generic, TypeVar

from gridlock_rules import Move
from gridlock_solver.budget import Allowance, Budget, Exhausted
from gridlock_solver.solution import FINISHED, Solution

State = TypeVar("State", bound=Hashable)

_WON = 1_000_000
"""The worth of a proved win. Estimates stay far below."""


class AnytimeSearch(Generic[State]):
    """Proves states won or lost as far as an allowance goes, and estimates the others."""

    def __init__(
        self,
        successors: Callable[[State], Sequence[State]],
        estimate: Callable[[State], int],
        allowance: Allowance,
    ) -> None:
        """Prepare a search.

        Args:
            successors: The states after each legal move. None means that the player to move has lost.
            estimate: How good an undecided state looks to the player to move.
            allowance: What the search may spend.
        """
        self._successors = successors
        self._estimate = estimate
        self._allowance = allowance
        self._proved: dict[State, bool] = {}

    def worth(self, state: State, depth: int, alpha: int = -_WON, beta: int = _WON) -> int:
        """Return what a state is worth to the player to move, looking this many plies ahead.

        Raises:
            Exhausted: The allowance is spent.
        """
        if state in self._proved:
            return _WON if self._proved[state] else -_WON
        self._allowance.spend()
        following = self._successors(state)
        if following and depth == 0:
            return self._estimate(state)
        best = -_WON
        for after in self._likely_first(following):
            best = max(best, -self.worth(after, depth - 1, -beta, -max(alpha, best)))
            if best >= beta:
                break
        if abs(best) == _WON:
            self._proved[state] = best > 0
        return best

    def wins(self, state: State) -> bool:
        """Return whether the player to move wins.

        Raises:
            Exhausted: The allowance is spent.
        """
        return next(worth for depth in count() if abs(worth := self.worth(state, depth)) == _WON) > 0

    def answers(self, state: State) -> int:
        """Return how many moves win.

        Raises:
            Exhausted: The allowance is spent.
        """
        return sum(not self.wins(after) for after in self._successors(state))

    def _likely_first(self, states: Sequence[State]) -> Sequence[State]:
        return sorted(states, key=self._estimate)


def solve_anytime(
    moves: Sequence[Move],
    state: State,
    successors: Callable[[State], Sequence[State]],
    estimate: Callable[[State], int],
    budget: Budget,
) -> Solution:
    """Return the solution of a state, exact if it can be proved within the budget.

    Args:
        moves: The legal moves in board order.
        state: What the search takes the position for.
        successors: The states after each legal move, for `state` in the order of `moves`.
        estimate: How good an undecided state looks to the player to move.
        budget: What the search may spend.
    """
    if not moves:
        return FINISHED
    search = AnytimeSearch(successors, estimate, budget.begin())
    following = successors(state)
    scores = [-estimate(after) for after in following]
    proved = _deepen(search, following, scores)
    winning = tuple(move for move, score in zip(moves, scores, strict=True) if score == _WON)
    if winning or not proved:
        return Solution(winning, moves[scores.index(max(scores))], exact=proved)
    return _least_bad(search, moves, following)


def _deepen(search: AnytimeSearch[State], following: Sequence[State], scores: list[int]) -> bool:
    """Put better and better scores of the following states into `scores`; return whether all are proved."""
    with suppress(Exhausted):
        for depth in count():
            undecided = [index for index, score in enumerate(scores) if abs(score) != _WON]
            if not undecided:
                break
            for index in undecided:
                scores[index] = -search.worth(following[index], depth)
    return all(abs(score) == _WON for score in scores)


def _least_bad(search: AnytimeSearch[State], moves: Sequence[Move], following: Sequence[State]) -> Solution:
    """Return the solution of a lost position: exact if all answers can be counted."""
    answers: list[int] = []
    with suppress(Exhausted):
        for after in following:
            answers.append(search.answers(after))  # noqa: PERF401  # what was counted is kept when it stops
    exact = len(answers) == len(moves)
    return Solution((), moves[answers.index(min(answers))] if answers else moves[0], exact)
