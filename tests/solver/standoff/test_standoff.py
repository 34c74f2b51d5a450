"""Standoff: both searches against plain search, the first moves, and the tables."""

import hashlib
import lzma
from collections.abc import Callable, Iterator
from math import inf
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import gridlock_rules as rules
from gridlock_rules.geometry import cells_of, geometry, touching
from gridlock_rules.variants.standoff import StandoffPosition
from gridlock_solver import Budget, Value, solve
from gridlock_solver.search.budget import Exhausted
from gridlock_solver.standoff import solver as standoff
from gridlock_solver.standoff.build import NotBuilt, compile_to
from gridlock_solver.standoff.compiled import CompiledSearch, load
from gridlock_solver.standoff.first_moves import first_moves
from gridlock_solver.standoff.ground import Ground, ground_of, ground_of_claims
from gridlock_solver.standoff.make_tables import table_of
from gridlock_solver.standoff.opening_table import MOST_CLAIMED, Layer, opening_table, table_path
from gridlock_solver.standoff.search import GroundSearch, PythonSearch
from tests.rules.support import positions
from tests.solver.support import AMPLE, skip_without_compiler

CONTENTS = {
    6: "4c0f06744b59a8c96f54d441f84985a70b3db51010edc70eadbab05404bbecc3",
    7: "8140c7b731c630880e0126c28b43cdb9cfc15a26c2685b824609c1172a15429a",
    8: "e40a6483e6b36408500a73e57940b15e2812ffa08a51caf2e54737d2431d22a4",
}
"""Checksums of the contents of the tables, as `make_tables` prints them."""

# Orbits of first moves that win and that lose, by another program without these bounds; and how many moves win.
FIRST_MOVES = {
    6: ("A2 B2 B3 C3", "A1 A3", 24),
    7: ("A2 B2 B3 B4 D4", "A1 A3 A4 C3 C4", 25),
    8: ("A1 A2 A4 B2 B3 B4 C3 C4 D4", "A3", 56),
}


SearchOf = Callable[[int], GroundSearch]


