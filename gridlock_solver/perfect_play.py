"""What perfect play gives from the empty board: `python -m gridlock_solver.perfect_play`.

The table goes to standard output, a line of progress for each board to standard error.
"""

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from gridlock_rules import VARIANTS, Move, Player, Position, find_variant
from gridlock_solver.judgement.reasons import Explanation, Reason
from gridlock_solver.registry import REASONERS
from gridlock_solver.search.budget import Budget
from gridlock_solver.solution import Solution
from gridlock_solver.solving import solve

SIZES = range(3, 7)
_LARGEST = {"standoff": 5, "isolation": 5}
"""The largest boards that belong into the table, where not all do."""

_NAMES = {Player.ONE: "P1", Player.TWO: "P2"}


@dataclass(frozen=True, slots=True)
class Start:
    """An empty board and its solution.

    Attributes:
        position: The empty board.
        solution: Its solution.
        settled: Why the board's size alone decides who wins, where it does.
    """

    position: Position
    solution: Solution
    settled: Explanation | None = None

    @property
    def verdict(self) -> str:
        """Who wins, and with which first moves: such as "P1, only C3"."""
        if not self.solution.exact:
            return "not proved"
        first = self.position.to_move
        if not self.solution.is_won:
            return _NAMES[first.opponent]
        winning = self.solution.winning_moves
        every = len(winning) == len(self.position.legal_moves)
        return f"{_NAMES[first]}, any first move" if every else f"{_NAMES[first]}, only {_listed(winning)}"

    @property
    def hope(self) -> str | None:
        """What is the most to hope for where the first move is lost, or None where it is not."""
        best = self.solution.best
        if self.solution.is_won or best is None:
            return None
        answers = solve(self.position.play(best)).winning_moves
        return f"{best} leaves the fewest winning answers, {len(answers)}: {_listed(answers)}"


def solved_start(key: str, size: int, budget: Budget | None = None) -> Start:
    """Return the solution of an empty board.

    Args:
        key: The key of a variant.
        size: Number of rows, and of columns.
        budget: What may be spent where no proof is sure to be found in time; None means `Budget()`.

    Raises:
        RulesError: There is no such variant, or it is not played on such a board.
    """
    position = find_variant(key).start(size)
    solution = solve(position, budget)
    reasoner = REASONERS.get(key)
    reason = reasoner(position, solution.best) if reasoner and solution.best else None
    return Start(position, solution, reason if reason and reason.reason is Reason.FIXED_LENGTH else None)


def starts(key: str) -> Iterator[tuple[int, Start | None]]:
    """Yield each size of the table with the solved start of a variant, or None for a board that is left out."""
    for size in SIZES:
        left_out = size > _LARGEST.get(key, size)
        yield size, None if left_out else solved_start(key, size)


def main() -> None:
    """Print the table, and below it what the first player may hope for on lost boards."""
    hopes: list[str] = []
    _print_row("variant", (f"{size}x{size}" for size in SIZES))
    print("|---" * (len(SIZES) + 1) + "|")
    for variant in VARIANTS:
        _print_row(variant.key, _verdicts(variant.key, hopes))
    print("", *hopes, sep="\n")


def _print_row(name: str, cells: Iterable[str]) -> None:
    print("|", " | ".join([name, *cells]), "|", flush=True)


def _verdicts(key: str, hopes: list[str]) -> Iterator[str]:
    """Yield the verdict for each size, and add to the hopes what there is to add."""
    for size, start in starts(key):
        board = f"{key} {size}x{size}"
        print(f"{board}: {start.verdict if start else 'left out'}", file=sys.stderr, flush=True)
        if start and (hope := start.hope):
            hopes.append(f"{board}: {hope}")
        yield start.verdict if start else "-"


def _listed(moves: tuple[Move, ...]) -> str:
    return " ".join(map(str, moves))


if __name__ == "__main__":
    main()
