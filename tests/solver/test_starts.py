"""The pools of starts: all different, and each seat wins as many."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from statistics import fmean

import pytest

import gridlock_rules as rules
from gridlock_rules.start_pools import fair_starts
from gridlock_rules.starts import canonical_start, images_of_start
from gridlock_solver import solve
from gridlock_solver.starts.balance import Candidate, Rounds, balanced
from gridlock_solver.starts.candidates import RECIPES, SIZES, Start
from gridlock_solver.starts.make_starts import STARTS, candidates, data_file, pool_lines, store

POOLS = [(variant.key, size) for variant in rules.VARIANTS for size in SIZES]


@pytest.mark.parametrize(("key", "size"), POOLS)
def test_a_pool_has_different_starts_in_an_order_that_tells_nothing(key: str, size: int) -> None:
    starts = fair_starts(key, size)
    assert len(starts) == STARTS
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
    assert _winners(key, size) == Counter({True: STARTS // 2, False: STARTS // 2})


@pytest.mark.exhaustive
@pytest.mark.parametrize(("key", "size"), sorted({*POOLS} - {*_IN_A_MOMENT}))
def test_each_seat_wins_as_many_starts_of_large_boards(key: str, size: int) -> None:
    assert _winners(key, size) == Counter({True: STARTS // 2, False: STARTS // 2})


def _winners(key: str, size: int) -> Counter[bool | None]:
    solutions = [solve(rules.find_variant(key).start(size, start)) for start in fair_starts(key, size)]
    return Counter(True if each.is_won else False if each.is_lost else None for each in solutions)


@pytest.mark.parametrize("key", ["dodge", "standoff"])
def test_the_starts_of_the_smallest_board_are_won_as_the_rules_say(key: str) -> None:
    """By trying everything, without the solver."""
    won = [_wins(rules.find_variant(key).start(4, start), {}) for start in fair_starts(key, 4)]
    assert won.count(True) == won.count(False) == STARTS // 2


def _wins(position: rules.Position, known: dict[rules.Position, bool]) -> bool:
    if position not in known:
        known[position] = any(not _wins(position.play(move), known) for move in position.legal_moves)
    return known[position]


REMADE = ["blocking"]
"""The variants whose pools are those of today's script and levels."""


@pytest.mark.parametrize("key", REMADE)
def test_the_starts_of_a_pool_are_candidates_of_the_script(key: str) -> None:
    assert set(RECIPES) == {variant.key for variant in rules.VARIANTS}
    made = {canonical_start(start.text, 4) for start in candidates(rules.find_variant(key), 4)}
    assert set(fair_starts(key, 4)) <= made


@pytest.mark.exhaustive
@pytest.mark.parametrize("key", REMADE)
def test_the_pools_come_out_of_the_script_again(key: str) -> None:
    stored = data_file(key).read_text(encoding="ascii").splitlines()
    assert pool_lines(rules.find_variant(key), 4) == [line for line in stored if line.startswith("4")]


FEW_GAMES = Rounds(screening=24, decisive=32, tolerance=0.02)


def test_starts_are_chosen_that_are_fair_between_equal_players() -> None:
    """Of some starts of Blocking on 4x4, half are chosen: nearer to 50 % than all, and as many for each seat."""
    starts = _some_candidates(8)
    chosen = balanced(starts, 8, FEW_GAMES)

    assert len({start.identity for start in chosen}) == 8
    assert [solve(start.position).is_won for start in chosen].count(True) == 4
    assert _unfairness(chosen) < _unfairness(starts)


def _unfairness(starts: list[Start]) -> float:
    """Return how far the mean shares of the levels are from one half, in the games by which starts are chosen."""
    played = [Candidate(start, solve(start.position).is_won) for start in starts]
    shares = [candidate.play(FEW_GAMES.decisive) for candidate in played]
    return sum((fmean(of_level) - 0.5) ** 2 for of_level in zip(*shares, strict=True))


def test_too_few_starts_of_one_seat_are_refused() -> None:
    won = [start for start in _some_candidates(2) if solve(start.position).is_won]

    with pytest.raises(ValueError, match="have this winner"):
        balanced(won, 2, FEW_GAMES)


def _some_candidates(of_each: int) -> list[Start]:
    """Return this many candidates of Blocking on 4x4 for each winner."""
    every = candidates(rules.find_variant("blocking"), 4)
    by_winner = [[start for start in every if solve(start.position).is_won is won] for won in (True, False)]
    return [start for same in by_winner for start in same[:: len(same) // of_each][:of_each]]


def test_candidates_are_of_many_kinds_and_all_different() -> None:
    every = candidates(rules.find_variant("blocking"), 4)
    kinds = Counter((solve(start.position).is_won, len(start.position.targets)) for start in every)

    assert len({start.identity for start in every}) == len(every)
    assert max(kinds.values()) < 40
    assert len({choices for _, choices in kinds}) > 8
    assert {is_won for is_won, _ in kinds} == {True, False}


def test_the_pools_of_one_board_are_replaced_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "dodge.tsv"
    store(file, 5, ["5\t0\t\tC3", "5\t0\t\tA1"])
    store(file, 4, ["4\t0\t\tA2"])
    store(file, 5, ["5\t0\t\tB2"])
    assert file.read_text(encoding="ascii").splitlines() == ["4\t0\t\tA2", "5\t0\t\tB2"]


def test_there_are_no_pools_of_other_boards_or_games() -> None:
    assert fair_starts("lines", 3) == ()
    assert fair_starts("knights", 5) == ()
