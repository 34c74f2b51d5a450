"""The host in its simplest form: lists in memory, one request at a time. The state machine compares the two."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from gridlock_host import Challenge, Ending, First, Game, Place
from gridlock_host.errors import (
    CannotBeChallenged,
    ChallengeClosed,
    GameIsOver,
    NoSuchChallenge,
    NoSuchGame,
    NotInThisGame,
    NotYourChallenge,
    NotYourTurn,
    StaleBoard,
)
from gridlock_rules import Player, Position, RulesError, replay
from tests.host.support import CHANNEL, GUILD


@dataclass
class ModelChallenge:
    """A challenge; `status` changes."""

    challenger: int
    opponent: int
    variant: str
    size: int
    first: First
    status: str = "open"

    def compare(self, challenge: Challenge) -> None:
        """Assert that the host returned this challenge."""
        assert (challenge.challenger_id, challenge.opponent_id) == (self.challenger, self.opponent)
        assert (challenge.variant_key, challenge.size, challenge.first) == (self.variant, self.size, self.first)
        assert challenge.status == self.status


@dataclass
class ModelGame:
    """A game; `moves` and what follows change."""

    one: int
    two: int
    variant: str
    size: int
    moves: list[str] = field(default_factory=list)
    winner: int | None = None
    ending: Ending | None = None
    board: int | None = None

    @property
    def position(self) -> Position:
        """The position after the moves."""
        return replay(self.variant, self.size, self.moves)

    @property
    def players(self) -> tuple[int, int]:
        """Player 1 and Player 2."""
        return self.one, self.two

    @property
    def to_move(self) -> int:
        """Whose turn it is, or would be if the game were not over."""
        return self.players[len(self.moves) % 2]

    @property
    def version(self) -> int:
        """How often the game has changed: by every move and by a resignation."""
        return len(self.moves) + (self.ending is Ending.RESIGNATION)

    def end(self, winner: int, ending: Ending) -> None:
        """Note the result."""
        assert self.winner is None
        self.winner, self.ending = winner, ending

    def opponent(self, player: int) -> int:
        """The other player."""
        return self.two if player == self.one else self.one

    def compare(self, game: Game) -> None:
        """Assert that the host returned this game."""
        assert (game.player_one_id, game.player_two_id) == self.players
        assert (game.variant.key, game.position.size) == (self.variant, self.size)
        assert (list(game.moves), game.version, game.position) == (self.moves, self.version, self.position)
        assert game.place == Place(GUILD, CHANNEL, self.board)
        result = None if game.result is None else (game.result.winner_id, game.result.loser_id, game.result.ending)
        assert result == (None if self.winner is None else (self.winner, self.opponent(self.winner), self.ending))


class Model:
    """What should be in the store, and what should become of each request.

    A method named after a request returns the class of the error that the host must raise; None, when it must grant
    the request, and then the model has changed as the store must.
    """

    def __init__(self) -> None:
        self.challenges: dict[int, ModelChallenge] = {}
        self.games: dict[int, ModelGame] = {}

    def challenge(self, challenger: int, opponent: int) -> type[Exception] | None:
        """Whether a challenge may be made; `challenges` is filled by the caller, who learns its id."""
        return CannotBeChallenged if challenger == opponent else None

    def answer(self, challenge_id: int, actor: int, status: str) -> type[Exception] | None:
        """Close a challenge by accepting, declining or cancelling it."""
        challenge = self.challenges.get(challenge_id)
        if challenge is None:
            return NoSuchChallenge
        if challenge.status != "open":
            return ChallengeClosed
        if actor != (challenge.challenger if status == "cancelled" else challenge.opponent):
            return NotYourChallenge
        challenge.status = status
        return None

    def start(self, challenge_id: int, game_id: int, *, heads: bool) -> ModelGame:
        """Note the game of an accepted challenge."""
        challenge = self.challenges[challenge_id]
        one, two = challenge.challenger, challenge.opponent
        if challenge.first is First.OPPONENT or (challenge.first is First.RANDOM and not heads):
            one, two = two, one
        assert game_id not in self.games
        self.games[game_id] = ModelGame(one, two, challenge.variant, challenge.size)
        return self.games[game_id]

    def move(self, game_id: int, actor: int, text: str, seen_ply: int | None) -> type[Exception] | None:
        """Play a move."""
        refusal = self._takes_part(game_id, actor)
        if refusal is not None:
            return refusal
        game = self.games[game_id]
        if actor != game.to_move:
            return NotYourTurn
        if seen_ply not in (None, len(game.moves)):
            return StaleBoard
        try:
            move = game.position.parse(text)
        except RulesError as error:
            return type(error)
        game.moves.append(str(move))
        outcome = game.position.outcome
        if outcome is not None:
            game.end(game.one if outcome.winner is Player.ONE else game.two, Ending.NO_LEGAL_MOVE)
        return None

    def resign(self, game_id: int, actor: int) -> type[Exception] | None:
        """Give a game up."""
        refusal = self._takes_part(game_id, actor)
        if refusal is None:
            game = self.games[game_id]
            game.end(game.opponent(actor), Ending.RESIGNATION)
        return refusal

    def open_games(self, player: int) -> list[int]:
        """The ids of somebody's games that go on."""
        return [number for number, game in self.games.items() if player in game.players and game.winner is None]

    def results(self) -> Iterator[tuple[ModelGame, int, int]]:
        """The finished games, each with its winner and its loser."""
        for game in self.games.values():
            if game.winner is not None:
                yield game, game.winner, game.opponent(game.winner)

    def counted(self, variant: str | None = None) -> dict[int, tuple[int, int]]:
        """Everybody's games won and lost, counted anew from the results."""
        finished = [one for one in self.results() if variant in (None, one[0].variant)]
        won = Counter(winner for _, winner, _ in finished)
        lost = Counter(loser for _, _, loser in finished)
        return {person: (won[person], lost[person]) for person in won | lost}

    def _takes_part(self, game_id: int, actor: int) -> type[Exception] | None:
        game = self.games.get(game_id)
        if game is None:
            return NoSuchGame
        if game.winner is not None:
            return GameIsOver
        return None if actor in game.players else NotInThisGame
