"""Tables of a tournament in Markdown."""

from collections.abc import Iterable, Sequence

import gridlock_rules as rules
from benchmarks.strength.intervals import Interval
from benchmarks.strength.matches import Match, Result, share

GOAL = 0.65
"""The share of games against the level below that each level must exceed."""


def table(matches: Sequence[Match]) -> str:
    """Return the results of matches as a Markdown table, with shares in percent."""
    head = (
        "| game | player | opponent | games | won % | 95 % interval | first seat | second | won start | lost start |\n"
    )
    return (
        head + "|---|---|---|---:|---:|---:|---:|---:|---:|---:|\n" + "".join(f"{_row(match)}\n" for match in matches)
    )


def judged_table(matches: Sequence[Match]) -> str:
    """Return the table with a column that tells whether the share is above `GOAL`."""
    head, rule, *rows = table(matches).splitlines()
    judged = [f"{row} {verdict(match.interval())} |" for row, match in zip(rows, matches, strict=True)]
    return "".join(f"{line}\n" for line in (f"{head} above {GOAL:.0%} |", f"{rule}---|", *judged))


def verdict(interval: Interval) -> str:
    """Return whether a share in this interval is above `GOAL`: yes, no, or unsure."""
    if interval.low > GOAL:
        return "yes"
    return "no" if interval.high <= GOAL else "unsure"


def wins_given_away(matches: Iterable[Match], name: str) -> tuple[int, int]:
    """Return in how many games a player was to move in a won position, and how many of these it lost."""
    won = [result.won for match in matches if match.one == name for result in match.results if result.could_win]
    return len(won), won.count(False)


def _row(match: Match) -> str:
    interval, (first, second) = match.interval(), rules.Player
    shares = (
        match.from_seat(first),
        match.from_seat(second),
        match.standing_to(win=True),
        match.standing_to(win=False),
    )
    players = f"| {match.key} | {match.one} | {match.other} | {len(match.results)} "
    return f"{players}| **{_percent(match.results)}** | {_range(interval)} | {' | '.join(map(_percent, shares))} |"


def _percent(results: tuple[Result, ...]) -> str:
    won = share(results)
    return "" if won is None else f"{100 * won:.1f}"


def _range(interval: Interval) -> str:
    return f"{100 * interval.low:.1f} to {100 * interval.high:.1f}"
