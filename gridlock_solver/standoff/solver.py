"""Solver of Standoff: tables of the first plies, and search below them.

Moves are tried in rounds, each with four times as many positions as the one before: a move that is easily proved to win
is not kept waiting by one that is hard. What a round has found is remembered.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from itertools import count

from gridlock_rules import Move
from gridlock_rules.geometry import cells_of
from gridlock_rules.variants.standoff import StandoffPosition
from gridlock_solver.search.budget import UNLIMITED, Allowance, Budget, Exhausted
from gridlock_solver.search.game_tree import WON, AnytimeSearch
from gridlock_solver.search.symmetry import canonical_pair
from gridlock_solver.solution import Solution
from gridlock_solver.standoff.compiled import CompiledSearch, library
from gridlock_solver.standoff.ground import Ground, ground_of_claims
from gridlock_solver.standoff.opening_table import OpeningTable, opening_table
from gridlock_solver.standoff.search import GroundSearch, PythonSearch

EXACT_TO = 6
"""The largest board that is searched to the end whatever the budget: it takes some milliseconds."""

_FIRST_ROUND = 1_000
_GROWTH = 8

_PROOF = 0.9
_PROOF_IN_PYTHON = 0.5
"""The share of the budget after which a search to some depth begins, if no move is proved to win. It is in Python."""


def solve_standoff(position: StandoffPosition, budget: Budget) -> Solution:
    """Return the solution: exact up to 6x6, and above if it can be proved within the budget.

    A budget of fewer positions than usual makes the search repeatable: nothing is remembered from earlier calls then.
    """
    limit = _limit(position.size, budget)
    return _root(position, limit).solution(limit)


def winning_answers(
    position: StandoffPosition, losing: Sequence[Move], budget: Budget
) -> Mapping[Move, Sequence[Move]] | None:
    """Return some answers that win after each of some losing moves; None if the budget is too small.

    Answers that win after several of the moves are looked for first, and others only where none of these wins.
    """
    limit = _limit(position.size, budget)
    with suppress(Exhausted):
        return _root(position, limit).winning_answers(losing, limit.begin())
    return None


def _limit(size: int, budget: Budget) -> Budget:
    return UNLIMITED if size <= EXACT_TO else budget


def _root(position: StandoffPosition, budget: Budget) -> "Root":
    size = position.size
    search = PythonSearch(size) if budget.positions < Budget().positions else remembered_search(size)
    return Root(position, search, opening_table(size))


@cache
def remembered_search(size: int) -> GroundSearch:
    """Return the search of this process for a board, which remembers what it has found: compiled if that is built."""
    code = library()
    return PythonSearch(size) if code is None else CompiledSearch(code, size)


class Root:
    """The moves of one position."""

    def __init__(self, position: StandoffPosition, search: GroundSearch, table: OpeningTable | None) -> None:
        self._size = position.size
        self._search = search
        self._table = table
        claims = position.one, position.two
        self._after = {move: self._claim(claims, move.cell) for move in position.legal_moves}
        grounds = {move: self._ground(after).settled() for move, after in self._after.items()}
        self._order: Sequence[Move] = sorted(grounds, key=lambda move: grounds[move].promise)
        self._grounds = grounds

    def solution(self, budget: Budget) -> Solution:
        """Return the solution as far as it can be proved."""
        wins: dict[Move, bool] = {}
        allowance = budget.begin()
        with allowance.share(_PROOF if isinstance(self._search, CompiledSearch) else _PROOF_IN_PYTHON) as most:
            self._prove(wins, most)
        if any(wins.values()) or budget.proof_only:
            self._prove(wins, allowance)
        promising = self._order[0] if budget.proof_only else self._promising(wins, allowance)
        winning = tuple(move for move in self._after if wins.get(move))
        if winning or len(wins) < len(self._after):
            return Solution(winning, winning[0] if winning else promising, exact=len(wins) == len(self._after))
        return self._least_bad(allowance)

    def winning_answers(self, losing: Sequence[Move], allowance: Allowance) -> Mapping[Move, Sequence[Move]]:
        """Return some answers that win after each losing move.

        Raises:
            Exhausted: The allowance is spent.
        """
        found: dict[Move, Sequence[Move]] = {}
        likely = 0
        for move in losing:
            after = self._after[move]
            answers = self._ground(after).own
            cells = self._winning(after, answers & likely, allowance) or self._winning(after, answers, allowance)
            likely |= sum(1 << cell for cell in cells) & ~likely
            found[move] = tuple(map(Move, cells))
        return found

    def _winning(self, claims: tuple[int, int], cells: int, allowance: Allowance) -> list[int]:
        return [cell for cell in cells_of(cells) if not self._wins(self._claim(claims, cell), allowance)]

    def _prove(self, wins: dict[Move, bool], allowance: Allowance) -> None:
        """Note for each move whether it wins, as far as the allowance goes."""
        for number in count():
            undecided = [move for move in self._order if move not in wins]
            if not undecided or (number and allowance.is_spent):
                return
            for move in undecided:
                with suppress(Exhausted), allowance.portion(_FIRST_ROUND * _GROWTH**number) as part:
                    wins[move] = not self._wins(self._after[move], part)

    def _promising(self, wins: dict[Move, bool], allowance: Allowance) -> Move:
        """Return the best of the moves that are not decided, as far as a search to some depth tells."""
        undecided = [move for move in self._order if move not in wins]
        if any(wins.values()) or not undecided:
            return self._order[0]
        search, scores = AnytimeSearch(_Grounds(self._size), allowance), dict.fromkeys(undecided, 0)
        with suppress(Exhausted):
            for depth in count():
                for move in undecided:
                    scores[move] = -search.worth(self._grounds[move], depth)
                    wins |= {move: scores[move] > 0} if abs(scores[move]) == WON else {}
                undecided = [move for move in undecided if move not in wins]
                if not undecided:
                    break
        return max(scores, key=scores.__getitem__)

    def _least_bad(self, allowance: Allowance) -> Solution:
        """Return the solution of a lost position: the first of the moves that leave the fewest winning answers."""
        fewest, best, uncounted = len(self._grounds) ** 2, self._order[0], 0
        for move, after in self._after.items():
            try:
                answers = self._winning_answers(after, fewest, allowance)
            except Exhausted:
                uncounted += 1
                continue
            if answers < fewest:
                fewest, best = answers, move
        return Solution((), best, exact=True, counted=not uncounted)

    def _winning_answers(self, claims: tuple[int, int], most: int, allowance: Allowance) -> int:
        """Return the number of winning answers, or `most` if there are at least as many."""
        answers = 0
        for cell in cells_of(self._ground(claims).own):
            answers += not self._wins(self._claim(claims, cell), allowance)
            if answers == most:
                break
        return answers

    def _wins(self, claims: tuple[int, int], allowance: Allowance) -> bool:
        """Return whether the player to move wins with these cells claimed.

        Raises:
            Exhausted: The allowance is spent, and no table tells.
        """
        table = self._table
        if table is not None and sum(mask.bit_count() for mask in claims) <= table.most_claimed:
            return table.wins(*claims)
        return self._search.wins(self._ground(claims), allowance)

    def _ground(self, claims: tuple[int, int]) -> Ground:
        return ground_of_claims(self._size, *claims)

    @staticmethod
    def _claim(claims: tuple[int, int], cell: int) -> tuple[int, int]:
        one, two = claims
        return (one | 1 << cell, two) if one.bit_count() == two.bit_count() else (one, two | 1 << cell)


class _Grounds:
    """Model of Standoff on a board of one size, for a search to some depth: a state is a settled ground."""

    def __init__(self, size: int) -> None:
        self._size = size

    def successors(self, ground: Ground) -> list[Ground]:
        after = [ground.after(cell).settled() for cell in cells_of(ground.own)]
        if ground.spare > 0:
            after.append(Ground(ground.opposing, ground.own, 1 - ground.spare))
        return list(dict.fromkeys(after))

    def estimate(self, ground: Ground) -> int:
        return ground.promise

    def key(self, ground: Ground) -> tuple[int, int]:
        return canonical_pair(ground.own, ground.opposing, self._size), ground.spare
