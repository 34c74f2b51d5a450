"""Codes of walks: every game fits into a custom id, and is read as it was written."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridlock_host.learning.walks import EMPTY_CODE, LONGEST_CODE, NoSuchWalk, Walk
from gridlock_rules import VARIANTS, Variant
from gridlock_rules.start_pools import fair_starts


@st.composite
def walks(draw: st.DrawFn) -> Walk:
    """A walk of any variant, size and start, of any number of random moves."""
    variant, random = draw(st.sampled_from(VARIANTS)), Random(draw(st.integers(0, 2**32)))  # noqa: S311
    size = draw(st.sampled_from(variant.sizes))
    pool = fair_starts(variant.key, size)
    walk = Walk.start(variant, size, draw(st.none() | st.sampled_from(range(len(pool)))) if pool else None)
    for _ in range(draw(st.integers(0, 70))):
        if walk.position.legal_moves:
            walk = walk.play(random.choice(walk.position.legal_moves))
    return walk


@given(walks())
def test_a_walk_is_read_as_it_was_written(walk: Walk) -> None:
    assert Walk.read(walk.position.variant, walk.position.size, walk.code) == walk


@given(walks())
def test_back_is_the_position_before(walk: Walk) -> None:
    before = walk.back()
    assert before.moves == walk.moves[:-1]
    assert not walk.moves or before.play(walk.moves[-1]) == walk


@pytest.mark.parametrize("variant", VARIANTS, ids=[variant.key for variant in VARIANTS])
def test_the_empty_board_has_the_shortest_code(variant: Variant) -> None:
    assert Walk.start(variant, 8).code == EMPTY_CODE


@given(walks())
def test_a_walk_starts_over_from_where_it_began(walk: Walk) -> None:
    begun = walk.reset()
    assert (begun.moves, begun.fair_start) == ((), walk.fair_start)
    position = begun.position
    for move in walk.moves:
        position = position.play(move)
    assert position == walk.position


@pytest.mark.parametrize("variant", VARIANTS, ids=[variant.key for variant in VARIANTS])
def test_whole_games_on_the_largest_board_fit(variant: Variant) -> None:
    for seed in range(10):
        random, walk = Random(seed), Walk.start(variant, 8)  # noqa: S311
        while walk.position.legal_moves:
            walk = walk.play(random.choice(walk.position.legal_moves))
        assert len(walk.code) <= LONGEST_CODE


@given(st.sampled_from(VARIANTS), st.integers(3, 8), st.text("0123456789abcXYZ-_.", max_size=LONGEST_CODE))
def test_a_forged_code_is_a_walk_or_refused(variant: Variant, size: int, code: str) -> None:
    try:
        walk = Walk.read(variant, size, code)
    except NoSuchWalk:
        return
    assert Walk.read(variant, size, walk.code) == walk
