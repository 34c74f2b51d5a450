"""Puzzles: one answer for each, and the same puzzle for the same seed."""

import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gridlock_rules as rules
from gridlock_solver import NoPuzzle, Puzzle, puzzle
from gridlock_solver.registry import SOLVERS
from tests.solver.support import PlainSearch

PUZZLED = [key for key in SOLVERS if key != "blocking"]
"""The solved variants but for Blocking, all of whose moves are equally good."""


def position_of(found: Puzzle) -> rules.Position:
    return rules.replay(found.variant_key, found.size, found.moves)


@settings(max_examples=10)
@given(st.integers() | st.text())
def test_a_puzzle_is_on_5x5_with_three_moves_played_and_three_to_choose_from(seed: int | str) -> None:
    found = puzzle(seed)
    position = position_of(found)

    assert found.size == 5
    assert len(found.moves) >= 3
    assert len(position.legal_moves) >= 3
    assert found.answer in position.legal_moves


@pytest.mark.parametrize("variant", PUZZLED)
def test_puzzles_of_different_seeds_differ(variant: str) -> None:
    assert len({position_of(puzzle(seed, variant)).marks for seed in range(6)}) >= 5


@settings(max_examples=10)
@given(st.sampled_from(["lines", "dodge", "standoff"]), st.integers())
def test_only_the_answer_of_a_puzzle_wins(variant: str, seed: int) -> None:
    found = puzzle(seed, variant)

    assert found.variant_key == variant
    assert PlainSearch().winning_moves(position_of(found)) == (found.answer,)


@pytest.mark.parametrize(
    ("seed", "variant", "moves", "answer"),
    [
        ("2026-01-01", "lines", "E3 D3 D4 A4 C4 B4 B1 B2 B3 A3 A5 B5 E5 D5 D1 D2 C2 A2 A1 E1", "C1"),
        ("2026-01-01", "standoff", "C1 D5 D3", "B4"),
        (7, "dodge", "C2 A4 C4 D2 A3 B5 A2 C5 B3 E4 E1 D4 B1 E5 A5 A1 B4 B2 D5 D3 C1 C3", "E2"),
        (7, "isolation", "B4 A1 C4/C2 B1/A5 D4/C4 C1/E1 E5/A1", "D2/C3"),
    ],
)
def test_a_seed_always_has_the_same_puzzle(seed: int | str, variant: str, moves: str, answer: str) -> None:
    found = puzzle(seed, variant)

    assert " ".join(str(move) for move in found.moves) == moves
    assert str(found.answer) == answer


@settings(max_examples=10)
@given(st.integers())
def test_a_puzzle_has_at_most_the_given_number_of_moves(seed: int) -> None:
    assert len(position_of(puzzle(seed, most_moves=25)).legal_moves) <= 25


def test_a_number_and_its_text_give_the_same_puzzle() -> None:
    assert puzzle(7, "dodge") == puzzle("7", rules.find_variant("dodge"))


def test_seeds_give_puzzles_of_all_variants_that_have_some() -> None:
    assert {puzzle(seed).variant_key for seed in range(12)} >= set(PUZZLED)


def test_blocking_has_no_puzzles() -> None:
    with pytest.raises(NoPuzzle, match=r"^No puzzle was found for Blocking\.$"):
        puzzle(1, "blocking")


def test_an_unknown_variant_is_refused() -> None:
    with pytest.raises(rules.UnknownVariant):
        puzzle(1, "chess")


def test_a_puzzle_survives_pickling() -> None:
    found = puzzle(7, "dodge")

    assert pickle.loads(pickle.dumps(found)) == found  # noqa: S301  # our own bytes
