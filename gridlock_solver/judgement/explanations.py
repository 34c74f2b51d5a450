"""Explanations why a move wins or loses."""

from gridlock_rules import Move, Position
from gridlock_rules.wording import any_of
from gridlock_solver.explanation import Explanation, Reason
from gridlock_solver.judgement.contrasts import contrast, last_escape, telling_feature
from gridlock_solver.judgement.proofs import proof, to_move
from gridlock_solver.registry import fixed_length, solve
from gridlock_solver.search.budget import Budget
from gridlock_solver.solution import Solution

_MOST_NAMED = 3
"""The most winning answers that a sentence names."""

_MOST_TRIED = 8
"""The most winning answers for which a proof is looked for."""


def explain(
    position: Position, move: Move, budget: Budget | None = None, *, solution: Solution | None = None
) -> Explanation:
    """Return the best known reason why a move is good or bad.

    Args:
        position: The position before the move.
        move: A legal move.
        budget: The limit of the search of the position, of the search of the position after the move, and of the search
            of the answers to all other moves, for each of them.
        solution: The solution of the position, for callers who show it: another search may prove more or less, and
            the reason would contradict it.

    Raises:
        IllegalMove: The rules do not allow the move.
        GameOver: The game has ended.
    """
    after = position.play(move)
    if after.legal_moves:
        if fixed := fixed_length(position):
            return fixed
        if len(position.legal_moves) == 1:
            return Explanation.of(Reason.FORCED)
    known = solve(position, budget) if solution is None else solution
    wins = move in known.winning_moves
    proved = proof(position, move) if wins or not known.exact else None
    if proved is not None:
        return proved
    limit = Budget() if budget is None else budget
    return _why_it_wins(position, move, known, limit) if wins else _why_it_loses(after, known, limit)


def _why_it_wins(position: Position, move: Move, solution: Solution, budget: Budget) -> Explanation:
    return contrast(position, move, solution, budget) or _how_it_goes_on(position, move, budget)


def _how_it_goes_on(position: Position, move: Move, budget: Budget) -> Explanation:
    """Return the hardest answer to a winning move, and a winning reply."""
    after = position.play(move)
    answer = solve(after, budget).best
    reply = None if answer is None else solve(after.play(answer), budget)
    if answer is None or reply is None or not reply.is_won:
        return last_escape(position, move) or Explanation.of(Reason.UNPROVED)
    return Explanation.of(
        Reason.GOES_ON,
        line=(answer, reply.winning_moves[0]),
        player=to_move(position),
        opponent=to_move(after),
        answer=str(answer),
        reply=str(reply.winning_moves[0]),
    )


def _why_it_loses(after: Position, solution: Solution, budget: Budget) -> Explanation:
    answers = solve(after, budget)
    if not answers.is_won:
        return Explanation.of(Reason.UNPROVED)
    winning, legal, opponent = answers.winning_moves, len(after.legal_moves), to_move(after)
    if solution.is_lost and answers.exact and len(winning) > 1:
        if len(winning) == legal:
            return Explanation.of(Reason.LEAVES_ALL_WINNING, line=winning, opponent=opponent)
        if len(winning) <= _MOST_NAMED:
            named = any_of([str(answer) for answer in winning])
            return Explanation.of(Reason.LEAVES_FEW_WINNING, line=winning, opponent=opponent, answers=named)
    single = solution.is_lost and answers.exact and len(winning) == 1
    answer, why = _punishment(after, answers)
    kind = Reason.LEAVES_ONE_WINNING if single else Reason.LOSES_TO
    return Explanation.of(kind, line=(answer,), then=why, opponent=opponent, answer=str(answer))


def _punishment(after: Position, answers: Solution) -> tuple[Move, Explanation | None]:
    """Return a winning answer and why it wins, an answer that leaves little choice if possible."""
    likely = sorted(answers.winning_moves, key=lambda answer: len(after.play(answer).targets))
    for answer in likely[:_MOST_TRIED]:
        why = proof(after, answer)
        if why is not None:
            return answer, why
    others = [answer for answer in after.legal_moves if answer not in answers.winning_moves]
    return likely[0], telling_feature(after, likely[0], others)
