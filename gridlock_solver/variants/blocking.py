"""Solver of Blocking: placements of rooks that attack no other, by search; without obstacles, by their number."""

from functools import cache
from typing import Final

from gridlock_rules import Player
from gridlock_rules.geometry import cells_of, geometry
from gridlock_rules.variants.blocking import BlockingPosition
from gridlock_solver.explanation import Explanation, Reason
from gridlock_solver.level_skills import Sense
from gridlock_solver.search.budget import Budget
from gridlock_solver.solution import Solution, exact_solution
from gridlock_solver.variant_solver import VariantSolver

_MOST_KNOWN: Final = 100_000
"""With more positions than this, about 10 MB, the search of a board begins anew."""


def solve(position: BlockingPosition, _budget: Budget) -> Solution:
    """Return the exact solution, on boards of every size.

    With n rows left and no obstacle in them, n moves are left. So either every move wins or none does, and all moves
    leave equally many answers.
    """
    moves = tuple(position.legal_moves)
    if not has_obstacles(position):
        rows_left = position.size - position.ply
        return Solution(moves if rows_left % 2 else (), moves[0] if moves else None, exact=True)
    search = _search(position.size)
    left = position.legal_moves.targets
    return exact_solution(
        moves,
        lambda move: not search.wins(search.after(left, move.cell)),
        lambda move: search.winning_answers(search.after(left, move.cell)),
    )


def has_obstacles(position: BlockingPosition) -> bool:
    """Whether an obstacle of the start lies in a row and a column that are still free."""
    rows_left = position.size - position.ply
    return position.legal_moves.targets.bit_count() != rows_left**2


@cache
def _known_by_size(_size: int) -> dict[int, bool]:
    return {}


def _search(size: int) -> "_Search":
    """Return a search that remembers what earlier ones have found, as the positions of a game follow each other."""
    known = _known_by_size(size)
    if len(known) > _MOST_KNOWN:
        known.clear()
    return _Search(size, known)


class _Search:
    """Search of all placements, by the cells that are left. There are at most 12,870 sets of free rows and columns.

    Args:
        size: Number of rows and columns of the board.
        known: By the cells that are left, whether the player to move wins.
    """

    def __init__(self, size: int, known: dict[int, bool]) -> None:
        lines = geometry(size).lines
        self._kept = tuple(~(mask | 1 << cell) for cell, mask in enumerate(lines))
        self._known = known

    def after(self, left: int, cell: int) -> int:
        """Return the cells that are left after a claim."""
        return left & self._kept[cell]

    def wins(self, left: int) -> bool:
        """Return whether the player to move wins with these cells left."""
        known = self._known.get(left)
        if known is None:
            known = self._known[left] = any(not self.wins(self.after(left, cell)) for cell in cells_of(left))
        return known

    def winning_answers(self, left: int) -> int:
        """Return how many moves win with these cells left."""
        return sum(not self.wins(self.after(left, cell)) for cell in cells_of(left))


def fixed_length(position: BlockingPosition) -> Explanation | None:
    """Return the length of all games, which decides the winner whatever the moves; None with obstacles."""
    if has_obstacles(position):
        return None
    winner = Player.ONE if position.size % 2 else Player.TWO
    # After a move, other games on this board may have been shorter: an obstacle may lie in what is closed by now.
    reason = Reason.FIXED_REST if position.ply else Reason.FIXED_LENGTH
    return Explanation.of(reason, length=position.size, winner=position.variant.mark(winner))


BLOCKING = VariantSolver(
    solve,
    fixed_length=fixed_length,
    exact_to=8,
    skills=(
        Sense(reach=0.2, sharpness=8.0, error=1.0, guile=0.0, view=2),
        Sense(reach=6.2, sharpness=8.0, error=1.0, guile=1.0, view=2),
        Sense(reach=8.5, sharpness=8.0, error=1.0, guile=1.0, view=3),
        Sense(reach=12.0, sharpness=8.0, error=1.0, guile=1.0, view=4),
    ),
)
