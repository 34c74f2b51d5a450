"""Explanations why a move wins or loses."""

from gridlock_rules import Move, Position, cell_name
from gridlock_solver.registry import find_solver, solve
from gridlock_solver.search.budget import Budget
from gridlock_solver.solution import Explanation, Reason, Solution


def explain(
    position: Position, move: Move, budget: Budget | None = None, *, solution: Solution | None = None
) -> Explanation:
    """Return the best known reason why a move is good or bad.

    Args:
        position: The position before the move.
        move: A legal move.
        budget: The limit of the search of the position, and again of the search of the position after the move.
        solution: The solution of the position, for callers who show it: another search may prove more or less, and
            the reason would contradict it.

    Raises:
        IllegalMove: The rules do not allow the move.
        GameOver: The game has ended.
    """
    after = position.play(move)
    if not after.legal_moves:
        return Explanation.of(Reason.ENDS_GAME, opponent=_to_move(after), needed=after.restriction)
    reason = find_solver(position.variant.key).reason
    own_reason = reason(position, move) if reason else None
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
    hopeless = solution.is_lost and answers.exact
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
