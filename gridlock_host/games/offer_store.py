"""Offer store: reads and writes the rows of offers."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Column, ColumnElement, Row, Select, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.model.game import Game, Place
from gridlock_host.model.offer import EndedOffer, Offer, OfferKind, OfferStatus
from gridlock_host.ownership.shards import ALL_SERVERS, Shards, is_reachable
from gridlock_host.storage.schema import games, offers


async def load_offerers(connection: AsyncConnection, game: Game, kind: OfferKind) -> set[int]:
    """Return the players who have an open offer of this kind at the current ply of a game."""
    statement = select(offers.c.by_id).where(*_is_open_now(game, kind))
    return set((await connection.execute(statement)).scalars())


async def add_offer(connection: AsyncConnection, game: Game, kind: OfferKind, by_id: int, created_at: datetime) -> None:
    """Store an offer at the current ply of a game, to be shown."""
    await connection.execute(
        insert(offers).values(
            game_id=game.id,
            kind=kind,
            ply=game.ply,
            by_id=by_id,
            status=OfferStatus.OPEN,
            created_at=created_at,
            unshown_since=created_at,
        )
    )


async def close_offers(connection: AsyncConnection, game: Game, kind: OfferKind, status: OfferStatus) -> bool:
    """Close the open offers of this kind at the current ply of a game; False if there are none."""
    result = await connection.execute(
        update(offers).where(*_is_open_now(game, kind)).values(status=status, unshown_since=None)
    )
    return result.rowcount > 0


async def lapse_offers(connection: AsyncConnection, game: Game, kind: OfferKind) -> None:
    """Close the open offers of this kind in a game, made at any ply."""
    await connection.execute(
        update(offers)
        .where(offers.c.game_id == game.id, offers.c.kind == kind, offers.c.status == OfferStatus.OPEN)
        .values(status=OfferStatus.LAPSED, unshown_since=None)
    )


async def load_unshown_offers(
    connection: AsyncConnection, until: datetime, at_most: int, among: Shards = ALL_SERVERS
) -> list[Offer]:
    """Return the open offers that were made until this time and are not shown yet, the oldest first."""
    due = (offers.c.unshown_since <= until, is_reachable(games.c.guild_id, among))
    statement = select_offers(*due, order=offers.c.unshown_since, at_most=at_most)
    return read_offers((await connection.execute(statement)).all())


def select_offers(
    *conditions: ColumnElement[bool], order: Column[Any] = offers.c.id, at_most: int | None = None
) -> Select[Any]:
    """Select the open offers that meet the conditions."""
    statement = select(offers, games.c.guild_id).join(games, games.c.id == offers.c.game_id)
    are_open = statement.where(offers.c.status == OfferStatus.OPEN, *conditions)
    return are_open.order_by(order, offers.c.id).limit(at_most)


def read_offers(rows: Sequence[Row[Any]]) -> list[Offer]:
    """Return the offers of rows that `select_offers` has selected."""
    return [
        Offer(
            id=row.id,
            guild_id=row.guild_id,
            game_id=row.game_id,
            kind=OfferKind(row.kind),
            ply=row.ply,
            by_id=row.by_id,
            created_at=row.created_at,
            place=None if row.message_id is None else Place(row.guild_id, row.channel_id, row.message_id),
            unshown_since=row.unshown_since,
        )
        for row in rows
    ]


def select_ended_offers(*conditions: ColumnElement[bool]) -> Select[Any]:
    """Select the offers that meet the conditions, the newest first, each with the rematch of its game."""
    rematches = games.alias("rematches")
    # The columns of the rematch have names of their own, for both tables have an id and a message.
    of_rematch = (rematches.c.id, rematches.c.channel_id, rematches.c.message_id)
    return (
        select(offers, games.c.guild_id, *(column.label(f"rematch_{column.name}") for column in of_rematch))
        .join(games, games.c.id == offers.c.game_id)
        .outerjoin(rematches, rematches.c.rematch_of == offers.c.game_id)
        .where(*conditions)
        .order_by(offers.c.id.desc())
    )


def read_ended_offers(rows: Sequence[Row[Any]]) -> list[EndedOffer]:
    """Return the offers of rows that `select_ended_offers` has selected."""
    return [
        EndedOffer(
            game_id=row.game_id,
            kind=OfferKind(row.kind),
            by_id=row.by_id,
            status=OfferStatus(row.status),
            place=None if row.message_id is None else Place(row.guild_id, row.channel_id, row.message_id),
            rematch=None
            if row.rematch_id is None
            else (row.rematch_id, Place(row.guild_id, row.rematch_channel_id, row.rematch_message_id)),
        )
        for row in rows
    ]


def _is_open_now(game: Game, kind: OfferKind) -> Sequence[ColumnElement[bool]]:
    return (
        offers.c.game_id == game.id,
        offers.c.kind == kind,
        offers.c.ply == game.ply,
        offers.c.status == OfferStatus.OPEN,
    )
