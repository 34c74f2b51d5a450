"""Search that can stop at any time and knows what it has proved.

It knows nothing of a variant but what a `Model` tells it, so a variant can bring a representation that is faster
than the positions of the rules.
"""

from collections.abc import Hashable, Sequence
from typing import Generic, Protocol, TypeVar

from gridlock_solver.search.budget import Allowance

State = TypeVar("State")

WON = 1_000_000
"""The worth of a proved win. Estimates stay far below."""


class Model(Protocol[State]):
    """What a search has to know of a game. A state implies whose turn it is."""

    def successors(self, state: State) -> Sequence[State]:
        """Return the states after each move. None means that the player to move has lost."""
        ...

    def estimate(self, state: State) -> int:
        """Return how good the state looks to the player to move; 0 is even."""
        ...

    def key(self, state: State) -> Hashable:
        """Return a value that only states of the same worth share."""
        ...


class AnytimeSearch(Generic[State]):
    """Proves states won or lost as far as an allowance goes, and estimates others.

    Attributes:
        allowance: What the search may still spend. When it is exhausted and replaced, the search goes on
            with all that was proved.
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
        """Return how many of the states that a player can move to are lost for the other.

        Raises:
            Exhausted: The allowance is spent.
        """
        return sum(not self.wins(after) for after in following)

    def _likely_first(self, state: State) -> Sequence[State]:
        self.allowance.spend()
        return sorted(self._model.successors(state), key=self._model.estimate)
