"""The bot's moves, also after failures of its workers."""

from __future__ import annotations

import asyncio
import logging
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gridlock_host import Database, First, Game, Host, Sweeper
from gridlock_host.bot_player.opponent import Opponent, preparations
from gridlock_host.scheduler.events import Due, Event
from gridlock_host.workers.pool import WorkerFailed, WorkerPool
from gridlock_rules import VARIANTS, Move
from gridlock_solver import levels
from tests.host.support import misbehaving_jobs as misbehaving
from tests.host.support.host import (
    ADA,
    BOB,
    BOT,
    GUILD,
    Clock,
    assert_whole,
    contents,
    open_host,
    play,
    resign,
    start,
    start_against_bot,
)

# Longer than anything takes that ends by itself.
LONG = (60.0, 60.0)
SHORT = (0.1, 0.1)


def bot(
    host: Host,
    pool: WorkerPool,
    choose: Any = misbehaving.choose_first,
    *,
    seed: int = 0,
    seconds: tuple[float, ...] = LONG,
) -> Opponent:
    """An opponent that chooses in this way."""
    return Opponent(host.games, pool, choose=choose, random=Random(seed), seconds=seconds)  # noqa: S311  # for a game, no secret


@pytest.mark.parametrize("variant", [variant.key for variant in VARIANTS])
async def test_the_bot_plays_the_chosen_move(host: Host, pool: WorkerPool, variant: str) -> None:
    game = await start_against_bot(host, variant=variant, size=None)
    game = await play(host, game, str(game.position.legal_moves[-1]))
    reply = await bot(host, pool).reply(game)
    assert reply is not None
    assert reply.game.moves == (*game.moves, str(game.position.legal_moves[0]))
    assert (reply.was_simple, reply.game.to_move_id) == (False, ADA)
    assert await host.games.find(GUILD, game.id) == reply.game


async def test_a_move_of_the_bot_can_end_the_game(database: Database, host: Host, pool: WorkerPool) -> None:
    game = await play(host, await start_against_bot(host, variant="blocking", size=4), "A1", "B2", "C3")
    reply = await bot(host, pool).reply(game)
    assert reply is not None
    assert reply.game.result is not None
    assert reply.game.result.winner_id == BOT
    await assert_whole(database)


@pytest.mark.parametrize(
    ("choose", "seconds"),
    [
        (misbehaving.choose_what_is_illegal, LONG),
        (misbehaving.choose_nonsense, LONG),
        (misbehaving.die_choosing, LONG),
        (misbehaving.complain_choosing, LONG),
        (misbehaving.choose_for_ever, SHORT),
    ],
)
async def test_a_legal_move_is_played_even_if_the_worker_fails(  # the ways to fail, and the store
    database: Database, host: Host, pool: WorkerPool, choose: Any, seconds: tuple[float, ...]
) -> None:
    """It is said to be a simple one, and the game goes on."""
    game = await play(host, await start_against_bot(host, size=4), "B2")
    reply = await bot(host, pool, choose, seconds=seconds).reply(game)
    assert reply is not None
    assert reply.was_simple
    assert reply.game.moves[-1] in map(str, game.position.legal_moves)
    await assert_whole(database)
    again = await play(host, reply.game, str(reply.game.position.legal_moves[0]))
    assert await bot(host, pool).reply(again) is not None


