"""How long the solver takes for one position, in each variant: time, memory and the size of its table.

The positions are of whole games, of which one half of the moves is random and the other half perfect, so that the
games last and are undecided for long; and the empty board and all that one move makes of it, which take longest.
Each variant is measured in a process of its own: its first answer includes everything that is loaded and built.

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

_POSITIONS = 2_000
_BEYOND = 150  # on boards above the rule book's, which take longer

BOARDS = [
    *((variant.key, variant.default_size, _POSITIONS) for variant in rules.VARIANTS),
    *((key, 8, _BEYOND) for key in ("lines", "dodge", "blocking")),
    *((key, 6, _BEYOND) for key in ("standoff", "isolation")),
]


@dataclass(frozen=True)
class Measurement:
    """What solving positions of one board cost.

    Attributes:
        first: Seconds until the first answer of the process.
        latencies: Seconds for each of the others.
        cpu: Seconds of the processor for each of the others, which other programs hardly change.
        exact: The share of positions whose solution is proved.
        memory: The most memory that the process has held, in MB, Python and all.
    """

    first: float
    latencies: list[float]
    cpu: list[float]
    exact: float
    memory: float


def positions(key: str, size: int) -> Iterator[rules.Position]:
    """Yield unfinished positions without end."""
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
    """Solve positions one by one, in a fresh process."""
    latencies, cpu, exact = [], [], 0
    for position in islice(positions(key, size), count):
        begin, cpu_begin = time.perf_counter(), time.process_time()
        exact += solve(position).exact
        cpu.append(time.process_time() - cpu_begin)
        latencies.append(time.perf_counter() - begin)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return Measurement(latencies[0], latencies[1:], cpu[1:], exact / count, memory)


def table_size(key: str) -> float:
    """Return the size of a variant's tables in the package, in MB."""
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
