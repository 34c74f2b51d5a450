"""Script that makes the pools of starts: `python -m gridlock_solver.starts.make_starts`, or `make starts`.

Name variants, and boards with `--sizes`, to make only their pools. The pools depend on the rules and on the solver with
its levels alone, and are the same on every machine. docs/starts.md describes the method; `python -m
benchmarks.strength.starts` measures what comes of it.

The candidates are random positions that are solved, some with few cells to choose from and some with many, because the
levels see the ends of games only. Of them, as many won by each seat are chosen by games of the levels.
"""

import argparse
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from importlib.resources import files
from itertools import islice, product, zip_longest
from pathlib import Path
from random import Random
from types import MappingProxyType

from gridlock_rules import Variant, find_variant
from gridlock_rules.starts import canonical_start
from gridlock_solver.starts.balance import Rounds, balanced
from gridlock_solver.starts.candidates import RECIPES, SIZES, Start, is_settled, random_start
from gridlock_solver.starts.equal_games import solve_to_the_end
from gridlock_solver.starts.handicaps import handicap_pools

STARTS = 64
"""The starts of a pool. So the starts of a pair of players come again after 64 games at the earliest."""

_USUAL_ROUNDS = Rounds(screening=8, decisive=32, tolerance=0.012)
_ROUNDS = MappingProxyType({"blocking": Rounds(screening=16, decisive=64, tolerance=0.006)})
"""How many games are played to choose the starts of a variant. In Blocking they are fast."""

_CANDIDATES = 96
"""The most starts won by one seat, of which those of a pool are chosen."""

_DRAWN = 600
"""The most starts of which the candidates are taken."""

_MOST_TRIES = 3_000


def candidates(variant: Variant, size: int) -> list[Start]:
    """Return different starts that are solved, some won by each seat, of all numbers of cells to choose from."""
    kinds: dict[bool, dict[int, list[Start]]] = {True: defaultdict(list), False: defaultdict(list)}
    for start in islice(_different_starts(variant, size), _DRAWN):
        solution = solve_to_the_end(start.position)
        if is_settled(solution):
            kinds[solution.is_won][start.position.legal_moves.targets.bit_count()].append(start)
    return [start for same in kinds.values() for start in islice(_in_turn(same.values()), _CANDIDATES)]


def _different_starts(variant: Variant, size: int) -> Iterator[Start]:
    chance = Random(f"{variant.key} {size}x{size}")  # noqa: S311  # positions, not secrets
    seen: set[tuple[int, ...]] = set()
    for _ in range(_MOST_TRIES):
        start = random_start(variant, size, chance)
        if start is not None and start.identity not in seen:
            seen.add(start.identity)
            yield start


def _in_turn(kinds: Iterable[Sequence[Start]]) -> Iterator[Start]:
    """Yield one start of each kind, then another one of each, and so on."""
    return (start for row in zip_longest(*kinds) for start in row if start is not None)


def pool_lines(variant: Variant, size: int) -> list[str]:
    """Return the lines of a data file for one board: size, handicap, favoured player and start, split by tabs.

    They are sorted, and each start is in the form that stands for all symmetric ones.

    Raises:
        ValueError: There are too few starts that one of the seats wins.
    """
    fair = balanced(candidates(variant, size), STARTS, _ROUNDS.get(variant.key, _USUAL_ROUNDS))
    rows = [(0, "", start.text) for start in fair]
    rows += handicap_pools(variant, size, [start.identity for start in fair])
    return sorted(f"{size}\t{handicap}\t{player}\t{canonical_start(text, size)}" for handicap, player, text in rows)


def data_file(key: str) -> Path:
    """Return the file with the pools of a variant."""
    return Path(str(files("gridlock_rules").joinpath("pools", f"{key}.tsv")))


def store(file: Path, size: int, lines: Sequence[str]) -> None:
    """Write the lines of one board into the data file of a variant, in place of those that are there."""
    old = file.read_text(encoding="ascii").splitlines() if file.is_file() else []
    others = [line for line in old if not line.startswith(f"{size}\t")]
    file.write_text("".join(f"{line}\n" for line in sorted([*others, *lines])), encoding="ascii")


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the pools, and print progress."""
    parser = argparse.ArgumentParser(prog="python -m gridlock_solver.starts.make_starts", description=__doc__)
    parser.add_argument("variants", nargs="*", default=list(RECIPES), help="the variants; all if left out")
    parser.add_argument("--sizes", type=int, nargs="+", default=list(SIZES), help="the boards")
    options = parser.parse_args(arguments)
    for key, size in product(options.variants, options.sizes):
        lines = pool_lines(find_variant(key), size)
        # After each board, so that nothing is lost if the rest is interrupted.
        store(data_file(key), size, lines)
        print(f"{key} {size}x{size}: {len(lines)} starts", flush=True)


if __name__ == "__main__":
    main()
