"""Steps without a removal: everything about them is proved by plain search in all shapes that have them.

Such a step is possible only when the free cells lie in three by three cells, but for one at most. Which game
they allow depends on which of them touch, so around the middle of the 5x5 board there is every shape of
every board.
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
    """Whether the player to move wins, by the rules alone; `earlier` holds what stood, and after how many plies."""
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


def shapes(square: int) -> Iterator[int]:
    """Yield the sets of cells of a square, and those with one more cell of the board."""
    part = square
    while True:
        yield part
        yield from (part | 1 << more for more in cells_of(BOARD.board & ~square))
        if not part:
            return
        part = (part - 1) & square


@pytest.fixture(scope="module")
def layers() -> list[CrampedLayer]:
    return list(cramped_layers(Turns(FreeCells(5, BOARD.board))))


def test_all_positions_are_won_and_lost_as_by_plain_search(layers: list[CrampedLayer]) -> None:
    cells = FreeCells(5, BOARD.board)
    for free in shapes(SQUARE):
        word = cells.word(free)
        layer = layers[word.bit_count()]
        row = layer.sets.tolist().index(word)
        lost_first, lost_second = layer.lost_first[row].tolist(), layer.lost_second[row].tolist()
        for first in cells_of(free):
            for second in cells_of(free & ~(1 << first)):
                one, other = cells.number(first), cells.number(second)
                assert wins(free, (first, second)) != lost_first[one] >> other & 1
                assert wins(free, (second, first)) != lost_second[one] >> other & 1


def test_a_step_alone_needs_a_cramped_set() -> None:
    """Elsewhere some cell may be removed after every step: the opponent's neighbours do not cover the others."""
    cells = FreeCells(5, BOARD.board)
    cramped = {word for layer in cramped_layers(Turns(cells)) for word in layer.sets.tolist()}
    for square in shapes(SQUARE):
        for other in cells_of(square):
            for step in cells_of(square & ~(1 << other)):
                left = removable(square, other) & ~(1 << step)
                assert left or cells.word(square) in cramped
