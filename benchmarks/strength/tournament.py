"""Tournament of the levels: each plays the one below, and the weakest and the strongest play two simple players.

Run it with `python -m benchmarks.strength.tournament`, or `make tournament`. It prints the tables, and writes them into
docs/strength.md between its markers; names of variants limit it to these. The same number of games gives the same
tables on every machine.
"""

import argparse
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from types import MappingProxyType

import gridlock_rules as rules
from benchmarks.figures import say
from benchmarks.strength.matches import Match, Result, play_games
from benchmarks.strength.players import BEGINNER, PLAYERS, RANDOM, cached_solve, name_of
from benchmarks.strength.tables import judged_table, table, verdict, wins_given_away
from gridlock_rules.start_pools import fair_starts
from gridlock_solver.levels import LEVELS

DOCUMENT = Path(__file__).parents[2] / "docs" / "strength.md"
BEGIN, END = "<!-- tournament: begin -->\n", "<!-- tournament: end -->\n"

ALL_KEYS = tuple(variant.key for variant in rules.VARIANTS)

KEYS = tuple(variant.key for variant in rules.VARIANTS if not variant.size_decides)
"""The variants that are also played from the empty board: all but those in which its size decides who wins."""

GAMES = MappingProxyType({"lines": 3_000, "standoff": 1_200, "dodge": 500, "blocking": 1_000, "isolation": 200})
"""Games in a match of two levels: the more, the nearer its share is to the goal, and the less time a game takes."""

SIMPLE_GAMES = MappingProxyType({"lines": 200, "standoff": 200, "dodge": 200, "blocking": 200, "isolation": 20})
"""Games in a match with a simple player."""

PORTION = 20
"""The most games that a process plays at a time."""

SIZE = 5
"""Rows and columns of every board."""

TOP = name_of(LEVELS[-1])


@dataclass(frozen=True)
class Fixture:
    """A match to play.

    Attributes:
        key: The key of the variant.
        one: The name of the player.
        other: The name of the opponent.
        games: The number of games.
        is_fair: Whether they begin from fair starts, and not from the empty board.
    """

    key: str
    one: str
    other: str
    games: int
    is_fair: bool = False


def games(key: str, most: int | None = None, *, counts: Mapping[str, int] = GAMES) -> int:
    """Return the number of games in a match of a variant.

    Args:
        key: The key of the variant.
        most: The most games in any match; None means no limit.
        counts: The games by variant.
    """
    return counts[key] if most is None else min(most, counts[key])


def ladder(keys: Sequence[str], most: int | None, *, is_fair: bool) -> Iterator[Fixture]:
    """Yield the matches of each level with the one below."""
    for key in keys:
        for number in LEVELS[1:]:
            yield Fixture(key, name_of(number), name_of(number - 1), games(key, most), is_fair)


def simple(keys: Sequence[str], most: int | None, *, is_fair: bool) -> Iterator[Fixture]:
    """Yield the matches of the weakest and the strongest level with the simple players."""
    for key in keys:
        for number in (LEVELS[0], LEVELS[-1]):
            for opponent in (RANDOM, BEGINNER):
                count = games(key, most, counts=SIMPLE_GAMES)
                yield Fixture(key, name_of(number), opponent.name, count, is_fair)


def played(fixtures: Iterable[Fixture], processes: int) -> list[Match]:
    """Return the matches in the order of the fixtures; portions of several are played at a time."""
    matches = []
    with ProcessPoolExecutor(processes) as pool:
        begun = [(fixture, [pool.submit(_play, fixture, part) for part in _portions(fixture)]) for fixture in fixtures]
        for fixture, portions in begun:
            results = tuple(result for portion in portions for result in portion.result())
            match = Match(fixture.key, fixture.one, fixture.other, results)
            say(f"{match.key}: {match.one} wins {_share(match)} of {len(match.results)} games against {match.other}")
            matches.append(match)
    return matches


def _portions(fixture: Fixture) -> Iterator[range]:
    numbers = range(fixture.games)
    return (numbers[begin : begin + PORTION] for begin in numbers[::PORTION])


def _empty_board(key: str, _chance: Random) -> rules.Position:
    return rules.find_variant(key).start(SIZE)


def _fair_start(key: str, chance: Random) -> rules.Position:
    return rules.find_variant(key).start(SIZE, chance.choice(fair_starts(key, SIZE)))


def _share(match: Match) -> str:
    return f"{sum(result.won for result in match.results) / len(match.results):.1%}"


def _play(fixture: Fixture, numbers: range) -> tuple[Result, ...]:
    players = PLAYERS[fixture.one], PLAYERS[fixture.other]
    start = partial(_fair_start if fixture.is_fair else _empty_board, fixture.key)
    return play_games(fixture.key, start, players, numbers, lambda position: cached_solve(position).is_won)


def report(keys: Sequence[str], most: int | None, processes: int) -> str:
    """Return the tables of the whole tournament in Markdown.

    Args:
        keys: The keys of the variants.
        most: The most games in a match; None means as many as are needed.
        processes: How many matches are played at a time.
    """
    matches, parts = [], []
    for is_fair, named in ((False, "the empty board"), (True, "fair starts")):
        among = [key for key in keys if key in (ALL_KEYS if is_fair else KEYS)]
        steps = played(ladder(among, most, is_fair=is_fair), processes)
        others = played(simple(among, most, is_fair=is_fair), processes)
        matches += [*steps, *others]
        parts.append(
            f"Each level against the one below, from {named}:\n\n{_judged(steps)}\n"
            f"The weakest and the strongest level against simple players, from {named}:\n\n{table(others)}\n"
        )
    stood_to_win, lost = wins_given_away(matches, TOP)
    parts.append(
        f"In {stood_to_win:,} of these games level {LEVELS[-1]} was to move in a won position. "
        f"Of those it lost **{lost}**.\n"
    )
    return "".join(parts)


def _judged(matches: Sequence[Match]) -> str:
    above = sum(verdict(match.interval()) == "yes" for match in matches)
    return f"{judged_table(matches)}\nThe whole interval lies above 65% in {above} of {len(matches)} matches.\n"


def write(tables: str, document: Path) -> None:
    """Put the tables between the markers of a document."""
    before, rest = document.read_text(encoding="utf-8").split(BEGIN)
    after = rest.split(END)[1]
    document.write_text(f"{before}{BEGIN}\n{tables}\n{END}{after}", encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> None:
    """Play, print the tables, and write them into the document."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.strength.tournament", description=__doc__)
    parser.add_argument("variants", nargs="*", default=ALL_KEYS, help="the variants; all if left out")
    parser.add_argument("--games", type=int, help="most games in each match")
    parser.add_argument("--processes", type=int, default=os.cpu_count(), help="matches played at a time")
    parser.add_argument("--document", type=Path, default=DOCUMENT, help="where the tables go")
    options = parser.parse_args(arguments)
    tables = report(options.variants, options.games, options.processes)
    print(tables)
    write(tables, options.document)


if __name__ == "__main__":
    main()
