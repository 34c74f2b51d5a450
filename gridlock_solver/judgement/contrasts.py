"""Reasons that are true of a winning move and of no losing move in the same position."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from gridlock_rules import Move, Position, cell_name
from gridlock_rules.geometry import cells_of
from gridlock_rules.wording import any_of
from gridlock_solver.explanation import Explanation, Reason
from gridlock_solver.judgement.proofs import to_move
from gridlock_solver.registry import find_solver, solve
from gridlock_solver.search.budget import Budget
from gridlock_solver.solution import Solution

_MOST_THREATS = 4
"""The most cells that a sentence names."""


def contrast(position: Position, move: Move, solution: Solution, budget: Budget) -> Explanation | None:
    """Return what tells a winning move from the losing ones; None if nothing was found within the budget.

    Args:
        position: The position before the move.
        move: A winning move that does not end the game.
        solution: The solution of the position.
        budget: The limit of the search for the answers to the losing moves.
    """
    others = [other for other in position.legal_moves if other not in solution.winning_moves]
    if not others:
        return Explanation.of(Reason.ANY_MOVE)
    found = telling_feature(position, move, others)
    return found or (_stops(position, others, budget) if solution.exact else None)


def telling_feature(position: Position, move: Move, others: Sequence[Move]) -> Explanation | None:
    """Return what a move does to the opponent and no other one does as much: it leaves them as few cells."""
    for feature in (*find_solver(position.variant.key).features, last_escape):
        found = feature(position, move)
        if found and not any(_does_as_much(feature(position, other), found) for other in others):
            return found
    return None


def _does_as_much(other: Explanation | None, found: Explanation) -> bool:
    return other is not None and len(other.cells) <= len(found.cells)


def last_escape(position: Position, move: Move) -> Explanation | None:
    """Return the only cell to which the opponent can go after a move."""
    after = position.play(move)
    if len(after.targets) != 1:
        return None
    cell = after.targets[0]
    return Explanation.of(Reason.LAST_ESCAPE, cells=(cell,), opponent=to_move(after), cell=cell_name(cell))


def winning_answers(position: Position, losing: Sequence[Move], budget: Budget) -> Mapping[Move, Sequence[Move]] | None:
    """Return answers that win after each of the losing moves, at least one; None if it takes more than the budget."""
    punish = find_solver(position.variant.key).punish
    found = punish(position, losing, budget) if punish else None
    return _solved_answers(position, losing, budget) if found is None else found


def _solved_answers(position: Position, losing: Sequence[Move], budget: Budget) -> Mapping[Move, Sequence[Move]] | None:
    allowance, answers = budget.begin(), {}
    for move in losing:
        if allowance.is_spent:
            return None
        solution = solve(position.play(move), replace(budget, seconds=max(allowance.seconds, 0.0)))
        if not solution.exact:
            return None
        answers[move] = solution.winning_moves
    return answers


def _stops(position: Position, losing: Sequence[Move], budget: Budget) -> Explanation | None:
    """Return the few cells with which the opponent wins after every losing move."""
    answers = winning_answers(position, losing, budget)
    if answers is None:
        return None
    opponent = position.variant.mark(position.to_move.opponent)
    options = [(reason, cells) for reason, threats in _threats(answers) if (cells := _fewest(threats))]
    if not options:
        return None
    reason, cells = min(options, key=lambda option: len(option[1]))
    return Explanation.of(reason, cells=cells, opponent=opponent, named=any_of([cell_name(cell) for cell in cells]))


def _threats(answers: Mapping[Move, Sequence[Move]]) -> Iterator[tuple[Reason, list[int]]]:
    """Yield for each kind of threat the cells of the winning answers to each losing move, as masks."""
    if not any(answer.removed is not None for winning in answers.values() for answer in winning):
        yield Reason.STOPS, [_mask(answer.cell for answer in winning) for winning in answers.values()]
        return
    yield Reason.STOPS_STEPS, [_mask(answer.cell for answer in winning) for winning in answers.values()]
    yield (
        Reason.STOPS_REMOVALS,
        [_mask(answer.removed for answer in winning if answer.removed is not None) for winning in answers.values()],
    )


def _mask(cells: Iterator[int]) -> int:
    mask = 0
    for cell in cells:
        mask |= 1 << cell
    return mask


def _fewest(masks: Sequence[int]) -> tuple[int, ...]:
    """Return the fewest cells of which every mask has one; nothing if more than a sentence names are needed."""
    return next((cells for most in range(1, _MOST_THREATS + 1) if (cells := _common(masks, most))), ())


def _common(masks: Sequence[int], most: int) -> tuple[int, ...]:
    """Return at most so many cells of which every mask has one; nothing if there are none."""
    # One of the cells of each mask is needed, so only those of the smallest one are tried.
    for cell in cells_of(min(masks, key=int.bit_count)) if most else ():
        rest = [mask for mask in masks if not mask >> cell & 1]
        if not rest:
            return (cell,)
        if others := _common(rest, most - 1):
            return tuple(sorted((cell, *others)))
    return ()
