"""Time forfeit: ends the game of a player whose time has run out."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from gridlock_host.errors import Refusal
from gridlock_host.games.changes import GameChanges
from gridlock_host.model.game import Game
from gridlock_host.model.result import Ending


class NotDue(Refusal):
    """The player has moved, or was given more time, since the sweep found the game."""


async def forfeit(changes: GameChanges, game: Game, now: datetime) -> Game | None:
    """End a game as lost by the player to move; call it off if not both players have moved.

    Args:
        changes: Changes games.
        game: A game whose deadline is over, as the sweep found it.
        now: The time up to which the player is charged.

    Returns:
        The game after its end; None if its deadline is not over any more.

    Raises:
        NoSuchGame, Busy: As for `GameService.move`.
    """

    def run_out(current: Game) -> Game:
        if current.is_over or current.deadline is None or current.deadline > now:
            raise NotDue
        after = replace(current, version=current.version + 1)
        if current.may_be_called_off:
            return after.ended(Ending.CALLED_OFF, None, now)
        return after.ended(Ending.TIME, current.player_id(current.position.to_move.opponent), now)

    try:
        return await changes.change(game.place.guild_id, game.id, run_out)
    except NotDue:
        return None
