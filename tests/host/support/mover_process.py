"""A process that plays and reports confirmed moves until it is killed."""

from __future__ import annotations

import asyncio
from multiprocessing.connection import Connection

from gridlock_host import Database, Host
from tests.host.support.host import lift_limits, open_host, play, start


def play_for_ever(url: str, acknowledged: Connection) -> None:
    """Play on this database, and send a game's id and moves each time that the host has returned it."""
    asyncio.run(_play(open_host(Database(url)), acknowledged))


async def _play(host: Host, acknowledged: Connection) -> None:
    # A killed process leaves a game open.
    await lift_limits(host)
    while True:
        game = await start(host, variant="isolation")
        acknowledged.send((game.id, game.moves))
        while not game.is_over:
            game = await play(host, game, str(next(iter(game.position.legal_moves))))
            acknowledged.send((game.id, game.moves))
