"""A game before it is stored: made from a challenge, or after another game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Self

from gridlock_host.model.challenge import Challenge
from gridlock_host.model.game import Game
from gridlock_host.model.place import Place
from gridlock_host.model.starts import StartKind, Swap, next_start
from gridlock_host.model.terms import Terms
from gridlock_rules import Player, Position


@dataclass(frozen=True, slots=True)
class NewGame:
    """A game that is about to begin.

    Attributes:
        place: Where its board will be shown.
        bot_id: The id of the player that is the bot; None between two people.
        start: The start that it begins from; None for the plain board.
        start_again: Whether the game before began from the same start, with the seats exchanged.
        handicap: As in `Game`.
        voided: As in `Game`; the rest of a match that was voided is so from the beginning.
    """

    place: Place
    terms: Terms
    player_one_id: int
    player_two_id: int
    created_at: datetime
    challenge_id: int | None = None
    match_id: int | None = None
    match_number: int | None = None
    rematch_of: int | None = None
    bot_id: int | None = None
    start: str | None = None
    start_again: bool = False
    handicap: int = 0
    voided: bool = False

    @classmethod
    def of_challenge(
        cls,
        challenge: Challenge,
        place: Place,
        in_turn: tuple[int, int],
        created_at: datetime,
        *,
        match_id: int | None,
        last_start: str | None = None,
    ) -> Self:
        """Return the first game of a challenge.

        Args:
            challenge: The challenge, as it is stored. If it has a level, the opponent is the bot.
            place: Where the board will be shown.
            in_turn: The ids of the player who moves first and of the other one.
            created_at: When the game begins.
            match_id: The match that it opens; None for a single game.
            last_start: The start of the last game of the two on this board; None if they had none.
        """
        terms = challenge.terms
        # A handicap above 0 is for the opponent.
        favours_first = (terms.handicap < 0) is (in_turn[0] == challenge.challenger_id)
        starts = terms.starts(favours_first=favours_first)
        start = _next_start(terms, starts, in_turn, last_start, f"challenge {challenge.id}")
        one, two = _seats(terms, start, in_turn)
        return cls(
            place=place,
            terms=terms,
            player_one_id=one,
            player_two_id=two,
            created_at=created_at,
            challenge_id=challenge.id,
            match_id=match_id,
            match_number=None if match_id is None else 1,
            bot_id=None if terms.level is None else challenge.opponent_id,
            start=start,
            handicap=_handicap(terms, favours_one=favours_first is (one == in_turn[0])),
        )

    @classmethod
    def after(
        cls, game: Game, place: Place, created_at: datetime, *, match: tuple[int, int] | None, is_rematch: bool
    ) -> Self:
        """Return another game like a finished one, with the other player first.

        From a fair start, the two play two games with the seats exchanged. Then another start follows. A handicap stays
        with its player.

        Args:
            game: The finished game.
            place: Where the board will be shown.
            created_at: When the game begins.
            match: The id of its match and its number in it, from 1; None for a single game.
            is_rematch: Whether it is the rematch of the finished game.
        """
        match_id, match_number = match or (None, None)
        terms = Terms(
            game.variant.key,
            game.position.size,
            per_move=game.per_move,
            level=game.level,
            start=StartKind.PLAIN if game.start is None else StartKind.FAIR,
            swap=game.swap is not None,
            handicap=game.handicap,
            rated=game.rated,
        )
        in_turn = game.opponent_of(game.first_id), game.first_id
        repeats = game.start is not None and not game.start_again and not game.handicap
        favours_first = game.favoured_id == in_turn[0]
        start = game.start
        if not repeats:
            starts = terms.starts(favours_first=favours_first)
            start = _next_start(terms, starts, in_turn, game.start, f"game {game.id}")
        one, two = _seats(terms, start, in_turn)
        return cls(
            place=place,
            terms=terms,
            player_one_id=one,
            player_two_id=two,
            created_at=created_at,
            match_id=match_id,
            match_number=match_number,
            rematch_of=game.id if is_rematch else None,
            bot_id=game.bot_id,
            start=start,
            start_again=repeats,
            handicap=_handicap(terms, favours_one=game.favoured_id == one),
            voided=game.voided and match is not None and not is_rematch,
        )

    @property
    def swap(self) -> Swap | None:
        """The right to swap, if it is agreed."""
        return Swap.AGREED if self.terms.swap else None

    @property
    def position(self) -> Position:
        """The position in which it begins."""
        return _position(self.terms, self.start)

    @property
    def bot_moves_first(self) -> bool:
        """Whether the bot makes the first move."""
        first = self.player_one_id if self.position.to_move is Player.ONE else self.player_two_id
        return first == self.bot_id


def _next_start(
    terms: Terms, starts: Sequence[str], players: tuple[int, int], last: str | None, seed: str
) -> str | None:
    """Return the start of a game between two players; None for the plain board."""
    return next_start(starts, terms.board_size, players, last, seed) if starts else None


def _handicap(terms: Terms, *, favours_one: bool) -> int:
    return abs(terms.handicap) if favours_one else -abs(terms.handicap)


def _position(terms: Terms, start: str | None) -> Position:
    return terms.variant.start(terms.board_size, start)


def _seats(terms: Terms, start: str | None, in_turn: tuple[int, int]) -> tuple[int, int]:
    """Return the ids of Player 1 and Player 2, of whom the start may have either to move."""
    return in_turn if _position(terms, start).to_move is Player.ONE else in_turn[::-1]
