"""Fair play of the opening explorer: which positions the running games of a person can still lead to.

A game could be looked up by another order of moves, on a turned or mirrored board, or with the cells of the players
exchanged, which in some games changes nothing. And a move is judged by the position after it. So a position counts as
one of a running game if it has all cells that stay taken there, turned or mirrored in any way, whoever took them.
"""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import select, union_all

from gridlock_host.games.rows import ACTIVE, select_games
from gridlock_host.storage.database import Database
from gridlock_host.storage.schema import games
from gridlock_rules import Position
from gridlock_solver.search.symmetry import images


async def running_positions(database: Database, user_id: int, variant_key: str, size: int) -> tuple[Position, ...]:
    """Return the positions of the open games between people that a person plays, in all servers.

    Args:
        database: The database.
        user_id: The person.
        variant_key: Only games of this variant.
        size: Only games on boards of this size.
    """
    are_open = select(games.c.id).where(
        games.c.status == ACTIVE, games.c.bot_id.is_(None), games.c.variant == variant_key, games.c.size == size
    )
    mine = union_all(*(are_open.where(seat == user_id) for seat in (games.c.player_one_id, games.c.player_two_id)))
    async with database.reading() as connection:
        return tuple(game.position for game in await select_games(connection, games.c.id.in_(mine)))


def may_come_from(position: Position, running: Iterable[Position]) -> bool:
    """Return whether a position has all that stays on one of these boards, turned or mirrored in any way."""
    taken = _stays(position)
    return any(not image & ~taken for game in running for image in images(_stays(game), game.size))


def may_tell_of(position: Position, running: Iterable[Position]) -> bool:
    """Return whether a review of a game with this last position may judge a move of one of these boards.

    A review judges the moves of a game and those that were possible in their place, which add a cell or two.
    """
    taken = _stays(position)
    added = position.variant.cells_per_move
    return any((image & ~taken).bit_count() <= added for game in running for image in images(_stays(game), game.size))


def _stays(position: Position) -> int:
    """Return the mask of the cells that no later move frees: all but those of tokens."""
    variant = position.variant
    moving = variant.player_marks if variant.cells_per_move == 2 else ()
    mask = 0
    for mark, cells in position.mark_masks:
        if mark not in moving:
            mask |= cells
    return mask
