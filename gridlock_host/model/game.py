"""Games: an immutable snapshot of one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from gridlock_host.model.person import is_deleted
from gridlock_host.model.place import Place
from gridlock_host.model.result import Ending, MatchScore, Result
from gridlock_host.model.starts import Swap
from gridlock_host.model.time_control import deadline_after
from gridlock_rules import Move, Player, Position, Variant, replay
from gridlock_rules.notation import read_move


@dataclass(frozen=True, slots=True)
class Game:
    """A game: its players, moves, place and result.

    Attributes:
        version: Counts the changes of the game; a write succeeds only on the version that was read.
        place: The message that shows the board.
        notice: The message that last notified the player to move.
        moves: Canonical texts of the moves, in order.
        position: The position after `moves`.
        start: The start that the game began from; None for the plain board.
        start_again: Whether the game before began from the same start, with the seats exchanged.
        swap: Whether the second player may take over the first move, or has done so; None without that right.
        handicap: How much the start favours one player, in steps: above 0 Player 1, below 0 Player 2. A game with a
            handicap gives no points.
        result: The result; None while the game is open.
        per_move: The time for a move; None without a limit.
        deadline: When the player to move runs out of time; None without a limit, and in a finished game.
        moved_at: When the moves were played.
        match: The match of the game; None for a single game.
        bot_id: The id of the player that is the bot; None between two people.
        level: The level of the bot; None between two people.
        helped: Whether the player got a hint against the bot, or took a move back.
        rated: Whether the players agreed that the game is rated; `model.standings.rated` tells whether it is.
        voided: Whether moderators have taken the game out of standings and ratings.
    """

    id: int
    place: Place
    notice: Place | None
    player_one_id: int
    player_two_id: int
    version: int
    created_at: datetime
    moves: tuple[str, ...]
    position: Position
    result: Result | None
    per_move: timedelta | None = None
    deadline: datetime | None = None
    moved_at: tuple[datetime, ...] = ()
    match: MatchScore | None = None
    bot_id: int | None = None
    level: int | None = None
    helped: bool = False
    start: str | None = None
    start_again: bool = False
    swap: Swap | None = None
    handicap: int = 0
    rated: bool = True
    voided: bool = False

    @property
    def variant(self) -> Variant:
        """The variant that is played."""
        return self.position.variant

    @property
    def ply(self) -> int:
        """The number of moves played."""
        return len(self.moves)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.result is not None

    @property
    def changed_at(self) -> datetime:
        """When the game last changed. Take-backs and swaps are not included, for they have no stored time."""
        if self.result is not None:
            return self.result.ended_at
        return self.moved_at[-1] if self.moved_at else self.created_at

    @property
    def to_move_id(self) -> int | None:
        """The id of the player to move; None if the game is over."""
        return None if self.is_over else self.player_id(self.position.to_move)

    @property
    def bot_is_to_move(self) -> bool:
        """Whether the bot is to move."""
        return self.bot_id is not None and self.to_move_id == self.bot_id

    @property
    def last_move(self) -> Move | None:
        """The last move; None at the start."""
        if not self.moves:
            return None
        variant = self.variant
        return read_move(self.moves[-1], size=self.position.size, origin=variant.origin, cells=variant.cells_per_move)

    @property
    def may_be_called_off(self) -> bool:
        """Whether no player gets a point if the game ends now off the board, because not both players have moved.

        A swap counts as a move. That is one rule for a resignation, the time, and an opponent who has left the server.
        It holds for the first game of a match only. Otherwise a player who is behind could leave the match undecided by
        not moving. For the same reason, it does not hold after a take-back.
        """
        # A swap and a take-back change the version, but add no move.
        was_taken_back = self.version > self.ply
        return self.ply < 2 and not was_taken_back and (self.match is None or self.match.number == 1)

    @property
    def moves_to_take_back(self) -> int:
        """How many moves a take-back removes: against the bot, its answer too. 0 if there is no move.

        A move that the opponent has taken over by a swap stays.
        """
        if self.has_just_swapped:
            return 0
        number = 2 if self.bot_id is not None and not self.bot_is_to_move else 1
        return number if self.ply >= number else 0

    @property
    def favoured_id(self) -> int | None:
        """The id of the player whom a handicap favours; None without one."""
        if not self.handicap:
            return None
        return self.player_one_id if self.handicap > 0 else self.player_two_id

    @property
    def gives_points(self) -> bool:
        """Whether the result counts in the standings.

        Two people have played, without a handicap, one has won, and moderators have not voided it.
        """
        has_winner = self.result is not None and self.result.winner_id is not None
        return has_winner and self.bot_id is None and not self.handicap and not self.voided

    @property
    def may_swap(self) -> bool:
        """Whether the player to move may take over the first move in place of moving."""
        return self.swap is Swap.AGREED and self.ply == 1 and not self.is_over

    @property
    def has_just_swapped(self) -> bool:
        """Whether a swap was the last thing that a player did."""
        return self.swap is Swap.TAKEN and self.ply == 1

    @property
    def match_goes_on(self) -> bool:
        """Whether another game of the match follows this finished game.

        None follows if the match is decided, the game has no winner, or a player has left.
        """
        match, result = self.match, self.result
        if match is None or result is None or result.winner_id is None or result.ending is Ending.DEPARTURE:
            return False
        return not match.is_decided and match.number < match.best_of

    def with_move(self, text: str, position: Position, moment: datetime) -> Game:
        """Return the game after a move, with the opponent's clock running."""
        after = replace(
            self,
            moves=(*self.moves, text),
            position=position,
            moved_at=(*self.moved_at, moment),
            version=self.version + 1,
        )
        return _with_clock(after, moment)

    def swapped(self, moment: datetime) -> Game:
        """Return the game with the seats exchanged: the player to move has taken over the first move."""
        after = replace(
            self,
            player_one_id=self.player_two_id,
            player_two_id=self.player_one_id,
            version=self.version + 1,
            swap=Swap.TAKEN,
        )
        return _with_clock(after, moment)

    def without_last_moves(self, moment: datetime, number: int = 1) -> Game:
        """Return the game without its last moves, with a new clock for the player to move."""
        moves = self.moves[:-number]
        before = replace(
            self,
            moves=moves,
            position=self.position_at(len(moves)),
            moved_at=self.moved_at[:-number],
            version=self.version + 1,
        )
        return _with_clock(before, moment)

    @property
    def first_id(self) -> int:
        """The id of the player who makes the first move, or has made it."""
        first = self.position_at(0).to_move
        return self.player_id(first.opponent if self.swap is Swap.TAKEN else first)

    def position_at(self, ply: int) -> Position:
        """Return the position after so many moves; after none it is that of the start."""
        return replay(self.variant, self.position.size, self.moves[:ply], start=self.start)

    def ended(self, ending: Ending, winner_id: int | None, moment: datetime) -> Game:
        """Return the game with its result; without a winner, it does not count in the standings."""
        loser_id = None if winner_id is None else self.opponent_of(winner_id)
        match = self.match
        if match is not None and winner_id is not None:
            match = replace(match, wins={**match.wins, winner_id: match.wins.get(winner_id, 0) + 1})
        return replace(self, result=Result(winner_id, loser_id, ending, moment), deadline=None, match=match)

    def as_of(self, ply: int) -> Game:
        """Return the game as it stood after so many moves, as if it went on from there without a time limit."""
        return replace(
            self,
            moves=self.moves[:ply],
            position=self.position_at(ply),
            moved_at=self.moved_at[:ply],
            result=None,
            deadline=None,
            swap=None,
        )

    def player_id(self, player: Player) -> int:
        """Return the id of the person who is `player`."""
        return self.player_one_id if player is Player.ONE else self.player_two_id

    def mark_of(self, user_id: int) -> str:
        """Return the mark of a player of this game."""
        return self.variant.player_marks[0 if user_id == self.player_one_id else 1]

    def has_player(self, user_id: int) -> bool:
        """Whether this person plays in the game."""
        return user_id in (self.player_one_id, self.player_two_id)

    @property
    def has_deleted_player(self) -> bool:
        """Whether the data of a player of this game was deleted."""
        return is_deleted(self.player_one_id) or is_deleted(self.player_two_id)

    def opponent_of(self, user_id: int) -> int:
        """Return the id of the other player."""
        return self.player_two_id if user_id == self.player_one_id else self.player_one_id


def _with_clock(game: Game, moment: datetime) -> Game:
    """Start the clock of the player to move; the bot has none."""
    deadline = None if game.bot_is_to_move else deadline_after(game.per_move, moment)
    return game if deadline == game.deadline else replace(game, deadline=deadline)
