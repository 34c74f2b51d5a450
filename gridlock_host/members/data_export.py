"""Data export: everything that the database holds about a person, as JSON files for that person.

Other people appear only as opponents, and as people whom the person has blocked or moderated. Who has blocked the
person, and which moderator has acted on them, is data of those others.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator, Sequence
from datetime import date
from typing import Any, Final

from sqlalchemy import Row, Select, Table, select
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.members.own_rows import in_any, select_entries_about, select_own_games
from gridlock_host.storage import fingerprints
from gridlock_host.storage.database import Database
from gridlock_host.storage.schema import (
    accuracies,
    accuracy_totals,
    announcements,
    bans,
    blocks,
    bot_records,
    challenges,
    end_cards,
    exercises,
    games,
    matches,
    moderation_log,
    moves,
    notifications,
    offers,
    picture_shares,
    puzzle_streaks,
    reading_settings,
    results,
    season_standings,
    seasons,
    standing_totals,
    standings,
    tutorial_progress,
)

Entry = dict[str, Any]

# Rows are read in batches, so that a long export does not block the event loop.
ROWS_AT_ONCE: Final = 500
GAMES_AT_ONCE: Final = 50
_LARGEST_SAFE_NUMBER: Final = 2**53
# The bytes that a file needs around its entries, and an entry around itself, rounded up.
_FRAME_BYTES: Final = 100
_LINE_END: Final = ",\n"


async def export_files(database: Database, user_id: int, most_bytes: int) -> list[bytes]:
    """Return everything that the database holds about a person, in all servers.

    Args:
        database: The database.
        user_id: The person.
        most_bytes: The maximum size of a file. An entry is never split.

    Returns:
        JSON documents, each an object with the id of the person, the number of the part, and lists by subject.
    """
    async with database.reading() as connection:
        entries = [entry async for entry in _entries(connection, user_id)]
    return await asyncio.to_thread(write_files, user_id, entries, most_bytes)


def write_files(user_id: int, entries: Sequence[tuple[str, Entry]], most_bytes: int) -> list[bytes]:
    """Write entries, each with its subject, to as many JSON files as necessary."""
    parts = list(_parts(entries, most_bytes))
    return [_file(user_id, number, len(parts), part) for number, part in enumerate(parts, start=1)]


async def _entries(connection: AsyncConnection, user_id: int) -> AsyncIterator[tuple[str, Entry]]:
    """Yield all entries, each with its subject."""
    for subject, statement in _statements(user_id).items():
        result = await connection.stream(statement)
        async for rows in result.partitions(ROWS_AT_ONCE):
            for row in rows:
                yield subject, _entry(row)
    for guild_id in await fingerprints.servers_that_ban(connection, user_id):
        yield (
            "bans",
            {"guild_id": _plain(guild_id), "recognised_by": "a fingerprint, kept when the data was deleted earlier"},
        )
    for _ in (await connection.execute(fingerprints.blocks_by(user_id))).all():
        yield "blocks", {"blocked": "a person whose data was deleted; a fingerprint of them is kept"}
    async for game in _games(connection, user_id):
        yield "games", game


def _statements(user_id: int) -> dict[str, Select[Any]]:
    asked = in_any(challenges.c.id, user_id, challenges.c.challenger_id, challenges.c.opponent_id)
    offered = in_any(offers.c.id, user_id, offers.c.by_id, offers.c.to_id)
    log = moderation_log.c
    about = select_entries_about(user_id)
    return {
        "notifications": select(notifications).where(notifications.c.user_id == user_id),
        "reading_settings": select(reading_settings).where(reading_settings.c.user_id == user_id),
        "standings": _without(standings, "rate_order").where(standings.c.user_id == user_id),
        "standing_totals": _without(standing_totals, "rate_order").where(standing_totals.c.user_id == user_id),
        "season_standings": _without(season_standings, "rate_order").where(season_standings.c.user_id == user_id),
        "seasons_won": select(seasons).where(seasons.c.champion_id == user_id),
        "bot_records": select(bot_records).where(bot_records.c.user_id == user_id),
        "puzzle_streaks": select(puzzle_streaks).where(puzzle_streaks.c.user_id == user_id),
        "tutorial_progress": select(tutorial_progress).where(tutorial_progress.c.user_id == user_id),
        "accuracies": select(accuracies).where(accuracies.c.user_id == user_id),
        "accuracy_totals": select(accuracy_totals).where(accuracy_totals.c.user_id == user_id),
        "exercises": _without(exercises, "position").where(exercises.c.user_id == user_id),
        "bans": select(bans).where(bans.c.user_id == user_id),
        "blocks": select(blocks).where(blocks.c.user_id == user_id),
        "moderation_about_you": _without(moderation_log, "moderator_id", "names_a_number").where(log.id.in_(about)),
        "moderation_by_you": _without(moderation_log, "names_a_number").where(log.moderator_id == user_id),
        "offers": select(offers).where(offered),
        "challenges": _without(challenges, "request_id").where(asked).order_by(challenges.c.id),
    }


def _without(table: Table, *names: str) -> Select[Any]:
    return select(*(column for column in table.c if column.name not in names))


_ONE_OF_A_GAME: Final = {"result": results, "end_card": end_cards, "announcement": announcements}


async def _games(connection: AsyncConnection, user_id: int) -> AsyncIterator[Entry]:
    """Yield the person's games with their moves and results, the oldest first."""
    ids = sorted((await connection.scalars(select_own_games(user_id))).all())
    for begin in range(0, len(ids), GAMES_AT_ONCE):
        page = ids[begin : begin + GAMES_AT_ONCE]
        statement = select(games, matches.c.best_of).outerjoin(matches).where(games.c.id.in_(page))
        found = {
            row.id: _entry(row) | dict.fromkeys(_ONE_OF_A_GAME) | {"picture_shares": [], "moves": []}
            for row in await connection.execute(statement)
        }
        for name, table in _ONE_OF_A_GAME.items():
            for row in await connection.execute(select(table).where(table.c.game_id.in_(page))):
                found[row.game_id][name] = _entry(row)
        for row in await connection.execute(select(picture_shares).where(picture_shares.c.game_id.in_(page))):
            found[row.game_id]["picture_shares"].append(_entry(row))
        played = select(moves).where(moves.c.game_id.in_(page)).order_by(moves.c.game_id, moves.c.ply)
        for row in await connection.execute(played):
            found[row.game_id]["moves"].append({"text": row.text, "played_at": _plain(row.played_at)})
        for game_id in page:
            if game_id in found:
                yield found[game_id]


