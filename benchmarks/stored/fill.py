"""Databases filled by a few large statements: open games, and results with their games and standings.

Rows are made by the database itself from numbers, so a million of them take seconds. Each game is a copy of one of
several templates, whose moves are legal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any, Final

from sqlalchemy import (
    CTE,
    BigInteger,
    ColumnElement,
    FromClause,
    Integer,
    String,
    Table,
    case,
    column,
    func,
    insert,
    literal,
    select,
    text,
    true,
    union_all,
    values,
)

from gridlock_host import Database, migrate
from gridlock_host.games.rows import ACTIVE, OVER
from gridlock_host.standings.record_counts import ALL_VARIANTS
from gridlock_host.storage.columns import UTCDateTime
from gridlock_host.storage.schema import games, moves, record_counts, results, standing_totals, standings
from gridlock_rules import find_variant
from local_discord import Guild

_SIZE, _PLIES = 5, 6
_TEMPLATES: Final = 60
_VARIANTS: Final = ("lines", "standoff", "dodge")
_PER_MOVE: Final = timedelta(days=7)
_GAMES_OF_A_PERSON: Final = 5
_RESULTS_OF_A_PERSON: Final = 20
_ASKER_EVERY: Final = 100
_CACHE_KILOBYTES: Final = 1_000_000
# Ids of people who are not in the stand-in; larger than any id in it would be in this decade, and smaller than 2^63.
_FIRST_PERSON: Final = 8_000_000_000_000_000_000


@dataclass(frozen=True)
class Template:
    """A game to copy: its variant, its size, its moves, and a moment.

    Attributes:
        moment: The deadline of an open game, or the end of a finished one.
    """

    variant: str
    size: int
    moves: tuple[str, ...]
    moment: datetime


async def add_open_games(database: Database, guilds: Sequence[Guild], number: int) -> None:
    """Add open games with six moves and a deadline in the next week, spread evenly over servers and people."""
    await migrate(database)
    if not number:
        return
    random, now = Random("open games"), datetime.now(UTC)  # noqa: S311  # for moves, not for secrets
    templates = []
    for each in range(_TEMPLATES):
        variant = _VARIANTS[each % len(_VARIANTS)]
        moment = now + timedelta(days=1) + _PER_MOVE * (each / _TEMPLATES)
        templates.append(Template(variant, _SIZE, _opening(variant, random), moment))
    people = max(1, number // _GAMES_OF_A_PERSON)  # in each of the seats
    n, table, places = _numbers(number), _templates(templates), _places(guilds)
    one = literal(_FIRST_PERSON, BigInteger) + n.c.n % people
    two = literal(_FIRST_PERSON, BigInteger) + people + n.c.n * 7 % people
    chosen = {
        **_game_columns(n, table, one, two, ACTIVE),
        "guild_id": places.c.guild_id,
        "channel_id": places.c.channel_id,
        "message_id": n.c.n,
        "created_at": literal(now - _PER_MOVE, UTCDateTime),
        "seconds_per_move": literal(int(_PER_MOVE.total_seconds())),
        "deadline": table.c.moment,
        "wake_at": table.c.moment,
    }
    source = n.join(table, table.c.template == n.c.n % _TEMPLATES).join(places, places.c.place == n.c.n % len(guilds))
    await _insert(database, games, chosen, source)
    await _add_moves(database, number, templates, now - timedelta(hours=1))
    await _skip_ids(database, number)


async def _skip_ids(database: Database, number: int) -> None:
    """Let the ids of new games follow those of the filled ones, which PostgreSQL has not given."""
    if not database.is_sqlite:
        async with database.writing() as connection:
            await connection.execute(select(func.setval(func.pg_get_serial_sequence("games", "id"), number)))


async def add_results(database: Database, guild: Guild, asker: int, member: int, number: int) -> None:
    """Add finished games of a server, with results and standings. Each person has about twenty.

    Args:
        database: A new database.
        guild: The server.
        asker: The account that has a hundredth of all results, and leads.
        member: The account of one of the others.
        number: The number of results.
    """
    await migrate(database)
    now = datetime.now(UTC)
    templates = [
        Template(variant, 3, played, now - timedelta(days=365 * (each + 1) / _TEMPLATES))
        for each in range(_TEMPLATES)
        # In these games Player 1 wins.
        for variant, played in ((("blocking", ("A1", "B2", "C3")), ("dodge", ("B2",)))[each % 2],)
    ]
    people = 2 * number // _RESULTS_OF_A_PERSON
    n, table = _numbers(number), _templates(templates)
    first = n.c.n * 7919 % people
    one = case((n.c.n % _ASKER_EVERY == 0, literal(asker, BigInteger)), else_=_person(first, member))
    two = _person((first + 1 + n.c.n % (people - 1)) % people, member)
    chosen = {
        **_game_columns(n, table, one, two, OVER),
        "guild_id": literal(guild.id, BigInteger),
        "channel_id": literal(guild.channels[0].id, BigInteger),
        "created_at": table.c.moment,
    }
    await _insert(database, games, chosen, n.join(table, table.c.template == n.c.n % _TEMPLATES))
    await _add_moves(database, number, templates, now - timedelta(days=400))
    ended = {
        "game_id": games.c.id,
        "winner_id": games.c.player_one_id,
        "loser_id": games.c.player_two_id,
        "ending": literal("no_legal_move"),
        "ended_at": games.c.created_at,
        "guild_id": games.c.guild_id,
        "gives_points": true(),
    }
    await _insert(database, results, ended, games)
    await _add_standings(database)
    await _analyze(database)


def _game_columns(
    n: CTE, table: CTE, one: ColumnElement[int], two: ColumnElement[int], status: str
) -> dict[str, ColumnElement[Any]]:
    return {
        "id": n.c.n,
        "variant": table.c.variant,
        "size": table.c.size,
        "player_one_id": one,
        "player_two_id": two,
        "status": literal(status),
        "version": table.c.plies,
    }


def _person(index: ColumnElement[int], member: int) -> ColumnElement[int]:
    """The account of one of the people, of whom the first is the member."""
    return case((index == 0, literal(member, BigInteger)), else_=literal(_FIRST_PERSON, BigInteger) + index)


def _opening(variant: str, random: Random) -> tuple[str, ...]:
    """Six random moves of an unfinished game."""
    while True:
        position, played = find_variant(variant).start(_SIZE), list[str]()
        while position.outcome is None and len(played) < _PLIES:
            move = random.choice(list(position.legal_moves))
            position = position.play(move)
            played.append(str(move))
        if position.outcome is None:
            return tuple(played)


def _numbers(number: int) -> CTE:
    """The numbers from 1 on, as a table."""
    first = select(literal(1, BigInteger).label("n")).cte("numbers", recursive=True)
    return first.union_all(select(first.c.n + 1).where(first.c.n < number))


def _templates(templates: Sequence[Template]) -> CTE:
    columns = (
        column("template", Integer),
        column("variant", String),
        column("size", Integer),
        column("plies", Integer),
        column("moment", UTCDateTime),
    )
    rows = [(each, it.variant, it.size, len(it.moves), it.moment) for each, it in enumerate(templates)]
    return values(*columns, name="templates").data(rows).cte("templates")


def _places(guilds: Sequence[Guild]) -> CTE:
    columns = (column("place", Integer), column("guild_id", BigInteger), column("channel_id", BigInteger))
    rows = [(each, guild.id, guild.channels[0].id) for each, guild in enumerate(guilds)]
    return values(*columns, name="places").data(rows).cte("places")


async def _add_moves(database: Database, number: int, templates: Sequence[Template], played_at: datetime) -> None:
    columns = (column("template", Integer), column("ply", Integer), column("text", String))
    rows = [(each, ply, move) for each, it in enumerate(templates) for ply, move in enumerate(it.moves)]
    n, played = _numbers(number), values(*columns, name="played").data(rows).cte("played")
    chosen = {
        "game_id": n.c.n,
        "ply": played.c.ply,
        "text": played.c.text,
        "played_at": literal(played_at, UTCDateTime),
    }
    await _insert(database, moves, chosen, n.join(played, played.c.template == n.c.n % len(templates)))


async def _add_standings(database: Database) -> None:
    """Count the results, as the host does after each game."""
    seats = union_all(
        *(
            select(games.c.guild_id, seat.label("user_id"), games.c.variant, literal(won).label("won")).join(
                results, results.c.game_id == games.c.id
            )
            for seat, won in ((results.c.winner_id, 1), (results.c.loser_id, 0))
        )
    ).subquery()
    member = (seats.c.guild_id, seats.c.user_id)
    sums = (func.sum(seats.c.won), func.sum(1 - seats.c.won))
    async with database.writing() as connection:
        for table, key in ((standings, (*member, seats.c.variant)), (standing_totals, member)):
            names = [*(part.name for part in key), "won", "lost"]
            counted = select(*key, *sums).group_by(*key)
            await connection.execute(insert(table).from_select(names, counted))
            variant = table.c.variant if table is standings else literal(ALL_VARIANTS)
            record = (table.c.guild_id, variant, table.c.won, table.c.lost)
            equal = select(*record, func.count()).group_by(*record)
            await connection.execute(
                insert(record_counts).from_select(["guild_id", "variant", "won", "lost", "members"], equal)
            )


async def _insert(
    database: Database, table: Table, chosen: Mapping[str, ColumnElement[Any]], source: FromClause
) -> None:
    """Insert rows, and index them afterwards, which is several times faster than row by row."""
    async with database.writing() as connection:
        if database.is_sqlite:
            await connection.execute(text(f"PRAGMA cache_size = -{_CACHE_KILOBYTES}"))
        for index in table.indexes:
            await connection.run_sync(index.drop)
        statement = select(*(value.label(name) for name, value in chosen.items())).select_from(source)
        await connection.execute(insert(table).from_select(list(chosen), statement))
        for index in table.indexes:
            await connection.run_sync(index.create)


async def _analyze(database: Database) -> None:
    """Let PostgreSQL know how much it holds, as its autovacuum does after a while."""
    if not database.is_sqlite:
        async with database.writing() as connection:
            await connection.execute(text("ANALYZE"))
