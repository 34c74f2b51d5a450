"""Confirmed moves after a kill."""

from __future__ import annotations

import secrets
from multiprocessing.context import ForkServerContext

import pytest

from gridlock_host import Database
from gridlock_rules import replay
from tests.host.support.host import GUILD, contents, leaderboard, open_host
from tests.host.support.mover_process import play_for_ever

Acknowledged = list[tuple[int, tuple[str, ...]]]


def play_and_be_killed(processes: ForkServerContext, url: str) -> Acknowledged:
    """Kill a playing process at a random moment, and return the moves it had confirmed."""
    reader, writer = processes.Pipe(duplex=False)
    process = processes.Process(target=play_for_ever, args=(url, writer))
    process.start()
    writer.close()
    said: Acknowledged = [reader.recv() for _ in range(1 + secrets.randbelow(60))]
    process.kill()
    process.join()
    with reader:
        try:
            while True:
                said.append(reader.recv())
        except EOFError:
            return said


@pytest.fixture
def acknowledged(processes: ForkServerContext, sqlite_url: str) -> Acknowledged:
    """The confirmed moves of ten processes, each killed at a random moment, on the same file."""
    return [each for _ in range(10) for each in play_and_be_killed(processes, sqlite_url)]


async def test_every_move_that_was_acknowledged_outlives_the_process(
    acknowledged: Acknowledged, sqlite_url: str
) -> None:
    """Unconfirmed moves are stored completely or not at all."""
    database = Database(sqlite_url)
    host = open_host(database)
    for number, moves in acknowledged:
        assert (await host.games.find(GUILD, number)).moves[: len(moves)] == moves
    rows = await contents(database)
    for row in rows["games"]:
        game = await host.games.find(GUILD, row[0])
        assert game.version == game.ply
        assert game.is_over == (replay("isolation", 3, game.moves).outcome is not None)
    records = [standing.record for standing in await leaderboard(host)]
    assert sum(record.won for record in records) == len(rows["results"])
    await database.close()
