"""Search of a game tree within a budget: proves what it can, and estimates the rest."""

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from contextlib import suppress
from itertools import count
from typing import Generic, Protocol, TypeVar

from gridlock_rules import Move, Position
from gridlock_solver.search.budget import Allowance, Budget, Exhausted
from gridlock_solver.solution import FINISHED, Solution

State = TypeVar("State")

WON = 1_000_000
"""The worth of a proved win. Estimates stay far below."""

_ENDS = (Exhausted, RecursionError)
"""What ends a search without a proof. A game can be longer than Python's calls can be nested."""


class Model(Protocol[State]):
    """A game as a search sees it. A state says whose turn it is."""

    def successors(self, state: State) -> Sequence[State]:
        """Return the states after each move; an empty sequence if the player to move has lost."""
        ...

    def estimate(self, state: State) -> int:
        """Return how good the state looks for the player to move; 0 is even."""
        ...

    def key(self, state: State) -> Hashable:
        """Return a value that only states of the same worth share."""
        ...


class AnytimeSearch(Generic[State]):
    """Proves states won or lost within an allowance, and estimates others.

    Attributes:
        allowance: What the search may still spend. It may be replaced; the search keeps what it has proved.
    """

    def __init__(self, model: Model[State], allowance: Allowance) -> None:
        self.allowance = allowance
        self._model = model
        self._proved: dict[Hashable, bool] = {}

    def wins(self, state: State) -> bool:
        """Return whether the player to move wins, by a search to the end of the game.

        Raises:
            Exhausted: The allowance is spent.
        """
        key = self._model.key(state)
        known = self._proved.get(key)
        if known is None:
            known = any(not self.wins(after) for after in self._likely_first(state))
            self._proved[key] = known
        return known

    def worth(self, state: State, depth: int, alpha: int = -WON, beta: int = WON) -> int:
        """Return what a state is worth to the player to move, looking this many plies ahead.

        The worth is exact between alpha and beta, and a bound outside. `WON` and `-WON` are always proved.

        Raises:
            Exhausted: The allowance is spent.
        """
        key = self._model.key(state)
        if key in self._proved:
            return WON if self._proved[key] else -WON
        following = self._likely_first(state)
        if following and depth == 0:
            return self._model.estimate(state)
        best = -WON
        for after in following:
            best = max(best, -self.worth(after, depth - 1, -beta, -max(alpha, best)))
            if best >= beta:
                break
        if abs(best) == WON:
            self._proved[key] = best > 0
        return best

    def answers(self, following: Sequence[State]) -> int:
        """Return how many of these states are lost for the player to move there.

        Raises:
            Exhausted: The allowance is spent.
        """
        return sum(not self.wins(after) for after in following)

    def _likely_first(self, state: State) -> Sequence[State]:
        self.allowance.spend()
        return sorted(self._model.successors(state), key=self._model.estimate)


def solve_by_search(
    model: Model[State],
    options: Mapping[Move, State],
    answers: Callable[[Move], Sequence[State]],
    allowance: Allowance,
) -> Solution:
    """Return the solution of a position, exact if it can be proved within the allowance.

    The first half of the allowance is for a search to the end of the game. The rest is for the moves that are still
    open: they are searched deeper and deeper.

    Args:
        model: The game.
        options: The state after each legal move, in board order.
        answers: The states after each answer to a legal move, one for each answer.
        allowance: What the search may spend.
    """
    if not options:
        return FINISHED
    scores = {move: -model.estimate(state) for move, state in options.items()}
    with allowance.share() as half:
        search = AnytimeSearch(model, half)
        with suppress(*_ENDS):
            _prove(search, options, scores)
    search.allowance = allowance
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
    """Return the solution of a lost position, and whether all winning answers could be counted."""
    counts: dict[Move, int] = {}
    with suppress(*_ENDS):
        for move in moves:
            counts[move] = search.answers(answers(move))
    least_bad = min(counts, key=counts.__getitem__, default=next(iter(moves)))
    return Solution((), least_bad, exact=True, counted=len(counts) == len(moves))


def solve_by_rules(position: Position, budget: Budget) -> Solution:
    """Return the solution of a position of any variant, searched by the rules alone."""
    model = RulesModel()
    options = {move: position.play(move) for move in position.legal_moves}

    def answers(move: Move) -> list[Position]:
        return model.successors(options[move])

    return solve_by_search(model, options, answers, budget.begin())


class RulesModel:
    """The rules as a model: a state is a position."""

    def successors(self, position: Position) -> list[Position]:
        """Return the positions after each move."""
        return [position.play(move) for move in position.legal_moves]

    def estimate(self, position: Position) -> int:
        """Return the number of legal moves."""
        return len(position.legal_moves)

    def key(self, position: Position) -> Position:
        """Return the position itself."""
        return position
