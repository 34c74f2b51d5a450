"""Explained moves of random games, and a tally of which claims are true and distinguish."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

import gridlock_rules as rules
from gridlock_solver import Explanation, explain, solve
from gridlock_solver.search.budget import FOR_HINT
from tests.solver.claims import Search, Situation, claims_anything, is_true
from tests.solver.support import AMPLE, TooManyPositions

_MOST_POSITIONS = 5_000
"""The most positions of plain search for one claim. A claim on who wins that needs more is left out, and counted."""

BOARDS: Mapping[str, Sequence[int]] = {
    "lines": (3, 4, 5, 6, 8),
    "standoff": (3, 4, 5, 6),
    "dodge": (3, 4, 5, 6, 8),
    "blocking": (3, 4, 5, 8),
    "isolation": (3, 4, 5),
}


@dataclass(frozen=True)
class Case:
    """A move of a random game and its explanation."""

    position: rules.Position
    moves: tuple[rules.Move, ...]
    move: rules.Move
    explanation: Explanation
    wins: bool
    rivals: tuple[rules.Move, ...]
    """The moves of the other kind: losing ones of a winning move, and winning ones of a losing move."""

    search: Search = field(default_factory=lambda: Search(_MOST_POSITIONS), compare=False)

    def situation(self, move: rules.Move) -> Situation:
        return Situation.of(self.position, self.moves, move, self.search)


def cases(key: str, seed: int) -> Iterator[Case]:
    """Yield a winning and a losing move of random positions, if there are any, without end."""
    chance = Random(f"{key} {seed}")  # noqa: S311  # for positions, no secret
    while True:
        moves, position = _random_position(key, chance)
        solution = solve(position, AMPLE)
        losing = tuple(move for move in position.legal_moves if move not in solution.winning_moves)
        for kind, rivals in ((solution.winning_moves, losing), (losing, solution.winning_moves)):
            if kind:
                move = chance.choice(kind)
                explanation = explain(position, move, FOR_HINT, solution=solution)
                yield Case(position, moves, move, explanation, kind is not losing, rivals)


def _random_position(key: str, chance: Random) -> tuple[tuple[rules.Move, ...], rules.Position]:
    """Return the moves to a position before the end of a random game, and the position."""
    position = rules.find_variant(key).start(chance.choice(BOARDS[key]))
    positions, moves = [position], list[rules.Move]()
    while legal := position.legal_moves:
        moves.append(chance.choice(legal))
        position = position.play(moves[-1])
        positions.append(position)
    ply = chance.randrange(len(moves))
    return tuple(moves[:ply]), positions[ply]


@dataclass
class Tally:
    """How many claims were checked, and what came out."""

    true: Counter[str] = field(default_factory=Counter)
    false: list[Case] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)
    compared: Counter[str] = field(default_factory=Counter)
    alike: Counter[str] = field(default_factory=Counter)

    def check(self, case: Case) -> None:
        """Evaluate the claim for its move, and for the moves of the other kind."""
        name = f"{case.position.variant.key} {case.explanation.reason.name}"
        try:
            is_right = is_true(case.explanation, case.situation(case.move))
            is_alike = any(is_true(case.explanation, case.situation(rival)) for rival in case.rivals)
        except TooManyPositions:
            self.left_out[name] += 1
            return
        if not is_right:
            self.false.append(case)
            return
        self.true[name] += 1
        self.compared[name] += bool(case.rivals)
        self.alike[name] += is_alike


def tally(key: str, number: int, seed: int = 0) -> Tally:
    """Check this many claims of a variant, those left out not counted."""
    counted = Tally()
    for case in cases(key, seed):
        if claims_anything(case.explanation):
            counted.check(case)
        if counted.true.total() + len(counted.false) >= number:
            return counted
    raise AssertionError("there is always another case")


def total(tallies: Iterable[Tally]) -> Tally:
    """Return the sum of some tallies."""
    summed = Tally()
    for each in tallies:
        summed.true += each.true
        summed.false += each.false
        summed.left_out += each.left_out
        summed.compared += each.compared
        summed.alike += each.alike
    return summed
