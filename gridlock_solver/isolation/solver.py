"""Solver of Isolation: exact up to 5x5, and on larger boards when few cells are free.

With few free cells every position that can follow is computed for either player to move, because a turn may be a step
without a removal. With more free cells every turn removes a cell, so the lost positions one and two removals ahead
give the solution.

Cells that neither token can reach are spare cells: they never touch a token, so each is good for one removal at any
time. Only their number matters.
"""

from gridlock_rules import Move, Player
from gridlock_rules.geometry import cells_of, geometry, touching
from gridlock_rules.variants.isolation import IsolationPosition
from gridlock_solver.isolation.cells import FreeCells, all_sets
from gridlock_solver.isolation.lone_steps import cramped_layers
from gridlock_solver.isolation.opening_tables import SIZE as SIZE_OF_TABLES
from gridlock_solver.isolation.opening_tables import known_layer
from gridlock_solver.isolation.remembered import memory
from gridlock_solver.isolation.retrograde import Layer, layers_upwards
from gridlock_solver.isolation.search import solve_by_estimate
from gridlock_solver.isolation.turns import Turns
from gridlock_solver.search.budget import Budget
from gridlock_solver.solution import Solution, exact_solution

FEW_FREE = 11
"""The most free cells with which a step without a removal can come within two plies: such a step needs at most ten."""

_MOST_FREE = 18
"""The most free cells from which all following positions are computed in the usual time, without a table.

Each cell more takes twice as long, and each spare cell a pass of its own through the sets of the other cells.
"""

_MOST_FREE_BY_TIME = range(14, 21)
"""The most free cells in the least time, and in any time: with 20 it takes about a second, and 90 MB are kept."""

_FARTHEST = 2
"""The most removals ahead that are asked about: one by a turn and one by the answer."""


def solve_isolation(position: IsolationPosition, budget: Budget) -> Solution:
    """Return the solution of a position. Boards up to 5x5 need no budget.

    On larger boards a larger budget computes the positions on more free cells. What was computed is kept, unless the
    budget is of few positions and thus repeatable.
    """
    free = geometry(position.size).board & ~position.removed
    count = free.bit_count()
    if count <= FEW_FREE:
        return solve_few_free(position, FreeCells(position.size, free))
    if position.size <= SIZE_OF_TABLES:
        return solve_many_free(position, FreeCells(position.size, free))
    most = most_free(budget)
    if len(position.tokens) < len(Player):
        few = count <= most
        return solve_many_free(position, FreeCells(position.size, free)) if few else solve_by_estimate(position, budget)
    remembers = budget.positions >= Budget().positions
    kept = memory().find(position.size, free) if remembers else None
    in_reach = reachable_cells(position, free)
    spare = count - in_reach.bit_count()
    if kept is None and (spare + 1) << in_reach.bit_count() <= 1 << most:
        if spare or not remembers:
            return solve_many_free(position, FreeCells(position.size, in_reach), spare)
        kept = memory().compute(position.size, free)
    return solve_by_estimate(position, budget) if kept is None else kept.solution(position, free)


def most_free(budget: Budget) -> int:
    """Return the most free cells from which all following positions are computed, on boards without a table."""
    if budget.positions < Budget().positions:
        return _MOST_FREE
    least, most = _MOST_FREE_BY_TIME[0], _MOST_FREE_BY_TIME[-1]
    ratio = budget.seconds / Budget().seconds
    return next((free for free in range(most, least, -1) if 2.0 ** (free - _MOST_FREE) <= ratio), least)


def reachable_cells(position: IsolationPosition, free: int) -> int:
    """Return the mask of the free cells that some token could still reach if nothing more were removed."""
    cells, wider = 0, sum(1 << token for token in position.tokens)
    while cells != wider:
        cells, wider = wider, touching(wider) & free
    return cells


def solve_few_free(position: IsolationPosition, cells: FreeCells) -> Solution:
    """Return the exact solution of a position with few free cells.

    Args:
        position: The position.
        cells: Its free cells.
    """
    few_free = FewFreePositions(cells)

    def wins(move: Move) -> bool:
        return few_free.wins(position, move)

    def answers(move: Move) -> int:
        after = position.play(move)
        return sum(few_free.wins(after, answer) for answer in after.legal_moves)

    return exact_solution(position.legal_moves, wins, answers)


