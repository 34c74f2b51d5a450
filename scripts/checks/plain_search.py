"""Search of all play by the rules alone, which knows none of the solvers' ideas.

The claims of Lines, Dodge and Standoff are read here a second time, as sets of bits; Isolation is played by
`gridlock_rules`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any, Final

from gridlock_rules import Position

MOST_POSITIONS: Final = 20_000
"""The most positions of a game of claims that are visited."""

_MOST_PLAYED: Final = 1_000
"""The most positions of Isolation, each of which takes fifty times as long."""


class TooManyPositions(Exception):
    """The search has visited as many positions as it may."""


def plain_winning_moves(position: Position, most_positions: int = MOST_POSITIONS) -> list[str]:
    """Return all winning moves.

    Raises:
        TooManyPositions: It takes more positions than it may.
    """
    key = position.variant.key
    if key in ("lines", "dodge", "standoff"):
        after = _after_claims(position)
        wins = _searcher(_STEPS[key](position.size), most_positions)
        return [str(move) for move in position.legal_moves if not wins(after(move.cell))]
    played = _searcher(_played, min(most_positions, _MOST_PLAYED))
    return [str(move) for move in position.legal_moves if not played(position.play(move))]


def _searcher(following: Callable[[Any], Iterable[Any]], most: int) -> Callable[[Any], bool]:
    """Return a function that tells whether the player to move in a state wins; one without a move has lost."""
    known: dict[Hashable, bool] = {}

    def wins(state: Any) -> bool:  # noqa: ANN401  # of any game
        if state not in known:
            if len(known) >= most:
                raise TooManyPositions
            known[state] = any(not wins(after) for after in following(state))
        return known[state]

    return wins


def _played(position: Position) -> Iterable[Position]:
    return (position.play(move) for move in position.legal_moves)


def _after_claims(position: Position) -> Callable[[int], tuple[int, int]]:
    """Return a function from a claimed cell to the state after it."""
    size = position.size
    own, opposing = (_cells(position, mark) for mark in _marks(position))
    free = _all(size) & ~own & ~opposing
    if position.variant.key != "standoff":
        return lambda cell: (free & ~(1 << cell), cell)
    touching = _touching(size)
    mine = free & ~_union(touching, opposing)
    theirs = free & ~_union(touching, own)
    # The opponent is to move then, so the cells that they may claim come first.
    return lambda cell: (theirs & ~(1 << cell) & ~touching[cell], mine & ~(1 << cell))


def _lines(size: int) -> Callable[[tuple[int, int]], Iterable[tuple[int, int]]]:
    """A claim is in the row or the column of the last one."""
    seen = _related(size, lambda row, column, other_row, other_column: row == other_row or column == other_column)
    return lambda state: ((state[0] & ~(1 << cell), cell) for cell in _bits(state[0] & seen[state[1]]))


def _dodge(size: int) -> Callable[[tuple[int, int]], Iterable[tuple[int, int]]]:
    """A claim does not touch the last one."""
    touching = _touching(size)
    return lambda state: ((state[0] & ~(1 << cell), cell) for cell in _bits(state[0] & ~touching[state[1]]))


def _standoff(size: int) -> Callable[[tuple[int, int]], Iterable[tuple[int, int]]]:
    """A claim touches none of the opponent's cells. A state has the cells that each player may still claim."""
    touching = _touching(size)
    return lambda state: (
        (state[1] & ~(1 << cell) & ~touching[cell], state[0] & ~(1 << cell)) for cell in _bits(state[0])
    )


_STEPS: Final = {"lines": _lines, "dodge": _dodge, "standoff": _standoff}


def _marks(position: Position) -> tuple[str, str]:
    """Return the mark of the player to move, and that of the opponent."""
    variant = position.variant
    return variant.mark(position.to_move), variant.mark(position.to_move.opponent)


def _cells(position: Position, mark: str) -> int:
    return sum(mask for shown, mask in position.mark_masks if shown == mark)


def _all(size: int) -> int:
    """Return the set of all cells; eight cells of a set are a row."""
    return sum(1 << 8 * row + column for row in range(size) for column in range(size))


def _touching(size: int) -> dict[int, int]:
    """Return for each cell the eight cells around it."""
    return _related(size, lambda row, column, *other: max(abs(row - other[0]), abs(column - other[1])) == 1)


def _related(size: int, holds: Callable[[int, int, int, int], bool]) -> dict[int, int]:
    """Return for each cell the set of the cells to which its row and column have a relation."""
    cells = _bits(_all(size))
    return {
        cell: sum(1 << other for other in cells if holds(cell // 8, cell % 8, other // 8, other % 8)) for cell in cells
    }


def _union(touching: dict[int, int], cells: int) -> int:
    union = 0
    for cell in _bits(cells):
        union |= touching[cell]
    return union


def _bits(mask: int) -> list[int]:
    cells = []
    while mask:
        low = mask & -mask
        cells.append(low.bit_length() - 1)
        mask ^= low
    return cells
