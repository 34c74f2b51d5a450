"""Benchmark of the solver: time for one position, memory and the size of the tables, for each variant.

The positions are the empty board, those after one move, which take longest, and those of whole games. One half of the
moves in a game is random and the other half perfect, so that the games last long and stay open. Each variant is
measured in a process of its own: the time of its first answer includes everything that is loaded.

Run it with `python -m benchmarks.speed.solver`.
"""

import resource
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from importlib.resources import files
from itertools import islice
from multiprocessing import get_context
from random import Random

import gridlock_rules as rules
from benchmarks.figures import Spread, say
from gridlock_solver import solve
from gridlock_solver.registry import find_solver

_POSITIONS = 2_000
_FEWER_POSITIONS = 150  # on boards larger than the rule book's, which take longer


def _large(key: str) -> int:
    """Return the size of a large board: the largest one, or the first that is not always solved exactly."""
    return min(max(rules.find_variant(key).sizes), max(find_solver(key).exact_to, 5) + 1)


BOARDS = [
    *((variant.key, variant.default_size, _POSITIONS) for variant in rules.VARIANTS),
    *((variant.key, _large(variant.key), _FEWER_POSITIONS) for variant in rules.VARIANTS),
]


@dataclass(frozen=True)
class Measurement:
    """The cost of solving positions of one board.

    Attributes:
        first: Seconds until the first answer of the process.
        latencies: Seconds for each of the other answers.
        cpu: CPU seconds for each of the other answers.
        exact: The share of exact solutions.
        memory: The peak memory of the process in MB.
    """

    first: float
    latencies: list[float]
    cpu: list[float]
    exact: float
    memory: float


def positions(key: str, size: int) -> Iterator[rules.Position]:
    """Yield unfinished positions, endlessly."""
    start = rules.find_variant(key).start(size)
    yield start
    yield from (after for move in start.legal_moves if (after := start.play(move)).legal_moves)
    chance = Random(f"{key} {size}")  # noqa: S311  # for positions, not for secrets
    while True:
        position = start
        while moves := position.legal_moves:
            yield position
            perfect = solve(position).winning_moves if chance.random() < 0.5 else ()
            position = position.play(chance.choice(perfect or moves))


def measure(key: str, size: int, count: int) -> Measurement:
    """Return the cost of solving positions one by one. Call it in a fresh process."""
    latencies, cpu, exact = [], [], 0
    for position in islice(positions(key, size), count):
        begin, cpu_begin = time.perf_counter(), time.process_time()
        exact += solve(position).exact
        cpu.append(time.process_time() - cpu_begin)
        latencies.append(time.perf_counter() - begin)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return Measurement(latencies[0], latencies[1:], cpu[1:], exact / count, memory)


def table_size(key: str) -> float:
    """Return the size of a variant's tables in MB."""
    tables = files("gridlock_solver").joinpath("tables").iterdir()
    return sum(len(table.read_bytes()) for table in tables if table.name.startswith(key)) / 1e6


def main() -> None:
    """Print times, memory and table sizes for each board."""
    print(f"{'':18}{'milliseconds':^36}{'of the processor':^18}")
    print(
        f"{'one solution':18}{'first':>9}{'median':>9}{'p99':>9}{'largest':>9}{'p99':>9}{'largest':>9}"
        f"{'exact':>8}{'MB':>6}{'table MB':>10}"
    )
    for key, size, count in BOARDS:
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as fresh:
            result = fresh.submit(measure, key, size, count).result()
        print(_row(f"{key} {size}x{size}", result), f"{table_size(key):9.2f}", flush=True)
        say(f"solver: {key} {size}x{size}, {count} positions")


def _row(board: str, result: Measurement) -> str:
    wall, cpu = Spread.of(result.latencies), Spread.of(result.cpu)
    times = (1000 * result.first, wall.median, wall.p99, wall.largest, cpu.p99, cpu.largest)
    return f"{board:18}{''.join(f'{time:9.2f}' for time in times)}{result.exact:8.0%}{result.memory:6.0f}"


if __name__ == "__main__":
    main()
