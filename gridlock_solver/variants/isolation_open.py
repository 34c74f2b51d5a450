"""Isolation with many free cells: the lost positions one and two removals ahead."""

from gridlock_rules import Move, Player
from gridlock_rules.geometry import cells_of
from gridlock_rules.variants.isolation import IsolationPosition
from gridlock_solver.solution import Solution, exact_solution
from gridlock_solver.variants.isolation_cells import FreeCells
from gridlock_solver.variants.isolation_opening import known_layer
from gridlock_solver.variants.isolation_retrograde import Layer, layers_upwards

_FARTHEST = 2
"""How many removals ahead anything is asked about: a turn's and an answer's."""

_Rows = dict[int, list[int]]


class LostAhead:
    """The lost positions that follow when cells are removed. The first token is that of the player to move."""

    def __init__(self, cells: FreeCells) -> None:
        """Prepare to work them out."""
        self._cells = cells
        self._layers: dict[int, Layer] = {}
        self._rows: dict[int, _Rows] = {}

    def after(self, removals: int) -> _Rows:
        """Return for each set of cells that so many removals can leave where the player to move has lost.

        One removal is best asked about before two: it may take less work, and may save all that two take.
        """
        free = len(self._cells) - removals
        if free not in self._rows:
            layer = self._layers.get(free) or self._worked_out(free)
            self._rows[free] = dict(zip(layer.sets.tolist(), layer.lost.tolist(), strict=True))
        return self._rows[free]

    def _worked_out(self, free: int) -> Layer:
        """Return the layer with this many free cells, and keep those below that come by."""
        known = known_layer(self._cells, free)
        if known is not None and known.free == free:
            return known
        for layer in layers_upwards(self._cells, first_ends=True, start=known):
            if layer.free == free:
                return layer
            if layer.free >= len(self._cells) - _FARTHEST:
                self._layers[layer.free] = layer
        raise AssertionError("the layers end with all cells free")


def solve_open(position: IsolationPosition, cells: FreeCells) -> Solution:
    """Return the exact solution of a position.

    Args:
        position: The position, with or without both tokens.
        cells: Its free cells: so many that neither a turn nor the answer to it can be without a removal.
    """
    ahead = LostAhead(cells)
    if len(position.tokens) < len(Player):
        return _solve_placement(position, cells, ahead)
    turn = _Turn(position, cells, ahead)
    return exact_solution(position.legal_moves, turn.wins, turn.answers)


class _Turn:
    """What the moves of one position lead to."""

    def __init__(self, position: IsolationPosition, cells: FreeCells, ahead: LostAhead) -> None:
        self._cells = cells
        self._ahead = ahead
        self._opponent = cells.number(position.tokens[(position.ply + 1) % 2])

    def wins(self, move: Move) -> bool:
        own, free = self._played(move)
        return self._ahead.after(1)[free][own] >> self._opponent & 1 == 1

    def answers(self, move: Move) -> int:
        own, free = self._played(move)
        neighbours = self._cells.neighbours
        steps, close = int(neighbours[self._opponent]), int(neighbours[own])
        left = (free & ~(1 << removed) for removed in cells_of(free & ~(close | 1 << own)))
        lost = self._ahead.after(2)
        return sum((lost[still_free][own] & steps).bit_count() for still_free in left)

    def _played(self, move: Move) -> tuple[int, int]:
        """Return where the player stands after a turn, and what is free then."""
        removed = 0 if move.removed is None else 1 << self._cells.number(move.removed)
        return self._cells.number(move.cell), self._cells.full & ~removed


def _solve_placement(position: IsolationPosition, cells: FreeCells, ahead: LostAhead) -> Solution:
    # Whoever places first moves first: the first token is that of Player 1.
    lost = ahead.after(0)[cells.full]
    first = [cells.number(token) for token in position.tokens]

    def lost_after(move: Move) -> int:
        """Return the winning answers to the first placement, or whether the second wins."""
        own = cells.number(move.cell)
        return lost[first[0]] >> own & 1 if first else lost[own]

    def first_moves(move: Move) -> int:
        after = position.play(move)
        turn = _Turn(after, cells, ahead)
        return sum(map(turn.wins, after.legal_moves))

    if not first:
        return exact_solution(
            position.legal_moves, lambda move: not lost_after(move), lambda move: lost_after(move).bit_count()
        )
    return exact_solution(position.legal_moves, lambda move: lost_after(move) == 1, first_moves)
