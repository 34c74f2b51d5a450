"""Benchmark of the rules, compared with python-chess.

Both count the move sequences of one length from the start ("perft"), in two ways:

- counted: the moves of the last ply are counted, not played, as perft is usually done;
- played: the moves of the last ply are played too, so that every position is made.

Run it with `python -m benchmarks.speed.rules`.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import chess

import gridlock_rules as rules
from benchmarks.figures import say

_DEPTH = 3
_ROUNDS = 5
_SECONDS = 0.2  # the least duration of a measurement


@dataclass(frozen=True)
class Speed:
    """Positions per second, counted and played."""

    counted: float
    played: float


def count(position: rules.Position, depth: int) -> int:
    """Return the number of move sequences of a length; the moves of the last ply are counted, not played."""
    if depth == 1:
        return len(position.legal_moves)
    return sum(count(position.play(move), depth - 1) for move in position.legal_moves)


def play(position: rules.Position, depth: int) -> int:
    """Return the number of move sequences of a length; every move is played."""
    if depth == 0:
        return 1
    return sum(play(position.play(move), depth - 1) for move in position.legal_moves)


def count_chess(board: chess.Board, depth: int) -> int:
    """Return the same as `count`, for chess."""
    if depth == 1:
        return board.legal_moves.count()
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += count_chess(board, depth - 1)
        board.pop()
    return total


def play_chess(board: chess.Board, depth: int) -> int:
    """Return the same as `play`, for chess."""
    if depth == 0:
        return 1
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += play_chess(board, depth - 1)
        board.pop()
    return total


def rate(work: Callable[[], int]) -> float:
    """Return the positions per second of a function that returns their number."""
    positions, elapsed, begin = 0, 0.0, time.perf_counter()
    while elapsed < _SECONDS:
        positions += work()
        elapsed = time.perf_counter() - begin
    return positions / elapsed


def measure() -> dict[str, Speed]:
    """Return the best of several interleaved rounds for chess and for each variant, by name."""
    works: dict[str, tuple[Callable[[], int], Callable[[], int]]] = {
        f"python-chess {chess.__version__}": (
            lambda: count_chess(chess.Board(), _DEPTH),
            lambda: play_chess(chess.Board(), _DEPTH),
        )
    }
    for variant in rules.VARIANTS:
        start = variant.start()
        works[f"{variant.key} {start.size}x{start.size}"] = (
            partial(count, start, _DEPTH),
            partial(play, start, _DEPTH),
        )
    rounds = []
    for number in range(_ROUNDS):
        rounds.append({name: Speed(*map(rate, pair)) for name, pair in works.items()})
        say(f"rules: {number + 1} of {_ROUNDS} rounds")
    return {
        name: Speed(max(speeds[name].counted for speeds in rounds), max(speeds[name].played for speeds in rounds))
        for name in works
    }


def main() -> None:
    """Print the speeds and their ratios to python-chess."""
    speeds = measure()
    reference = next(iter(speeds.values()))
    print(f"{'positions per second':24}{'counted':>14}{'ratio':>9}{'played':>14}{'ratio':>9}")
    for name, speed in speeds.items():
        counted, played = speed.counted / reference.counted, speed.played / reference.played
        print(f"{name:24}{speed.counted:14,.0f}{counted:8.1f}x{speed.played:14,.0f}{played:8.1f}x")


if __name__ == "__main__":
    main()
