"""A game before it is stored: made from a challenge, or after another game."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Self

from gridlock_host.model.challenge import Challenge
from gridlock_host.model.game import Game, Place
from gridlock_host.model.terms import Terms


@dataclass(frozen=True, slots=True)
class NewGame:
    """A game that is about to begin.

    Attributes:
        place: Where its board will be shown.
        bot_id: The id of the player that is the bot; None between two people.
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

    @classmethod
    def of_challenge(
        cls,
        challenge: Challenge,
        place: Place,
        seats: tuple[int, int],
        created_at: datetime,
        *,
        match_id: int | None,
    ) -> Self:
        """Return the first game of a challenge.

        Args:
            challenge: The challenge, as it is stored. If it has a level, the opponent is the bot.
            place: Where the board will be shown.
            seats: The ids of Player 1 and Player 2.
            created_at: When the game begins.
            match_id: The match that it opens; None for a single game.
        """
        return cls(
            place=place,
            terms=challenge.terms,
            player_one_id=seats[0],
            player_two_id=seats[1],
            created_at=created_at,
            challenge_id=challenge.id,
            match_id=match_id,
            match_number=None if match_id is None else 1,
            bot_id=None if challenge.terms.level is None else challenge.opponent_id,
        )

    @classmethod
    def after(
        cls, game: Game, place: Place, created_at: datetime, *, match: tuple[int, int] | None, is_rematch: bool
    ) -> Self:
        """Return another game like a finished one, with the other player first.

        Args:
            game: The finished game.
            place: Where the board will be shown.
            created_at: When the game begins.
            match: The id of its match and its number in it, from 1; None for a single game.
            is_rematch: Whether it is the rematch of the finished game.
        """
        match_id, match_number = match or (None, None)
        return cls(
            place=place,
            terms=Terms(game.variant.key, game.position.size, per_move=game.per_move, level=game.level),
            player_one_id=game.player_two_id,
            player_two_id=game.player_one_id,
            created_at=created_at,
            match_id=match_id,
            match_number=match_number,
            rematch_of=game.id if is_rematch else None,
            bot_id=game.bot_id,
        )

    @property
    def bot_moves_first(self) -> bool:
        """Whether the bot makes the first move."""
        return self.player_one_id == self.bot_id
