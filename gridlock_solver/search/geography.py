"""Solver of undirected vertex geography, the game behind Lines and Dodge.

A token moves along the edges of a graph and never comes to a vertex twice. With the token on v, the player to move wins
exactly when v is in every maximum matching of the unvisited vertices and v: A. S. Fraenkel, E. R. Scheinerman and D.
Ullman, "Undirected edge geography", Theoretical Computer Science 112 (1993). In terms of moves: a move to w wins
exactly when some maximum matching of the unvisited vertices leaves w out. Then every vertex that the opponent can go to
has a mate in that matching, since w and an unmatched neighbour would make it larger, and the mate is the reply. A free
first move wins by the same rule.
"""

from gridlock_rules import Move
from gridlock_rules.claim_position import ClaimPosition
from gridlock_rules.geometry import cells_of, geometry
from gridlock_solver.explanation import Explanation, Reason
from gridlock_solver.search.matching import Graph, Matching
from gridlock_solver.solution import Solution, exact_solution


def solve_geography(position: ClaimPosition, graph: Graph) -> Solution:
    """Return the exact solution of a position in which each claim must be a neighbour of the last one.

    Args:
        position: The position; its first move may be free.
        graph: For each cell, the mask of the cells that may follow it.
    """
    matching = Matching(graph, _unclaimed(position))
    winning = position.legal_moves.targets & matching.inessential

    def answers(move: Move) -> int:
        return (graph[move.cell] & matching.without(move.cell).inessential).bit_count()

    return exact_solution(position.legal_moves, lambda move: winning >> move.cell & 1 == 1, answers)


def pairing(position: ClaimPosition, graph: Graph, move: Move) -> Explanation | None:
    """Return pairs of an answer and a reply as the reason why a move wins. None if the move loses.

    Whatever the opponent plays then and after each reply, it is a cell of a pair that is not yet used.

    Args:
        position: The position before the move.
        graph: For each cell, the mask of the cells that may follow it.
        move: A legal move.
    """
    whole = Matching(graph, _unclaimed(position))
    rest = whole.without(move.cell)
    if len(rest.mates) < len(whole.mates):
        return None
    mark = position.variant.mark
    return Explanation.of(
        Reason.PAIRED,
        player=mark(position.to_move),
        opponent=mark(position.to_move.opponent),
        pairs=_pairs_in_play(graph, rest, graph[move.cell] & rest.vertices),
    )


def _pairs_in_play(graph: Graph, matching: Matching, answers: int) -> tuple[tuple[int, int], ...]:
    """Return the pairs that the opponent can come to, beginning with these answers."""
    pairs: list[tuple[int, int]] = []
    reached, coming = 0, answers
    while coming := coming & ~reached:
        answer = next(cells_of(coming))
        reply = matching.mates[answer]
        if not reached >> reply & 1:
            pairs.append((answer, reply))
        reached |= 1 << answer
        coming |= graph[reply] & matching.vertices
    return tuple(pairs)


def _unclaimed(position: ClaimPosition) -> int:
    """Return the mask of the unclaimed cells."""
    return geometry(position.size).board & ~(position.one | position.two)
