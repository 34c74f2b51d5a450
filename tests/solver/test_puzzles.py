"""The pool of puzzles: one answer for each, of measured depth, no shape twice, and which one comes on which day."""

from __future__ import annotations

import pickle
from datetime import date, timedelta
from importlib.resources import files
from itertools import pairwise
from statistics import mean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gridlock_rules as rules
from gridlock_solver import Puzzle, puzzle_of_day
from gridlock_solver.puzzles.pool import MOST_MOVES, WEEKDAYS, pool, puzzle_line, read_puzzle
from gridlock_solver.puzzles.shapes import shape
from tests.solver.support import PlainSearch

POOL = {weekday: [read_puzzle(line) for line in pool()[weekday]] for weekday in WEEKDAYS}
ALL = [puzzle for puzzles in POOL.values() for puzzle in puzzles]
SIZES = {"lines": {6, 7}, "dodge": {6, 7}, "standoff": {5}, "isolation": {5}}
# A year has at most 53 of a day of the week.
WEEKS = len(POOL[0])
# Each usual run tries a part; the exhaustive one tries all.
SAMPLE = ALL[:: len(ALL) // 40]

IN_ALL_AND_IN_A_SAMPLE = pytest.mark.parametrize(
    "puzzles", [pytest.param(SAMPLE, id="sample"), pytest.param(ALL, id="all", marks=pytest.mark.exhaustive)]
)


def position_of(puzzle: Puzzle) -> rules.Position:
    """Checks by the rules that all moves are legal."""
    return rules.replay(puzzle.variant_key, puzzle.size, [str(move) for move in puzzle.moves])


def cells_left(position: rules.Position) -> int:
    return len({move.cell for move in position.legal_moves})


def share_found_by_room(puzzle: Puzzle) -> float:
    """How likely one finds the answer by leaving the opponent the fewest cells, where ties are broken at random."""
    position = position_of(puzzle)
    left = {move: cells_left(position.play(move)) for move in position.legal_moves}
    fewest = [move for move in left if left[move] == min(left.values())]
    return (puzzle.answer in fewest) / len(fewest)


class LimitedSearch:
    """Says who wins if every line is over within some plies, by the rules alone."""

    def __init__(self) -> None:
        self._known: dict[tuple[rules.Position, int], bool | None] = {}

    def wins(self, position: rules.Position, plies: int) -> bool | None:
        """Whether the player to move wins; None if that is not seen so many plies ahead."""
        if (position, plies) not in self._known:
            self._known[position, plies] = self._search(position, plies)
        return self._known[position, plies]

    def _search(self, position: rules.Position, plies: int) -> bool | None:
        if position.outcome is not None:
            return False
        if plies == 0:
            return None
        after = [self.wins(position.play(move), plies - 1) for move in position.legal_moves]
        return True if False in after else None if None in after else False


def tells_the_answer(puzzle: Puzzle, plies: int, search: LimitedSearch) -> bool:
    """Whether the answer is seen to win, or all other moves to lose, by looking so many plies ahead."""
    position = position_of(puzzle)
    seen = {move: search.wins(position.play(move), plies - 1) for move in position.legal_moves}
    return seen[puzzle.answer] is False or all(seen[move] for move in seen if move != puzzle.answer)


def test_each_day_of_the_week_has_puzzles_for_more_than_a_year() -> None:
    assert {len(puzzles) for puzzles in POOL.values()} == {WEEKS}
    assert WEEKS >= 53
    assert len(files("gridlock_solver").joinpath("tables", "puzzles.txt").read_bytes()) < 300_000


def test_a_puzzle_offers_five_to_25_moves_and_its_answer_does_not_end_the_game() -> None:
    for puzzle in ALL:
        position = position_of(puzzle)
        assert 5 <= len(position.legal_moves) <= MOST_MOVES
        assert puzzle.answer in position.legal_moves
        assert position.play(puzzle.answer).outcome is None


def test_puzzles_are_of_all_games_with_choices_and_large_boards_where_small_ones_have_few() -> None:
    assert {puzzle.variant_key for puzzle in ALL} == set(SIZES)
    assert all(puzzle.size in SIZES[puzzle.variant_key] for puzzle in ALL)


def test_no_year_has_more_than_a_tenth_found_by_leaving_the_fewest_cells() -> None:
    """Even if a year has as many of them from each day of the week as there are."""
    assert all(sum(map(share_found_by_room, puzzles)) <= 0.1 * 52 for puzzles in POOL.values())


def test_the_opposite_of_that_finds_few_as_well() -> None:
    found = []
    for puzzle in ALL:
        position = position_of(puzzle)
        left = {move: cells_left(position.play(move)) for move in position.legal_moves}
        most = [move for move in left if left[move] == max(left.values())]
        found.append((puzzle.answer in most) / len(most))
    assert mean(found) <= 0.25


def turned(cells: frozenset[tuple[int, int, str]], size: int) -> set[frozenset[tuple[int, int, str]]]:
    """The images of marked cells under all turns and reflections."""
    found = set()
    for _ in range(4):
        cells = frozenset((column, size - 1 - row, mark) for row, column, mark in cells)
        found |= {cells, frozenset((row, size - 1 - column, mark) for row, column, mark in cells)}
    return found


def shape_by_grid(puzzle: Puzzle) -> tuple[str, int, frozenset[frozenset[tuple[int, int, str]]]]:
    """The shape, read from the board as it is shown: in Lines and Dodge it is only seen which cells are free."""
    position = position_of(puzzle)
    marks = {position.variant.mark(position.to_move): "own", position.variant.mark(position.to_move.opponent): "other"}
    if puzzle.variant_key in ("lines", "dodge"):
        marks = dict.fromkeys(marks, "taken")
    cells = {
        (cell // 8, cell % 8): marks.get(mark, mark)
        for mark, mask in position.mark_masks
        for cell in range(64)
        if mask >> cell & 1
    }
    if puzzle.variant_key in ("lines", "dodge"):
        last = puzzle.moves[-1].cell
        cells[last // 8, last % 8] = "last"
    told = frozenset((row, column, mark) for (row, column), mark in cells.items())
    return puzzle.variant_key, puzzle.size, frozenset(turned(told, puzzle.size))


def test_no_shape_comes_twice() -> None:
    """So it comes twice in no year of any server: each of its days of a week has all puzzles in turn."""
    assert len(set(map(shape_by_grid, ALL))) == len(ALL)


def test_the_shape_of_a_position_is_that_of_its_images() -> None:
    assert len({shape(position_of(puzzle)) for puzzle in ALL}) == len(ALL)
    for moves, image in (("A1 B3 C5", "E5 D3 C1"), ("A1 B3 C5", "A5 B3 C1"), ("A1 B3 C5", "A1 C2 E3")):
        for key in ("lines", "dodge", "standoff"):
            try:
                one, other = (rules.replay(key, 5, text.split()) for text in (moves, image))
            except rules.IllegalMove:
                continue
            assert shape(one) == shape(other)
    assert shape(rules.replay("standoff", 5, ["A1"])) != shape(rules.replay("standoff", 5, ["A2"]))


def test_depth_rises_from_monday_to_sunday() -> None:
    depths = [[puzzle.depth for puzzle in POOL[weekday]] for weekday in WEEKDAYS]
    for easier, harder in pairwise(depths):
        assert max(easier) <= min(harder)
    assert mean(depths[0]) < mean(depths[2]) < mean(depths[4]) < mean(depths[6])


@IN_ALL_AND_IN_A_SAMPLE
def test_exactly_one_move_wins(puzzles: list[Puzzle]) -> None:
    """By a plain search of all play."""
    for puzzle in puzzles:
        assert PlainSearch().winning_moves(position_of(puzzle)) == (puzzle.answer,), puzzle


@IN_ALL_AND_IN_A_SAMPLE
def test_the_depth_is_the_fewest_plies_that_tell_the_answer(puzzles: list[Puzzle]) -> None:
    for puzzle in puzzles:
        search = LimitedSearch()
        assert tells_the_answer(puzzle, puzzle.depth, search), puzzle
        assert not tells_the_answer(puzzle, puzzle.depth - 1, search), puzzle


def test_a_seed_has_each_puzzle_once_before_any_comes_again() -> None:
    first = date(2026, 1, 1)
    for seed in (1, 1_200_000_000_000_000_001, "a server"):
        found = [puzzle_of_day(seed, (first + timedelta(days=day)).toordinal()) for day in range(7 * WEEKS)]
        assert len(set(found)) == len(found) == len(ALL)


@given(st.integers() | st.text(), st.dates(max_value=date(9990, 1, 1)))
@settings(max_examples=8)
def test_no_shape_comes_twice_within_a_year_of_any_server(seed: int | str, first: date) -> None:
    days = [first + timedelta(days=day) for day in range(366)]
    found = [puzzle_of_day(seed, day.toordinal()) for day in days]
    assert len({puzzle.number for puzzle in found}) == len(found)
    for day, puzzle in zip(days, found, strict=True):
        assert puzzle in POOL[day.weekday()]


def test_servers_have_puzzles_in_different_orders() -> None:
    day = date(2026, 1, 1).toordinal()
    assert len({puzzle_of_day(server, day) for server in range(30)}) > 20
    assert puzzle_of_day(7, day) == puzzle_of_day("7", day)


def test_the_numbers_of_puzzles_differ_and_fit_into_a_custom_id() -> None:
    assert len({puzzle.number for puzzle in ALL}) == len(ALL)
    assert all(0 < puzzle.number < 10**9 for puzzle in ALL)


def test_a_line_of_the_pool_is_read_as_it_was_written() -> None:
    for weekday, puzzles in POOL.items():
        for puzzle, line in zip(puzzles, pool()[weekday], strict=True):
            assert puzzle_line(weekday, puzzle) == f"{weekday} {line}"


def test_a_puzzle_survives_pickling() -> None:
    assert pickle.loads(pickle.dumps(ALL[0])) == ALL[0]  # noqa: S301  # our own bytes
