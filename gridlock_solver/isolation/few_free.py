"""Isolation with few free cells: every lost position, whoever is to move, and the steps alone besides."""

from gridlock_rules import Move, Player
from gridlock_rules.variants.isolation import IsolationPosition
from gridlock_solver.isolation.cells import FreeCells, all_sets
from gridlock_solver.isolation.lone_steps import cramped_layers
from gridlock_solver.isolation.turns import Turns
from gridlock_solver.solution import Solution, exact_solution


def solve_close(position: IsolationPosition, cells: FreeCells) -> Solution:
    """Return the exact solution of a position.

    Args:
        position: The position.
        cells: Its free cells, few.
    """
    quarters = CloseQuarters(cells)

    def wins(move: Move) -> bool:
        return quarters.wins(position, move)

    def answers(move: Move) -> int:
        after = position.play(move)
        return sum(quarters.wins(after, answer) for answer in after.legal_moves)

    return exact_solution(position.legal_moves, wins, answers)


class CloseQuarters:
    """All positions on some free cells in which something has just been removed, and what follows from them."""

    def __init__(self, cells: FreeCells) -> None:
        """Work out which of them are lost."""
        self._cells = cells
        self._family = all_sets(len(cells))
        self._layers = list(cramped_layers(Turns(cells), self._family))

    def wins(self, position: IsolationPosition, move: Move) -> bool:
        """Return whether a legal move wins.

        After a removal no earlier position can come back, so the value is known. Steps alone are looked through,
        with what may not come back: these are few.
        """
        after = position.play(move)
        if after.earlier or len(after.tokens) < len(Player):
            return not any(self.wins(after, answer) for answer in after.legal_moves)
        return self._is_lost(after)

    def _is_lost(self, position: IsolationPosition) -> bool:
        first, second = map(self._cells.number, position.tokens)
        free = self._cells.full & ~self._cells.word(position.removed)
        lost = self._layers[free.bit_count()].lost_by(first_moves=position.to_move is Player.ONE)
        return bool(lost[self._family.ranks[free], first] >> second & 1)
