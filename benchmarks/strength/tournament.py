"""Tournament of the levels: each plays the one below, and the weakest and the strongest play two simple players.

Run it with `python -m benchmarks.strength.tournament`, or `make tournament`. It prints the tables, and writes them into
docs/strength.md between its markers. The same number of games gives the same tables on every machine.
"""

import argparse
import os
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from operator import add
from pathlib import Path
from random import Random
from types import MappingProxyType

import gridlock_rules as rules
from benchmarks.figures import say
from benchmarks.strength.intervals import Interval
from benchmarks.strength.matches import Match, Player, play_match
from gridlock_solver import solve
from gridlock_solver.levels import LEVELS, choose

DOCUMENT = Path(__file__).parents[2] / "docs" / "strength.md"
BEGIN, END = "<!-- tournament: begin -->\n", "<!-- tournament: end -->\n"

KEYS = tuple(variant.key for variant in rules.VARIANTS if variant.key != "blocking")
"""All variants but for Blocking, in which the size of the board decides who wins."""

SIZE = 5

GAMES = 2000
"""Games in a match of two levels: enough for intervals above `GOAL`."""

FEWER_GAMES = MappingProxyType({"isolation": 300})
"""Games in a match of two levels of variants whose games take long."""

SIMPLE_GAMES = 1000
"""The most games in a match with a simple player."""

GOAL = 0.65
"""The share of games against the level below that each level must exceed."""

_COMPARED = 2
"""How many moves the beginner compares."""

# Perfect players repeat the same openings.
_cached_solve = lru_cache(maxsize=100_000)(solve)


def games(key: str) -> int:
    """Return the number of games in a match of two levels."""
    return FEWER_GAMES.get(key, GAMES)


def level(number: int) -> Player:
    """Return a player of a level."""
    return Player(_name(number), lambda position, chance: choose(position, number, chance, solver=_cached_solve))


def _name(number: int) -> str:
    return f"level {number}"


def _choose_at_random(position: rules.Position, chance: Random) -> rules.Move:
    return chance.choice(position.legal_moves)


def _choose_one_ply_ahead(position: rules.Position, chance: Random) -> rules.Move:
    """Return a move that wins at once; else, of two that do not lose at once, the one that leaves fewer replies."""
    moves = chance.sample(position.legal_moves, len(position.legal_moves))
    ending = next((move for move in moves if not position.play(move).legal_moves), None)
    if ending is not None:
        return ending
    safe = islice((move for move in moves if not _wins_at_once(position.play(move))), _COMPARED)
    return min(safe, key=lambda move: len(position.play(move).legal_moves), default=moves[0])


def _wins_at_once(position: rules.Position) -> bool:
    return any(not position.play(move).legal_moves for move in position.legal_moves)


RANDOM = Player("random", _choose_at_random)
BEGINNER = Player("beginner", _choose_one_ply_ahead)

PLAYERS = MappingProxyType({player.name: player for player in (RANDOM, BEGINNER, *map(level, LEVELS))})
"""By their names, which can be pickled."""


@dataclass(frozen=True)
class Fixture:
    """A match to play: the variant, the names of the player and the opponent, and the number of games."""

    key: str
    one: str
    other: str
    games: int


def ladder(most: int) -> Iterator[Fixture]:
    """Yield the matches of each level with the one below, in each variant."""
    for key in KEYS:
        for number in LEVELS[1:]:
            yield Fixture(key, _name(number), _name(number - 1), min(most, games(key)))


def simple(most: int) -> Iterator[Fixture]:
    """Yield the matches of the weakest and the strongest level with the simple players, in each variant."""
    for key in KEYS:
        for number in (LEVELS[0], LEVELS[-1]):
            for opponent in (RANDOM, BEGINNER):
                yield Fixture(key, _name(number), opponent.name, min(most, games(key), SIMPLE_GAMES))


def played(fixtures: Iterable[Fixture], processes: int) -> Iterator[Match]:
    """Yield the matches in the order of the fixtures; several are played at a time."""
    with ProcessPoolExecutor(processes) as pool:
        for match in pool.map(_play, fixtures):
            say(_told(match))
            yield match


