"""Games that several processes change by turns, as any of them may get any press."""

from __future__ import annotations

import pytest

from gridlock_host import Database, Host
from gridlock_host.errors import NotYourTurn, StaleBoard
from tests.host.support.host import ADA, BOB, GUILD, noon, play, start


def sharing(database: Database) -> Host:
    """A process that serves the same servers as others."""
    return Host(database, now=noon, toss=lambda: True, is_shared=True)


async def test_what_another_process_has_stored_is_seen_at_once(database: Database) -> None:
    here, there = sharing(database), sharing(database)
    game = await play(here, await start(here), "A1")
    moved = await there.games.move(GUILD, game.id, BOB, "A2", seen_version=game.version)
    assert (await here.games.current(game)).moves == moved.moves
    back = await here.games.move(GUILD, game.id, ADA, "A3", seen_version=moved.version)
    assert (await there.games.current(moved)).moves == back.moves == ("A1", "A2", "A3")


async def test_an_older_game_in_memory_refuses_no_move_and_lets_none_pass(database: Database) -> None:
    here, there = sharing(database), sharing(database)
    game = await play(here, await start(here), "A1")
    moved = await there.games.move(GUILD, game.id, BOB, "A2")
    # In memory it is Bob's turn here, and version 1.
    with pytest.raises(NotYourTurn):
        await here.games.move(GUILD, game.id, BOB, "B1")
    with pytest.raises(StaleBoard):
        await here.games.move(GUILD, game.id, ADA, "A3", seen_version=game.version)
    assert (await here.games.move(GUILD, game.id, ADA, "A3", seen_version=moved.version)).ply == 3
