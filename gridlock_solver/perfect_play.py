"""Perfect play from the empty board, as a table: `python -m gridlock_solver.perfect_play`.

The table goes to standard output, a line of progress for each board to standard error.
"""

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from gridlock_rules import VARIANTS, Move, Player, Position, find_variant
from gridlock_solver.explanation import Explanation
from gridlock_solver.registry import find_solver, fixed_length, solve
from gridlock_solver.search.budget import Budget
from gridlock_solver.solution import Solution

SIZES = range(3, 9)
_MOST_LISTED = 4
"""The most winning first moves that are named."""

_MOST_ANSWERS = 10
"""The most winning answers that are named."""

_NAMES = {Player.ONE: "P1", Player.TWO: "P2"}


@dataclass(frozen=True, slots=True)
class Start:
    """An empty board and its solution.

    Attributes:
        position: The empty board.
        solution: Its solution.
        fixed_length: Why the board's size alone decides the winner; None if it does not.
    """

    position: Position
    solution: Solution
    fixed_length: Explanation | None = None

    @property
    def verdict(self) -> str:
        """The winner and the winning first moves, such as "P1, only C3" or "P1, 24 of 36 first moves"."""
        first = self.position.to_move
        if self.solution.is_lost:
            return _NAMES[first.opponent]
        if not self.solution.exact:
            return "not proved"
        winning = self.solution.winning_moves
        legal = len(self.position.legal_moves)
        if len(winning) == legal:
            return f"{_NAMES[first]}, any first move"
        few = len(winning) <= _MOST_LISTED
        return f"{_NAMES[first]}, {f'only {_listed(winning)}' if few else f'{len(winning)} of {legal} first moves'}"

    @property
    def best_try(self) -> str | None:
        """A sentence on the best first move of a lost board; None if the board is not lost, or none is proved best."""
        best = self.solution.best
        if not self.solution.is_lost or not self.solution.counted or best is None:
            return None
        answers = solve(self.position.play(best)).winning_moves
        listed = f": {_listed(answers)}" if len(answers) <= _MOST_ANSWERS else ""
        return f"{best} leaves the fewest winning answers, {len(answers)}{listed}"


def solved_start(key: str, size: int, budget: Budget | None = None) -> Start:
    """Return an empty board with its solution.

    Args:
        key: The key of a variant.
        size: Number of rows, and of columns.
        budget: The limit of a search that may not find a proof; None means `Budget()`.

    Raises:
        RulesError: There is no such variant, or it is not played on such a board.
    """
    position = find_variant(key).start(size)
    solution = solve(position, budget)
    return Start(position, solution, fixed_length(position))


def starts(key: str) -> Iterator[tuple[int, Start | None]]:
    """Yield each size of the table with the solved start of a variant; None for boards that are not always solved."""
    for size in SIZES:
        solver = find_solver(key)
        yield size, solved_start(key, size) if size <= max(solver.exact_to, solver.starts_exact_to) else None


def main() -> None:
    """Print the table, and below it the best first moves on lost boards."""
    best_tries: list[str] = []
    _print_row("variant", (f"{size}x{size}" for size in SIZES))
    print("|---" * (len(SIZES) + 1) + "|")
    for variant in VARIANTS:
        _print_row(variant.key, _verdicts(variant.key, best_tries))
    print("", *best_tries, sep="\n")


def _print_row(name: str, cells: Iterable[str]) -> None:
    print("|", " | ".join([name, *cells]), "|", flush=True)


def _verdicts(key: str, best_tries: list[str]) -> Iterator[str]:
    """Yield the verdict for each size, and add the sentences on lost boards to the best tries."""
    for size, start in starts(key):
        board = f"{key} {size}x{size}"
        print(f"{board}: {start.verdict if start else 'left out'}", file=sys.stderr, flush=True)
        if start and (best_try := start.best_try):
            best_tries.append(f"{board}: {best_try}")
        yield start.verdict if start else "-"


def _listed(moves: tuple[Move, ...]) -> str:
    return " ".join(map(str, moves))


if __name__ == "__main__":
    main()
