"""Puzzles: positions in which exactly one move wins."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from math import inf
from random import Random

from gridlock_rules import VARIANTS, Move, Position, Variant, find_variant
from gridlock_solver.registry import solve
from gridlock_solver.search.budget import Budget

_MOST_POSITIONS = 1_500
"""The most positions of random games that are searched for a puzzle of a variant."""

_BUDGET = Budget(seconds=inf, positions=5_000)
"""For games without a complete solver. There is no limit of time, or the puzzle would depend on the machine."""

_SMALLEST = 5
"""The smallest board. On 3x3 there are so few puzzles that they would often repeat."""

_FEWEST_MOVES = 3
_EARLIEST = 3
"""The fewest moves played before, so that the puzzle is not an opening."""


class NoPuzzle(Exception):
    """No puzzle was found. `str(error)` is a sentence to show to a player."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position in which exactly one of three or more moves wins, on 5x5 or a larger board of the rule book.

    Attributes:
        variant_key: The key of the variant.
        size: Number of rows, and of columns.
        moves: The moves before the position.
        answer: The move that wins.
    """

    variant_key: str
    size: int
    moves: tuple[Move, ...]
    answer: Move


def puzzle(seed: int | str, variant: Variant | str | None = None, *, most_moves: int | None = None) -> Puzzle:
    """Return the puzzle of a seed: the same one on every machine.

    Args:
        seed: Any number or text, for instance a date. A number and its text give the same puzzle.
        variant: A variant or its key; None means one chosen by the seed.
        most_moves: The most legal moves, so that all of them can be offered as choices; None means no limit.

    Raises:
        UnknownVariant: No variant has this key.
        NoPuzzle: The variant has no puzzles, because all its moves are equally good, or too few.
    """
    chance = _Chance(seed)
    wanted = find_variant(variant) if isinstance(variant, str) else variant
    variants = chance.shuffled(VARIANTS) if wanted is None else (wanted,)
    for candidate in variants:
        found = _find(candidate, chance, inf if most_moves is None else most_moves)
        if found is not None:
            return found
    raise NoPuzzle(f"No puzzle was found for {wanted.title if wanted else 'any game'}.")


class _Chance:
    """Random choices that depend on the seed alone, not on the version of Python or the machine."""

    def __init__(self, seed: int | str) -> None:
        # `Random` hashes a text by SHA-512, and Python promises that the numbers of `random` never change.
        self._random = Random(str(seed))  # noqa: S311  # for puzzles, not for secrets

    def below(self, bound: int) -> int:
        """Return a number from 0 to bound - 1."""
        return int(self._random.random() * bound)

    def shuffled(self, variants: tuple[Variant, ...]) -> tuple[Variant, ...]:
        """Return the variants in random order."""
        return tuple(sorted(variants, key=lambda _: self._random.random()))


def _find(variant: Variant, chance: _Chance, most_moves: float) -> Puzzle | None:
    for moves, position in islice(_positions(variant, chance), _MOST_POSITIONS):
        answer = _only_winning_move(position, most_moves)
        if answer is not None:
            return Puzzle(variant.key, position.size, moves, answer)
    return None


def _positions(variant: Variant, chance: _Chance) -> Iterator[tuple[tuple[Move, ...], Position]]:
    """Yield positions of random games, each with the moves that lead there."""
    for _ in range(_MOST_POSITIONS):
        moves, positions = _random_game(variant.start(max(variant.default_size, _SMALLEST)), chance)
        # Earlier positions mostly have many winning moves, and take the longest to solve.
        first = max(_EARLIEST, len(moves) // 2 - chance.below(len(moves) // 4 + 1))
        yield from ((moves[:ply], positions[ply]) for ply in range(first, len(moves)))


def _random_game(position: Position, chance: _Chance) -> tuple[tuple[Move, ...], list[Position]]:
    """Return the moves of a game and the position before each."""
    moves: list[Move] = []
    positions = []
    while legal := position.legal_moves:
        move = legal[chance.below(len(legal))]
        moves.append(move)
        positions.append(position)
        position = position.play(move)
    return tuple(moves), positions


def _only_winning_move(position: Position, most_moves: float) -> Move | None:
    if not _FEWEST_MOVES <= len(position.legal_moves) <= most_moves:
        return None
    solution = solve(position, _BUDGET)
    return solution.winning_moves[0] if solution.exact and len(solution.winning_moves) == 1 else None
