"""Proofs that a move wins, which a person can check on the board: an end of the game, or a reply to every answer."""

from collections.abc import Mapping

from gridlock_rules import Move, Position
from gridlock_solver.explanation import Explanation, Reason
from gridlock_solver.registry import find_solver


def proof(position: Position, move: Move) -> Explanation | None:
    """Return the simplest proof that a legal move wins; None if none was found, as for every move that loses."""
    after = position.play(move)
    if not after.legal_moves:
        return Explanation.of(Reason.ENDS_GAME, opponent=to_move(after), needed=after.restriction)
    reason = find_solver(position.variant.key).reason
    return _ended_next(position, after) or (reason(position, move) if reason else None)


def to_move(position: Position) -> str:
    """Return the mark of the player to move."""
    return position.variant.mark(position.to_move)


def _ended_next(position: Position, after: Position) -> Explanation | None:
    """Return how each answer allows a reply that ends the game."""
    endings = _endings(after)
    if endings is None:
        return None
    answer, replies = next(iter(endings.items()))
    common = frozenset.intersection(*map(frozenset, endings.values()))
    reply = next((reply for reply in replies if reply in common), replies[0])
    line, opponent = (answer, reply), to_move(after)
    if len(endings) == 1:
        return Explanation.of(Reason.FORCED_ENDING, line=line, opponent=opponent, answer=str(answer), reply=str(reply))
    if common:
        return Explanation.of(Reason.ENDED_BY_ONE, line=line, opponent=opponent, reply=str(reply))
    return Explanation.of(
        Reason.ENDED_NEXT,
        line=line,
        opponent=opponent,
        player=to_move(position),
        answer=str(answer),
        reply=str(reply),
    )


def _endings(after: Position) -> Mapping[Move, list[Move]] | None:
    """Return the replies to each answer that end the game; None if some answer allows none."""
    endings = {}
    for answer in after.legal_moves:
        later = after.play(answer)
        endings[answer] = [reply for reply in later.legal_moves if not later.play(reply).legal_moves]
        if not endings[answer]:
            return None
    return endings
