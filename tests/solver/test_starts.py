"""The pools of starts: all different, and each seat wins as many."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from statistics import fmean

import pytest

import gridlock_rules as rules
from gridlock_rules.start_pools import fair_starts
from gridlock_rules.starts import canonical_start, images_of_start
from gridlock_solver import solve
from gridlock_solver.starts.balance import balanced, played
from gridlock_solver.starts.candidates import RECIPES, SIZES, Start
from gridlock_solver.starts.make_starts import PAIRS, data_file, pairs, pool_lines

POOLS = [(variant.key, size) for variant in rules.VARIANTS for size in SIZES]


@pytest.mark.parametrize(("key", "size"), POOLS)
def test_a_pool_has_different_starts_in_an_order_that_tells_nothing(key: str, size: int) -> None:
    starts = fair_starts(key, size)
    assert len(starts) == 2 * PAIRS
    assert list(starts) == sorted(starts)
    assert [canonical_start(start, size) for start in starts] == list(starts)
    boards = {frozenset(_seen(key, size, image) for image in images_of_start(start, size)) for start in starts}
    assert len(boards) == len(starts)


def _seen(key: str, size: int, start: str) -> tuple[object, ...]:
    """What players see of a start: the board, who moves, and where."""
    position = rules.find_variant(key).start(size, start)
    return position.marks, position.to_move, tuple(map(str, position.legal_moves))


@pytest.mark.parametrize(("key", "size"), POOLS)
def test_each_start_leaves_a_choice_and_no_first_move_ends_the_game(key: str, size: int) -> None:
    for start in fair_starts(key, size):
        position = rules.find_variant(key).start(size, start)
        assert len(position.targets) >= 3
        if len(position.legal_moves) < 100:
            assert all(position.play(move).legal_moves for move in position.legal_moves)


_IN_A_MOMENT = [(key, size) for key, size in POOLS if size <= 5 and key != "isolation"]


@pytest.mark.parametrize(("key", "size"), _IN_A_MOMENT)
def test_each_seat_wins_as_many_starts(key: str, size: int) -> None:
    """Of all starts this is proved."""
    assert _winners(key, size) == Counter({True: PAIRS, False: PAIRS})


@pytest.mark.exhaustive
@pytest.mark.parametrize(("key", "size"), sorted({*POOLS} - {*_IN_A_MOMENT}))
def test_each_seat_wins_as_many_starts_of_large_boards(key: str, size: int) -> None:
    assert _winners(key, size) == Counter({True: PAIRS, False: PAIRS})


def _winners(key: str, size: int) -> Counter[bool | None]:
    solutions = [solve(rules.find_variant(key).start(size, start)) for start in fair_starts(key, size)]
    return Counter(True if each.is_won else False if each.is_lost else None for each in solutions)


@pytest.mark.parametrize("key", ["dodge", "standoff"])
def test_the_starts_of_the_smallest_board_are_won_as_the_rules_say(key: str) -> None:
    """By trying everything, without the solver."""
    won = [_wins(rules.find_variant(key).start(4, start), {}) for start in fair_starts(key, 4)]
    assert won.count(True) == won.count(False) == PAIRS


def _wins(position: rules.Position, known: dict[rules.Position, bool]) -> bool:
    if position not in known:
        known[position] = any(not _wins(position.play(move), known) for move in position.legal_moves)
    return known[position]


def test_the_pools_come_out_of_the_script_again() -> None:
    assert set(RECIPES) == {variant.key for variant in rules.VARIANTS}
    _assert_made_again("lines")


@pytest.mark.exhaustive
def test_a_pool_that_is_chosen_by_games_comes_out_of_the_script_again() -> None:
    _assert_made_again("blocking")


def _assert_made_again(key: str) -> None:
    stored = data_file(key).read_text(encoding="ascii").splitlines()
    assert pool_lines(rules.find_variant(key), 4) == [line for line in stored if line.startswith("4")]


def test_starts_are_chosen_that_are_fair_between_equal_players() -> None:
    """Of some starts of Blocking on 4x4, half are chosen: nearer to 50 % at the weakest levels than all of them."""
    variant = rules.find_variant("blocking")
    starts = [start for pair in islice(pairs(variant, 4), 8) for start in pair]
    chosen = balanced(starts, 8)

    assert len({start.identity for start in chosen}) == 8
    assert [solve(start.position).is_won for start in chosen].count(True) == 4
    assert _unfairness(chosen) < _unfairness(starts)


def _unfairness(starts: list[Start]) -> float:
    """Return how far the mean shares of the levels are from one half, in the games by which starts are chosen."""
    shares = zip(*(played(start).shares for start in starts), strict=True)
    return sum((fmean(of_level) - 0.5) ** 2 for of_level in shares)


def test_too_few_starts_of_one_seat_are_refused() -> None:
    variant = rules.find_variant("blocking")
    won = [first for first, _ in islice(pairs(variant, 4), 6) if solve(first.position).is_won]

    with pytest.raises(ValueError, match="have this winner"):
        balanced(won[:2], 2)


def test_there_are_no_pools_of_other_boards_or_games() -> None:
    assert fair_starts("lines", 3) == ()
    assert fair_starts("knights", 5) == ()
