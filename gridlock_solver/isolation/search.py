"""Search of Isolation on large boards with many free cells: the best move found in time, and any proof.

A complete search looks for a proof in the first half of the budget. Then a narrow search looks farther ahead, without
proving anything: alpha-beta with iterative deepening over the most promising turns. Below the position itself it only
tries removals two steps from the opponent's token, the nearest that are legal.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

from gridlock_rules.geometry import cells_of, geometry, touching
from gridlock_rules.variants.isolation import IsolationPosition
from gridlock_solver.search import game_tree
from gridlock_solver.search.budget import Allowance, Budget, Exhausted
from gridlock_solver.solution import Solution

_LOST = -1_000_000
"""The worth of a lost state. Estimates stay far above."""

_BREADTH = 12
_BREADTH_AT_ROOT = 24
_DEPTH = 6
_SECONDS_FOR_PROOF = 0.1


class State(NamedTuple):
    """A position with both tokens, as the player to move sees it.

    Attributes:
        free: Mask of the cells that are not removed.
        own: The cell of the token of the player to move.
        other: The cell of the opponent's token.
        earlier: The positions since the last removal: both cells, and the parity of the plies up to each.
    """

    free: int
    own: int
    other: int
    earlier: frozenset[tuple[int, int, int]] = frozenset()


class Board:
    """Model of Isolation on one board.

    Attributes:
        neighbours: For each cell, the mask of the cells around it.
    """

    def __init__(self, neighbours: Sequence[int]) -> None:
        """Take for each cell the mask of the cells around it."""
        self.neighbours = neighbours

    def steps(self, state: State) -> int:
        """Return the mask of the cells that the player to move may step to."""
        return self.neighbours[state.own] & state.free & ~(1 << state.other)

    def removable(self, state: State) -> int:
        """Return the mask of the cells that may be removed. It may include the cell stepped to, which may not."""
        return state.free & ~(self.neighbours[state.other] | 1 << state.other)

    def successors(self, state: State) -> list[State]:
        """Return the states after each legal turn, in board order of the turns."""
        return list(self.after(state, self.removable(state)))

    def after(self, state: State, removable: int) -> Iterator[State]:
        """Yield the states after each turn that removes one of these cells, or none if none is left."""
        for step in cells_of(self.steps(state)):
            removals = removable & ~(1 << step)
            if not removals:
                yield from self._after_step_alone(state, step)
            for removed in cells_of(removals):
                yield State(state.free & ~(1 << removed), state.other, step)

    def estimate(self, state: State) -> int:
        """Return how good a state looks for the player to move.

        An even number of free cells favours the player to move, an odd number the opponent: that player wins unless
        they are hemmed in. So the room around the favoured token counts, and how much it takes from the other token.
        These weights separate won from lost positions best on 5x5, where all values are known.
        """
        moves_favoured = state.free.bit_count() % 2 == 0
        favoured, opposed = (state.own, state.other) if moves_favoured else (state.other, state.own)
        empty = state.free & ~(1 << favoured | 1 << opposed)
        near, opposing = self.neighbours[favoured] & empty, self.neighbours[opposed] & empty
        room = 8 * near.bit_count() + 8 * (touching(near) & empty).bit_count()
        contact = 8 * (near & opposing).bit_count() - 7 * (opposing & ~near).bit_count()
        return room + contact if moves_favoured else -room - contact

    def key(self, state: State) -> State:
        """Return the state itself."""
        return state

    @staticmethod
    def _after_step_alone(state: State, step: int) -> Iterator[State]:
        plies = len(state.earlier)
        if (state.other, step, (plies + 1) % 2) not in state.earlier:
            yield State(state.free, state.other, step, state.earlier | {(state.own, state.other, plies % 2)})


def state_of(position: IsolationPosition) -> State:
    """Return the state of a position with both tokens and without earlier positions."""
    own, other = position.tokens if position.ply % 2 == 0 else position.tokens[::-1]
    return State(geometry(position.size).board & ~position.removed, own, other)


def solve_by_estimate(position: IsolationPosition, budget: Budget) -> Solution:
    """Return the best move found within the budget, and the moves that are proved to win.

    Args:
        position: A position in which every turn has a removal.
        budget: What the search may spend.
    """
    moves, board = position.legal_moves, Board(geometry(position.size).neighbours)
    # More time rarely proves more here.
    allowance = (
        replace(budget, seconds=min(budget.seconds, _SECONDS_FOR_PROOF)) if budget.proof_only else budget
    ).begin()
    if not position.tokens:
        return Solution((), max(moves, key=lambda move: _worst_answer(board, position.play(move))), exact=False)
    states = [state_of(position.play(move)) for move in moves]
    if len(position.tokens) > 1:
        options = dict(zip(moves, states, strict=True))
        with allowance.share() as half:
            proof = game_tree.solve_by_search(board, options, lambda move: board.successors(options[move]), half)
        if proof.exact or proof.is_won:
            return proof
    if budget.proof_only:
        return Solution((), moves[min(range(len(moves)), key=lambda index: board.estimate(states[index]))], exact=False)
    return Solution((), moves[NarrowSearch(board, allowance).best(states)], exact=False)


def _worst_answer(board: Board, placed: IsolationPosition) -> int:
    """Return how good it looks for Player 1 after the best placement of Player 2."""
    return min(board.estimate(state_of(placed.play(answer))) for answer in placed.legal_moves)


class NarrowSearch:
    """Narrow search: looks as far ahead as its allowance lets it."""

    def __init__(self, board: Board, allowance: Allowance) -> None:
        """Prepare a search.

        Args:
            board: The board.
            allowance: What the search may spend.
        """
        self._board = board
        self._allowance = allowance

    def best(self, after: Sequence[State]) -> int:
        """Return the index of the state that looks worst for the player to move there."""
        order = sorted(range(len(after)), key=lambda index: self._board.estimate(after[index]))
        with suppress(Exhausted):
            for depth in range(1, _DEPTH):
                self._reorder(after, order, depth)
        return order[0]

    def _reorder(self, after: Sequence[State], order: list[int], depth: int) -> None:
        """Move each turn that looks better than all before it to the front, so that the best one is always first."""
        best = 2 * _LOST
        for index in order[:_BREADTH_AT_ROOT]:
            worth = -self._worth(after[index], depth, 2 * _LOST, -best)
            if worth > best:
                best = worth
                order.remove(index)
                order.insert(0, index)

    def _worth(self, state: State, depth: int, alpha: int, beta: int) -> int:
        """Return the estimated worth of a state for the player to move."""
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
