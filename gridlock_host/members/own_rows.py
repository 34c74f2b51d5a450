"""Conditions for the rows about a person, for tables in which a person can stand in several columns.

Each column has an index. For a condition on all columns together, PostgreSQL may not use them.
"""

from __future__ import annotations

from sqlalchemy import Column, ColumnElement, CompoundSelect, select, union_all

from gridlock_host.storage.schema import games, moderation_log


def in_any(row_id: Column[int], user_id: int, *columns: Column[int]) -> ColumnElement[bool]:
    """Build the condition that a person stands in one of these columns of a row."""
    return row_id.in_(union_all(*(select(row_id).where(column == user_id) for column in columns)))


def select_own_games(user_id: int) -> CompoundSelect[int]:
    """Select the ids of the games that a person plays or has played."""
    return union_all(
        *(select(games.c.id).where(seat == user_id) for seat in (games.c.player_one_id, games.c.player_two_id))
    )


def select_entries_about(user_id: int) -> CompoundSelect[int]:
    """Select the ids of the moderators' entries about a person, or about a game that they play."""
    log = moderation_log.c
    of_games = select(log.id).join(games, games.c.id == log.game_id)
    return union_all(
        select(log.id).where(log.member_id == user_id),
        of_games.where(games.c.player_one_id == user_id),
        of_games.where(games.c.player_two_id == user_id),
    )
