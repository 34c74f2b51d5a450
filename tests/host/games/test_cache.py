"""The cache of games."""

from __future__ import annotations

import pytest

from gridlock_host import Database, Ending, Game, Host, Result
from gridlock_host.errors import GameIsOver
from gridlock_host.games.live.open_games import OpenGame, OpenGames
from gridlock_rules import IllegalMove
from tests.host.support.host import ADA, BOB, GUILD, NOON, OTHER_GUILD, a_game, open_host, play, refused, start

MOST = 4_096


def kept(game: Game) -> OpenGame:
    return OpenGame(game, is_unshown=True, has_offer_messages=False, is_rematch=False)


def test_the_games_used_last_are_kept() -> None:
    games = OpenGames()
    for number in range(MOST):
        games.remember(kept(a_game(id=number)))
    games.find(GUILD, 0)
    games.remember(kept(a_game(id=MOST)))
    assert [number for number in range(MOST + 1) if games.find(GUILD, number) is None] == [1]


def test_a_finished_game_is_not_kept() -> None:
    games = OpenGames()
    games.remember(kept(a_game(id=3)))
    games.remember(kept(a_game(id=3, version=1, result=Result(ADA, BOB, Ending.RESIGNATION, NOON))))
    assert games.find(GUILD, 3) is None


def test_a_kept_game_belongs_to_its_own_server_only() -> None:
    games = OpenGames()
    games.remember(kept(a_game(id=5)))
    assert games.find(OTHER_GUILD, 5) is None
    assert games.find(GUILD, 5) == kept(a_game(id=5))


@pytest.mark.parametrize("changed", [[5], None])
def test_a_read_that_a_change_has_overtaken_is_not_kept(changed: list[int] | None) -> None:
    games = OpenGames()
    with games.watching(5) as watch:
        games.forget(changed)
        watch.found = kept(a_game(id=5))
    assert games.find(GUILD, 5) is None


def test_a_read_during_the_change_of_another_game_is_kept() -> None:
    games = OpenGames()
    with games.watching(5) as watch:
        games.remember(kept(a_game(id=6)))
        watch.found = kept(a_game(id=5))
    assert games.find(GUILD, 5) == kept(a_game(id=5))


async def test_a_stale_cache_refuses_no_legal_move(database: Database, host: Host) -> None:
    """Here the game is remembered as it was one move ago, when it was the opponent's turn."""
    game = await play(host, await start(host), "A1", "A2")
    elsewhere = await play(open_host(database), game, "B2")
    after = await host.games.move(GUILD, game.id, BOB, "B1", seen_version=3)
    assert after.moves == (*elsewhere.moves, "B1")
    assert after.version == 4
    assert await open_host(database).games.find(GUILD, game.id) == after


async def test_a_move_legal_only_on_a_stale_board_is_refused(database: Database, host: Host) -> None:
    """On the remembered board it is the same player's turn and B2 is free; on the true one it is taken."""
    game = await play(host, await start(host), "A1", "A2")
    await play(open_host(database), game, "B2", "B1")
    async with refused(database, IllegalMove) as info:
        await host.games.move(GUILD, game.id, ADA, "B2")
    assert str(info.value) == "B2 is already taken by X. Choose a free cell."
    assert (await host.games.move(GUILD, game.id, ADA, "B3", seen_version=4)).ply == 5


async def test_a_game_that_another_process_ended_is_over_here(database: Database, host: Host) -> None:
    game = await play(host, await start(host), "A1")
    ended = await open_host(database).games.resign(GUILD, game.id, ADA)
    for actor in (ADA, BOB):
        async with refused(database, GameIsOver) as info:
            await host.games.move(GUILD, game.id, actor, "A2")
        assert getattr(info.value, "game", None) == ended
        async with refused(database, GameIsOver):
            await host.games.resign(GUILD, game.id, actor)


async def test_a_turn_is_read_from_the_database_if_the_cached_game_would_refuse(database: Database, host: Host) -> None:
    game = await play(host, await start(host), "A1")
    moved = await play(open_host(database), game, "A2")
    assert await host.games.find_turn(GUILD, game.id, ADA, seen_version=2) == moved


async def test_a_resignation_keeps_the_moves_of_another_process(database: Database, host: Host) -> None:
    game = await play(host, await start(host), "A1")
    moved = await play(open_host(database), game, "A2")
    over = await host.games.resign(GUILD, game.id, BOB)
    assert over.moves == moved.moves
    assert over.version == 3
    assert await open_host(database).games.find(GUILD, game.id) == over


async def test_memory_stays_flat_after_many_finished_games(host: Host) -> None:
    """No lock and no cached game is kept for finished or idle games."""
    for _ in range(20):
        game = await play(host, await start(host), "A1")
        await host.games.resign(GUILD, game.id, BOB)
    assert len(host.games.changes._locks) == 0
    assert len(host.games.changes.kept) == 0
