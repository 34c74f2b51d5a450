"""Isolation on large boards with many free cells: the best move that is found in time, and what is proved.

First complete search tries for a proof. Then narrow search looks farther ahead and proves nothing: alpha-beta
with iterative deepening, which looks at the most promising turns only, and below the position itself only at
removals two steps from the opponent's token, the nearest that are legal.
"""

from collections.abc import Sequence
from contextlib import suppress

from gridlock_rules.geometry import geometry, touching
from gridlock_rules.variants.isolation import IsolationPosition
from gridlock_solver.isolation.states import Board, State, state_of
from gridlock_solver.search import by_search
from gridlock_solver.search.budget import Allowance, Budget, Exhausted
from gridlock_solver.solution import Solution

_LOST = -1_000_000
"""What a lost state is worth. Estimates stay far above."""

_BREADTH = 12
_BREADTH_AT_ROOT = 24
_DEPTH = 6


def solve_by_search(position: IsolationPosition, budget: Budget) -> Solution:
    """Return the best move that is found within the budget, and the moves that are proved to win.

    Args:
        position: A position in which a turn cannot be without a removal.
        budget: What the search may spend.
    """
    moves, board, half = position.legal_moves, Board(geometry(position.size).neighbours), budget.halved()
    if not position.tokens:
        return Solution((), max(moves, key=lambda move: _worst_answer(board, position.play(move))), exact=False)
    states = [state_of(position.play(move)) for move in moves]
    if len(position.tokens) > 1:
        options = dict(zip(moves, states, strict=True))
        proof = by_search.solve_by_search(board, options, lambda move: board.successors(options[move]), half)
        if proof.exact or proof.is_won:
            return proof
    return Solution((), moves[NarrowSearch(board, half.begin()).best(states)], exact=False)


def _worst_answer(board: Board, placed: IsolationPosition) -> int:
    """Return how good it looks for Player 1 when Player 2 places the second token as well as he can."""
    return min(board.estimate(state_of(placed.play(answer))) for answer in placed.legal_moves)


class NarrowSearch:
    """Looks as far ahead as an allowance goes."""

    def __init__(self, board: Board, allowance: Allowance) -> None:
        """Prepare a search.

        Args:
            board: The board.
            allowance: What the search may spend.
        """
        self._board = board
        self._allowance = allowance

    def best(self, after: Sequence[State]) -> int:
        """Return the index of the state that looks worst for the player who is to move there."""
        order = sorted(range(len(after)), key=lambda index: self._board.estimate(after[index]))
        with suppress(Exhausted):
            for depth in range(1, _DEPTH):
                self._reorder(after, order, depth)
        return order[0]

    def _reorder(self, after: Sequence[State], order: list[int], depth: int) -> None:
        """Put each turn that looks better than all before it to the front, so that one is there at any time."""
        best = 2 * _LOST
        for index in order[:_BREADTH_AT_ROOT]:
            worth = -self._worth(after[index], depth, 2 * _LOST, -best)
            if worth > best:
                best = worth
                order.remove(index)
                order.insert(0, index)

    def _worth(self, state: State, depth: int, alpha: int, beta: int) -> int:
        """Return what a state looks worth to the player to move."""
        self._allowance.spend()
        steps = self._board.steps(state)
        if depth == 0 or not steps:
            return self._board.estimate(state) if steps else _LOST - depth
        removable = self._board.removable(state)
        near = touching(touching(1 << state.other)) & removable or removable
        best = 2 * _LOST
        for following in sorted(self._board.after(state, near), key=self._board.estimate)[:_BREADTH]:
            best = max(best, -self._worth(following, depth - 1, -beta, -max(alpha, best)))
            if best >= beta:
                break
        return best
