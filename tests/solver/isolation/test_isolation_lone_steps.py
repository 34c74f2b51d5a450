"""Isolation with steps that remove nothing, compared with plain search in all shapes that allow them.

Such a step is possible only if the free cells lie in a three by three square, except for at most one. The value depends
only on which cells touch, so the square in the middle of the 5x5 board has every shape of every board.
"""

from collections.abc import Iterator
from functools import cache

import pytest

from gridlock_rules.geometry import cells_of, geometry, touching
from gridlock_solver.isolation.cells import FreeCells
from gridlock_solver.isolation.lone_steps import CrampedLayer, cramped_layers
from gridlock_solver.isolation.turns import Turns

BOARD = geometry(5)
SQUARE = touching(1 << 18)

Tokens = tuple[int, int]
"""The cells of the player to move and of the opponent."""


@cache
def wins(free: int, tokens: Tokens, earlier: frozenset[tuple[Tokens, int]] = frozenset()) -> bool:
    """Return whether the player to move wins; `earlier` has the earlier positions with the parity of their plies."""
    own, other = tokens
    plies = len(earlier) % 2
    if any(not wins(free & ~(1 << removed), (other, step)) for step, removed in turns_with_removal(free, own, other)):
        return True
    still_earlier = earlier | {(tokens, plies)}
    return any(
        ((other, step), 1 - plies) not in earlier and not wins(free, (other, step), still_earlier)
        for step in steps(free, own, other)
        if not removable(free, other) & ~(1 << step)
    )


def steps(free: int, own: int, other: int) -> Iterator[int]:
    return cells_of(BOARD.neighbours[own] & free & ~(1 << other))


def removable(free: int, other: int) -> int:
    return free & ~(BOARD.neighbours[other] | 1 << other)


def turns_with_removal(free: int, own: int, other: int) -> Iterator[Tokens]:
    for step in steps(free, own, other):
        for removed in cells_of(removable(free, other) & ~(1 << step)):
            yield step, removed


def shapes(square: int, sizes: range) -> Iterator[int]:
    """Yield the sets of cells of a square with these sizes, and each with one more cell of the board."""
    part = square
    while part:
        if part.bit_count() in sizes:
            yield part
            yield from (part | 1 << more for more in cells_of(BOARD.board & ~square))
        part = (part - 1) & square


@pytest.fixture(scope="module")
def layers() -> list[CrampedLayer]:
    return list(cramped_layers(Turns(FreeCells(5, BOARD.board))))


@pytest.mark.parametrize("sizes", [range(1, 5), pytest.param(range(5, 10), marks=pytest.mark.exhaustive)])
def test_all_positions_are_solved_as_by_plain_search(layers: list[CrampedLayer], sizes: range) -> None:
    cells = FreeCells(5, BOARD.board)
    for free in shapes(SQUARE, sizes):
        word = cells.word(free)
        layer = layers[word.bit_count()]
        row = layer.sets.tolist().index(word)
        lost_first, lost_second = layer.lost_first[row].tolist(), layer.lost_second[row].tolist()
        for first in cells_of(free):
            for second in cells_of(free & ~(1 << first)):
                one, other = cells.number(first), cells.number(second)
                assert wins(free, (first, second)) != lost_first[one] >> other & 1
                assert wins(free, (second, first)) != lost_second[one] >> other & 1


def test_on_other_sets_every_step_has_a_removal(layers: list[CrampedLayer]) -> None:
    cells = FreeCells(5, BOARD.board)
    cramped = {word for layer in layers for word in layer.sets.tolist()}
    for square in shapes(SQUARE, range(1, 5)):
        for other in cells_of(square):
            for step in cells_of(square & ~(1 << other)):
                left = removable(square, other) & ~(1 << step)
                assert left or cells.word(square) in cramped
