"""Solver of Standoff: search over the cells that each player may still claim.

Standoff is the game of Snort (S. Norton) on the graph in which touching cells are neighbours: E. R. Berlekamp, J. H.
Conway and R. K. Guy, "Winning Ways for Your Mathematical Plays" (1982). For the rest of a game only the cells that
each player may still claim matter, not those already claimed. Many positions are therefore equivalent, and more so
because:

- a cell that neither player may claim does not matter;
- a cell that only one player may claim, and whose neighbours the opponent may not claim, is one spare move: the
  integer 1 of combinatorial game theory. A spare move of one player cancels a spare move of the other;
- the board can be turned and reflected, and the players can be exchanged with the turn.

7,131,049 positions can be reached on 5x5. Only 16,345 different ones are left, and a search visits some hundreds.
"""

from gridlock_rules import Move
from gridlock_rules.geometry import cells_of, geometry, touching
from gridlock_rules.variants.standoff import StandoffPosition
from gridlock_solver.search.budget import UNLIMITED, Budget
from gridlock_solver.search.game_tree import solve_by_search
from gridlock_solver.search.symmetry import canonical_pair
from gridlock_solver.solution import Solution
from gridlock_solver.variant_solver import VariantSolver

_EXACT_TO = 5
"""The largest board that is searched to the end whatever the budget: it takes some milliseconds."""

Ground = tuple[int, int, int]
"""The cells that the player to move may claim, those that the opponent may, and spare moves.

A negative number of spare moves means that the opponent has them. Spare moves may also be left in the masks: then
every legal move is one cell.
"""


def solve(position: StandoffPosition, budget: Budget) -> Solution:
    """Return the solution: exact up to 5x5, and above if it can be proved within the budget."""
    model = _Standoff(position.size)
    ground = _ground(position)
    claims = {move: model.claim(ground, move.cell) for move in position.legal_moves}

    def answers(move: Move) -> list[Ground]:
        after = claims[move]
        return [_without_spares(model.claim(after, cell)) for cell in cells_of(after[0])]

    options = {move: _without_spares(after) for move, after in claims.items()}
    return solve_by_search(model, options, answers, UNLIMITED if position.size <= _EXACT_TO else budget)


def _ground(position: StandoffPosition) -> Ground:
    masks = position.one, position.two
    free = geometry(position.size).board & ~(position.one | position.two)
    own, opposing = masks if position.ply % 2 == 0 else masks[::-1]
    return free & ~touching(opposing), free & ~touching(own), 0


def _without_spares(ground: Ground) -> Ground:
    """Return the ground with spare moves counted and taken out of the masks."""
    own, opposing, spare = ground
    own_spares, opposing_spares = own & ~touching(opposing), opposing & ~touching(own)
    return own ^ own_spares, opposing ^ opposing_spares, spare + own_spares.bit_count() - opposing_spares.bit_count()


class _Standoff:
    """Model of Standoff on a board of one size: a state is a ground without spare moves in the masks."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._apart = tuple(~(neighbours | 1 << cell) for cell, neighbours in enumerate(geometry(size).neighbours))

    def claim(self, ground: Ground, cell: int) -> Ground:
        """Return the ground after a claim, as the opponent sees it."""
        own, opposing, spare = ground
        return opposing & self._apart[cell], own & ~(1 << cell), -spare

    def successors(self, ground: Ground) -> list[Ground]:
        own, opposing, spare = ground
        after = [_without_spares(self.claim(ground, cell)) for cell in cells_of(own)]
        if spare > 0:
            after.append((opposing, own, 1 - spare))
        return list(dict.fromkeys(after))

    def estimate(self, ground: Ground) -> int:
        own, opposing, spare = ground
        return 3 * spare + own.bit_count() - opposing.bit_count()

    def key(self, ground: Ground) -> tuple[int, int]:
        own, opposing, spare = ground
        return canonical_pair(own, opposing, self._size), spare


STANDOFF = VariantSolver(solve, exact_to=_EXACT_TO)
