"""Boards of voided games, which are drawn again to say so."""

from __future__ import annotations

from gridlock_host import Database, Game, Host, Sweeper
from tests.host.support.host import ADA, BOB, CLEO, GUILD, MANAGER, noon, play_to_the_end, start


async def test_the_boards_of_all_finished_games_of_a_banned_player_are_drawn_again(
    database: Database, host: Host
) -> None:
    sweeper = Sweeper(database, host.games, now=noon)
    over = [
        (await play_to_the_end(host, await start(host, one=one, two=two))).id for one, two in ((ADA, BOB), (BOB, ADA))
    ]
    await play_to_the_end(host, await start(host, one=BOB, two=CLEO))
    await start(host)
    await host.servers.moderation.ban(GUILD, MANAGER, ADA, "test", voids_games=True)
    drawn = [event.subject for event in await sweeper.find_to_redraw()]
    assert [game.id for game in drawn] == over
    for game in drawn:
        assert isinstance(game, Game)
        await host.scheduler.outbox.note_redrawn(game)
    assert await sweeper.find_to_redraw() == []
    await host.servers.moderation.unvoid_member(GUILD, MANAGER, ADA, "test")
    assert [event.subject.id for event in await sweeper.find_to_redraw()] == over


async def test_a_board_that_was_drawn_before_its_game_was_put_back_is_drawn_again(
    database: Database, host: Host
) -> None:
    sweeper = Sweeper(database, host.games, now=noon)
    over = await play_to_the_end(host, await start(host))
    voided, _ = await host.servers.moderation.void(GUILD, over.id, MANAGER, "test")
    await host.servers.moderation.unvoid(GUILD, over.id, MANAGER, "test")
    await host.scheduler.outbox.note_redrawn(voided)
    assert [event.subject.id for event in await sweeper.find_to_redraw()] == [over.id]
