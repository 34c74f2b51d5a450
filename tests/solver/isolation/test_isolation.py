"""The solver of Isolation, compared with plain search."""

from collections.abc import Iterator
from itertools import islice, product

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import gridlock_rules as rules
from gridlock_rules.geometry import cell_at, cells_of, geometry, touching
from gridlock_rules.variants.isolation import IsolationPosition
from gridlock_solver import Budget, Solution, solve
from gridlock_solver.isolation.cells import FreeCells
from gridlock_solver.isolation.search import Board, state_of
from gridlock_solver.isolation.solver import reachable_cells, solve_many_free
from tests.rules.support import positions
from tests.solver.support import PlainSearch, TooManyPositions, agree

_MOST_POSITIONS = 4_000
"""The most positions that plain search visits."""

_LONGEST_HISTORY = 1
"""The most steps without a removal in a row on 3x3. 15,126 positions have none before them, and 80 times as many have
some."""


def symmetric(position: IsolationPosition) -> Iterator[IsolationPosition]:
    """Yield the images of a position under the eight symmetries of the board."""
    last = position.size - 1
    for rows, columns, exchanged in product((0, last), (0, last), (False, True)):
        yield moved(position, [_moved_cell(cell, rows, columns, exchanged=exchanged) for cell in range(64)])