async def test_a_failed_choice_is_retried_once(
    host: Host, pool: WorkerPool, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    game = await play(host, await start_against_bot(host, size=4), "B2")
    choose = misbehaving.DieOnce(tmp_path / "died")
    reply = await bot(host, pool, choose).reply(game)
    assert reply is not None
    assert not reply.was_simple
    assert [record.levelno for record in caplog.records] == [logging.WARNING]


async def test_a_move_that_cannot_be_stored_is_retried_later(host: Host) -> None:
    """However little time there is for the thinking itself."""
    pool = WorkerPool(workers=1, preparations=preparations(misbehaving.choose_first, 5))
    game = await play(host, await start_against_bot(host, size=4), "B2")
    await pool.ready()
    busy = asyncio.create_task(pool.run(misbehaving.never_answer, seconds=LONG[0]))
    await asyncio.sleep(0)
    replying = asyncio.create_task(bot(host, pool, seconds=(0.3, 0.3)).reply(game))
    with pytest.raises(WorkerFailed):
        await pool.run(misbehaving.process_id, seconds=0.7)
    busy.cancel()
    reply = await replying
    assert reply is not None
    assert not reply.was_simple
    await pool.close()


async def test_random_choices_repeat_for_a_move_and_differ_between_processes(host: Host, pool: WorkerPool) -> None:
    game = await start_against_bot(host, variant="standoff", size=8)

    async def answer(seed: int) -> str:
        """What a process with this seed answers to Ada's first move, which she then takes back."""
        moved = await host.games.move(GUILD, game.id, ADA, "A1")
        reply = await bot(host, pool, misbehaving.choose_by_chance, seed=seed).reply(moved)
        assert reply is not None
        await host.games.take_back.offer(GUILD, game.id, ADA)
        return reply.game.moves[-1]

    answers = [await answer(seed) for seed in range(5)]
    assert [await answer(seed) for seed in range(5)] == answers
    assert len(set(answers)) > 1


async def test_the_bot_moves_only_on_its_own_turn(database: Database, host: Host, pool: WorkerPool) -> None:
    running = await start(host, one=ADA, two=BOB)
    over = await host.games.resign(GUILD, (await start_against_bot(host, first=First.OPPONENT)).id, ADA)
    mine = await start_against_bot(host)
    before = await contents(database)
    for game in (running, over, mine):
        assert await bot(host, pool).reply(game) is None
    assert await contents(database) == before


async def test_the_chosen_move_is_dropped_if_the_game_has_changed(
    database: Database, host: Host, pool: WorkerPool
) -> None:
    """It was given up, the move was taken back, or the bot has moved in another process."""
    given_up = await start_against_bot(host, first=First.OPPONENT)
    await host.games.resign(GUILD, given_up.id, ADA)
    taken_back = await play(host, await start_against_bot(host), "B2")
    await host.games.take_back.offer(GUILD, taken_back.id, ADA)
    answered = await play(host, await start_against_bot(host, size=4), "B2")
    await open_host(database).games.move(GUILD, answered.id, BOT, "B3")
    before = await contents(database)
    for game in (given_up, taken_back, answered):
        assert await bot(host, pool).reply(game) is None
    assert await contents(database) == before


async def test_only_one_of_several_processes_plays_the_move(database: Database, host: Host, pool: WorkerPool) -> None:
    """Twice in one process, and once in another."""
    game = await play(host, await start_against_bot(host, size=4), "B2")
    here = bot(host, pool, misbehaving.choose_by_chance, seed=1)
    there = bot(open_host(database), pool, misbehaving.choose_by_chance, seed=2)
    replies = await asyncio.gather(here.reply(game), here.reply(game), there.reply(game))
    (played,) = filter(None, replies)
    assert await open_host(database).games.find(GUILD, game.id) == played.game
    await assert_whole(database)


async def test_a_process_computes_a_move_only_once_at_a_time(host: Host, pool: WorkerPool) -> None:
    game = await play(host, await start_against_bot(host, size=4), "B2")
    busy = bot(host, pool, misbehaving.choose_for_ever)
    thinking = asyncio.create_task(busy.reply(game))
    await asyncio.sleep(0)
    assert await busy.reply(game) is None
    thinking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await thinking
    assert await bot(host, pool).reply(game) is not None, "what was cancelled can be taken up again"


async def test_workers_are_prepared_for_every_variant(pool: WorkerPool) -> None:
    for choose, args in preparations(misbehaving.choose_first, 5):
        assert await pool.run(choose, *args, seconds=LONG[0]) is not None
    assert len(preparations(misbehaving.choose_first, 5)) == len(VARIANTS)


async def test_a_lost_bot_turn_is_found(host: Host, sweeper: Sweeper, clock: Clock) -> None:
    """At once after a start; otherwise only after the longest time that a move can take."""
    moved = await play(host, await start_against_bot(host, size=4), "B2")
    begun = await start_against_bot(host, first=First.OPPONENT)
    await start_against_bot(host)
    await host.games.resign(GUILD, (await start_against_bot(host, first=First.OPPONENT)).id, ADA)
    assert await sweeper.find_awaiting_bot() == []
    found = [Event(Due.MOVE, moved), Event(Due.MOVE, begun)]
    assert await sweeper.find_awaiting_bot(timedelta(0)) == found
    clock.time += timedelta(seconds=9)
    assert await sweeper.find_awaiting_bot() == []
    clock.time += timedelta(seconds=1)
    assert await sweeper.find_awaiting_bot() == found


@pytest.mark.parametrize("level", [1, 2])
async def test_levels_one_and_two_move_at_once_without_workers(host: Host, level: int) -> None:
    """However busy the workers are, and without an apology, in every variant."""
    pool = WorkerPool(workers=1)
    busy = [asyncio.create_task(pool.run(misbehaving.never_answer, seconds=LONG[0])) for _ in range(3)]
    await asyncio.sleep(0)
    for variant in VARIANTS:
        game = await start_against_bot(host, variant=variant.key, size=5, level=level, first=First.OPPONENT)
        reply = await asyncio.wait_for(bot(host, pool, levels.choose, seconds=(0.01,)).reply(game), 10)
        assert reply is not None
        assert not reply.was_simple
        await resign(host, GUILD, game.id, ADA)
    for task in busy:
        task.cancel()
    await pool.close()


async def test_a_failing_quick_choice_is_any_legal_move_without_an_apology(host: Host, pool: WorkerPool) -> None:
    def fail(*_: object) -> Move:
        raise ArithmeticError

    game = await start_against_bot(host, level=1, first=First.OPPONENT)
    reply = await bot(host, pool, fail).reply(game)
    assert reply is not None
    assert not reply.was_simple


async def test_a_lost_bot_turn_is_resumed(host: Host, sweeper: Sweeper, pool: WorkerPool) -> None:
    """The game that begins by itself in a match, too."""
    game = await start_against_bot(host, size=4, best_of=3)
    await resign(host, GUILD, game.id, ADA)
    (event,) = await sweeper.find_awaiting_bot(timedelta(0))
    assert isinstance(event.subject, Game)
    assert event.subject.player_one_id == BOT
    assert await bot(host, pool).reply(event.subject) is not None
    assert await sweeper.find_awaiting_bot(timedelta(0)) == []


async def test_no_bot_turn_is_resumed_in_a_server_that_the_bot_has_left(host: Host, sweeper: Sweeper) -> None:
    game = await start_against_bot(host, first=First.OPPONENT)
    await host.scheduler.departures.note_departure(GUILD)
    assert await sweeper.find_awaiting_bot(timedelta(0)) == []
    await host.scheduler.departures.note_return(GUILD)
    assert await sweeper.find_awaiting_bot(timedelta(0)) == [Event(Due.MOVE, game)]


async def test_a_sweep_never_ends_a_game_while_the_bot_is_to_move(
    database: Database, host: Host, sweeper: Sweeper, clock: Clock
) -> None:
    game = await start_against_bot(host, size=4, per_move=timedelta(minutes=5))
    await play(host, game, "B2")
    clock.time += timedelta(days=9)
    assert await sweeper.sweep() == []
    assert not (await open_host(database).games.find(GUILD, game.id)).is_over
