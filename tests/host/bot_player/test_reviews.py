"""Reviews of finished games, computed by the real solver in a worker process."""

from __future__ import annotations

import asyncio

import pytest

from gridlock_host import Host
from gridlock_host.bot_player.reviews import Reviews
from gridlock_host.errors import CannotThink, NotFinished, NothingToReview
from gridlock_host.workers.pool import WorkerPool
from gridlock_rules import Player
from gridlock_solver.judgement.marks import Mark
from tests.host.support import misbehaving_jobs as misbehaving
from tests.host.support.host import (
    ADA,
    BOB,
    CLEO,
    GUILD,
    MANAGER,
    OTHER_GUILD,
    play,
    play_to_the_end,
    resign,
    start,
    start_against_bot,
)


@pytest.fixture
def reviews(pool: WorkerPool) -> Reviews:
    return Reviews(pool)


async def test_every_ply_of_a_finished_game_is_judged(host: Host, reviews: Reviews) -> None:
    """Ada gives away what only the middle would have won, and Bob gives it back."""
    game = await play(host, await start(host, variant="dodge"), "A1", "C3")
    game = await resign(host, GUILD, game.id, ADA)
    told: list[tuple[int, int]] = []
    review = await reviews.review(game, lambda done, of: told.append((done, of)))
    assert told == [(1, 2), (2, 2)]
    assert [(ply.player, str(ply.move), ply.mark) for ply in review.plies] == [
        (Player.ONE, "A1", Mark.GAVE_AWAY),
        (Player.TWO, "C3", Mark.FREE),
    ]
    assert review.winner is Player.TWO
    assert review.turning_point == review.plies[0]
    assert [str(move) for move in review.plies[0].solution.winning_moves] == ["B2"]


async def test_a_review_is_cached(host: Host, reviews: Reviews) -> None:
    game = await play(host, await start(host, variant="dodge"), "B2")
    told: list[tuple[int, int]] = []
    both = await asyncio.gather(*(reviews.review(game, lambda *plies: told.append(plies)) for _ in range(2)))
    assert both[0] is both[1] is await reviews.review(game)
    assert told == [(1, 1)]


async def test_other_jobs_run_between_two_plies_of_a_review(host: Host, reviews: Reviews, pool: WorkerPool) -> None:
    game = await play_to_the_end(host, await start(host, size=4))
    asked: list[asyncio.Task[object]] = []
    judged_before: list[int] = []

    def ask_something_else(done: int, _: int) -> None:
        if not asked:
            asked.append(asyncio.create_task(pool.run(misbehaving.answer, 7, seconds=60)))
        if not asked[0].done():
            judged_before.append(done)

    await reviews.review(game, ask_something_else)
    assert await asked[0] == 7
    assert len(judged_before) < game.ply


async def test_bot_games_and_uncounted_games_can_be_reviewed(host: Host, reviews: Reviews) -> None:
    game = await play(host, await start_against_bot(host), "A1")
    assert (await reviews.review(await resign(host, GUILD, game.id, ADA))).winner is Player.TWO
    game = await play(host, await start(host, one=BOB, two=ADA), "A1")
    ended, _ = await host.servers.moderation.end_game(GUILD, game.id, MANAGER, "")
    review = await reviews.review(ended)
    assert (review.winner, review.turning_point, len(review.plies)) == (None, None, 1)


async def test_a_game_without_moves_is_not_reviewed(host: Host, reviews: Reviews) -> None:
    game = await host.games.resign(GUILD, (await start(host)).id, ADA)
    with pytest.raises(NothingToReview, match="ended before the first move, so there is nothing to review"):
        await reviews.review(game)
    assert await host.games.finished_for(GUILD, ADA, 1) == []


async def test_an_open_game_is_not_reviewed(host: Host, reviews: Reviews) -> None:
    game = await start(host)
    with pytest.raises(NotFinished) as info:
        await reviews.review(game)
    assert str(info.value) == f"Game #{game.id} is not over yet. You can replay and review it when it is over."


async def test_a_failed_review_can_be_requested_again(host: Host, reviews: Reviews, pool: WorkerPool) -> None:
    game = await play(host, await start(host, variant="dodge"), "B2")
    await pool.close()
    with pytest.raises(CannotThink, match="please try again"):
        await reviews.review(game)
    with pytest.raises(CannotThink):
        await reviews.review(game)


async def test_own_finished_games_are_listed_first(host: Host) -> None:
    """Then the newest first, and as many as are asked for."""
    own = await play(host, await start(host, variant="dodge"), "B2")
    others = [await play(host, await start(host, one=BOB, two=CLEO, variant="dodge"), "B2") for _ in range(2)]
    await start(host)
    listed = await host.games.finished_for(GUILD, ADA, 25)
    assert [game.id for game in listed] == [own.id, others[1].id, others[0].id]
    assert [game.id for game in await host.games.finished_for(GUILD, ADA, 2)] == [own.id, others[1].id]
    assert await host.games.finished_for(OTHER_GUILD, ADA, 25) == []
