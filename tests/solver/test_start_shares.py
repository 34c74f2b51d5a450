"""The shares of the pools: what is stored, how it is measured, and where the pools are fair."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random

import pytest

import gridlock_rules as rules
from benchmarks.strength import starts
from gridlock_rules.start_pools import fair_starts
from gridlock_rules.starts import images_of_start
from gridlock_solver.levels import choose
from gridlock_solver.starts.candidates import SIZES
from gridlock_solver.starts.equal_games import EQUAL_LEVELS, first_wins, wins_of_first
from gridlock_solver.starts.shares import PoolShares, data_file, measure, pool_digest, store, stored_shares

POOLS = {(variant.key, size) for variant in rules.VARIANTS for size in SIZES}

NOT_MEASURED = {*product(("lines", "standoff", "dodge", "isolation"), SIZES), ("blocking", 8)} - {("standoff", 5)}
"""The pools that have not been made and measured with today's levels."""


def test_all_pools_that_were_measured_are_fair() -> None:
    assert [(each.key, each.size) for each in stored_shares() if not each.is_fair] == []
    assert {(each.key, each.size) for each in stored_shares()} == POOLS - NOT_MEASURED


@pytest.mark.parametrize("shares", stored_shares(), ids=lambda each: f"{each.key}-{each.size}")
def test_shares_are_of_todays_pool_and_levels(shares: PoolShares) -> None:
    """After a change of a pool, or of the skills of levels, `make starts` has to measure again."""
    assert shares.is_current
    assert shares.games >= 1_000
    assert shares.first == shares.second == len(fair_starts(shares.key, shares.size)) // 2


@pytest.mark.exhaustive
@pytest.mark.parametrize("shares", stored_shares(), ids=lambda each: f"{each.key}-{each.size}")
def test_shares_come_out_again(shares: PoolShares) -> None:
    assert measure(shares.key, shares.size, shares.games) == shares


def test_all_starts_of_a_pool_are_measured_equally_often() -> None:
    shares = measure("blocking", 4, 130)
    assert shares.games == 128
    assert shares.pool == pool_digest("blocking", 4)
    assert all(0 < won < shares.games for won in shares.won)
    assert measure("blocking", 4, 130) == shares


def test_a_start_is_played_in_all_its_symmetric_images() -> None:
    """Any eight games in a row are of all images, so which of them the file names makes no difference."""
    variant, start = rules.find_variant("blocking"), fair_starts("blocking", 5)[0]
    won = [wins_of_first(variant, 5, start, 4, range(number, number + 1), "a test") for number in range(16)]
    images = [variant.start(5, image) for image in images_of_start(start, 5)] * 2
    name = f"a test: blocking 5x5, level 4, {start}"
    assert won == [first_wins(image, 4, f"{name}, {number}") for number, image in enumerate(images)]
    assert wins_of_first(variant, 5, start, 4, range(16), "a test") == sum(won)


@pytest.mark.parametrize("level", EQUAL_LEVELS)
def test_a_game_is_won_by_who_makes_the_last_move(level: int) -> None:
    """On the plain board of Blocking the size decides, so the first player wins on an odd one."""
    for size, wins in ((3, True), (4, False), (5, True)):
        assert first_wins(rules.find_variant("blocking").start(size), level, "a game") is wins


def test_the_first_player_may_be_player_2() -> None:
    position = rules.find_variant("dodge").start(4, "A1")
    assert position.to_move is rules.Player.TWO
    games = [first_wins(position, level, f"{number}") for level in EQUAL_LEVELS for number in range(4)]
    by_hand = [
        _winner(position, level, f"{number}") is rules.Player.TWO for level in EQUAL_LEVELS for number in range(4)
    ]
    assert games == by_hand


def _winner(position: rules.Position, level: int, seed: str) -> rules.Player:
    """Return who wins a game by the rules' own result."""
    chance = Random(seed)  # noqa: S311  # games, not secrets
    while position.outcome is None:
        position = position.play(choose(position, level, chance))
    return position.outcome.winner


def test_stored_shares_are_read_again_in_the_order_of_the_variants(tmp_path: Path) -> None:
    file = tmp_path / "shares.tsv"
    file.write_text(f"{data_file().read_text(encoding='ascii').splitlines()[0]}\n", encoding="ascii")
    one = PoolShares("blocking", 4, "pool", "skills", first=32, second=32, games=100, won=(48, 50, 52, 50))
    two = PoolShares("lines", 8, "pool", "skills", first=30, second=32, games=100, won=(50, 50, 50, 50))

    store([one], file)
    store([two], file)
    assert stored_shares(file) == (two, one)
    store([replace(one, games=200)], file)
    assert stored_shares(file) == (two, replace(one, games=200))


@pytest.mark.parametrize(
    ("first", "won", "is_fair"),
    [
        (32, (48, 50, 52, 50), True),
        (31, (50,) * 4, False),
        (32, (47, 50, 50, 50), False),
        (32, (50, 50, 50, 53), False),
    ],
)
def test_a_pool_is_fair_if_it_is_at_every_level_and_with_perfect_play(
    first: int, won: tuple[int, ...], is_fair: bool
) -> None:
    assert PoolShares("lines", 5, "", "", first=first, second=32, games=100, won=won).is_fair is is_fair


def test_the_document_has_the_stored_shares() -> None:
    assert starts.table(stored_shares()) in starts.DOCUMENT.read_text(encoding="utf-8")
