"""Faults in the rows of one game, found by replaying it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import Row

from gridlock_host.games.rows import ACTIVE, OVER
from gridlock_host.model.result import Ending
from gridlock_rules import Player, Position, RulesError, replay


def game_faults(game: Row[Any], moves: Sequence[Row[Any]]) -> Iterator[str]:
    """Find the faults of a game.

    Args:
        game: Its row joined with the row of its result, whose columns are None if there is no result.
        moves: The rows of its moves, in order.

    Yields:
        A fault, as the end of a sentence about the game.
    """
    if [move.ply for move in moves] != list(range(len(moves))):
        yield "lacks some of its moves"
        return
    try:
        position = replay(game.variant, game.size, [move.text for move in moves], start=game.start)
    except RulesError as error:
        yield f"breaks the rules: {error}"
        return
    if game.version < len(moves):
        yield f"has {len(moves)} moves, but only {game.version} changes"
    if game.status not in (ACTIVE, OVER):
        yield f"has the unknown status {game.status!r}"
    elif (game.status == OVER) != (game.ending is not None):
        yield "is open and has a result" if game.status == ACTIVE else "is over and has no result"
    elif game.status == ACTIVE:
        yield from _open_game_faults(game, position)
    else:
        yield from _result_faults(game, position)


def _open_game_faults(game: Row[Any], position: Position) -> Iterator[str]:
    """Check that an open game has a player to move, and a deadline or a mark for the bot."""
    if position.outcome is not None:
        yield "is open, although the player to move has no legal move"
        return
    to_move = game.player_one_id if position.to_move is Player.ONE else game.player_two_id
    is_bots_turn = game.bot_id is not None and to_move == game.bot_id
    if is_bots_turn and game.thinking_since is None:
        yield "has the bot to move, but is not marked as waiting for it"
    if not is_bots_turn and game.thinking_since is not None:
        yield "is marked as waiting for the bot, although a person is to move"
    if not is_bots_turn and game.seconds_per_move is not None and None in (game.deadline, game.wake_at):
        yield "has a time for each move, but no deadline for this one"


def _result_faults(game: Row[Any], position: Position) -> Iterator[str]:
    winner, loser = game.winner_id, game.loser_id
    if (winner, loser) == (None, None):
        if game.ending == Ending.NO_LEGAL_MOVE:
            yield "ended because a player could not move, but has no winner"
        return
    if {winner, loser} != {game.player_one_id, game.player_two_id}:
        yield "has a winner or a loser who did not play it"
    elif (game.ending == Ending.NO_LEGAL_MOVE) != (position.outcome is not None):
        yield f"has the ending {game.ending}, which its board contradicts"
    elif position.outcome is not None:
        won = game.player_one_id if position.outcome.winner is Player.ONE else game.player_two_id
        if winner != won:
            yield "has another winner than its last board"