def _moved_cell(cell: int, rows: int, columns: int, *, exchanged: bool) -> int:
    row, column = abs(rows - cell // 8), abs(columns - cell % 8)
    return cell_at(column, row) if exchanged else cell_at(row, column)


def moved(position: IsolationPosition, to: list[int]) -> IsolationPosition:
    """Return the position with each cell moved to another."""
    tokens = tuple(to[cell] for cell in position.tokens)
    removed = sum(1 << to[cell] for cell in cells_of(position.removed))
    earlier = frozenset((tuple(to[cell] for cell in stood), mover) for stood, mover in position.earlier)
    return IsolationPosition(position.size, position.ply, tokens, removed, earlier)


def reachable_up_to_symmetry(start: IsolationPosition) -> Iterator[IsolationPosition]:
    """Yield the reachable positions with few earlier positions, one for all that are symmetric."""
    seen, waiting = {start}, [start]
    while waiting:
        position = waiting.pop()
        yield position
        for move in position.legal_moves:
            after = position.play(move)
            if len(after.earlier) <= _LONGEST_HISTORY and seen.isdisjoint(symmetric(after)):
                seen.add(after)
                waiting.append(after)


def start(size: int) -> IsolationPosition:
    position = rules.find_variant("isolation").start(size)
    assert isinstance(position, IsolationPosition)
    return position


def solved_plainly(position: rules.Position) -> Solution:
    """Return the solution of plain search; skip the example if that takes too many positions."""
    try:
        return PlainSearch(_MOST_POSITIONS).solution(position)
    except TooManyPositions:
        assume(condition=False)
        raise


@pytest.mark.exhaustive
def test_every_position_of_the_smallest_board_is_solved_as_by_plain_search() -> None:
    plain = PlainSearch(2_000_000)
    for position in reachable_up_to_symmetry(start(3)):
        assert agree(solve(position), plain.solution(position)), position


@given(positions(keys=["isolation"], sizes=[3, 4, 5], last=6))
def test_late_positions_are_solved_as_by_plain_search(position: rules.Position) -> None:
    plain = solved_plainly(position)

    assert agree(solve(position), plain)


# How many positions are solved in time depends on the load of the machine.
@settings(max_examples=15, suppress_health_check=[HealthCheck.filter_too_much])
@given(positions(keys=["isolation"], sizes=[6, 7, 8], last=6))
def test_late_positions_of_larger_boards_are_solved_as_by_plain_search(position: rules.Position) -> None:
    """A solution that is not exact has no wrong winning moves."""
    solution = solve(position)
    assume(solution.exact or solution.winning_moves)
    plain = solved_plainly(position)

    assert set(solution.winning_moves) <= set(plain.winning_moves)
    assert agree(solution, plain) or not solution.exact or not solution.counted


@settings(suppress_health_check=[HealthCheck.filter_too_much])
@given(positions(keys=["isolation"], sizes=[3, 4], last=6))
def test_positions_after_a_step_without_a_removal_are_solved_as_by_plain_search(position: rules.Position) -> None:
    assert isinstance(position, IsolationPosition)
    assume(position.earlier)
    plain = solved_plainly(position)

    assert agree(solve(position), plain)


def test_earlier_positions_decide_who_wins_with_the_same_tokens() -> None:
    """On the last three cells the tokens move in a cycle; the player who would have to close it has lost."""
    fresh = IsolationPosition(5, ply=24, tokens=(0, 1), removed=geometry(5).board & ~0b1_0000_0011, earlier=frozenset())
    game: list[rules.Position] = [fresh]
    while game[-1].legal_moves:
        game.append(game[-1].play(game[-1].legal_moves[0]))

    assert [solve(position).is_won for position in game] == [True, False, True, False, True, False]


@pytest.mark.parametrize(("ply", "tokens"), [(15, ("B2", "C2")), (14, ("C2", "B2"))])
def test_ten_free_cells_with_a_step_without_a_removal_are_solved_as_by_plain_search(
    ply: int, tokens: tuple[str, str]
) -> None:
    """No more free cells allow such a step: the square around the opponent's token, and the cell stepped to."""
    middle = cell_at(1, 1)
    free = touching(1 << middle) | 1 << cell_at(3, 1)
    one, two = (cell_at("ABC".index(name[0]), int(name[1]) - 1) for name in tokens)
    position = IsolationPosition(5, ply, (one, two), geometry(5).board & ~free, frozenset())

    assert any(move.removed is None for move in position.legal_moves)
    assert agree(solve(position), PlainSearch().solution(position))


@given(positions(keys=["isolation"], sizes=[3, 4, 5], last=8))
def test_the_model_of_the_search_has_the_turns_of_the_rules(position: rules.Position) -> None:
    assert isinstance(position, IsolationPosition)
    assume(len(position.tokens) == 2 and not position.earlier)
    board, waiting = Board(geometry(position.size).neighbours), [(position, state_of(position))]
    for before, state in islice(waiting, 20):
        following, states = [before.play(move) for move in before.legal_moves], board.successors(state)
        assert [state_of(after)[:3] for after in following] == [after[:3] for after in states]
        waiting += [pair for pair in zip(following, states, strict=True) if pair[0].earlier]


@st.composite
def scattered(draw: st.DrawFn) -> IsolationPosition:
    """Draw a position with few free cells, scattered over the board."""
    board = geometry(draw(st.sampled_from([5, 6, 7])))
    free = draw(st.lists(st.sampled_from(list(cells_of(board.board))), min_size=12, max_size=15, unique=True))
    removed = board.board & ~sum(1 << cell for cell in free)
    return IsolationPosition(board.size, draw(st.sampled_from([20, 21])), tuple(free[:2]), removed, frozenset())


@settings(max_examples=25)
@given(scattered())
def test_counting_spare_cells_gives_the_same_solution(position: IsolationPosition) -> None:
    assume(position.legal_moves)
    free = geometry(position.size).board & ~position.removed
    cells = reachable_cells(position, free)
    spare = (free & ~cells).bit_count()

    with_spare = solve_many_free(position, FreeCells(position.size, cells), spare)
    assert with_spare == solve_many_free(position, FreeCells(position.size, free))


@settings(max_examples=6)
@given(positions(keys=["isolation"], sizes=[4, 5]))
def test_a_move_wins_if_the_position_after_it_is_lost(position: rules.Position) -> None:
    """By induction from the end of the game, this law alone proves a solver right."""
    solution = solve(position)
    after = {move: solve(position.play(move)) for move in position.legal_moves}

    assert solution.exact
    assert solution.winning_moves == tuple(move for move in after if not after[move].is_won)
    if solution.is_won:
        assert solution.best in solution.winning_moves
    else:
        assert solution.best == min(after, key=lambda move: len(after[move].winning_moves), default=None)


@pytest.mark.parametrize("moves", [[], ["C3"], ["C3", "A1"]])
@pytest.mark.parametrize("size", [6, 7, 8])
def test_large_boards_give_a_move_without_a_proof(size: int, moves: list[str]) -> None:
    position = rules.replay("isolation", size, moves)
    for budget in (Budget(seconds=0), Budget(positions=0), Budget()):
        solution = solve(position, budget)

        assert (solution.winning_moves, solution.exact) == ((), False)
        assert solution.best in position.legal_moves


def test_large_boards_are_solved_exactly_when_few_cells_are_free() -> None:
    position: rules.Position = start(8)
    while position.legal_moves and position.ply < 64 - 16:
        position = position.play(min(position.legal_moves, key=lambda move: -len(position.play(move).legal_moves)))

    assert solve(position).exact
