"""Blocking with obstacles, compared with a search of the rules that remembers nothing."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gridlock_rules as rules
from gridlock_solver import explain, solve
from gridlock_solver.explanation import Reason
from gridlock_solver.variants import blocking

Cell = tuple[int, int]


def open_cells(size: int, obstacles: frozenset[Cell], claims: frozenset[Cell]) -> list[Cell]:
    """The cells that may be claimed, by the rule book."""
    rows, columns = {row for row, _ in claims}, {column for _, column in claims}
    cells = product(range(size), repeat=2)
    return [
        (row, column) for row, column in cells if not ({row} & rows or {column} & columns or (row, column) in obstacles)
    ]


def wins(size: int, obstacles: frozenset[Cell], claims: frozenset[Cell]) -> bool:
    """Whether the player to move wins, by trying everything."""
    return any(not wins(size, obstacles, claims | {cell}) for cell in open_cells(size, obstacles, claims))


def named(cells: frozenset[Cell]) -> list[str]:
    return [f"{'ABCDEFGH'[row]}{column + 1}" for row, column in sorted(cells)]


@settings(deadline=None)
@given(st.integers(3, 5), st.frozensets(st.tuples(st.integers(0, 4), st.integers(0, 4)), max_size=10))
def test_the_winning_moves_are_those_that_the_rules_give(size: int, drawn: frozenset[Cell]) -> None:
    obstacles = frozenset(cell for cell in drawn if max(cell) < size)
    if not open_cells(size, obstacles, frozenset()):
        return
    position = rules.find_variant("blocking").start(size, " ".join(f"#{name}" for name in named(obstacles)))
    winning = frozenset(
        cell for cell in open_cells(size, obstacles, frozenset()) if not wins(size, obstacles, frozenset({cell}))
    )
    solution = solve(position)
    assert solution.exact
    assert [str(move) for move in solution.winning_moves] == named(winning)
    assert solution.is_won is bool(winning)


def test_in_a_lost_position_the_best_move_leaves_the_fewest_winning_answers() -> None:
    chance, found = Random(7), 0  # noqa: S311  # boards, not secrets
    while found < 5:
        obstacles = frozenset((chance.randrange(5), chance.randrange(5)) for _ in range(7))
        position = rules.find_variant("blocking").start(5, " ".join(f"#{name}" for name in named(obstacles)))
        solution = solve(position)
        if solution.is_lost and solution.best is not None:
            answers = {str(move): len(solve(position.play(move)).winning_moves) for move in position.legal_moves}
            assert answers[str(solution.best)] == min(answers.values())
            found += 1


def test_the_length_of_all_games_is_no_reason_where_obstacles_decide() -> None:
    blocking = rules.find_variant("blocking")
    plain, other = blocking.start(5), blocking.start(5, "#A1 #B3 #C4 #D2 #D5 #E1")
    reasons = [explain(position, position.legal_moves[0]).reason for position in (plain, other)]
    assert reasons[0] is Reason.FIXED_LENGTH
    assert reasons[1] is not Reason.FIXED_LENGTH


@pytest.mark.parametrize("size", range(4, 9))
def test_a_board_with_obstacles_is_solved_from_its_first_move(size: int) -> None:
    chance = Random(size)  # noqa: S311  # boards, not secrets
    cells: list[Cell] = sorted(product(range(size), range(size)))
    obstacles = frozenset(chance.sample(cells, 6))
    position = rules.find_variant("blocking").start(size, " ".join(f"#{name}" for name in named(obstacles)))
    solution = solve(position)
    assert solution.exact
    for move in list(position.legal_moves)[:3]:
        assert (move in solution.winning_moves) is solve(position.play(move)).is_lost


def test_what_is_remembered_between_positions_is_bounded_and_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    starts = [rules.find_variant("blocking").start(5, f"#A1 #B3 #C{column} #D4 #E2") for column in range(1, 6)]
    before = [solve(start) for start in starts]
    monkeypatch.setattr(blocking, "_MOST_KNOWN", 30)
    for start, solution in zip(starts, before, strict=True):
        assert solve(start) == solution
        # A second call finds the memory full, and begins anew.
        assert solve(start) == solution
        assert len(blocking._known_by_size(5)) < 3_000