class PlainGrounds:
    """Search of all play on the cells that may still be claimed, with a cache and nothing else."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, int], bool] = {}

    def wins(self, own: int, opposing: int) -> bool:
        if (own, opposing) not in self._known:
            self._known[own, opposing] = any(
                not self.wins(opposing & ~touching(1 << cell), own & ~(1 << cell)) for cell in cells_of(own)
            )
        return self._known[own, opposing]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("standoff") / "search.so"
    try:
        compile_to(path)
    except NotBuilt as reason:
        skip_without_compiler(reason)
    return path


@pytest.fixture(scope="module", params=["python", "compiled"])
def search_of(request: pytest.FixtureRequest) -> SearchOf:
    """Each kind of search, as a function of the size of the board."""
    if request.param == "python":
        return PythonSearch
    code = load(request.getfixturevalue("library"))
    return lambda size: CompiledSearch(code, size, 1 << 16)


def wins(search: GroundSearch, ground: Ground) -> bool:
    return search.wins(ground, AMPLE.begin())


def masks(size: int, most: int) -> st.SearchStrategy[int]:
    cells = sorted(cells_of(geometry(size).board))
    return st.lists(st.sampled_from(cells), max_size=most, unique=True).map(lambda of: sum(1 << cell for cell in of))


GROUNDS = st.integers(3, 8).flatmap(
    lambda size: st.tuples(st.just(size), masks(size, 7), masks(size, 7), st.integers(-3, 3))
)


@given(GROUNDS)
def test_any_ground_is_won_as_in_plain_search(search_of: SearchOf, drawn: tuple[int, int, int, int]) -> None:
    """Spare moves are played as cells of their own, which touch nothing."""
    size, own, opposing, spare = drawn
    spares = sum(1 << 100 + 20 * number for number in range(abs(spare)))
    plain = PlainGrounds().wins(own | spares, opposing) if spare > 0 else PlainGrounds().wins(own, opposing | spares)

    assert wins(search_of(size), Ground(own, opposing, spare)) == plain


@settings(max_examples=200)
@given(st.sampled_from([5, 6, 7, 8]), st.data())
def test_a_symmetrical_ground_is_won_as_in_plain_search(search_of: SearchOf, size: int, data: st.DataObject) -> None:
    """Grounds in which the opponent may claim the image of each cell, where the mirror is tried."""
    image = data.draw(st.sampled_from(range(1, 8)))
    own = data.draw(masks(size, 6))
    opposing = standoff_images(own, size)[image]

    assert wins(search_of(size), Ground(own, opposing)) == PlainGrounds().wins(own, opposing)


def standoff_images(mask: int, size: int) -> list[int]:
    """Return the images of a mask, by the coordinates of its cells."""
    last = size - 1
    maps: list[Callable[[int, int], tuple[int, int]]] = [
        lambda row, column: (row, column),
        lambda row, column: (row, last - column),
        lambda row, column: (last - row, column),
        lambda row, column: (last - row, last - column),
        lambda row, column: (column, row),
        lambda row, column: (column, last - row),
        lambda row, column: (last - column, row),
        lambda row, column: (last - column, last - row),
    ]
    return [
        sum(1 << 8 * row + column for row, column in (at(*divmod(cell, 8)) for cell in cells_of(mask))) for at in maps
    ]


def test_all_first_moves_of_small_boards_are_won_as_in_plain_search(search_of: SearchOf) -> None:
    plain = PlainGrounds()
    for size in (3, 4):
        board = geometry(size).board
        for move in first_moves(size, search_of(size)):
            assert move.wins == (not plain.wins(*Ground(board, board).after(move.cell)[:2]))


@pytest.mark.parametrize("size", [6, 7])
def test_the_first_moves_that_win_are_those_of_another_program(search_of: SearchOf, size: int) -> None:
    if size == 7 and search_of is PythonSearch:
        pytest.skip("takes seconds in Python")
    assert summary(size, search_of(size)) == FIRST_MOVES[size]


def summary(size: int, search: GroundSearch) -> tuple[str, str, int]:
    moves = list(first_moves(size, search))
    names = [
        " ".join(rules.cell_name(move.cell) for move in moves if move.wins == wins_wanted)
        for wins_wanted in (True, False)
    ]
    return names[0], names[1], sum(move.count for move in moves if move.wins)


@pytest.mark.parametrize("size", MOST_CLAIMED)
def test_the_first_moves_in_the_table_are_those_of_another_program(size: int) -> None:
    winning = solve(rules.find_variant("standoff").start(size)).winning_moves
    names = {str(move) for move in winning}
    winners, losers, count = FIRST_MOVES[size]

    assert len(winning) == count
    assert set(winners.split()) <= names
    assert not names & set(losers.split())


def test_a_small_allowance_stops_a_search_and_keeps_what_was_found(search_of: SearchOf) -> None:
    search = search_of(6)
    ground = Ground(geometry(6).board, geometry(6).board).after(0)
    stops = 0
    while stops < 1000:
        try:
            assert search.wins(ground, Budget(inf, 50).begin())
            break
        except Exhausted:
            stops += 1

    assert 0 < stops < 1000


@settings(max_examples=40)
@given(positions(keys=["standoff"], sizes=[6, 7]))
def test_both_searches_give_the_same_solutions(library: Path, position: StandoffPosition) -> None:
    assume(position.legal_moves and position.ply >= (4 if position.size == 6 else 8))
    code, table = load(library), opening_table(position.size)
    searches = PythonSearch(position.size), CompiledSearch(code, position.size, 1 << 16)
    first, second = (standoff.Root(position, search, table).solution(AMPLE) for search in searches)

    assert first == second
    assert first.exact
    assert first.counted


def test_the_tables_are_those_that_were_made() -> None:
    for size in MOST_CLAIMED:
        content = lzma.decompress(table_path(size).read_bytes())
        assert hashlib.sha256(content).hexdigest() == CONTENTS[size]


@pytest.mark.parametrize("size", MOST_CLAIMED)
@settings(max_examples=100)
@given(data=st.data())
def test_a_position_in_a_table_is_won_if_a_move_leads_to_a_lost_one(size: int, data: st.DataObject) -> None:
    position, table = rules.find_variant("standoff").start(size), opening_table(size)
    assert table is not None
    for _ in range(data.draw(st.integers(1, MOST_CLAIMED[size] - 1))):
        position = position.play(data.draw(st.sampled_from(list(position.legal_moves))))
    after = [position.play(move) for move in position.legal_moves]

    assert table.wins(*claims(position)) == any(not table.wins(*claims(one)) for one in after)


def claims(position: rules.Position) -> tuple[int, int]:
    assert isinstance(position, StandoffPosition)
    return position.one, position.two


@settings(max_examples=15)
@given(st.data())
def test_a_table_says_what_the_search_finds(search_of: SearchOf, data: st.DataObject) -> None:
    """The largest layer; those below follow from it by the rules."""
    table, layer = opening_table(6), Layer(6, MOST_CLAIMED[6])
    assert table is not None
    one, two = data.draw(st.sampled_from(layer.ones)), data.draw(st.sampled_from(layer.twos))
    assume(not touching(one) & two)

    assert table.wins(one, two) == wins(search_of(6), ground_of_claims(6, one, two))


def test_the_table_of_a_board_can_be_made_again(library: Path) -> None:
    content = table_of(6, CompiledSearch(load(library), 6, 1 << 18))

    assert hashlib.sha256(content).hexdigest() == CONTENTS[6]


def symmetrical_lines(size: int) -> Iterator[rules.Position]:
    """Yield positions in which Player 1 has the centre, and the image of each cell of Player 2."""
    middle = size // 2
    position = rules.find_variant("standoff").start(size).play(rules.Move(8 * middle + middle))
    while position.legal_moves:
        yield position
        move = position.legal_moves[len(position.legal_moves) * position.ply // 37 % len(position.legal_moves)]
        row, column = divmod(move.cell, 8)
        position = position.play(move).play(rules.Move(8 * (size - 1 - row) + size - 1 - column))


@pytest.mark.parametrize("size", [5, 7])
def test_reflecting_through_the_centre_wins_without_a_search(search_of: SearchOf, size: int) -> None:
    lines = list(symmetrical_lines(size))

    assert len(lines) > 2
    for position in lines:
        assert isinstance(position, StandoffPosition)
        assert not search_of(size).wins(ground_of(position), Budget(inf, 0).begin())


def test_a_won_position_on_the_largest_board_has_a_winning_move_at_once() -> None:
    """By the table, whatever the budget."""
    position = rules.replay("standoff", 8, ["A3"])

    assert solve(position, Budget(0.0, 0)).value is Value.WON


def test_a_budget_of_few_positions_gives_the_same_solution_each_time() -> None:
    position = rules.replay("standoff", 8, ["A3", "H1", "C5", "F2", "B7"])
    hurried = Budget(inf, 2_000)
    first = solve(position, hurried)
    solve(position, Budget(inf, 20_000))

    assert solve(position, hurried) == first
