"""Game records: what a whole game is, apart from where it was played."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from gridlock_host.model.game import Game
from gridlock_host.model.person import IMPORTED_PLAYER_ONE, IMPORTED_PLAYER_TWO, is_deleted
from gridlock_host.model.place import Place
from gridlock_host.model.result import Ending, Result
from gridlock_host.model.starts import Swap
from gridlock_rules import Player, Position, find_variant, replay
from gridlock_rules.wording import Phrase

ENDINGS_WITHOUT_WINNER: Final = frozenset({Ending.CALLED_OFF, Ending.MODERATION, Ending.FORGOTTEN})
"""The endings after which nobody has won."""


@dataclass(frozen=True, slots=True)
class RecordedPlayer:
    """A player of a recorded game.

    Attributes:
        name: A name for people.
        user_id: The id of the account; None if it is not known.
        is_ai: Whether a program played.
    """

    name: str
    user_id: str | None = None
    is_ai: bool = False


@dataclass(frozen=True, slots=True)
class RecordDetails:
    """What a JSON record has beside the game.

    Attributes:
        game_id: The id of the game where it was played.
        generated_at: When the record was made.
        players: Player 1 and Player 2, as seated at the end.
    """

    game_id: str
    started_at: datetime
    ended_at: datetime
    generated_at: datetime
    players: tuple[RecordedPlayer, RecordedPlayer]


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A whole game.

    Attributes:
        variant: The key of the variant.
        size: Number of rows and columns.
        moves: Canonical texts of the moves, in order.
        start: What was on the board before, as `gridlock_rules.starts` describes; None for the plain board.
        swap: Whether the second player might take over the first move, or has done so; None without that right.
        handicap: How much the start favours one player, in steps: above 0 Player 1, below 0 Player 2.
        ending: How the game ended; None if it goes on.
        winner: The winner; None if nobody has won.
        details: What is known beside the game; None if that is nothing.
    """

    variant: str
    size: int
    moves: tuple[str, ...] = ()
    start: str | None = None
    swap: Swap | None = None
    handicap: int = 0
    ending: Ending | None = None
    winner: Player | None = None
    details: RecordDetails | None = None

    @property
    def position(self) -> Position:
        """The position after the last move."""
        return replay(find_variant(self.variant), self.size, self.moves, start=self.start)


class BrokenRecord(ValueError):
    """A text is no record of a game.

    Attributes:
        reason: Why it is none, as a sentence.
    """

    def __init__(self, reason: Phrase) -> None:
        super().__init__(reason)
        self.reason = reason


def record_of(game: Game, generated_at: datetime) -> GameRecord:
    """Return the record of a stored game; one that goes on has no details.

    Args:
        game: The game.
        generated_at: The time of the record.
    """
    result, winner, details = game.result, None, None
    if result is not None:
        if result.winner_id is not None:
            winner = Player.ONE if result.winner_id == game.player_one_id else Player.TWO
        one, two = (_recorded(game, seat) for seat in Player)
        details = RecordDetails(str(game.id), game.created_at, result.ended_at, generated_at, (one, two))
    return GameRecord(
        variant=game.variant.key,
        size=game.position.size,
        moves=game.moves,
        start=game.start,
        swap=game.swap,
        handicap=game.handicap,
        ending=None if result is None else result.ending,
        winner=winner,
        details=details,
    )


def _recorded(game: Game, seat: Player) -> RecordedPlayer:
    user_id = game.player_id(seat)
    if user_id == game.bot_id:
        return RecordedPlayer(f"Gridlock, level {game.level}", str(user_id), is_ai=True)
    name = f"Player {seat.value}"
    return RecordedPlayer(name) if is_deleted(user_id) else RecordedPlayer(name, str(user_id))


def game_of(record: GameRecord, guild_id: int) -> Game:
    """Return a record as a finished game that is stored nowhere; one that goes on was broken off.

    Its players have no accounts, and its id is 0.

    Args:
        record: The record.
        guild_id: The server in which it is shown.

    Raises:
        RulesError: The rules forbid a move of it.
    """
    now = datetime.fromtimestamp(0).astimezone() if record.details is None else record.details.ended_at
    ids = {Player.ONE: IMPORTED_PLAYER_ONE, Player.TWO: IMPORTED_PLAYER_TWO, None: None}
    loser = None if record.winner is None else record.winner.opponent
    return Game(
        id=0,
        place=Place(guild_id, 0),
        notice=None,
        player_one_id=IMPORTED_PLAYER_ONE,
        player_two_id=IMPORTED_PLAYER_TWO,
        version=len(record.moves),
        created_at=now,
        moves=record.moves,
        position=record.position,
        result=Result(ids[record.winner], ids[loser], record.ending or Ending.CALLED_OFF, now),
        start=record.start,
        swap=record.swap,
        handicap=record.handicap,
    )
