"""Offer store: reads and writes the rows of offers."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import (
    Case,
    Column,
    ColumnElement,
    Row,
    Select,
    and_,
    case,
    exists,
    insert,
    null,
    select,
    union_all,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.games.rows import select_games
from gridlock_host.model.game import Game
from gridlock_host.model.offer import Offer, OfferKind, OfferStatus
from gridlock_host.model.place import Place
from gridlock_host.model.time_control import CHALLENGE_LIFETIME
from gridlock_host.ownership.shards import ALL_SERVERS, Shards, is_reachable
from gridlock_host.storage.schema import games, offers


async def load_offerers(connection: AsyncConnection, game: Game, kind: OfferKind) -> set[int]:
    """Return the players who have an open offer of this kind at the current ply of a game."""
    statement = select(offers.c.by_id).where(*_is_open_now(game, kind))
    return set((await connection.execute(statement)).scalars())


async def add_offer(connection: AsyncConnection, game: Game, kind: OfferKind, by_id: int, created_at: datetime) -> None:
    """Store an offer at the current ply of a game, to be shown."""
    is_rematch = kind is OfferKind.REMATCH
    await connection.execute(
        insert(offers).values(
            game_id=game.id,
            kind=kind,
            ply=game.ply,
            by_id=by_id,
            status=OfferStatus.OPEN,
            created_at=created_at,
            unshown_since=created_at,
            to_id=game.opponent_of(by_id) if is_rematch else None,
            expires_at=created_at + CHALLENGE_LIFETIME if is_rematch else None,
        )
    )


async def close_offers(
    connection: AsyncConnection, game: Game, kind: OfferKind, status: OfferStatus, closed_at: datetime
) -> bool:
    """Close the open offers of this kind at the current ply of a game; False if there are none.

    Their end has to be shown, unless no message has their buttons.
    """
    result = await connection.execute(
        update(offers)
        .where(*_is_open_now(game, kind))
        .values(status=status, unshown_since=_if_placed(closed_at), expires_at=None)
    )
    return result.rowcount > 0


async def lapse_offers(connection: AsyncConnection, game: Game, kind: OfferKind, closed_at: datetime) -> None:
    """Close the open offers of this kind in a game, made at any ply. Their end has to be shown as well."""
    await connection.execute(
        update(offers)
        .where(offers.c.game_id == game.id, offers.c.kind == kind, offers.c.status == OfferStatus.OPEN)
        .values(status=OfferStatus.LAPSED, unshown_since=_if_placed(closed_at))
    )


def _if_placed(moment: datetime) -> Case[Any]:
    """Build an expression: this time for an offer with a known message, else NULL."""
    return case((offers.c.message_id.is_(None), null()), else_=moment)


async def load_expired_offers(
    connection: AsyncConnection, now: datetime, at_most: int, among: Shards = ALL_SERVERS
) -> list[Offer]:
    """Return the open offers whose time has run out, the longest expired first."""
    due = (offers.c.status == OfferStatus.OPEN, offers.c.expires_at <= now, is_reachable(games.c.guild_id, among))
    statement = select_offers(*due, order=offers.c.expires_at, at_most=at_most)
    return read_offers((await connection.execute(statement)).all())


async def expire_offer(connection: AsyncConnection, offer: Offer, now: datetime) -> bool:
    """Let an offer lapse whose time has run out. That has to be shown, unless no message has its buttons.

    Returns:
        False if it was answered, or has more time by now.
    """
    # An acceptance locks the game too, so exactly one of the two finds the offer open.
    await connection.execute(select(games.c.id).where(games.c.id == offer.game_id).with_for_update())
    is_due = (offers.c.id == offer.id, offers.c.status == OfferStatus.OPEN, offers.c.expires_at <= now)
    lapsed = await connection.execute(
        update(offers).where(*is_due).values(status=OfferStatus.LAPSED, unshown_since=_if_placed(now), expires_at=None)
    )
    return lapsed.rowcount > 0


async def load_open_between(connection: AsyncConnection, guild_id: int, one_id: int, other_id: int) -> Offer | None:
    """Return the open offer of a rematch that one of two players has made to the other in a server."""
    sides = ((one_id, other_id), (other_id, one_id))
    ids = (
        select(offers.c.id).where(is_open_rematch_offer(guild_id), offers.c.by_id == by, offers.c.to_id == to)
        for by, to in sides
    )
    found = read_offers((await connection.execute(select_offers(offers.c.id.in_(union_all(*ids))))).all())
    return found[0] if found else None


async def load_open_rematch_offers(
    connection: AsyncConnection, guild_id: int, user_id: int
) -> list[tuple[Offer, Game]]:
    """Return the open offers of rematches by and to a person in a server, the oldest first, each with its game."""
    ids = select(offers.c.id).where(is_open_rematch_offer(guild_id))
    # Each side has an index of its own.
    sides = union_all(*(ids.where(side == user_id) for side in (offers.c.by_id, offers.c.to_id)))
    found = read_offers((await connection.execute(select_offers(offers.c.id.in_(sides)))).all())
    finished = await select_games(connection, games.c.id.in_([offer.game_id for offer in found]))
    by_id = {game.id: game for game in finished}
    return [(offer, by_id[offer.game_id]) for offer in found if offer.game_id in by_id]


def is_open_rematch_offer(guild_id: int | ColumnElement[int]) -> ColumnElement[bool]:
    """Build the condition that an offer is one of a rematch, is open, and was made in this server."""
    of = games.alias()
    in_server = exists().where(of.c.id == offers.c.game_id, of.c.guild_id == guild_id).correlate(offers)
    return and_(offers.c.kind == OfferKind.REMATCH, offers.c.status == OfferStatus.OPEN, in_server)


async def load_offers(connection: AsyncConnection, ids: Collection[int]) -> list[Offer]:
    """Return the offers with these ids, except deleted ones."""
    return read_offers((await connection.execute(select_offers(offers.c.id.in_(ids)))).all())


def select_offers(
    *conditions: ColumnElement[bool], order: Column[Any] = offers.c.id, at_most: int | None = None
) -> Select[Any]:
    """Select the offers that meet the conditions, each with the rematch of its game."""
    rematches = games.alias("rematches")
    # The columns of the rematch have names of their own, for both tables have an id and a message.
    of_rematch = (rematches.c.id, rematches.c.channel_id, rematches.c.message_id, rematches.c.foreign_guild_id)
    return (
        select(
            offers,
            games.c.guild_id,
            games.c.foreign_guild_id,
            *(column.label(f"rematch_{column.name}") for column in of_rematch),
        )
        .join(games, games.c.id == offers.c.game_id)
        .outerjoin(rematches, rematches.c.rematch_of == offers.c.game_id)
        .where(*conditions)
        .order_by(order, offers.c.id)
        .limit(at_most)
    )


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
            status=OfferStatus(row.status),
            created_at=row.created_at,
            place=_place(row),
            unshown_since=row.unshown_since,
            rematch=_rematch(row),
        )
        for row in rows
    ]


def _place(row: Row[Any]) -> Place | None:
    if row.message_id is None:
        return None
    return Place(row.guild_id, row.channel_id, row.message_id, row.foreign_guild_id)


def _rematch(row: Row[Any]) -> tuple[int, Place] | None:
    if row.rematch_id is None:
        return None
    board = (row.guild_id, row.rematch_channel_id, row.rematch_message_id, row.rematch_foreign_guild_id)
    return row.rematch_id, Place(*board)


def _is_open_now(game: Game, kind: OfferKind) -> Sequence[ColumnElement[bool]]:
    return (
        offers.c.game_id == game.id,
        offers.c.kind == kind,
        offers.c.ply == game.ply,
        offers.c.status == OfferStatus.OPEN,
    )
