"""Why a move wins or loses, in the terms of the rules."""

from gridlock_rules import Move, Position, cell_name
from gridlock_solver.judgement.reasons import Explanation, Reason
from gridlock_solver.registry import REASONERS
from gridlock_solver.search.budget import Budget
from gridlock_solver.solution import Solution
from gridlock_solver.solving import solve


def explain(
    position: Position, move: Move, budget: Budget | None = None, *, solution: Solution | None = None
) -> Explanation:
    """Return the best reason known why a move is good or bad.

    Args:
        position: The position before the move.
        move: A legal move.
        budget: What may be spent for the solution of the position, and again for that after the move.
        solution: The solution of the position, for callers who tell of it: another search may prove more or less, and
            the reason would contradict it.

    Raises:
        IllegalMove: The rules do not allow the move.
        GameOver: No move is allowed any more.
    """
    after = position.play(move)
    if not after.legal_moves:
        return Explanation.of(Reason.ENDS_GAME, opponent=_to_move(after), needed=after.restriction)
    reasoner = REASONERS.get(position.variant.key)
    own_reason = reasoner(position, move) if reasoner else None
    if own_reason:
        return own_reason
    if len(position.legal_moves) == 1:
        return Explanation.of(Reason.FORCED)
    return _by_solution(position, move, after, budget, solution or solve(position, budget))


def _by_solution(
    position: Position, move: Move, after: Position, budget: Budget | None, solution: Solution
) -> Explanation:
    if move in solution.winning_moves:
        if solution.exact and solution.winning_moves == (move,):
            return Explanation.of(Reason.ONLY_WINNING, moves=len(position.legal_moves))
        return _what_it_leaves(after)
    answers = solve(after, budget)
    if not answers.is_won:
        return _what_it_leaves(after)
    hopeless = solution.exact and answers.exact and not solution.is_won
    return _in_hopeless_position(after, answers) if hopeless else _how_it_loses(after, answers)


def _how_it_loses(after: Position, answers: Solution) -> Explanation:
    return Explanation.of(Reason.LOSES_TO, opponent=_to_move(after), answer=str(answers.best))


def _in_hopeless_position(after: Position, answers: Solution) -> Explanation:
    opponent, winning = _to_move(after), answers.winning_moves
    if len(winning) == 1:
        return Explanation.of(Reason.LEAVES_ONE_WINNING, opponent=opponent, answer=str(winning[0]))
    if len(winning) == len(after.legal_moves):
        return Explanation.of(Reason.LEAVES_ALL_WINNING, opponent=opponent)
    return Explanation.of(
        Reason.LEAVES_WINNING, opponent=opponent, winning=len(winning), answers=len(after.legal_moves)
    )


def _what_it_leaves(after: Position) -> Explanation:
    opponent, cells = _to_move(after), after.targets
    if len(cells) == 1:
        return Explanation.of(Reason.LEAVES_ONE_CELL, opponent=opponent, cell=cell_name(cells[0]))
    return Explanation.of(Reason.LEAVES_CELLS, opponent=opponent, cells=len(cells))


def _to_move(position: Position) -> str:
    return position.variant.mark(position.to_move)
