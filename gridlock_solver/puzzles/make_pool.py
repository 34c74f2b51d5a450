"""Script that makes the pool of puzzles: `python -m gridlock_solver.puzzles.make_pool`.

It plays games between the bot's levels 3 and 4, and takes positions in which exactly one move wins by a plain search of
the rules. In Lines and Dodge, such games hardly ever come to one with enough moves. There, all positions that can
follow from the last phase of a game are valued, so a puzzle is a position to which it could have come.

The pool depends on how these levels play, so another version of them makes another pool; the stored one stays as it is.
With the same version, it is the same on every machine.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import inf
from pathlib import Path
from random import Random

from gridlock_rules import EMPTY_MARK, Move, Position, find_variant
from gridlock_solver.levels import choose
from gridlock_solver.puzzles.depth import PlainSearch
from gridlock_solver.puzzles.play import State, Step, play_of
from gridlock_solver.puzzles.pool import FILE, MOST_MOVES, WEEKDAYS, Puzzle, puzzle_line
from gridlock_solver.puzzles.shapes import Shape, shape
from gridlock_solver.registry import solve
from gridlock_solver.search.budget import Budget, Exhausted

FOLLOWED: Mapping[tuple[str, int], tuple[int, int]] = {
    ("lines", 6): (160, 17),
    ("dodge", 6): (600, 12),
    ("lines", 7): (12, 18),
}
"""The games on each board of which the positions that can follow are taken, and with how many cells left."""

PLAYED: Mapping[tuple[str, int], int] = {("isolation", 5): 400, ("standoff", 5): 1_500}
"""The games on each board whose own positions are taken."""

# Blocking has no puzzles, because on a plain board all its moves are equally good.

FEWEST_MOVES = 5
"""The fewest legal moves of a puzzle."""

PER_WEEKDAY = 56
"""How many puzzles a day of the week has: at least as many as a year has weeks."""

BY_FEWEST = 3
"""How many of them at most are found by leaving the opponent the fewest cells: less than a tenth of the 52 of any year.

