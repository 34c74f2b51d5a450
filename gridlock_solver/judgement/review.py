"""Reviews of games: every ply compared with perfect play, and the turning point."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from gridlock_rules import Move, Player, Position, Variant, replay
from gridlock_solver.judgement.accuracy import Accuracy
from gridlock_solver.judgement.marks import DECISIONS, Mark, mark_of
from gridlock_solver.judgement.resistance import Resistance, resistance_of
from gridlock_solver.registry import solve
from gridlock_solver.search.budget import Budget
from gridlock_solver.solution import Solution, Value


@dataclass(frozen=True, slots=True)
class JudgedPly:
    """One move of a game and its mark.

    Attributes:
        ply: How many moves were played before; in a review, those of its start are not counted.
        player: Who moved.
        move: The move.
        mark: What it did to the value of the position, and whether there was anything to decide.
        solution: The solution of the position before the move.
        resistance: How hard the move made it for the opponent. Only of moves in lost positions that `judge_move` has
            judged, and None if that could not be counted in time.
    """

    ply: int
    player: Player
    move: Move
    mark: Mark
    solution: Solution
    resistance: Resistance | None = None

    @property
    def is_decision(self) -> bool:
        """Whether some moves would have won, others not, and that is proved for each of them."""
        return self.solution.exact and self.mark in DECISIONS

    @property
    def is_slip(self) -> bool:
        """Whether the move was a decision that gave the win away."""
        return self.is_decision and self.mark is Mark.GAVE_AWAY


def accuracy_of(plies: Iterable[JudgedPly], player: Player) -> Accuracy:
    """Return how many decisions a player had among these plies, and how many kept the win.

    A ply of which it is not proved for every move if it wins counts neither way: there, only losses could be counted.
    """
    return Accuracy.of(ply.mark for ply in plies if ply.player is player and ply.is_decision)


@dataclass(frozen=True, slots=True)
class Review:
    """A game with all its plies judged.

    Attributes:
        variant_key: The key of the variant.
        size: Number of rows, and of columns.
        plies: All moves in order.
        winner: The winner, or None if that is not known.
        unplayed: The solution of the last position, or None if the game ended on the board.
        first: The player who moved first, or would have; Player 2 moves first from some starts.
    """

    variant_key: str
    size: int
    plies: tuple[JudgedPly, ...]
    winner: Player | None
    unplayed: Solution | None = None
    first: Player = Player.ONE

    @property
    def gave_up_a_win(self) -> bool | None:
        """Whether the loser gave up in a won position; None if too little is proved to tell."""
        if self.winner is None or self.unplayed is None:
            return False
        if self.unplayed.value is Value.OPEN:
            return None
        to_move = self.plies[-1].player.opponent if self.plies else self.first
        stood_to_win = to_move if self.unplayed.is_won else to_move.opponent
        return stood_to_win is not self.winner

    @property
    def turning_point(self) -> JudgedPly | None:
        """The last ply at which the loser gave a won position away.

        None if there is none, if the game has no loser yet, if the loser gave up in a won position, or if too little is
        proved about a later ply of the loser. Its solution has the moves that would have won.
        """
        if self.winner is None or self.gave_up_a_win is not False:
            return None
        loser = self.winner.opponent
        telling = (Mark.GAVE_AWAY, Mark.UNKNOWN)
        last = next((ply for ply in reversed(self.plies) if ply.player is loser and ply.mark in telling), None)
        return last if last and last.mark is Mark.GAVE_AWAY else None


def judge(
    moves: Iterable[str | Move],
    variant: Variant | str,
    size: int | None,
    *,
    start: str | None = None,
    winner: Player | None = None,
    budget: Budget | None = None,
) -> Review:
    """Return the review of a whole game. `judge_plies` does it ply by ply.

    Args:
        moves: The moves, as text or as values.
        variant: A variant or its key.
        size: Number of rows and columns; None means the book's own size.
        start: What is on the board before the first move, as `gridlock_rules.starts` describes; None means nothing. Its
            moves are none of the game's, and are not judged.
        winner: The winner of a game that did not end on the board: by resignation or on time.
        budget: The limit of the search for each ply; None means `Budget()`.

    Raises:
        RulesError: The start or the moves are not a game; see `gridlock_rules.replay`.
    """
    played = tuple(moves)
    end = replay(variant, size, played, start=start)
    plies = tuple(judge_plies(played, variant, size, start=start, budget=budget))
    first = replay(variant, size, (), start=start).to_move
    if end.outcome:
        return Review(end.variant.key, end.size, plies, end.outcome.winner, first=first)
    return Review(end.variant.key, end.size, plies, winner, solve(end, budget), first)


def judge_plies(
    moves: Iterable[str | Move],
    variant: Variant | str,
    size: int | None,
    *,
    start: str | None = None,
    budget: Budget | None = None,
) -> Iterator[JudgedPly]:
    """Yield each ply of a game as soon as it is judged. The arguments are those of `judge`.

    Raises:
        RulesError: The start or the moves are not a game. It is raised at once, not when the iterator reaches the move.
    """
    played = tuple(moves)
    replay(variant, size, played, start=start)
    return _judged_in_turn(replay(variant, size, (), start=start), played, budget)


def judge_move(position: Position, move: Move, budget: Budget | None = None) -> JudgedPly:
    """Return one legal move with its mark, and its resistance in a lost position.

    Raises:
        IllegalMove: The rules do not allow the move.
    """
    after = position.play(move)
    solution = solve(position, budget)
    judged = judged_by(position, move, solution)
    if judged.mark is Mark.UNKNOWN:
        return judged_by(position, move, solution, solve(after, budget))
    if judged.mark is Mark.HOPELESS:
        return replace(judged, resistance=resistance_of(position, move, budget or Budget()))
    return judged


def judged_by(position: Position, move: Move, solution: Solution, after: Solution | None = None) -> JudgedPly:
    """Return a legal move with its mark by solutions that are known already, without any search.

    Args:
        position: The position before the move.
        move: The move.
        solution: The solution of that position.
        after: The solution of the position after the move, which may prove what the first one leaves open.
    """
    mark = mark_of(move, len(position.legal_moves), solution, after)
    return JudgedPly(position.ply, position.to_move, move, mark, solution)


def _judged_in_turn(position: Position, moves: Iterable[str | Move], budget: Budget | None) -> Iterator[JudgedPly]:
    for ply, written in enumerate(moves):
        move = position.parse(written) if isinstance(written, str) else written
        # The moves of a start are none of the game's.
        yield replace(judge_move(position, move, budget), ply=ply)
        position = position.play(move)
