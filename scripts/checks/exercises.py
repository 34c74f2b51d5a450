"""Check of exercises against plain search: no exercise may have a wrong answer.

It plays games of which each move is random or perfect, and makes exercises of their slips as the bot does after a game.
Each is compared with a search of all play by the rules alone (`scripts.checks.plain_search`). A slip so early that
this search would take too long is passed over, and counted.

Run it with `.venv/bin/python -m scripts.checks.exercises`.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from gridlock_rules import VARIANTS, Position
from gridlock_solver import JudgedPly, solve
from gridlock_solver.judgement.review import judged_by
from gridlock_solver.search.budget import FOR_STORY
from scripts.checks.plain_search import MOST_POSITIONS, TooManyPositions, plain_winning_moves

WANTED: Final = 5_000
_SIZES: Final = range(3, 6)


@dataclass(frozen=True, slots=True)
class Slip:
    """A position in which a move gave the win away, and that move."""

    position: Position
    ply: JudgedPly


def slips(random: Random, sizes: Sequence[int] = _SIZES) -> Iterator[Slip]:
    """Yield the slips of games, endlessly: each variant and size in turn, if there are decisions in it."""
    # In Blocking no move changes who wins.
    boards = [(variant, size) for variant in VARIANTS if variant.key != "blocking" for size in sizes]
    while True:
        for variant, size in boards:
            yield from _slips_of_a_game(variant.start(size), random)


def _slips_of_a_game(position: Position, random: Random) -> Iterator[Slip]:
    while legal := position.legal_moves:
        solution = solve(position, FOR_STORY)
        perfect = solution.winning_moves if random.random() < 0.5 else ()
        move = random.choice(perfect or tuple(legal))
        judged = judged_by(position, move, solution)
        if judged.is_slip:
            yield Slip(position, judged)
        position = position.play(move)


def check(
    wanted: int, seed: int, *, sizes: Sequence[int] = _SIZES, most_positions: int = MOST_POSITIONS
) -> tuple[Counter[str], Counter[str], list[str]]:
    """Check so many exercises.

    Args:
        wanted: How many.
        seed: Of the games.
        sizes: The sizes of the boards.
        most_positions: How many positions plain search may visit for one.

    Returns:
        How many were checked, by board; how many were passed over; and a sentence for each that is wrong.
    """
    checked, passed_over, wrong = Counter[str](), Counter[str](), list[str]()
    for slip in slips(Random(seed), sizes):  # noqa: S311  # for positions, not for secrets
        board = f"{slip.position.variant.key} {slip.position.size}"
        try:
            plain = plain_winning_moves(slip.position, most_positions)
        except TooManyPositions:
            passed_over[board] += 1
            continue
        checked[board] += 1
        found = [str(move) for move in slip.ply.solution.winning_moves]
        if found != plain:
            wrong.append(f"{board}, {slip.position.marks}: {found}, and plain search finds {plain}")
        if checked.total() == wanted:
            break
    return checked, passed_over, wrong


def main() -> None:
    """Print how many exercises were checked and how many were wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--exercises", type=int, default=WANTED, help=f"how many to check ({WANTED} if left out)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    begin = time.process_time()
    checked, passed_over, wrong = check(options.exercises, options.seed)
    for board in sorted(checked | passed_over):
        print(f"{board:12}{checked[board]:6} checked{passed_over[board]:6} passed over, too early in the game")
    print("\n".join(wrong))
    print(f"{checked.total()} exercises, {len(wrong)} wrong; {time.process_time() - begin:.0f} s of processor time")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
