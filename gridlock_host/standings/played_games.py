"""Games of a member: results by variant and seat, streaks and favourite first moves, read in one statement."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, and_, bindparam, case, func, literal, or_, select, true, union_all

from gridlock_host.model.standings.standing import Record, SeatRecords
from gridlock_host.model.starts import Swap
from gridlock_host.storage.database import Database
from gridlock_host.storage.driver.statements import Row, Statement
from gridlock_host.storage.schema import games, moves, results
from gridlock_rules import Player
from gridlock_rules.starts import canonical_start


@dataclass(frozen=True, slots=True)
class Opening:
    """The first move that a member has played most in a variant.

    Attributes:
        size: The side of the board.
        move: The move; of those that a symmetry of the board makes of each other, the first in board order.
        record: What they won and lost with it.
    """

    size: int
    move: str
    record: Record


@dataclass(frozen=True, slots=True)
class PlayedGames(SeatRecords):
    """What a member has won and lost against other members in a server. Games that give no points are left out.

    Attributes:
        streak: How many games they have won since the last that they lost.
        best_streak: The most games that they have ever won in a row.
        openings: The favourite first move of each variant, by its key. Games from fair starts are left out, and those
            in which the first move was taken over.
    """

    streak: int
    best_streak: int
    openings: Mapping[str, Opening]


def _games(person: ColumnElement[int], *, won: bool) -> Select[Any]:
    """Select the games that a member has won, or lost, each with the member's first move if it is one of theirs."""
    seat = case((games.c.player_one_id == person, Player.ONE.value), else_=Player.TWO.value)
    was_not_taken_over = or_(games.c.swap.is_(None), games.c.swap != Swap.TAKEN)
    first_move = and_(
        moves.c.game_id == games.c.id, moves.c.ply == seat - 1, games.c.start.is_(None), was_not_taken_over
    )
    return (
        select(
            games.c.variant,
            games.c.size,
            seat.label("seat"),
            moves.c.text.label("first_move"),
            literal(int(won)).label("won"),
            results.c.ended_at,
            results.c.game_id,
        )
        .select_from(results)
        .join(games, games.c.id == results.c.game_id)
        .outerjoin(moves, first_move)
        .where(results.c.guild_id == bindparam("guild_id"), person == bindparam("user_id"), results.c.gives_points)
    )


def _statement() -> Statement:
    """Build the statement that selects the games by board, seat and first move, each with the streaks.

    Without a game, it selects empty streaks alone.
    """
    played = union_all(_games(results.c.winner_id, won=True), _games(results.c.loser_id, won=False)).cte("played")
    # Games that are won in a row come after the same number of lost ones.
    lost_so_far = func.sum(1 - played.c.won).over(order_by=(played.c.ended_at, played.c.game_id))
    each = select(played.c.won, lost_so_far.label("lost")).subquery()
    runs = select(each.c.lost, func.sum(each.c.won).label("won")).group_by(each.c.lost).cte("runs")
    last = select(runs.c.won).order_by(runs.c.lost.desc()).limit(1).scalar_subquery()
    streaks = select(func.max(runs.c.won).label("best_streak"), last.label("streak")).subquery("streaks")
    kind = (played.c.variant, played.c.size, played.c.seat, played.c.first_move)
    counted = func.count().label("played"), func.sum(played.c.won).label("won")
    kinds = select(*kind, *counted).group_by(*kind).subquery("kinds")
    return Statement(select(streaks, kinds).join_from(streaks, kinds, true(), isouter=True))


_PLAYED: Final = _statement()


async def load_played_games(database: Database, guild_id: int, user_id: int) -> PlayedGames:
    """Return what a member has won and lost against other members in a server."""
    values = {"guild_id": guild_id, "user_id": user_id}
    rows = await database.fetch_compiled(_PLAYED, values, flushes=False)
    kinds = [row for row in rows if row.variant is not None]
    return PlayedGames(_records(kinds), rows[0].streak or 0, rows[0].best_streak or 0, _openings(kinds))


def _record(row: Row) -> Record:
    return Record(row.won, row.played - row.won)


def _records(kinds: Iterable[Row]) -> dict[tuple[str, Player], Record]:
    found: dict[tuple[str, Player], Record] = {}
    for row in kinds:
        key = row.variant, Player(row.seat)
        found[key] = found.get(key, Record()) + _record(row)
    return found


def _openings(kinds: Iterable[Row]) -> dict[str, Opening]:
    """Return the first move of each variant that was played most; of several, the one that has won most."""
    found: dict[str, dict[tuple[int, str], Record]] = {}
    for row in kinds:
        if row.first_move is not None:
            moves_of_variant = found.setdefault(row.variant, {})
            key = row.size, canonical_start(row.first_move, row.size)
            moves_of_variant[key] = moves_of_variant.get(key, Record()) + _record(row)
    return {variant_key: _favourite(records) for variant_key, records in found.items()}


def _favourite(records: Mapping[tuple[int, str], Record]) -> Opening:
    size, move = min(records, key=lambda key: (-records[key].played, -records[key].won, key))
    return Opening(size, move, records[size, move])