Without any, players could learn that an answer never does.
"""

_PLAYERS = (3, 4)
_MOST_POSITIONS = 250_000
"""The most positions that can follow a game."""

_BUDGET = Budget(seconds=inf, positions=2_000)
"""There is no limit of time, or the games would depend on the machine."""

_MEASURED = 32
_MOST_OF_DEPTH = 3
"""How many positions that can follow a game are measured, and taken of each depth."""

_MOST_SEARCHED = 20_000
"""The most positions of a plain search. With more it is no puzzle for people, and the tests would take long."""

_ONE_BY_FEWEST_IN = 8
"""After one of so many games, positions are taken that leaving the fewest cells solves. Most would be such."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A puzzle that may be taken.

    Attributes:
        puzzle: The puzzle.
        shape: The shape of its position.
        by_fewest: Whether the answer is among the moves that leave the opponent the fewest cells.
    """

    puzzle: Puzzle
    shape: Shape
    by_fewest: bool


def from_games(key: str, size: int, games: int) -> Iterator[Candidate]:
    """Yield at most one puzzle, the deepest, from each of a number of games on a board."""
    for number in range(games):
        chance = _chance(key, size, number)
        found = [
            candidate
            for position, moves in _game(key, size, chance)
            if FEWEST_MOVES <= len(position.legal_moves) <= MOST_MOVES
            and (candidate := _by_solver(position, moves, takes_easy=_takes_easy(number))) is not None
        ]
        if found:
            yield max(found, key=lambda one: one.puzzle.depth)


def from_what_follows(key: str, size: int, games: int, cells: int) -> Iterator[Candidate]:
    """Yield some puzzles of different depths that can follow each of a number of games, with so many cells left."""
    for number in range(games):
        chance = _chance(key, size, number)
        late = (one for one in _game(key, size, chance) if _cells_left(one[0]) <= cells)
        begun = next(late, None)
        if begun is None:
            # The game ended with more cells left.
            continue
        position, moves = begun
        try:
            following = _Following(position, takes_easy=_takes_easy(number))
            yield from _some_of(following, position, moves, chance)
        except Exhausted:
            continue


def _chance(key: str, size: int, number: int) -> Random:
    return Random(f"{key}:{size}:{number}")  # noqa: S311  # for puzzles, not for secrets


def _takes_easy(number: int) -> bool:
    return number % _ONE_BY_FEWEST_IN == 0


def _game(key: str, size: int, chance: Random) -> Iterator[tuple[Position, tuple[Move, ...]]]:
    """Yield the positions of a game, each with the moves before it."""
    position, moves = find_variant(key).start(size), list[Move]()
    levels = [_PLAYERS[int(chance.random() * len(_PLAYERS))] for _ in range(2)]
    while position.legal_moves:
        yield position, tuple(moves)
        moves.append(choose(position, levels[position.ply % 2], chance, solver=partial(solve, budget=_BUDGET)))
        position = position.play(moves[-1])


def _cells_left(position: Position) -> int:
    return sum(row.count(EMPTY_MARK) for row in position.marks)


def _by_solver(position: Position, moves: tuple[Move, ...], *, takes_easy: bool) -> Candidate | None:
    winning = solve(position, _BUDGET).winning_moves
    if len(winning) != 1 or not _suits(position, winning[0], takes_easy=takes_easy):
        return None
    try:
        return _measured(position, moves, winning[0])
    except Exhausted:
        return None


def _suits(position: Position, answer: Move, *, takes_easy: bool) -> bool:
    left = cells_after(position)
    return left[answer] > 0 and (takes_easy or left[answer] > min(left.values()))


def _measured(position: Position, moves: tuple[Move, ...], answer: Move) -> Candidate | None:
    search, left = PlainSearch(position, _MOST_SEARCHED), cells_after(position)
    plies = search.depth(answer)
    if not search.is_only_win(answer):
        return None
    puzzle = Puzzle(position.variant.key, position.size, moves, answer, plies)
    return Candidate(puzzle, shape(position), by_fewest=left[answer] == min(left.values()))


def cells_after(position: Position) -> dict[Move, int]:
    """Return for each move how many cells the opponent then has to choose from."""
    return {move: position.play(move).legal_moves.targets.bit_count() for move in position.legal_moves}


class _Following:
    """Values of all positions that can follow a position, and the puzzles among them.

    Attributes:
        found: The moves to each puzzle, and its answer.

    Args:
        position: The position.
        takes_easy: Whether puzzles are taken that are solved by leaving the opponent the fewest cells.
    """

    def __init__(self, position: Position, *, takes_easy: bool) -> None:
        self.found: list[tuple[tuple[Move, ...], Move]] = []
        self._play = play_of(position)
        self._takes_easy = takes_easy
        self._values: dict[State, bool] = {}
        self._value(self._play.start, ())

    def _value(self, state: State, steps: tuple[Step, ...]) -> bool:
        """Return whether the player to move wins.

        Raises:
            Exhausted: Too many positions can follow.
        """
        if state in self._values:
            return self._values[state]
        if len(self._values) >= _MOST_POSITIONS:
            raise Exhausted
        after = {step: self._play.after(state, step) for step in self._play.steps(state)}
        winning = [step for step in after if not self._value(after[step], (*steps, step))]
        self._values[state] = bool(winning)
        if len(winning) == 1 and FEWEST_MOVES <= len(after) <= MOST_MOVES:
            self._take(after, winning[0], steps)
        return bool(winning)

    def _take(self, after: dict[Step, State], answer: Step, steps: tuple[Step, ...]) -> None:
        left = {step: sum(1 for _ in self._play.steps(after[step])) for step in after}
        if left[answer] and (self._takes_easy or left[answer] > min(left.values())):
            move = self._play.move
            self.found.append((tuple(map(move, steps)), move(answer)))


def _some_of(following: _Following, position: Position, moves: tuple[Move, ...], chance: Random) -> Iterator[Candidate]:
    """Yield some candidates, measured, from each depth a few; the earliest positions are among them as the deepest."""
    found = sorted(following.found, key=lambda one: len(one[0]))
    half = _MEASURED // 2
    some = found[:half] + sorted(found[half:], key=lambda _: chance.random())[:half]
    taken: Counter[int] = Counter()
    for more, answer in some:
        candidate = _measured(_after(position, more), moves + more, answer)
        if candidate is not None:
            taken[candidate.puzzle.depth] += 1
            if taken[candidate.puzzle.depth] <= _MOST_OF_DEPTH:
                yield candidate


def _after(position: Position, moves: Iterable[Move]) -> Position:
    for move in moves:
        position = position.play(move)
    return position


def chosen(found: Iterable[Candidate]) -> list[list[Puzzle]]:
    """Return the puzzles for each day of the week, the easiest for Monday, with each shape once.

    If more were found than are needed, some of each depth are left out.
    """
    distinct = _mixed({candidate.shape: candidate for candidate in found}.values())
    by_fewest = [one for one in distinct if one.by_fewest]
    ordered = sorted((one for one in distinct if not one.by_fewest), key=lambda one: one.puzzle.depth)
    weekdays = []
    for day in WEEKDAYS:
        begin, end = (len(ordered) * number // len(WEEKDAYS) for number in (day, day + 1))
        part = ordered[begin:end]
        depths = range(part[0].puzzle.depth, part[-1].puzzle.depth + 1)
        easy = [one for one in by_fewest if one.puzzle.depth in depths][:BY_FEWEST]
        block = _spread(part, PER_WEEKDAY - len(easy)) + easy
        by_fewest = [one for one in by_fewest if one not in block]
        weekdays.append(sorted((one.puzzle for one in block), key=lambda one: (one.depth, one.variant_key, one.number)))
    return weekdays


def _spread(found: Sequence[Candidate], number: int) -> list[Candidate]:
    """Return so many candidates, at even distances in their order.

    Raises:
        ValueError: There are fewer.
    """
    if len(found) < number:
        raise ValueError(f"a day of the week needs {number} puzzles, but {len(found)} were found")
    return [found[index * len(found) // number] for index in range(number)]


def _mixed(found: Collection[Candidate]) -> list[Candidate]:
    """Return candidates in an arbitrary order in which the variants take turns as long as they have any."""
    turns: Counter[str] = Counter()

    def turn(one: Candidate) -> tuple[int, str]:
        key = one.puzzle.variant_key
        turns[key] += 1
        return turns[key], key

    arbitrary = sorted(found, key=lambda one: one.puzzle.number)
    return [one for _, one in sorted(((turn(one), one) for one in arbitrary), key=lambda turned: turned[0])]


def main() -> None:
    """Write the pool into this package, and print progress."""
    found: list[Candidate] = []
    for (key, size), (games, cells) in FOLLOWED.items():
        found += _told(key, size, list(from_what_follows(key, size, games, cells)))
    for (key, size), games in PLAYED.items():
        found += _told(key, size, list(from_games(key, size, games)))
    write(chosen(found))


def _told(key: str, size: int, found: list[Candidate]) -> list[Candidate]:
    depths = Counter(one.puzzle.depth for one in found)
    print(f"{key} {size}: {len(found)}, by depth {dict(sorted(depths.items()))}", flush=True)
    return found


def write(weekdays: list[list[Puzzle]]) -> None:
    """Write the puzzles for each day of the week, and print how they are divided."""
    lines = []
    for day, puzzles in zip(WEEKDAYS, weekdays, strict=True):
        lines += [puzzle_line(day, puzzle) for puzzle in puzzles]
        variants = Counter(puzzle.variant_key for puzzle in puzzles)
        print(f"{day}: {len(puzzles)}, depth {puzzles[0].depth} to {puzzles[-1].depth}, {dict(variants)}")
    path = Path(__file__).parent.parent / "tables" / FILE
    path.write_text("\n".join(lines) + "\n", encoding="ascii")
    print(f"{path.name}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
