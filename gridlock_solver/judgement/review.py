"""What a game should have been: every ply beside perfect play, and where the game turned."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum

from gridlock_rules import Move, Player, Position, Variant, replay
from gridlock_solver.search.budget import Budget
from gridlock_solver.solution import Solution
from gridlock_solver.solving import solve


class Mark(Enum):
    """What a move made of the position."""

    KEPT_WIN = "kept_win"
    """The position was won and still is."""

    ONLY_MOVE = "only_move"
    """The same, and no other move would have kept the win."""

    GAVE_AWAY = "gave_away"
    """The position was won and is not any more."""

    HOPELESS = "hopeless"
    """The position was lost whatever was played."""

    UNKNOWN = "unknown"
    """Not enough is proved to say."""


@dataclass(frozen=True, slots=True)
class JudgedPly:
    """One move of a game and what it made of the position.

    Attributes:
        ply: How many moves were played before.
        player: Who moved.
        move: What was played.
        mark: What it made of the position.
        solution: What could have been played.
    """

    ply: int
    player: Player
    move: Move
    mark: Mark
    solution: Solution


@dataclass(frozen=True, slots=True)
class Review:
    """A game that was judged from its first move to its last.

    Attributes:
        variant_key: What was played.
        size: Number of rows, and of columns.
        plies: All moves in order.
        winner: Who won, or None if that is not known.
        unplayed: What could have been played in the last position, or None if no move was left.
    """

    variant_key: str
    size: int
    plies: tuple[JudgedPly, ...]
    winner: Player | None
    unplayed: Solution | None = None

    @property
    def gave_up_a_win(self) -> bool | None:
        """Whether the loser stood to win when the game was broken off; None if too little is proved to say."""
        if self.winner is None or self.unplayed is None:
            return False
        if not (self.unplayed.exact or self.unplayed.is_won):
            return None
        to_move = Player.TWO if len(self.plies) % 2 else Player.ONE
        stood_to_win = to_move if self.unplayed.is_won else to_move.opponent
        return stood_to_win is not self.winner

    @property
    def turning_point(self) -> JudgedPly | None:
        """The last ply at which the loser gave a won position away.

        None if there is none, if the game has no loser yet, if the loser gave up in a won position, or if a later ply
        of the loser's could be meant, of which too little is proved. The moves that would have won are in its solution.
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
    """Judge a whole game; see `judge_plies` for doing so ply by ply.

    Args:
        moves: The moves, as text or as values.
        variant: A variant or its key.
        size: Number of rows and columns; None means the book's own size.
        winner: Who won, where the board does not say: by resignation or on time.
        budget: What may be spent for each ply; None means `Budget()`.

    Raises:
        RulesError: There is no such game; see `gridlock_rules.replay`.
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
        RulesError: There is no such game. It is raised at once, not only when that ply is reached.
    """
    played = tuple(moves)
    replay(variant, size, played)
    return _judged_in_turn(replay(variant, size, ()), played, budget)


def judge_move(position: Position, move: Move, budget: Budget | None = None) -> JudgedPly:
    """Judge one legal move.

    Raises:
        IllegalMove: The rules do not allow the move.
    """
    after = position.play(move)
    solution = solve(position, budget)
    mark = _mark(move, solution)
    if mark is Mark.UNKNOWN:
        mark = _mark_by_what_follows(solution, solve(after, budget))
    return JudgedPly(position.ply, position.to_move, move, mark, solution)


def _mark(move: Move, solution: Solution) -> Mark:
    """Return what a legal move makes of a position with this solution."""
    if move in solution.winning_moves:
        only = solution.exact and len(solution.winning_moves) == 1
        return Mark.ONLY_MOVE if only else Mark.KEPT_WIN
    if not solution.exact:
        return Mark.UNKNOWN
    return Mark.GAVE_AWAY if solution.is_won else Mark.HOPELESS


def _mark_by_what_follows(solution: Solution, after: Solution) -> Mark:
    """Return the mark of a move that is not among the winning moves that were proved."""
    if after.exact and not after.is_won:
        return Mark.KEPT_WIN
    return Mark.GAVE_AWAY if after.is_won and solution.is_won else Mark.UNKNOWN


def _judged_in_turn(position: Position, moves: Iterable[str | Move], budget: Budget | None) -> Iterator[JudgedPly]:
    for written in moves:
        move = position.parse(written) if isinstance(written, str) else written
        yield judge_move(position, move, budget)
        position = position.play(move)