class FewFreePositions:
    """All positions on a few free cells without earlier positions to repeat, won and lost."""

    def __init__(self, cells: FreeCells) -> None:
        """Compute which of them are lost."""
        self._cells = cells
        self._family = all_sets(len(cells))
        self._layers = list(cramped_layers(Turns(cells), self._family))

    def wins(self, position: IsolationPosition, move: Move) -> bool:
        """Return whether a legal move wins.

        After a removal no earlier position can come back, so the value is known. Steps without a removal are played
        out with the rules, earlier positions included: there are few of them.
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


class LayersAhead:
    """The lost positions one and two removals ahead. The first token is that of the player to move."""

    def __init__(self, cells: FreeCells, spare: int = 0) -> None:
        """Prepare to compute them.

        Args:
            cells: The free cells without the spare ones.
            spare: How many spare cells there are.
        """
        self._cells = cells
        self._spare = spare
        self._layers: dict[tuple[int, int], Layer] = {}
        self._rows: dict[tuple[int, int], dict[int, list[int]]] = {}

    def lost(self, free: int, spare: int) -> list[int]:
        """Return the lost positions of the player to move: for each cell of the first token, cells of the second.

        Ask about one removal before two: that may take less work, and often two need not be asked about then.

        Args:
            free: The set of cells that are free then.
            spare: How many spare cells there are then.
        """
        key = free.bit_count(), spare
        if key not in self._rows:
            layer = self._layers.get(key) or self._computed(*key)
            self._rows[key] = dict(zip(layer.sets.tolist(), layer.lost.tolist(), strict=True))
        return self._rows[key][free]

    def _computed(self, free: int, spare: int) -> Layer:
        """Return the layer with these numbers of free and spare cells, and keep others that may be asked about."""
        known = None if self._spare else known_layer(self._cells, free)
        if known is not None and known.free == free:
            return known
        # With spare cells, the layer after one removal of another cell is the last that is needed.
        last = (len(self._cells) - 1, self._spare) if self._spare else (free, spare)
        for layer in layers_upwards(self._cells, spare=self._spare, start=known):
            if len(self._cells) - layer.free + self._spare - layer.spare <= _FARTHEST:
                self._layers[layer.free, layer.spare] = layer
            if (layer.free, layer.spare) == last:
                break
        return self._layers[free, spare]


def solve_many_free(position: IsolationPosition, cells: FreeCells, spare: int = 0) -> Solution:
    """Return the exact solution of a position with many free cells.

    Args:
        position: The position, with or without both tokens. It has so many free cells that every turn and every answer
            removes one.
        cells: Its free cells without the spare ones.
        spare: How many spare cells it has.
    """
    ahead = LayersAhead(cells, spare)
    if len(position.tokens) < len(Player):
        return _solve_placement(position, cells, ahead)
    turn = _Turn(position, cells, ahead, spare)
    return exact_solution(position.legal_moves, turn.wins, turn.answers)


class _Turn:
    """The moves of one position, and the answers to them."""

    def __init__(self, position: IsolationPosition, cells: FreeCells, ahead: LayersAhead, spare: int = 0) -> None:
        self._cells = cells
        self._spare = spare
        self._ahead = ahead
        self._opponent = cells.number(position.tokens[(position.ply + 1) % 2])

    def wins(self, move: Move) -> bool:
        own, free, spare = self._played(move)
        return self._ahead.lost(free, spare)[own] >> self._opponent & 1 == 1

    def answers(self, move: Move) -> int:
        """Return how many answers win after a move that does not win."""
        own, free, spare = self._played(move)
        neighbours = self._cells.neighbours
        steps, close = int(neighbours[self._opponent]), int(neighbours[own])
        left = [(free & ~(1 << removed), spare) for removed in cells_of(free & ~(close | 1 << own))]
        left += [(free, spare - 1)] * spare
        return sum((self._ahead.lost(*rest)[own] & steps).bit_count() for rest in left)

    def _played(self, move: Move) -> tuple[int, int, int]:
        """Return the player's cell after a turn, the free cells, and the number of spare cells."""
        own = self._cells.number(move.cell)
        if move.removed is not None and move.removed not in self._cells:
            return own, self._cells.full, self._spare - 1
        removed = 0 if move.removed is None else 1 << self._cells.number(move.removed)
        return own, self._cells.full & ~removed, self._spare


def _solve_placement(position: IsolationPosition, cells: FreeCells, ahead: LayersAhead) -> Solution:
    # Player 1 moves when both tokens are placed, so the first token is Player 1's.
    lost = ahead.lost(cells.full, 0)
    if not position.tokens:
        answers = {move: lost[cells.number(move.cell)].bit_count() for move in position.legal_moves}
        return exact_solution(answers, lambda move: not answers[move], answers.__getitem__)
    winning = lost[cells.number(position.tokens[0])]

    def first_turns(move: Move) -> int:
        after = position.play(move)
        turn = _Turn(after, cells, ahead)
        return sum(map(turn.wins, after.legal_moves))

    return exact_solution(position.legal_moves, lambda move: winning >> cells.number(move.cell) & 1 == 1, first_turns)