def _told(match: Match) -> str:
    games = len(match.results)
    return f"{match.key} {SIZE}x{SIZE}: {match.one} wins {match.share():.1%} of {games} games against {match.other}"


def _play(fixture: Fixture) -> Match:
    players = PLAYERS[fixture.one], PLAYERS[fixture.other]
    return play_match(fixture.key, SIZE, players, fixture.games, lambda position: _cached_solve(position).is_won)


def wins_given_away(matches: Iterable[Match]) -> tuple[int, int]:
    """Return in how many games the strongest level was to move in a won position, and how many of these it lost."""
    strongest = (match for match in matches if match.one == _name(LEVELS[-1]))
    won = [result.won for match in strongest for result in match.results if result.could_win]
    return len(won), won.count(False)


def table(matches: Sequence[Match]) -> str:
    """Return the results of matches as a Markdown table, with shares in percent."""
    head = "| game | player | opponent | games | won % | 95 % interval | moving first | moving second |\n"
    return head + "|---|---|---|---:|---:|---:|---:|---:|\n" + "".join(f"{_row(match)}\n" for match in matches)


def judged_table(matches: Sequence[Match]) -> str:
    """Return the table with a column that tells whether the share is above `GOAL`."""
    head, rule, *rows = table(matches).splitlines()
    verdicts = [f" {verdict(match.interval)} |" for match in matches]
    lines = [f"{head} above {GOAL:.0%} |", f"{rule}---|", *map(add, rows, verdicts)]
    return "".join(f"{line}\n" for line in lines)


def verdict(interval: Interval) -> str:
    """Return whether a share in this interval is above `GOAL`: yes, no, or unsure."""
    if interval.low > GOAL:
        return "yes"
    return "no" if interval.high <= GOAL else "unsure"


def _row(match: Match) -> str:
    interval, (first, second) = match.interval, rules.Player
    shares = (match.share(), interval.low, interval.high, match.share(first), match.share(second))
    won, low, high, as_first, as_second = (f"{100 * share:.1f}" for share in shares)
    players = f"| {match.key} | {match.one} | {match.other} | {len(match.results)} "
    return players + f"| **{won}** | {low} to {high} | {as_first} | {as_second} |"


def report(most: int, processes: int) -> str:
    """Return the tables of the whole tournament in Markdown.

    Args:
        most: The most games in a match.
        processes: How many matches are played at a time.
    """
    steps = list(played(ladder(most), processes))
    others = list(played(simple(most), processes))
    above = sum(verdict(match.interval) == "yes" for match in steps)
    stood_to_win, lost = wins_given_away([*steps, *others])
    return (
        f"Each level against the one below on {SIZE} by {SIZE}:\n\n{judged_table(steps)}\n"
        f"The whole interval lies above {GOAL:.0%} in {above} of {len(steps)} matches.\n\n"
        f"The weakest and the strongest level against simple players on {SIZE} by {SIZE}:\n\n{table(others)}\n"
        f"In {stood_to_win:,} of these games level {LEVELS[-1]} was to move in a won position. "
        f"Of those it lost **{lost}**.\n"
    )


def write(tables: str, document: Path) -> None:
    """Put the tables between the markers of a document."""
    before, rest = document.read_text(encoding="utf-8").split(BEGIN)
    after = rest.split(END)[1]
    document.write_text(f"{before}{BEGIN}\n{tables}\n{END}{after}", encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> None:
    """Play, print the tables, and write them into the document."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.strength.tournament", description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help="most games in each match")
    parser.add_argument("--processes", type=int, default=os.cpu_count(), help="matches played at a time")
    parser.add_argument("--document", type=Path, default=DOCUMENT, help="where the tables go")
    options = parser.parse_args(arguments)
    tables = report(options.games, options.processes)
    print(tables)
    write(tables, options.document)


if __name__ == "__main__":
    main()
