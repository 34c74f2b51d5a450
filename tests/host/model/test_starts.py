"""The order in which the starts of a pool come up for two players."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gridlock_host.model.starts import next_start
from gridlock_rules.starts import canonical_start

POOL = [canonical_start(f"A1 {row}{column}", 8) for row in "ABCD" for column in range(5, 9)]


@given(st.permutations([7, 8]), st.integers(0, 2**63), st.lists(st.permutations([7, 8]), min_size=32, max_size=32))
def test_a_start_comes_again_only_after_all_others(players: list[int], seed: int, orders: list[list[int]]) -> None:
    last = None
    drawn: list[str] = []
    for number, pair in enumerate([players, *orders]):
        last = next_start(POOL, 8, pair, last, f"{seed} {number}")
        drawn.append(canonical_start(last, 8))
    for number, start in enumerate(drawn):
        assert start in POOL
        assert start not in drawn[number + 1 : number + len(POOL)]


def test_pairs_have_orders_of_their_own_and_boards_of_all_symmetries() -> None:
    after = {canonical_start(next_start(POOL, 8, (pair, 99), POOL[0], "1"), 8) for pair in range(60)}
    assert len(after) > len(POOL) / 2
    shown = {next_start(POOL, 8, (1, 2), POOL[0], str(number)) for number in range(100)}
    assert len(shown) == 8
    assert len({canonical_start(start, 8) for start in shown}) == 1


def test_a_start_that_is_in_the_pool_no_more_is_followed_by_any() -> None:
    assert canonical_start(next_start(POOL, 8, (1, 2), "H8 H7", "5"), 8) in POOL