def _entry(row: Row[Any]) -> Entry:
    return {name: _plain(value) for name, value in row._mapping.items()}  # noqa: SLF001  # SQLAlchemy's way to say it


def _plain(value: object) -> object:
    """Convert a value for JSON. Ids become text, as in Discord, because many programs cannot read such long numbers."""
    if isinstance(value, date):
        return value.isoformat()
    return str(value) if isinstance(value, int) and value > _LARGEST_SAFE_NUMBER else value


def _parts(entries: Sequence[tuple[str, Entry]], most_bytes: int) -> Iterator[dict[str, list[str]]]:
    """Split the entries into files, in order: JSON lines by subject."""
    part: dict[str, list[str]] = {}
    used = _FRAME_BYTES
    for subject, entry in entries:
        line = json.dumps(entry)
        size = len(line) + _FRAME_BYTES
        if part and used + size > most_bytes:
            yield part
            part, used = {}, _FRAME_BYTES
        part.setdefault(subject, []).append(line)
        used += size
    yield part


def _file(user_id: int, number: int, of: int, part: dict[str, list[str]]) -> bytes:
    head = f'"user_id": "{user_id}", "part": {number}, "of": {of}'
    lists = [f'"{subject}": [\n{_LINE_END.join(lines)}\n]' for subject, lines in part.items()]
    return ("{" + _LINE_END.join([head, *lists]) + "}\n").encode()
