"""Offers from one player of a game to the other. An offer belongs to one game and one ply."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import Column, ColumnElement, and_, func, insert, or_, select, true, update
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.model.snapshots import Game, Place
from gridlock_host.ownership.shards import ALL_SERVERS, Shards
from gridlock_host.scheduler.reachability import is_reachable
from gridlock_host.storage.retry import SHOWN_WITHIN, try_again_at
from gridlock_host.storage.schema import games, offers


class OfferKind(StrEnum):
    """What is offered."""

    REMATCH = "rematch"
    TAKE_BACK = "take_back"


class OfferStatus(StrEnum):
    """Where an offer stands."""

    OPEN = "open"
    ACCEPTED = "accepted"
    REFUSED = "refused"
    LAPSED = "lapsed"


@dataclass(frozen=True, slots=True)
class Offer:
    """An open offer.

    Attributes:
        ply: The ply of the game at which it was made.
        by_id: Who made it.
        place: The message that holds its buttons; None while that is not known.
        unshown_since: Since when it is to be shown, or when that is to be tried again; None once it was shown.
    """

    id: int
    guild_id: int
    game_id: int
    kind: OfferKind
    ply: int
    by_id: int
    created_at: datetime
    place: Place | None
    unshown_since: datetime | None


async def lock_game(connection: AsyncConnection, game: Game) -> bool:
    """Let nobody else deal with this game's offers before the transaction ends; SQLite sees to that by itself.

    Returns:
        False when a player of the game was forgotten since it was read.
    """
    statement = select(games.c.player_one_id, games.c.player_two_id).where(games.c.id == game.id).with_for_update()
    players = (await connection.execute(statement)).one_or_none()
    return players is not None and tuple(players) == (game.player_one_id, game.player_two_id)


async def offerers(connection: AsyncConnection, game: Game, kind: OfferKind) -> set[int]:
    """Who has an open offer of this kind in the game as it stands."""
    statement = select(offers.c.by_id).where(
        offers.c.game_id == game.id,
        offers.c.kind == kind,
        offers.c.ply == game.ply,
        offers.c.status == OfferStatus.OPEN,
    )
    return set((await connection.execute(statement)).scalars())


async def add_offer(connection: AsyncConnection, game: Game, kind: OfferKind, by_id: int, created_at: datetime) -> None:
    """Note an offer in the game as it stands, which nobody has been shown yet."""
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
    """Close the open offers of this kind in the game as it stands; False when there was none."""
    result = await connection.execute(
        update(offers)
        .where(
            offers.c.game_id == game.id,
            offers.c.kind == kind,
            offers.c.ply == game.ply,
            offers.c.status == OfferStatus.OPEN,
        )
        .values(status=status, unshown_since=None)
    )
    return result.rowcount > 0


async def place_offer(connection: AsyncConnection, game: Game, kind: OfferKind, by_id: int, place: Place) -> None:
    """Note which message holds the buttons of somebody's newest offer in the game as it was when they made it."""
    newest = select(func.max(offers.c.id)).where(
        offers.c.game_id == game.id, offers.c.kind == kind, offers.c.ply == game.ply, offers.c.by_id == by_id
    )
    await connection.execute(
        update(offers)
        .where(offers.c.id == newest.scalar_subquery())
        .values(channel_id=place.channel_id, message_id=place.message_id, unshown_since=None)
    )


async def open_offer(connection: AsyncConnection, game: Game, kind: OfferKind, by_id: int) -> Offer | None:
    """Somebody's open offer of this kind in the game as it stands, if there is one."""
    found = await _select(
        connection,
        offers.c.game_id == game.id,
        offers.c.kind == kind,
        offers.c.ply == game.ply,
        offers.c.by_id == by_id,
    )
    return found[-1] if found else None


async def unshown_offers(
    connection: AsyncConnection, until: datetime, at_most: int, among: Shards = ALL_SERVERS
) -> list[Offer]:
    """The open offers that were made until a moment, which nobody has been shown yet, for the longest first."""
    due = (offers.c.unshown_since <= until, is_reachable(games.c.guild_id, among))
    return await _select(connection, *due, order=offers.c.unshown_since, at_most=at_most)


async def note_shown(connection: AsyncConnection, offer: Offer) -> None:
    """Note that an offer is not to be shown any more."""
    await connection.execute(update(offers).where(offers.c.id == offer.id).values(unshown_since=None))


async def put_off_showing(connection: AsyncConnection, offer: Offer, now: datetime) -> None:
    """Let an offer that could not be shown be tried again later."""
    since = try_again_at(now, since=offer.created_at) - SHOWN_WITHIN
    await connection.execute(update(offers).where(offers.c.id == offer.id).values(unshown_since=since))


async def ended_offers(connection: AsyncConnection, game: Game) -> list[Place]:
    """The messages with buttons of offers that are over, in a game as it stands and in the one whose rematch it is."""
    former = select(games.c.rematch_of).where(games.c.id == game.id)
    is_overtaken = and_(offers.c.kind == OfferKind.TAKE_BACK, true() if game.is_over else offers.c.ply != game.ply)
    statement = select(offers.c.channel_id, offers.c.message_id).where(
        or_(offers.c.game_id == game.id, offers.c.game_id == former.scalar_subquery()),
        offers.c.message_id.is_not(None),
        or_(offers.c.status != OfferStatus.OPEN, is_overtaken),
    )
    return [Place(game.place.guild_id, *row) for row in (await connection.execute(statement)).all()]


async def note_closed(connection: AsyncConnection, place: Place) -> None:
    """Note that a message holds no buttons of an offer any more."""
    await connection.execute(
        update(offers).where(offers.c.message_id == place.message_id).values(channel_id=None, message_id=None)
    )


async def lapse_offers(connection: AsyncConnection, game: Game, kind: OfferKind) -> None:
    """Close the open offers of this kind in a game, at whichever ply they were made."""
    await connection.execute(
        update(offers)
        .where(offers.c.game_id == game.id, offers.c.kind == kind, offers.c.status == OfferStatus.OPEN)
        .values(status=OfferStatus.LAPSED, unshown_since=None)
    )


async def messages_in_games_of(connection: AsyncConnection, user_id: int) -> list[Place]:
    """The messages with buttons of offers in all games that a person has played."""
    plays = or_(games.c.player_one_id == user_id, games.c.player_two_id == user_id)
    statement = select(games.c.guild_id, offers.c.channel_id, offers.c.message_id).join(
        games, games.c.id == offers.c.game_id
    )
    rows = await connection.execute(statement.where(plays, offers.c.message_id.is_not(None)))
    return [Place(*row) for row in rows.all()]


async def _select(
    connection: AsyncConnection,
    *conditions: ColumnElement[bool],
    order: Column[Any] = offers.c.id,
    at_most: int | None = None,
) -> list[Offer]:
    statement = select(offers, games.c.guild_id).join(games, games.c.id == offers.c.game_id)
    are_open = statement.where(offers.c.status == OfferStatus.OPEN, *conditions)
    chosen = are_open.order_by(order, offers.c.id).limit(at_most)
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
        for row in await connection.execute(chosen)
    ]
