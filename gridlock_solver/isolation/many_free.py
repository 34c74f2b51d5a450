"""Isolation with many free cells: the lost positions one and two removals ahead.

Cells that neither token can reach any more are all alike: they never touch a token, so each is good for one
removal at any time. Of these spare cells only the number matters.
"""

from gridlock_rules import Move, Player
from gridlock_rules.geometry import cells_of
from gridlock_rules.variants.isolation import IsolationPosition
from gridlock_solver.isolation.cells import FreeCells
from gridlock_solver.isolation.opening_tables import known_layer
from gridlock_solver.isolation.retrograde import Layer, layers_upwards
from gridlock_solver.solution import Solution, exact_solution

_FARTHEST = 2
"""How many removals ahead anything is asked about: a turn's and an answer's."""


class LostAhead:
    """The lost positions that follow when cells are removed. The first token is that of the player to move."""

    def __init__(self, cells: FreeCells, spare: int = 0) -> None:
        """Prepare to work them out.

        Args:
            cells: The free cells but for the spare ones.
            spare: How many spare cells there are.
        """
        self._cells = cells
        self._spare = spare
        self._layers: dict[tuple[int, int], Layer] = {}
        self._rows: dict[tuple[int, int], dict[int, list[int]]] = {}

    def lost(self, free: int, spare: int) -> list[int]:
        """Return where the player to move has lost: for each cell of the first token, cells of the second.

        One removal is best asked about before two: it may take less work, and may save all that two take.

        Args:
            free: The set of cells that are free then.
            spare: How many spare cells there are then.
        """
        key = free.bit_count(), spare
        if key not in self._rows:
            layer = self._layers.get(key) or self._worked_out(*key)
            self._rows[key] = dict(zip(layer.sets.tolist(), layer.lost.tolist(), strict=True))
        return self._rows[key][free]

    def _worked_out(self, free: int, spare: int) -> Layer:
        """Return the layer with so many free cells and spare ones, and keep others that may be asked about."""
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


def solve_open(position: IsolationPosition, cells: FreeCells, spare: int = 0) -> Solution:
    """Return the exact solution of a position.

    Args:
        position: The position, with or without both tokens. So many cells are free that neither a turn nor the
            answer to it can be without a removal.
        cells: Its free cells but for the spare ones.
        spare: How many spare cells it has.
    """
    ahead = LostAhead(cells, spare)
    if len(position.tokens) < len(Player):
        return _solve_placement(position, cells, ahead)
    turn = _Turn(position, cells, ahead, spare)
    return exact_solution(position.legal_moves, turn.wins, turn.answers)


class _Turn:
    """What the moves of one position lead to."""

    def __init__(self, position: IsolationPosition, cells: FreeCells, ahead: LostAhead, spare: int = 0) -> None:
        self._cells = cells
        self._spare = spare
        self._ahead = ahead
        self._opponent = cells.number(position.tokens[(position.ply + 1) % 2])

    def wins(self, move: Move) -> bool:
        own, free, spare = self._played(move)
        return self._ahead.lost(free, spare)[own] >> self._opponent & 1 == 1

    def answers(self, move: Move) -> int:
        """Return how many answers win, for a move that does not."""
        own, free, spare = self._played(move)
        neighbours = self._cells.neighbours
        steps, close = int(neighbours[self._opponent]), int(neighbours[own])
        left = [(free & ~(1 << removed), spare) for removed in cells_of(free & ~(close | 1 << own))]
        left += [(free, spare - 1)] * spare
        return sum((self._ahead.lost(*rest)[own] & steps).bit_count() for rest in left)

    def _played(self, move: Move) -> tuple[int, int, int]:
        """Return where the player stands after a turn, and what is free and spare then."""
        own = self._cells.number(move.cell)
        if move.removed is not None and move.removed not in self._cells:
            return own, self._cells.full, self._spare - 1
        removed = 0 if move.removed is None else 1 << self._cells.number(move.removed)
        return own, self._cells.full & ~removed, self._spare


def _solve_placement(position: IsolationPosition, cells: FreeCells, ahead: LostAhead) -> Solution:
    # Player 1 moves when both tokens are placed: the first token is his.
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
