"""Games in memory, after a change by each path that is not a move."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import timedelta

import pytest
from sqlalchemy import text

from gridlock_host import Database, Game, Host, Place
from gridlock_host.errors import OutcomeUnknown
from gridlock_host.model.offer import OfferKind
from gridlock_host.model.terms import First, Terms
from gridlock_host.scheduler.departures import KEPT_FOR
from tests.host.state_machine.memory import KeptGames
from tests.host.support.host import ADA, BOB, CHANNEL, GUILD, HERE, MANAGER, Clock, new_request, open_host, play, start


async def begun(host: Host) -> Game:
    """A game with a limit of time, after a move of each player."""
    terms = Terms("lines", size=4, first=First.ME, per_move=timedelta(hours=1))
    challenge = await host.challenges.propose(HERE, ADA, None, terms, request_id=new_request())
    game = await host.challenges.accept(GUILD, challenge.id, BOB, channel_id=CHANNEL)
    game = await play(host, game, "A1", "A2")
    await host.games.place_board(game.id, Place(GUILD, CHANNEL, 81))
    await host.games.note_shown(game, Place(GUILD, CHANNEL, 82))
    return game


Path = Callable[[Host, Game, Clock, Database], Awaitable[object]]


async def help_is_given(host: Host, game: Game, _clock: Clock, _database: Database) -> None:
    assert await host.games.note_help(game)


async def showing_is_postponed(host: Host, game: Game, _clock: Clock, _database: Database) -> None:
    await host.scheduler.outbox.put_off(game, since=game.changed_at)


async def a_warning_is_due(host: Host, _game: Game, clock: Clock, _database: Database) -> None:
    clock.time += timedelta(minutes=59)
    assert len(await host.scheduler.sweeper.sweep()) == 1


async def the_time_runs_out(host: Host, _game: Game, clock: Clock, _database: Database) -> None:
    clock.time += timedelta(hours=2)
    assert len(await host.scheduler.sweeper.sweep()) == 1


async def the_process_was_suspended(host: Host, _game: Game, clock: Clock, _database: Database) -> None:
    await host.scheduler.sweeper.sweep()
    clock.time += timedelta(minutes=30)
    await host.scheduler.sweeper.extend_deadlines_after_pause(timedelta(minutes=1))


async def the_clock_is_set_back(host: Host, _game: Game, clock: Clock, _database: Database) -> None:
    await host.scheduler.sweeper.sweep()
    clock.time -= timedelta(minutes=30)
    await host.scheduler.sweeper.extend_deadlines_after_pause(timedelta(minutes=1))


async def the_bot_returns_to_the_server(host: Host, _game: Game, clock: Clock, _database: Database) -> None:
    await host.scheduler.departures.note_departure(GUILD)
    clock.time += timedelta(minutes=30)
    await host.scheduler.departures.note_return(GUILD)


async def the_server_is_deleted(host: Host, _game: Game, clock: Clock, _database: Database) -> None:
    await host.scheduler.departures.note_departure(GUILD)
    clock.time += KEPT_FOR
    await host.scheduler.sweeper.sweep()


async def a_player_is_forgotten(host: Host, _game: Game, _clock: Clock, _database: Database) -> None:
    assert len((await host.members.privacy.forget(BOB)).games) == 1


async def a_moderator_ends_it(host: Host, game: Game, _clock: Clock, _database: Database) -> None:
    await host.servers.moderation.end_game(GUILD, game.id, MANAGER, "enough")


async def a_move_is_taken_back(host: Host, game: Game, _clock: Clock, _database: Database) -> None:
    await host.games.take_back.offer(GUILD, game.id, BOB)
    await host.games.offers.place(game, OfferKind.TAKE_BACK, BOB, Place(GUILD, CHANNEL, 83))
    await host.games.take_back.answer(GUILD, game.id, ADA, seen_ply=2, agrees=True)


async def a_take_back_is_asked_for(host: Host, game: Game, _clock: Clock, _database: Database) -> None:
    await host.games.take_back.offer(GUILD, game.id, BOB)
    await host.games.offers.place(game, OfferKind.TAKE_BACK, BOB, Place(GUILD, CHANNEL, 83))


async def a_player_resigns(host: Host, game: Game, _clock: Clock, _database: Database) -> None:
    await host.games.resign(GUILD, game.id, ADA)


async def a_path_that_nobody_thought_of(_host: Host, _game: Game, _clock: Clock, database: Database) -> None:
    async with database.writing() as connection:
        await connection.execute(text("update games set message_id = 99"))


async def a_transaction_of_unknown_outcome(_host: Host, _game: Game, _clock: Clock, database: Database) -> None:
    with suppress(OutcomeUnknown):
        async with database.writing() as connection:
            await connection.execute(text("UPDATE games SET message_id = 99"))
            await connection.commit()
            raise OutcomeUnknown


PATHS: list[Path] = [
    help_is_given,
    showing_is_postponed,
    a_warning_is_due,
    the_time_runs_out,
    the_process_was_suspended,
    the_clock_is_set_back,
    the_bot_returns_to_the_server,
    the_server_is_deleted,
    a_player_is_forgotten,
    a_moderator_ends_it,
    a_move_is_taken_back,
    a_take_back_is_asked_for,
    a_player_resigns,
    a_path_that_nobody_thought_of,
    a_transaction_of_unknown_outcome,
]


@pytest.mark.parametrize("path", PATHS)
async def test_a_game_is_kept_as_it_is_stored_whatever_has_changed_it(
    database: Database, host: Host, clock: Clock, path: Path
) -> None:
    game = await begun(host)
    assert host.games.changes.cached(GUILD, game.id) is not None
    await path(host, game, clock, database)
    await KeptGames().check(host, database)


async def test_a_change_of_one_game_leaves_the_others_in_memory(host: Host) -> None:
    one, other = await start(host), await start(host)
    await host.scheduler.outbox.put_off(one, since=one.changed_at)
    assert host.games.changes.cached(GUILD, one.id) is None
    assert host.games.changes.cached(GUILD, other.id) == other


async def test_what_changes_no_game_leaves_all_in_memory(database: Database, host: Host) -> None:
    game = await start(host)
    await host.members.blocks.add(BOB, ADA)
    await open_host(database).challenges.propose(HERE, ADA, None, Terms("dodge"), request_id=new_request())
    assert host.games.changes.cached(GUILD, game.id) == game
