"""Reasons of Isolation: regions that are cut off, and the answers that punish losing turns."""

from collections.abc import Iterator, Mapping, Sequence

from gridlock_rules import Move, Player
from gridlock_rules.geometry import cells_of, geometry, touching
from gridlock_rules.variants.isolation import IsolationPosition
from gridlock_solver.explanation import Explanation, Reason
from gridlock_solver.isolation.cells import FreeCells
from gridlock_solver.isolation.opening_tables import SIZE as SIZE_OF_TABLES
from gridlock_solver.isolation.solver import FEW_FREE, FewFreePositions, LayersAhead
from gridlock_solver.search.budget import Budget


def cut_off(position: IsolationPosition, move: Move) -> Explanation | None:
    """Return the cells that the opponent can still reach after a turn, if the player's own token is not among them."""
    after = position.play(move)
    if len(after.tokens) < len(Player):
        return None
    own, other = _tokens(position.to_move, after)
    region = _reachable(1 << other, geometry(after.size).board & ~after.removed)
    if region >> own & 1:
        return None
    marks = position.variant.mark(position.to_move), position.variant.mark(after.to_move)
    cells = tuple(cells_of(region & ~(1 << other)))
    return Explanation.of(Reason.CUT_OFF, cells=cells, player=marks[0], opponent=marks[1])


def winning_answers(
    position: IsolationPosition, losing: Sequence[Move], _budget: Budget
) -> Mapping[Move, Sequence[Move]] | None:
    """Return the answers that win after each of some losing turns.

    None if they are not found at once: while the tokens are placed, and on large boards with many free cells.
    """
    free = geometry(position.size).board & ~position.removed
    cells = free.bit_count()
    if cells <= FEW_FREE:
        few_free = FewFreePositions(FreeCells(position.size, free))
        return {move: tuple(_few_free_answers(few_free, position.play(move))) for move in losing}
    if position.size > SIZE_OF_TABLES or len(position.tokens) < len(Player):
        return None
    ahead = _AnswersAhead(position, FreeCells(position.size, free))
    return {move: tuple(ahead.winning(move)) for move in losing}


class _AnswersAhead:
    """The winning answers in a position in which every turn and every answer removes a cell."""

    def __init__(self, position: IsolationPosition, cells: FreeCells) -> None:
        self._cells = cells
        self._ahead = LayersAhead(cells)
        self._opponent = cells.number(_tokens(position.to_move, position)[1])

    def winning(self, move: Move) -> Iterator[Move]:
        """Yield the answers that win after a turn."""
        cells = self._cells
        own, gone = cells.number(move.cell), 0 if move.removed is None else 1 << cells.number(move.removed)
        free = cells.full & ~gone
        steps = int(cells.neighbours[self._opponent]) & free
        for removed in cells_of(free & ~(int(cells.neighbours[own]) | 1 << own)):
            lost = self._ahead.lost(free & ~(1 << removed), 0)[own]
            for step in cells_of(lost & steps & ~(1 << removed)):
                yield Move(cells.cells[step], cells.cells[removed])


def _few_free_answers(few_free: FewFreePositions, after: IsolationPosition) -> Iterator[Move]:
    return (answer for answer in after.legal_moves if few_free.wins(after, answer))


def _tokens(player: Player, position: IsolationPosition) -> tuple[int, int]:
    """Return the cells of the player's token and of the opponent's."""
    one, two = position.tokens
    return (one, two) if player is Player.ONE else (two, one)


def _reachable(cells: int, free: int) -> int:
    """Return the mask of the free cells to which steps lead from some cells."""
    wider = touching(cells) & free
    while cells != wider:
        cells, wider = wider, touching(wider) & free
    return cells
