"""Values of all moves of a position: which win, which lose, and how long the game then lasts."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from gridlock_rules import Move, Position
from gridlock_rules.geometry import geometry
from gridlock_solver.registry import fixed_length, solve
from gridlock_solver.search.budget import Allowance, Budget
from gridlock_solver.solution import Solution, Value

_MOST_FREE = 14
"""With more free cells than this, the rest of a game is not searched to its end: it would seldom succeed."""

_MOST_POSITIONS = 20_000
"""The most positions that are visited to find how long the game lasts."""

_SECONDS = 0.5
"""The most processor time for that."""


@dataclass(frozen=True, slots=True)
class MoveValue:
    """What is known of a move.

    Attributes:
        move: The move.
        value: Whether it wins, loses, or neither is proved.
        plies: How many plies the game lasts from this move on, itself included, if the winner is as quick as possible
            and the loser as slow; None if that is not known.
    """

    move: Move
    value: Value
    plies: int | None = None


def value_moves(position: Position, budget: Budget) -> tuple[MoveValue, ...]:
    """Return the value of each legal move in board order.

    Every move is proved if the solution of the position is exact.

    Args:
        position: The position.
        budget: The limit of the search for the position, and again of the one for all moves that it leaves open.
    """
    solution = solve(position, budget)
    if solution.exact:
        values = tuple(MoveValue(move, _exact_value(move, solution)) for move in position.legal_moves)
    else:
        values = tuple(_values_one_by_one(position, solution, budget))
    lengths = _lengths(position)
    return tuple(replace(value, plies=lengths.get(value.move)) for value in values)


def _exact_value(move: Move, solution: Solution) -> Value:
    return Value.WON if move in solution.winning_moves else Value.LOST


def _values_one_by_one(position: Position, solution: Solution, budget: Budget) -> Iterator[MoveValue]:
    """Yield the values of all moves, with an equal share of the time for each that is not proved to win."""
    open_moves = max(1, len(position.legal_moves) - len(solution.winning_moves))
    share = replace(budget, seconds=budget.seconds / open_moves, proof_only=True)
    allowance = budget.begin()
    for move in position.legal_moves:
        value = Value.WON
        if move not in solution.winning_moves:
            # A search may take longer than its share.
            after = Value.OPEN if allowance.is_spent else solve(position.play(move), share).value
            value = {Value.WON: Value.LOST, Value.LOST: Value.WON, Value.OPEN: Value.OPEN}[after]
        yield MoveValue(move, value)


def _lengths(position: Position) -> dict[Move, int]:
    """Return how long the game lasts after each move; empty if that is not known."""
    explanation = fixed_length(position) if position.legal_moves else None
    if explanation is not None:
        left = int(explanation.values["length"]) - position.ply
        return dict.fromkeys(position.legal_moves, left)
    return _searched_lengths(position) if _free_cells(position) <= _MOST_FREE else {}


def _free_cells(position: Position) -> int:
    occupied = 0
    for _, mask in position.mark_masks:
        occupied |= mask
    return (geometry(position.size).board & ~occupied).bit_count()


def _searched_lengths(position: Position) -> dict[Move, int]:
    """Search all play to its end; return nothing if there is too much of it."""
    search = _Endgame(Budget(seconds=_SECONDS, positions=_MOST_POSITIONS).begin())
    lengths = {}
    for move in position.legal_moves:
        plies = search.plies(position.play(move))
        if plies is None:
            return {}
        lengths[move] = 1 + abs(plies)
    return lengths


class _Endgame:
    """How long games last, by a search of all play, which remembers every position."""

    def __init__(self, allowance: Allowance) -> None:
        self._allowance = allowance
        self._known: dict[Position, int] = {}

    def plies(self, position: Position) -> int | None:
        """Return the plies to the end, negative or 0 if the player to move loses; None if the budget is spent."""
        known = self._known.get(position)
        if known is not None:
            return known
        if self._allowance.is_spent:
            return None
        self._allowance.positions -= 1
        after = []
        for move in position.legal_moves:
            plies = self.plies(position.play(move))
            if plies is None:
                return None
            after.append(plies)
        # A loss of the opponent is 0 or less. The winner takes the nearest end, the loser the farthest.
        lost = [plies for plies in after if plies <= 0]
        found = 1 - max(lost) if lost else -1 - max(after) if after else 0
        self._known[position] = found
        return found
