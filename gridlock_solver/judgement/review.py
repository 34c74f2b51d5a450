"""Reviews of games: every ply compared with perfect play, and the turning point."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum

from gridlock_rules import Move, Player, Position, Variant, replay
from gridlock_solver.registry import solve
from gridlock_solver.search.budget import Budget
from gridlock_solver.solution import Solution, Value


class Mark(Enum):
    """How a move changed the value of the position."""

    KEPT_WIN = "kept_win"
    """The position was won and still is."""

    ONLY_MOVE = "only_move"
    """The same, and none of the other legal moves would have kept the win."""

    GAVE_AWAY = "gave_away"
    """The position was won, and is lost now."""

    HOPELESS = "hopeless"
    """The position was lost whatever the move."""

    FORCED = "forced"
    """It was the only legal move, so it is neither good nor bad."""

    UNKNOWN = "unknown"
    """Too little is proved to tell."""


@dataclass(frozen=True, slots=True)
class JudgedPly:
    """One move of a game and its mark.

    Attributes:
        ply: How many moves were played before.
        player: Who moved.
        move: The move.
        mark: How it changed the value of the position.
        solution: The solution of the position before the move.
    """

    ply: int
    player: Player
    move: Move
    mark: Mark
    solution: Solution


@dataclass(frozen=True, slots=True)
class Review:
    """A game with all its plies judged.

    Attributes:
        variant_key: The key of the variant.
        size: Number of rows, and of columns.
        plies: All moves in order.
        winner: The winner, or None if that is not known.
        unplayed: The solution of the last position, or None if the game ended on the board.
    """

    variant_key: str
    size: int
    plies: tuple[JudgedPly, ...]
    winner: Player | None
    unplayed: Solution | None = None

    @property
    def gave_up_a_win(self) -> bool | None:
        """Whether the loser gave up in a won position; None if too little is proved to tell."""
        if self.winner is None or self.unplayed is None:
            return False
        if self.unplayed.value is Value.OPEN:
            return None
        to_move = Player.TWO if len(self.plies) % 2 else Player.ONE
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
    winner: Player | None = None,
    budget: Budget | None = None,
) -> Review:
    """Return the review of a whole game. `judge_plies` does it ply by ply.

    Args:
        moves: The moves, as text or as values.
        variant: A variant or its key.
        size: Number of rows and columns; None means the book's own size.
        winner: The winner of a game that did not end on the board: by resignation or on time.
        budget: The limit of the search for each ply; None means `Budget()`.

    Raises:
        RulesError: The moves are not a game; see `gridlock_rules.replay`.
    """
    played = tuple(moves)
    end = replay(variant, size, played)
    plies = tuple(judge_plies(played, variant, size, budget=budget))
    if end.outcome:
        return Review(end.variant.key, end.size, plies, end.outcome.winner)
    return Review(end.variant.key, end.size, plies, winner, solve(end, budget))


def judge_plies(
    moves: Iterable[str | Move], variant: Variant | str, size: int | None, *, budget: Budget | None = None
) -> Iterator[JudgedPly]:
    """Yield each ply of a game as soon as it is judged. The arguments are those of `judge`.

    Raises:
        RulesError: The moves are not a game. It is raised at once, not when the iterator reaches the move.
    """
    played = tuple(moves)
    replay(variant, size, played)
    return _judged_in_turn(replay(variant, size, ()), played, budget)


def judge_move(position: Position, move: Move, budget: Budget | None = None) -> JudgedPly:
    """Return one legal move with its mark.

    Raises:
        IllegalMove: The rules do not allow the move.
    """
    after = position.play(move)
    solution = solve(position, budget)
    mark = Mark.FORCED if len(position.legal_moves) == 1 else _mark(move, solution)
    if mark is Mark.UNKNOWN:
        mark = _mark_by_what_follows(solution, solve(after, budget))
    return JudgedPly(position.ply, position.to_move, move, mark, solution)


def _mark(move: Move, solution: Solution) -> Mark:
    """Return the mark of one of several legal moves in a position with this solution."""
    if move in solution.winning_moves:
        only = solution.exact and len(solution.winning_moves) == 1
        return Mark.ONLY_MOVE if only else Mark.KEPT_WIN
    if solution.is_lost:
        return Mark.HOPELESS
    return Mark.GAVE_AWAY if solution.exact else Mark.UNKNOWN


def _mark_by_what_follows(solution: Solution, after: Solution) -> Mark:
    """Return the mark of a move that is not proved to win."""
    if after.is_lost:
        return Mark.KEPT_WIN
    return Mark.GAVE_AWAY if after.is_won and solution.is_won else Mark.UNKNOWN


def _judged_in_turn(position: Position, moves: Iterable[str | Move], budget: Budget | None) -> Iterator[JudgedPly]:
    for written in moves:
        move = position.parse(written) if isinstance(written, str) else written
        yield judge_move(position, move, budget)
        position = position.play(move)
