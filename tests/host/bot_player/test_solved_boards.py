"""Perfect play on empty boards."""

from __future__ import annotations

import asyncio

import pytest

from gridlock_host.bot_player.solved_boards import SolvedBoards
from gridlock_host.errors import CannotThink
from gridlock_host.workers.pool import WorkerPool


async def test_perfect_play_names_the_winner_and_the_winning_first_moves(pool: WorkerPool) -> None:
    openings = SolvedBoards(pool)
    assert (await openings.start("lines", 5)).verdict == "P1, any first move"
    assert (await openings.start("dodge", 3)).verdict == "P1, only B2"
    assert (await openings.start("dodge", 4)).verdict == "P2"


async def test_boards_decided_by_size_alone_say_so(pool: WorkerPool) -> None:
    openings = SolvedBoards(pool)
    reason = (await openings.start("blocking", 5)).fixed_length
    assert str(reason) == "Every game on this board lasts 5 moves, so X makes the last one and wins"
    assert (await openings.start("lines", 3)).fixed_length is None


async def test_a_board_is_solved_once(pool: WorkerPool) -> None:
    openings = SolvedBoards(pool)
    both = await asyncio.gather(*(openings.start("lines", 3) for _ in range(2)))
    assert both[0] is both[1] is await openings.start("lines", 3)


async def test_a_board_that_cannot_be_solved_is_refused(pool: WorkerPool) -> None:
    await pool.close()
    with pytest.raises(CannotThink):
        await SolvedBoards(pool).start("lines", 3)
