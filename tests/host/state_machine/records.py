"""The model's challenges and games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from gridlock_host import Challenge, DeclineReason, Ending, First, Game, Place, Terms
from gridlock_host.model.person import DELETED_PLAYER_ONE, DELETED_PLAYER_TWO
from gridlock_host.model.starts import StartKind
from gridlock_host.model.time_control import CHALLENGE_LIFETIME, deadline_after, warning_time
from gridlock_rules import Position, replay
from tests.host.support.host import BOT, CHANNEL, GUILD


@dataclass(frozen=True)
class ModelTerms:
    """What a challenge proposes; `rated` is None if it leaves that to the server."""

    variant: str
    size: int
    first: First
    per_move: timedelta | None
    best_of: int
    rated: bool | None = True

    def as_terms(self, level: int | None = None) -> Terms:
        """Return the same as the host stores it."""
        terms = Terms(self.variant, self.size, self.first, self.per_move, self.best_of, level, start=StartKind.PLAIN)
        return replace(terms, rated=self.rated is not False).settled()


@dataclass
class ModelChallenge:
    """A challenge; `opponent` is None while anybody may accept."""

    challenger: int
    opponent: int | None
    terms: ModelTerms
    created_at: datetime
    expires_at: datetime | None
    status: str = "open"
    reason: DeclineReason | None = None

    def extend_deadlines(self, since: datetime, now: datetime) -> None:
        """Give the time back that passed after `since`."""
        if self.status == "open" and self.expires_at is not None and self.expires_at > since:
            self.expires_at += now - max(since, self.created_at)

    def forget(self, person: int) -> None:
        """Replace an erased member by an anonymous seat."""
        if self.challenger == person:
            self.challenger = DELETED_PLAYER_ONE
        if self.opponent == person:
            self.opponent = DELETED_PLAYER_TWO

    def compare(self, challenge: Challenge) -> None:
        """Assert that the host returned this challenge."""
        assert challenge.terms == self.terms.as_terms()
        assert (challenge.challenger_id, challenge.opponent_id) == (self.challenger, self.opponent)
        assert (challenge.status, challenge.decline_reason) == (self.status, self.reason)
        assert challenge.expires_at == self.expires_at


@dataclass(frozen=True)
class ModelMatch:
    """A match of several games."""

    id: int
    best_of: int


@dataclass(frozen=True)
class ModelResult:
    """How a game ended; a game without a winner is uncounted."""

    winner: int | None
    loser: int | None
    ending: Ending
    ended_at: datetime


@dataclass
class ModelGame:
    """A game; what stands behind `rematch_of` changes as long as it goes on."""

    one: int
    two: int
    terms: ModelTerms
    created_at: datetime
    match: ModelMatch | None = None
    number: int | None = None
    rematch_of: int | None = None
    moves: list[str] = field(default_factory=list)
    moved_at: list[datetime] = field(default_factory=list)
    version: int = 0
    result: ModelResult | None = None
    deadline: datetime | None = None
    wake_at: datetime | None = None
    board: int | None = None
    is_shown: bool = False
    take_back_is_asked: bool = False
    was_taken_back: bool = False
    level: int | None = None
    helped: bool = False
    voided: bool = False
    nameless: tuple[int | None, int | None] = (None, None)
    rematch_offered_by: set[int] = field(default_factory=set)
    rematch_offered_at: datetime | None = None
    rematch_expires_at: datetime | None = None

    def __post_init__(self) -> None:
        """Start the deadline of the first player."""
        self._start_clock(self.created_at)

    @property
    def position(self) -> Position:
        """The position after the moves."""
        return replay(self.terms.variant, self.terms.size, self.moves)

    @property
    def players(self) -> tuple[int, int]:
        """Player 1 and Player 2."""
        return self.one, self.two

    @property
    def to_move(self) -> int:
        """Whose turn it is, or would be if the game were not over."""
        return self.players[len(self.moves) % 2]

    @property
    def is_against_bot(self) -> bool:
        """Whether one of the players is the bot."""
        return BOT in self.players

    @property
    def bot_is_to_move(self) -> bool:
        """Whether the game waits for the bot."""
        return not self.is_over and self.to_move == BOT

    @property
    def is_over(self) -> bool:
        """Whether the game has its result."""
        return self.result is not None

    @property
    def may_be_called_off(self) -> bool:
        """Whether the game counts for nobody if it ends off the board: not both have moved, and no take-back."""
        return len(self.moves) < 2 and not self.was_taken_back and self.number in (None, 1)

    @property
    def winner(self) -> int | None:
        """Who has won."""
        return None if self.result is None else self.result.winner

    @property
    def ended_at(self) -> datetime:
        """When a finished game ended."""
        assert self.result is not None
        return self.result.ended_at

    def opponent(self, player: int) -> int:
        """The other player."""
        return self.two if player == self.one else self.one

    def play(self, text: str, moment: datetime) -> None:
        """Append a move."""
        self._change()
        self.moves.append(text)
        self.moved_at.append(moment)
        self._start_clock(moment)

    def take_back(self, moment: datetime, number: int = 1) -> None:
        """Remove the last moves."""
        self._change()
        del self.moves[-number:], self.moved_at[-number:]
        self.was_taken_back = True
        self._start_clock(moment)

    def end(self, ending: Ending, winner: int | None, moment: datetime) -> None:
        """End the game without a move."""
        self._change()
        self.note_result(ending, winner, moment)

    def note_result(self, ending: Ending, winner: int | None, moment: datetime) -> None:
        """End by the last move."""
        assert self.result is None
        self.result = ModelResult(winner, None if winner is None else self.opponent(winner), ending, moment)
        self.deadline = self.wake_at = None

    def extend_deadlines(self, since: datetime, now: datetime) -> None:
        """Give the time back that the clock ran after `since`."""
        if self.deadline is not None and self.wake_at is not None and self.deadline > since:
            time = now - max(since, self.clock_began)
            self.deadline += time
            self.wake_at += time
        offered, expires = self.rematch_offered_at, self.rematch_expires_at
        if offered is not None and expires is not None and expires > since:
            self.rematch_expires_at = expires + (now - max(since, offered))

    def offer_rematch(self, player: int, moment: datetime) -> None:
        """Offer a rematch, which is open for as long as a challenge is."""
        self.rematch_offered_by.add(player)
        self.rematch_offered_at, self.rematch_expires_at = moment, moment + CHALLENGE_LIFETIME

    def close_rematch_offer(self) -> None:
        """Leave no open offer of a rematch, for whatever reason."""
        self.rematch_offered_by.clear()
        self.rematch_offered_at = self.rematch_expires_at = None

    def show(self, board: int) -> None:
        """Be shown in a message, which is remembered as long as both players are."""
        self.is_shown = True
        self.board = None if min(self.players) < 0 else board

    def forget(self, person: int, number: int) -> None:
        """Leave a seat in a player's place, and their number in ratings; nothing ties it to others or to a message."""
        seat = DELETED_PLAYER_ONE if person == self.one else DELETED_PLAYER_TWO
        one, two = self.nameless
        self.nameless = (number, two) if person == self.one else (one, number)
        self.one, self.two = (seat if player == person else player for player in self.players)
        if self.result is not None and self.result.winner is not None:
            self.result = ModelResult(
                seat if self.result.winner == person else self.result.winner,
                seat if self.result.loser == person else self.result.loser,
                self.result.ending,
                self.result.ended_at,
            )
        self.match = self.number = self.rematch_of = None
        self.close_rematch_offer()
        if self.is_shown:
            self.board = None

    def compare(self, game: Game, wins: Mapping[int, int]) -> None:
        """Assert that the host returned this game, with a match in which so many games are won."""
        assert (game.player_one_id, game.player_two_id) == self.players
        assert (game.variant.key, game.position.size, game.per_move) == (
            self.terms.variant,
            self.terms.size,
            self.terms.per_move,
        )
        assert (list(game.moves), game.version, game.position) == (self.moves, self.version, self.position)
        assert (list(game.moved_at), game.deadline) == (self.moved_at, self.deadline)
        assert (game.bot_id, game.level) == ((BOT, self.level) if self.is_against_bot else (None, None))
        assert game.place == Place(GUILD, CHANNEL, self.board)
        result = game.result
        assert self.result == (
            None if result is None else ModelResult(result.winner_id, result.loser_id, result.ending, result.ended_at)
        )
        assert (game.rated, game.voided) == (self.terms.rated, self.voided)
        match = game.match
        assert (None if match is None else (match.id, match.best_of, match.number, Counter(match.wins))) == (
            None if self.match is None else (self.match.id, self.match.best_of, self.number, Counter(wins))
        )

    def _change(self) -> None:
        self.version += 1
        self.is_shown = False
        self.take_back_is_asked = False

    def _start_clock(self, moment: datetime) -> None:
        per_move = None if self.to_move == BOT else self.terms.per_move
        self.clock_began = moment
        self.deadline = deadline_after(per_move, moment)
        self.wake_at = None
        if per_move is not None and self.deadline is not None:
            self.wake_at = warning_time(self.deadline, per_move)
