"""Measured shares of the pools of fair starts: how many games of each level against itself the first player won."""

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Final

from gridlock_rules import VARIANTS, find_variant
from gridlock_rules.start_pools import fair_starts
from gridlock_solver.registry import find_solver
from gridlock_solver.starts.equal_games import EQUAL_LEVELS, solve_to_the_end, wins_of_first

FAIR: Final = (0.48, 0.52)
"""The least and the greatest share of the first player with which a pool is fair at a level."""

_COLUMNS: Final = (
    "variant",
    "size",
    "pool",
    "skills",
    "first",
    "second",
    "games",
    *map("level {}".format, EQUAL_LEVELS),
)


@dataclass(frozen=True, slots=True)
class PoolShares:
    """What was measured of one pool.

    Attributes:
        key: The key of the variant.
        size: Number of rows and columns of the board.
        pool: A digest of the starts that were measured.
        skills: A digest of the skills of the levels that played.
        first: The number of starts that the player who moves first wins with perfect play.
        second: The number of starts that the other one wins. What is in neither is not solved.
        games: The number of games of each level.
        won: For each of `EQUAL_LEVELS`, how many of them the player won who moved first.
    """

    key: str
    size: int
    pool: str
    skills: str
    first: int
    second: int
    games: int
    won: tuple[int, ...]

    @property
    def shares(self) -> tuple[float, ...]:
        """For each level, the share of the games that the player won who moved first."""
        return tuple(won / self.games for won in self.won)

    @property
    def is_current(self) -> bool:
        """Whether today's levels played from today's pool."""
        return self.pool == pool_digest(self.key, self.size) and self.skills == skills_digest(self.key)

    @property
    def is_fair(self) -> bool:
        """Whether each seat wins as many starts with perfect play, and nearly as many games at every level."""
        low, high = FAIR
        return self.first == self.second and all(low <= share <= high for share in self.shares)


def measure(key: str, size: int, most: int) -> PoolShares:
    """Return the shares of a pool, on games that did not serve to choose its starts.

    Args:
        key: The key of the variant.
        size: Number of rows and columns of a board that has a pool.
        most: The most games of a level; a few less are played, so that each start has as many.
    """
    variant, starts = find_variant(key), fair_starts(key, size)
    numbers = range(max(1, most // len(starts)))
    solutions = [solve_to_the_end(variant.start(size, start)) for start in starts]
    won = tuple(
        sum(wins_of_first(variant, size, start, level, numbers, "measured") for start in starts)
        for level in EQUAL_LEVELS
    )
    return PoolShares(
        key,
        size,
        pool_digest(key, size),
        skills_digest(key),
        first=sum(solution.is_won for solution in solutions),
        second=sum(solution.is_lost for solution in solutions),
        games=len(numbers) * len(starts),
        won=won,
    )


def pool_digest(key: str, size: int) -> str:
    """Return a digest of the fair starts of a board."""
    return _digest("\n".join(fair_starts(key, size)))


def skills_digest(key: str) -> str:
    """Return a digest of the skills of the lower levels in a variant."""
    return _digest(repr(find_solver(key).skills))


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:12]


def data_file() -> Path:
    """Return the file with the shares."""
    return Path(str(files("gridlock_solver").joinpath("tables", "start_shares.tsv")))


def stored_shares(file: Path | None = None) -> tuple[PoolShares, ...]:
    """Return all shares that are stored, in the order of the file; None means `data_file`."""
    _, *rows = (file or data_file()).read_text(encoding="ascii").splitlines()
    return tuple(map(_read, rows))


def store(measured: Iterable[PoolShares], file: Path | None = None) -> None:
    """Write shares into a file that has some, in place of those of the same boards; None means `data_file`."""
    rows = {(each.key, each.size): each for each in (*stored_shares(file), *measured)}
    keys = [variant.key for variant in VARIANTS]
    ordered = sorted(rows.values(), key=lambda each: (keys.index(each.key), each.size))
    lines = ("\t".join(_COLUMNS), *map(_written, ordered))
    (file or data_file()).write_text("".join(f"{line}\n" for line in lines), encoding="ascii")


def _read(line: str) -> PoolShares:
    key, size, pool, skills, first, second, games, *won = line.split("\t")
    return PoolShares(key, int(size), pool, skills, int(first), int(second), int(games), tuple(map(int, won)))


def _written(row: PoolShares) -> str:
    return "\t".join(map(str, (row.key, row.size, row.pool, row.skills, row.first, row.second, row.games, *row.won)))
