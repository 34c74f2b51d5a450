"""Members, places, a fixed clock and short ways to a game."""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, text

from gridlock_host import Challenge, Database, First, Game, Host, Order, Person, Place, Result, Standing
from gridlock_host.model.starts import StartKind
from gridlock_host.model.terms import Terms
from gridlock_host.servers.permissions import Actor
from gridlock_host.servers.settings import MOST_LIMIT, SettingsChange
from gridlock_host.storage.schema import metadata
from gridlock_rules import replay

# As long as the ids of real people and servers, which do not fit into 32 bits.
ADA, BOB, CLEO = 1_100_000_000_000_000_001, 1_100_000_000_000_000_002, 1_100_000_000_000_000_003
BOT = 1_100_000_000_000_000_009
GUILD, OTHER_GUILD = 1_200_000_000_000_000_001, 1_200_000_000_000_000_002
CHANNEL, OTHER_CHANNEL = 1_300_000_000_000_000_001, 1_300_000_000_000_000_002
HERE = Place(GUILD, CHANNEL)
# Cleo manages the server in tests that are about that.
MANAGER = Actor(CLEO, manages_server=True)

NOON = datetime(2030, 5, 17, 12, tzinfo=UTC)

Rows = dict[str, list[tuple[Any, ...]]]


class Clock:
    """Tells the time that it was last set to."""

    def __init__(self) -> None:
        self.time = NOON

    def __call__(self) -> datetime:
        return self.time


def noon() -> datetime:
    """Tell the time for tests to which it does not matter."""
    return NOON


def open_host(database: Database, *, now: Callable[[], datetime] = noon, toss: bool = True) -> Host:
    """A session manager as a process would have it: with nothing remembered."""
    return Host(database, now=now, toss=lambda: toss)


def new_request() -> int:
    """An id as only one request has it."""
    return secrets.randbits(62)


async def lift_limits(host: Host, guild_id: int = GUILD) -> None:
    """Set the limits of open games and challenges to their maximum."""
    change = SettingsChange(most_games=MOST_LIMIT, most_challenges=MOST_LIMIT)
    await host.servers.settings.change(guild_id, MANAGER, change)


async def propose(
    host: Host,
    *,
    one: int = ADA,
    two: int = BOB,
    variant: str = "lines",
    size: int | None = 3,
    first: First = First.ME,
    best_of: int = 1,
    place: Place = HERE,
) -> Challenge:
    """Let `one` challenge `two`."""
    terms = Terms(variant, size, first, best_of=best_of, start=StartKind.PLAIN)
    return await host.challenges.propose(place, one, Person(two), terms, request_id=new_request())


async def start(
    host: Host,
    *,
    one: int = ADA,
    two: int = BOB,
    variant: str = "lines",
    size: int | None = 3,
    best_of: int = 1,
    place: Place = HERE,
) -> Game:
    """Start a game in which `one` moves first."""
    challenge = await propose(host, one=one, two=two, variant=variant, size=size, best_of=best_of, place=place)
    return await host.challenges.accept(place.guild_id, challenge.id, two, channel_id=place.channel_id)


async def start_against_bot(
    host: Host,
    *,
    player: int = ADA,
    level: int = 3,
    variant: str = "lines",
    size: int | None = 3,
    first: First = First.ME,
    per_move: timedelta | None = None,
    best_of: int = 1,
    place: Place = HERE,
) -> Game:
    """Start a game against the bot in which the player moves first."""
    return await host.challenges.bot_games.start(
        place,
        player,
        BOT,
        Terms(variant, size=size, first=first, per_move=per_move, best_of=best_of, level=level, start=StartKind.PLAIN),
        request_id=new_request(),
    )


async def play(host: Host, game: Game, *moves: str) -> Game:
    """Play moves in turn."""
    for move in moves:
        assert game.to_move_id is not None
        game = await host.games.move(game.place.guild_id, game.id, game.to_move_id, move)
    return game


async def resign(host: Host, guild_id: int, game_id: int, actor: int, *, opponent_left: bool = False) -> Game:
    """Resign a game in which both players have moved; let them play the first legal moves if they have not."""
    game = await host.games.find(guild_id, game_id)
    while game.may_be_called_off and len(game.position.legal_moves) > 1:
        mover, text = game.player_id(game.position.to_move), _lasting_move(game)
        game = await host.games.move(guild_id, game_id, mover, text)
    return await host.games.resign(guild_id, game_id, actor, opponent_left=opponent_left)


def _lasting_move(game: Game) -> str:
    """Return a move that does not end the game."""
    return next(str(move) for move in game.position.legal_moves if game.position.play(move).legal_moves)


async def play_to_the_end(host: Host, game: Game) -> Game:
    """Play the first legal move until there is none."""
    while not game.is_over:
        game = await play(host, game, str(next(iter(game.position.legal_moves))))
    return game


