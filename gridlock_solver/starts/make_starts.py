"""Script that makes the pools of starts: `python -m gridlock_solver.starts.make_starts`, or `make starts`.

Name variants to make only their pools. The pools depend on the rules and on the solver alone, and are the same on every
machine. docs/starts.md describes the method; `python -m benchmarks.strength.starts` measures what comes of it.

Fair starts are made in pairs: a position, and what becomes of it by one more move that keeps its value. So the first
seat wins one of the two with perfect play, and the second seat the other. Between players of one strength, whatever it
is, a pair is nearly fair as well: the player who moves second in one is in the place of the one who moves first in the
other, except that the move between the two was not theirs to choose. Where that does not do, as in
Blocking, the starts are chosen from more pairs by games of the levels.
"""

import sys
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from random import Random
from types import MappingProxyType

from gridlock_rules import VARIANTS, Variant
from gridlock_rules.starts import canonical_start
from gridlock_solver.registry import solve
from gridlock_solver.starts.balance import balanced
from gridlock_solver.starts.candidates import RECIPES, SIZES, Start, is_playable, is_settled, random_start
from gridlock_solver.starts.handicaps import handicap_pools

PAIRS = 32
"""The pairs of a pool. So the starts of a pair of players come again after 64 games at the earliest."""

BALANCED = MappingProxyType({"blocking": SIZES[:2]})
"""The boards whose starts are chosen by games of the levels."""

_CANDIDATES = 96
"""The pairs of which starts are chosen."""

_MOST_TRIES = 20_000


def pairs(variant: Variant, size: int) -> Iterator[tuple[Start, Start]]:
    """Yield pairs of starts of which each seat wins one, all different, without an end."""
    chance = Random(f"{variant.key} {size}x{size}")  # noqa: S311  # positions, not secrets
    seen: set[tuple[int, ...]] = set()
    for _ in range(_MOST_TRIES):
        first = random_start(variant, size, chance)
        if first is None or first.identity in seen:
            continue
        second = _successor(first, chance)
        if second is None or second.identity in seen or second.identity == first.identity:
            continue
        seen |= {first.identity, second.identity}
        yield first, second


def _successor(start: Start, chance: Random) -> Start | None:
    """Return a start one move later that the other seat wins; None if it is not worth playing, or not proved."""
    solution = solve(start.position)
    if not is_settled(solution):
        return None
    moves = solution.winning_moves or start.position.legal_moves
    after = start.after(chance.choice(moves))
    if not is_playable(after.position) or not is_settled(solve(after.position)):
        return None
    return after


def fair_pool(variant: Variant, size: int) -> list[Start]:
    """Return the fair starts of a board.

    Raises:
        ValueError: There are not enough pairs.
    """
    by_games = size in BALANCED.get(variant.key, ())
    count = _CANDIDATES if by_games else PAIRS
    found = [pair for pair, _ in zip(pairs(variant, size), range(count), strict=False)]
    if len(found) < PAIRS:
        raise ValueError(f"{variant.key} {size}x{size} has only {len(found)} pairs of starts")
    starts = [start for pair in found for start in pair]
    return balanced(starts, 2 * PAIRS) if by_games else starts


def pool_lines(variant: Variant, size: int) -> list[str]:
    """Return the lines of a data file for one board: size, handicap, favoured player and start, split by tabs.

    They are sorted, and each start is in the form that stands for all symmetric ones.

    Raises:
        ValueError: As for `fair_pool`.
    """
    fair = fair_pool(variant, size)
    rows = [(0, "", start.text) for start in fair]
    rows += handicap_pools(variant, size, [start.identity for start in fair])
    return sorted(f"{size}\t{handicap}\t{player}\t{canonical_start(text, size)}" for handicap, player, text in rows)


def data_file(key: str) -> Path:
    """Return the file with the pools of a variant."""
    return Path(str(files("gridlock_rules").joinpath("pools", f"{key}.tsv")))


def main() -> None:
    """Write the pools, and print progress."""
    for variant in VARIANTS:
        if variant.key not in RECIPES or (sys.argv[1:] and variant.key not in sys.argv[1:]):
            continue
        lines: list[str] = []
        for size in SIZES:
            lines += pool_lines(variant, size)
            print(f"{variant.key} {size}x{size}: {len(lines)} starts so far", flush=True)
        data_file(variant.key).write_text("".join(f"{line}\n" for line in lines), encoding="ascii")


if __name__ == "__main__":
    main()
