"""How strong the levels are: each plays the one below, and the weakest and the strongest play two simple players.

Run it with `python -m benchmarks.tournament`, or `make tournament`. The tables are printed, and written into
docs/strength.md between its markers. The same number of games gives the same tables on every machine.
"""

import argparse
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from random import Random

import gridlock_rules as rules
from benchmarks.matches import Match, Player, play_match
from benchmarks.progress import say
from gridlock_solver import solve
from gridlock_solver.levels import LEVELS, choose

DOCUMENT = Path(__file__).parent.parent / "docs" / "strength.md"
BEGIN, END = "<!-- tournament: begin -->\n", "<!-- tournament: end -->\n"

KEYS = ("lines", "standoff", "isolation", "dodge")
"""Blocking leaves nothing to choose: the size of the board decides who wins."""

SIZE = 5
GAMES = 100
"""Games in each match of two levels: enough for intervals of ten points to either side."""

SIMPLE_GAMES = 400
"""Most games in each match with a simple player."""

# Perfect players come through the same openings again and again; late positions are quick to solve anew.
_remembered = lru_cache(maxsize=100_000)(solve)


def level(number: int) -> Player:
    """Return the player of a level."""
    return Player(_name(number), lambda position, chance: choose(position, number, chance, solver=_remembered))


def _name(number: int) -> str:
    return f"level {number}"


def _choose_at_random(position: rules.Position, chance: Random) -> rules.Move:
    return chance.choice(position.legal_moves)


def _choose_one_ply_ahead(position: rules.Position, chance: Random) -> rules.Move:
    """Return a move that wins at once, else one that lets the opponent not do so and leaves the fewest replies."""
    shuffled = chance.sample(list(position.legal_moves), len(position.legal_moves))
    moves = sorted(shuffled, key=lambda move: len(position.play(move).legal_moves))
    return next((move for move in moves if not _wins_at_once(position.play(move))), moves[0])


def _wins_at_once(position: rules.Position) -> bool:
    return any(not position.play(move).legal_moves for move in position.legal_moves)


RANDOM = Player("random", _choose_at_random)
BEGINNER = Player("beginner", _choose_one_ply_ahead)


def ladder(games: int) -> Iterator[Match]:
    """Yield the matches of each level with the one below, in each variant."""
    for key in KEYS:
        for number in LEVELS[1:]:
            yield _match(key, level(number), level(number - 1), games)


def simple(games: int) -> Iterator[Match]:
    """Yield the matches of the weakest and the strongest level with simple players, in each variant."""
    for key in KEYS:
        for number in (LEVELS[0], LEVELS[-1]):
            for opponent in (RANDOM, BEGINNER):
                yield _match(key, level(number), opponent, games)


def _match(key: str, one: Player, other: Player, games: int) -> Match:
    match = play_match(key, SIZE, (one, other), games, lambda position: _remembered(position).is_won)
    say(f"{key} {SIZE}x{SIZE}: {one.name} wins {match.share():.1%} of {games} games against {other.name}")
    return match


def wins_given_away(matches: Iterable[Match]) -> tuple[int, int]:
    """Return in how many games the strongest level had a won position to move in, and how many of these it lost."""
    strongest = (match for match in matches if match.one == _name(LEVELS[-1]))
    won = [result.won for match in strongest for result in match.results if result.could_win]
    return len(won), won.count(False)


def table(matches: Sequence[Match]) -> str:
    """Return the results of matches as a table in Markdown, with shares in percent."""
    head = "| game | player | opponent | games | won % | 95 % interval | moving first | moving second |\n"
    return head + "|---|---|---|---:|---:|---:|---:|---:|\n" + "".join(map(_row, matches))


def _row(match: Match) -> str:
    interval, (first, second) = match.interval, rules.Player
    shares = (match.share(), interval.low, interval.high, match.share(first), match.share(second))
    won, low, high, as_first, as_second = (f"{100 * share:.1f}" for share in shares)
    players = f"| {match.key} | {match.one} | {match.other} | {len(match.results)} "
    return players + f"| **{won}** | {low} to {high} | {as_first} | {as_second} |\n"


def report(games: int) -> str:
    """Play the whole tournament and return its tables in Markdown."""
    steps, others = list(ladder(games)), list(simple(min(games, SIMPLE_GAMES)))
    stood_to_win, lost = wins_given_away([*steps, *others])
    return (
        f"Each level against the one below on {SIZE} by {SIZE}:\n\n{table(steps)}\n"
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
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tournament", description=__doc__)
    parser.add_argument(
        "--games", type=int, default=GAMES, help="games in each match of two levels (default: %(default)s)"
    )
    parser.add_argument("--document", type=Path, default=DOCUMENT, help="where the tables go")
    options = parser.parse_args(arguments)
    tables = report(options.games)
    print(tables)
    write(tables, options.document)


if __name__ == "__main__":
    main()
