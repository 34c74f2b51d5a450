"""`solve` in every variant, compared with other programs' values and with plain search."""

import doctest
import pickle
from pathlib import Path

import pytest
from hypothesis import assume, given, settings

import gridlock_rules as rules
import gridlock_solver
from gridlock_solver import Solution, solve
from gridlock_solver.registry import SOLVERS
from tests.rules.support import CHOICES, FILL, KEYS, play_out, positions, vector_rows
from tests.solver.support import AMPLE, PlainSearch, TooManyPositions, agree, reachable

_MOST_POSITIONS = 4_000
"""The most positions that plain search visits."""

PLAIN = [key for key in SOLVERS if key != "isolation"]
"""The variants compared with plain search here. Isolation has tests of its own."""

ROWS = [
    pytest.param(*row, id=f"{row[0]}-{row[1]}-line-{number}")
    for number, row in enumerate(vector_rows("values.tsv"), start=2)
]


@pytest.mark.parametrize(("key", "size", "moves", "value", "legal", "winning", "some_winning"), ROWS)
def test_the_values_are_those_of_other_programs(
    key: str, size: str, moves: str, value: str, legal: str, winning: str, some_winning: str
) -> None:
    position = rules.replay(key, int(size), [] if moves == "-" else moves.split())
    solution = solve(position)
    found = [str(move) for move in solution.winning_moves]

    assert solution.exact
    assert solution.is_won == (value == "win")
    assert (len(position.legal_moves), len(found)) == (int(legal), int(winning))
    assert some_winning == "-" or found[: len(some_winning.split())] == some_winning.split()


@pytest.mark.parametrize("key", PLAIN)
def test_every_position_of_the_smallest_board_is_solved_as_by_plain_search(key: str) -> None:
    plain = PlainSearch()
    for position in reachable(rules.find_variant(key).start(3)):
        assert agree(solve(position), plain.solution(position)), position


@given(positions(keys=PLAIN, last=8))
def test_late_positions_are_solved_as_by_plain_search(position: rules.Position) -> None:
    try:
        plain = PlainSearch(_MOST_POSITIONS).solution(position)
    except TooManyPositions:
        assume(condition=False)
    else:
        assert agree(solve(position, AMPLE), plain)


@settings(max_examples=30)
@given(positions(keys=["lines", "dodge", "blocking"]) | positions(keys=["standoff"], sizes=[3, 4, 5]))
def test_a_move_wins_if_the_position_after_it_is_lost(position: rules.Position) -> None:
    """By induction from the end of the game, this law alone proves a solver right."""
    solution = solve(position)
    after = {move: solve(position.play(move)) for move in position.legal_moves}

    assert solution.winning_moves == tuple(move for move in after if not after[move].is_won)
    if solution.is_won:
        assert solution.best in solution.winning_moves
    else:
        assert solution.best == min(after, key=lambda move: len(after[move].winning_moves), default=None)


@pytest.mark.parametrize("key", KEYS)
def test_a_finished_position_has_no_moves(key: str) -> None:
    end = play_out(rules.find_variant(key).start(3), [0])[-1]

    assert solve(end) == Solution((), None, exact=True)


def test_every_solver_is_of_a_registered_variant() -> None:
    assert set(SOLVERS) <= set(KEYS)


@given(CHOICES)
def test_a_variant_without_a_solver_is_searched_by_its_rules(choices: list[int]) -> None:
    """Fill on 3x3 lasts nine moves, whatever the moves."""
    game = play_out(FILL.start(), choices)
    position = game[4 + choices[0] % 5]

    assert solve(position, AMPLE).is_won == (position.ply % 2 == 0)


@pytest.mark.parametrize("key", KEYS)
def test_a_solution_survives_pickling(key: str) -> None:
    solution = solve(play_out(rules.find_variant(key).start(3), [0])[-3])

    assert pickle.loads(pickle.dumps(solution)) == solution  # noqa: S301  # our own bytes


def test_the_examples_in_the_docstring_of_the_package_work() -> None:
    results = doctest.testmod(gridlock_solver)

    assert (results.failed, results.attempted > 0) == (0, True)


def test_the_examples_in_the_solver_document_work() -> None:
    results = doctest.testfile(
        str(Path(__file__).parents[2] / "docs" / "solver.md"), module_relative=False, encoding="utf-8"
    )

    assert (results.failed, results.attempted > 0) == (0, True)
