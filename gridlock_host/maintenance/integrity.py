"""Integrity check of a database, read-only: its file, schema, games, matches, challenges and standings."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from itertools import groupby
from operator import attrgetter
from typing import Any, Final

from sqlalchemy import Row, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.errors import Refusal
from gridlock_host.games.rows import OVER, select_games
from gridlock_host.maintenance.files import examine
from gridlock_host.maintenance.game_faults import game_faults
from gridlock_host.maintenance.recount import miscounts
from gridlock_host.maintenance.restore import refuse_if_half_restored
from gridlock_host.maintenance.unreadable_values import unreadable_values
from gridlock_host.model.challenge import ChallengeStatus
from gridlock_host.storage.database import Database
from gridlock_host.storage.migrate import columns_in, columns_of, current_revisions, known_revisions, missing_columns
from gridlock_host.storage.schema import challenges, games, metadata, moves, results
from gridlock_host.storage.sqlite import refuse_foreign_log
from gridlock_host.storage.unusable import DatabaseUnusable, explaining_errors

_AT_ONCE: Final = 200


@dataclass(slots=True)
class Report:
    """The result of a check.

    Attributes:
        faults: A sentence for each fault.
        games: The number of games that were checked.
        moves: The number of their moves.
        is_whole: Whether everything was checked.
    """

    faults: list[str] = field(default_factory=list)
    games: int = 0
    moves: int = 0
    is_whole: bool = False


async def check(database: Database) -> Report:
    """Check a database, also while the bot runs.

    Raises:
        DatabaseUnusable: There is no such database, it cannot be reached, it is being restored, or it was replaced
            beside the log of the old one.
    """
    report = Report()
    if database.path is not None:
        if not database.path.exists():
            raise DatabaseUnusable(f"There is no database {database.path} to check.")
        refuse_if_half_restored(database.path)
        refuse_foreign_log(database.path)
        report.faults += await asyncio.to_thread(examine, database.path)
        if report.faults:
            return report
    try:
        async with AsyncExitStack() as stack:
            with explaining_errors(database.name, database.path):
                connection = await stack.enter_async_context(database.snapshot())
            await _check_contents(connection, report)
    except Refusal as error:
        report.faults.append(f"The database cannot be read: {error.__cause__}.")
    except DBAPIError as error:
        # A table or column is missing. The statement is left out of the message, for it may contain ids of people.
        report.faults.append(f"The database cannot be read: {error.orig}.")
    return report


async def _check_contents(connection: AsyncConnection, report: Report) -> None:
    revisions = await connection.run_sync(current_revisions)
    newest = known_revisions()[0]
    if revisions != (newest,):
        report.faults.append(
            f"Its schema is {', '.join(revisions) or 'missing'} and this program's is {newest}, so its games were not "
            "checked. The next start of the bot updates an older schema."
        )
        return
    report.faults += missing_columns(columns_of(metadata), await connection.run_sync(columns_in))
    if not report.faults and connection.dialect.name == "postgresql":
        report.faults += await unreadable_values(connection)
    if report.faults:
        return
    await _check_games(connection, report)
    if not report.faults:
        report.faults += await _lost_matches(connection)
    report.faults += await _lost_challenges(connection)
    report.faults += await miscounts(connection)
    report.is_whole = True


async def _check_games(connection: AsyncConnection, report: Report) -> None:
    async for rows in _games(connection):
        ids = [row.id for row in rows]
        statement = select(moves).where(moves.c.game_id.in_(ids)).order_by(moves.c.game_id, moves.c.ply)
        played = await connection.execute(statement)
        by_game = {game_id: list(each) for game_id, each in groupby(played, key=attrgetter("game_id"))}
        report.games += len(rows)
        report.moves += sum(map(len, by_game.values()))
        for row in rows:
            faults = game_faults(row, by_game.get(row.id, []))
            report.faults += [f"Game #{row.id} {fault.removesuffix('.')}." for fault in faults]


async def _games(connection: AsyncConnection) -> AsyncIterator[Sequence[Row[Any]]]:
    """Yield the rows of all games and their results in batches."""
    last = 0
    joined = select(games, results.c.winner_id, results.c.loser_id, results.c.ending).outerjoin(
        results, results.c.game_id == games.c.id
    )
    while True:
        page = joined.where(games.c.id > last).order_by(games.c.id).limit(_AT_ONCE)
        rows = (await connection.execute(page)).all()
        if not rows:
            return
        yield rows
        last = rows[-1].id


async def _lost_matches(connection: AsyncConnection) -> list[str]:
    """Return a sentence for each game of an undecided match that is not followed by the next one."""
    numbers = {
        tuple(row)
        for row in await connection.execute(
            select(games.c.match_id, games.c.match_number).where(games.c.match_id.is_not(None))
        )
    }
    ended = await select_games(connection, games.c.match_id.is_not(None), games.c.status == OVER)
    return [
        f"Game #{game.id} ended, but the next game of its match is missing."
        for game in ended
        if game.match is not None and game.match_goes_on and (game.match.id, game.match.number + 1) not in numbers
    ]


async def _lost_challenges(connection: AsyncConnection) -> Iterable[str]:
    is_accepted = challenges.c.status == ChallengeStatus.ACCEPTED
    begun = select(games.c.challenge_id).where(games.c.challenge_id.is_not(None))
    without = await connection.scalars(select(challenges.c.id).where(is_accepted, challenges.c.id.not_in(begun)))
    lost = [f"Challenge #{one} was accepted, but its game is missing." for one in without]
    joined = select(games.c.id, challenges.c.id).join(challenges, challenges.c.id == games.c.challenge_id)
    early = await connection.execute(joined.where(~is_accepted))
    return lost + [f"Game #{game_id} exists, but its challenge #{one} was not accepted." for game_id, one in early]