async def leaderboard(
    host: Host, guild_id: int = GUILD, variant_key: str | None = None, order: Order = Order.POINTS
) -> list[Standing]:
    """Turn the pages of a leaderboard from the first to the last."""
    found: list[Standing] = []
    number, pages = 0, 1
    while number < pages:
        page = await host.games.standings.leaderboard(guild_id, variant_key, order, asker_id=ADA, number=number)
        found += page.standings
        number, pages = number + 1, page.pages
    return found


def a_game(
    *,
    id: int = 1,  # noqa: A002  # the name of the attribute
    moves: Sequence[str] = (),
    variant: str = "lines",
    size: int = 3,
    one: int = ADA,
    two: int = BOB,
    version: int = 0,
    place: Place = HERE,
    result: Result | None = None,
) -> Game:
    """A game between Ada and Bob that no store has seen."""
    position = replay(variant, size, moves)
    return Game(id, place, None, one, two, version, NOON, tuple(moves), position, result)


async def contents(database: Database) -> Rows:
    """Every row of every table."""
    async with database.reading() as connection:
        return {
            table.name: sorted(tuple(row) for row in await connection.execute(select(table)))
            for table in metadata.sorted_tables
        }


@asynccontextmanager
async def refused(database: Database, error: type[Exception]) -> AsyncIterator[pytest.ExceptionInfo[Exception]]:
    """Assert that the block raises exactly this error and that the database is the same as before."""
    before = await _raw_rows(database)
    with pytest.raises(error) as info:
        yield info
    assert type(info.value) is error
    assert await _raw_rows(database) == before


async def _raw_rows(database: Database) -> object:
    """Every row of every table, read at once because this is done very often."""
    tables = metadata.sorted_tables
    if database.is_sqlite:
        with closing(sqlite3.connect(str(database.url.database))) as connection:
            return [connection.execute(f'SELECT * FROM "{table.name}"').fetchall() for table in tables]  # noqa: S608
    rows = ", ".join(f'(SELECT json_agg(t ORDER BY t::text)::text FROM "{table.name}" t)' for table in tables)  # noqa: S608
    async with database.reading() as reading:
        return (await reading.execute(text(f"SELECT {rows}"))).one()


def dump(path: Path) -> list[str]:
    """All of an SQLite file, as the statements that would make it."""
    with closing(sqlite3.connect(path)) as connection:
        return list(connection.iterdump())


def contents_of(folder: Path) -> dict[str, bytes]:
    """What the files of a folder hold, by their names."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


_BROKEN = {
    "a version that is not the number of changes, where nothing was taken back": """
        SELECT id FROM games WHERE NOT helped AND version <> (SELECT count(*) FROM moves WHERE game_id = games.id)
        + (SELECT count(*) FROM results WHERE game_id = games.id AND ending IN ('resignation', 'called_off'))""",
    "a game that is over without a result, or goes on with one": """
        SELECT id FROM games WHERE (status = 'over') <> (id IN (SELECT game_id FROM results))""",
    "a challenge accepted without a game, or a game without that": """
        SELECT id FROM challenges WHERE (status = 'accepted') <> (id IN (SELECT challenge_id FROM games))""",
    "a result that was not counted, or counted twice": """
        SELECT won FROM (SELECT user_id, sum(won) AS won FROM standings GROUP BY user_id) AS counted
        WHERE won <> (SELECT count(*) FROM results JOIN games ON id = game_id
                      WHERE winner_id = user_id AND bot_id IS NULL)""",
    "a loss that was not counted, or counted twice": """
        SELECT lost FROM (SELECT user_id, sum(lost) AS lost FROM standings GROUP BY user_id) AS counted
        WHERE lost <> (SELECT count(*) FROM results JOIN games ON id = game_id
                       WHERE loser_id = user_id AND bot_id IS NULL)""",
    "a result of nobody in the standings": """
        SELECT game_id FROM results JOIN games ON id = game_id WHERE bot_id IS NULL
        AND (winner_id NOT IN (SELECT user_id FROM standings) OR loser_id NOT IN (SELECT user_id FROM standings))""",
    "a win against the bot that was not counted, or counted twice": """
        SELECT won FROM (SELECT user_id, sum(won) AS won FROM bot_records GROUP BY user_id) AS counted
        WHERE won <> (SELECT count(*) FROM results JOIN games ON id = game_id
                      WHERE winner_id = user_id AND bot_id IS NOT NULL)""",
    "a bot that is to think and is not known to, or the other way round": """
        SELECT games.id FROM games LEFT JOIN moves ON moves.game_id = games.id
        GROUP BY games.id, player_one_id, player_two_id, bot_id, thinking_since, status
        HAVING (thinking_since IS NOT NULL) <> (status = 'active' AND bot_id IS NOT NULL AND bot_id =
            CASE count(ply) % 2 WHEN 0 THEN player_one_id ELSE player_two_id END)""",
}


async def assert_whole(database: Database) -> None:
    """Assert that no change of a game or of a challenge was stored in part."""
    async with database.reading() as connection:
        for broken, statement in _BROKEN.items():
            assert (await connection.execute(text(statement))).all() == [], broken
