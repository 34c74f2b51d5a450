"""Checks of who may act in a game, and of which board they saw."""

from __future__ import annotations

from gridlock_host.errors import GameIsOver, NotInThisGame, NotYourTurn, StaleBoard
from gridlock_host.model.snapshots import Game


def check_takes_part(game: Game, actor_id: int) -> None:
    """Refuse a request about a game that is over, or by somebody who does not play in it."""
    if game.is_over:
        raise GameIsOver(game)
    if not game.has_player(actor_id):
        raise NotInThisGame(game)


def check_turn(game: Game, actor_id: int, seen_version: int | None) -> None:
    """Refuse a move out of turn, or one that was chosen on an older board."""
    check_takes_part(game, actor_id)
    if game.to_move_id != actor_id:
        raise NotYourTurn(game)
    if seen_version not in (None, game.version):
        raise StaleBoard(game)
