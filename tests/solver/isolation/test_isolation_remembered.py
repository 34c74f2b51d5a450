"""Layers of Isolation that are kept from one position to the next."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gridlock_rules as rules
from gridlock_rules.geometry import geometry
from gridlock_rules.variants.isolation import IsolationPosition
from gridlock_solver import Budget, solve
from gridlock_solver.isolation import remembered
from gridlock_solver.isolation.cells import FreeCells
from gridlock_solver.isolation.remembered import LayersBelow, memory
from gridlock_solver.isolation.solver import most_free, solve_many_free

FEWEST = 12
"""The fewest free cells of positions in which every turn and every answer removes a cell."""


def free_cells(position: rules.Position) -> int:
    assert isinstance(position, IsolationPosition)
    return geometry(position.size).board & ~position.removed


def played(data: st.DataObject, size: int, most: int) -> IsolationPosition:
    """Return a position of a random game with at most so many free cells."""
    position = rules.find_variant("isolation").start(size)
    while free_cells(position).bit_count() > most and position.legal_moves:
        position = position.play(data.draw(st.sampled_from(list(position.legal_moves))))
    assert isinstance(position, IsolationPosition)
    return position


@settings(max_examples=15)
@given(st.sampled_from([5, 6]), st.integers(13, 15), st.data())
def test_kept_layers_solve_every_later_position_of_a_game(size: int, most: int, data: st.DataObject) -> None:
    position = played(data, size, most)
    layers = LayersBelow(FreeCells(size, free_cells(position)))
    while position.legal_moves and free_cells(position).bit_count() >= FEWEST:
        free = free_cells(position)
        assert layers.covers(size, free)
        assert layers.solution(position, free) == solve_many_free(position, FreeCells(size, free))
        position = position.play(data.draw(st.sampled_from(list(position.legal_moves))))


@settings(max_examples=3)
@given(st.data())
def test_the_plies_of_a_game_are_computed_once(data: st.DataObject) -> None:
    computed = []
    with pytest.MonkeyPatch.context() as patch:
        compute = remembered.Memory.compute

        def counted(self: remembered.Memory, size: int, free: int) -> LayersBelow:
            computed.append(free)
            return compute(self, size, free)

        patch.setattr(remembered.Memory, "compute", counted)
        memory.cache_clear()
        position = played(data, 6, 16)
        while position.legal_moves:
            solve(position)
            position = position.play(data.draw(st.sampled_from(list(position.legal_moves))))

    assert len(computed) <= 1


def test_cells_that_are_not_among_the_kept_ones_are_not_covered() -> None:
    layers = LayersBelow(FreeCells(6, 0x70707))

    assert layers.covers(6, 0x70307)
    assert not layers.covers(6, 0x70F07)
    assert not layers.covers(7, 0x70307)


@pytest.mark.parametrize(
    ("budget", "cells"),
    [
        (Budget(0.0), 14),
        (Budget(0.01), 14),
        (Budget(0.1), 17),
        (Budget(), 18),
        (Budget(1.0), 20),
        (Budget(3600.0), 20),
        (Budget(3600.0, 100), 18),
    ],
)
def test_more_time_computes_more_free_cells_up_to_a_bound_of_memory(budget: Budget, cells: int) -> None:
    assert most_free(budget) == cells
