"""A game that is about to begin."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Self

from gridlock_host.model.snapshots import Challenge, Game, Place


@dataclass(frozen=True, slots=True)
class NewGame:
    """What is settled before the first move.

    Attributes:
        bot_id: The player that is the bot itself; None between two people.
        level: How well the bot is to play.
    """

    place: Place
    variant_key: str
    size: int
    player_one_id: int
    player_two_id: int
    created_at: datetime
    per_move: timedelta | None = None
    challenge_id: int | None = None
    match_id: int | None = None
    match_number: int | None = None
    rematch_of: int | None = None
    bot_id: int | None = None
    level: int | None = None

    @classmethod
    def of_challenge(
        cls,
        challenge: Challenge,
        place: Place,
        seats: tuple[int, int],
        began: datetime,
        *,
        match_id: int | None,
        bot: tuple[int, int] | None = None,
    ) -> Self:
        """The game that a challenge leads to.

        Args:
            challenge: The challenge, as it is stored.
            place: Where the game is to be shown.
            seats: The ids of the players, who moves first before the other.
            began: When it begins.
            match_id: The match whose first game it is; None for a single game.
            bot: The id of the bot and its level, where it is one of the players.
        """
        bot_id, level = bot or (None, None)
        return cls(
            place=place,
            variant_key=challenge.variant_key,
            size=challenge.size,
            player_one_id=seats[0],
            player_two_id=seats[1],
            created_at=began,
            per_move=challenge.per_move,
            challenge_id=challenge.id,
            match_id=match_id,
            match_number=None if match_id is None else 1,
            bot_id=bot_id,
            level=level,
        )

    @classmethod
    def after(
        cls, game: Game, place: Place, began: datetime, *, match: tuple[int, int] | None, is_rematch: bool
    ) -> Self:
        """Another game like one that is over, with the other player first.

        Args:
            game: The game before.
            place: Where the new one is to be shown.
            began: When it begins.
            match: The id of its match and its number in it, from 1; None for a single game.
            is_rematch: Whether it is the rematch of the game before.
        """
        match_id, match_number = match or (None, None)
        return cls(
            place=place,
            variant_key=game.variant.key,
            size=game.position.size,
            player_one_id=game.player_two_id,
            player_two_id=game.player_one_id,
            created_at=began,
            per_move=game.per_move,
            match_id=match_id,
            match_number=match_number,
            rematch_of=game.id if is_rematch else None,
            bot_id=game.bot_id,
            level=game.level,
        )

    @property
    def bot_moves_first(self) -> bool:
        """Whether the game begins with a move of the bot."""
        return self.player_one_id == self.bot_id
