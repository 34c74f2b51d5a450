"""Games lost on time or called off."""

from __future__ import annotations

from datetime import timedelta

import pytest

from gridlock_host import Ending, Game, Host, Person, Sweeper
from gridlock_host.model.result import Result
from gridlock_host.model.terms import First, Terms
from gridlock_host.scheduler.time_forfeit import forfeit
from gridlock_host.standings.bot_records import BotRecord
from tests.host.support.host import (
    ADA,
    BOB,
    CHANNEL,
    GUILD,
    HERE,
    MANAGER,
    Clock,
    leaderboard,
    new_request,
    play,
    resign,
    start,
    start_against_bot,
)

HOUR = timedelta(hours=1)


async def begin(host: Host, best_of: int = 1) -> Game:
    """Begin a game, or a match, in which Ada moves first."""
    challenge = await host.challenges.propose(
        HERE,
        ADA,
        Person(BOB),
        Terms("lines", size=3, first=First.ME, per_move=HOUR, best_of=best_of),
        request_id=new_request(),
    )
    return await host.challenges.accept(GUILD, challenge.id, BOB, channel_id=CHANNEL)


async def run_out(host: Host, sweeper: Sweeper, clock: Clock, game: Game) -> Result:
    """Let the deadline pass, sweep, and return the game's result."""
    clock.time += HOUR
    await sweeper.sweep()
    result = (await host.games.find(GUILD, game.id)).result
    assert result is not None
    return result


@pytest.mark.parametrize(("moves", "called_off"), [([], True), (["A1"], True), (["A1", "A2"], False)])
@pytest.mark.parametrize("best_of", [1, 3])
async def test_a_first_game_is_called_off_unless_both_have_moved(
    host: Host, sweeper: Sweeper, clock: Clock, moves: list[str], called_off: bool, best_of: int
) -> None:
    game = await play(host, await begin(host, best_of), *moves)
    result = await run_out(host, sweeper, clock, game)
    expected = (Ending.CALLED_OFF, None) if called_off else (Ending.TIME, BOB)
    assert (result.ending, result.winner_id) == expected
    following = await host.games.next_in_match(await host.games.find(GUILD, game.id))
    assert (following is None) is (called_off or best_of == 1)


async def test_without_a_limit_only_a_resignation_or_a_moderator_ends_a_stalled_game(
    host: Host, sweeper: Sweeper, clock: Clock
) -> None:
    game = await play(host, await start(host), "A1", "A2")
    clock.time += timedelta(days=365)
    assert await sweeper.sweep() == []
    ended, _ = await host.servers.moderation.end_game(GUILD, game.id, MANAGER, "stalled")
    assert ended.result is not None
    assert (ended.result.ending, ended.result.winner_id) == (Ending.MODERATION, None)


async def test_a_take_back_does_not_turn_a_loss_into_a_called_off_game(
    host: Host, sweeper: Sweeper, clock: Clock
) -> None:
    game = await start_against_bot(host, per_move=HOUR)
    await host.games.take_back.offer(GUILD, (await play(host, game, "A1", "A2")).id, ADA)
    result = await run_out(host, sweeper, clock, game)
    assert (result.ending, result.loser_id) == (Ending.TIME, ADA)
    assert await host.games.standings.bot_records(GUILD, ADA) == [BotRecord("lines", 3, won=0, lost=1, won_with_help=0)]


async def test_a_taken_back_move_counts_as_made_between_members(host: Host, sweeper: Sweeper, clock: Clock) -> None:
    game = await play(host, await begin(host), "A1", "A2")
    await host.games.take_back.offer(GUILD, game.id, BOB)
    await host.games.take_back.answer(GUILD, game.id, ADA, seen_ply=2, agrees=True)
    result = await run_out(host, sweeper, clock, game)
    assert (result.ending, result.loser_id) == (Ending.TIME, BOB)


async def test_a_bot_game_without_a_move_of_the_member_is_called_off(
    host: Host, sweeper: Sweeper, clock: Clock
) -> None:
    game = await play(host, await start_against_bot(host, first=First.OPPONENT, per_move=HOUR), "A1")
    assert (await run_out(host, sweeper, clock, game)).ending is Ending.CALLED_OFF


@pytest.mark.parametrize(("moves", "winner"), [([], ADA), (["A1"], BOB)])
async def test_a_later_game_of_a_match_is_lost_by_not_moving(
    host: Host, sweeper: Sweeper, clock: Clock, moves: list[str], winner: int
) -> None:
    """Bob is behind and begins the second game; by not moving he loses the match."""
    await resign(host, GUILD, (first := await begin(host, 3)).id, BOB)
    second = await host.games.next_in_match(await host.games.find(GUILD, first.id))
    assert second is not None
    await play(host, second, *moves)
    result = await run_out(host, sweeper, clock, second)
    assert (result.ending, result.winner_id) == (Ending.TIME, winner)


async def test_an_abandoned_match_is_decided_eventually(host: Host, sweeper: Sweeper, clock: Clock) -> None:
    """Each game is lost by the player who had to begin it."""
    await resign(host, GUILD, (game := await begin(host, 5)).id, BOB)
    losers = []
    while (following := await host.games.next_in_match(await host.games.find(GUILD, game.id))) is not None:
        game = following
        losers.append((await run_out(host, sweeper, clock, game)).loser_id)
    assert losers == [BOB, ADA, BOB]
    ranked = await leaderboard(host)
    assert [(one.user_id, one.record.won) for one in ranked] == [(ADA, 3), (BOB, 1)]


async def test_a_player_who_moves_while_the_sweep_finds_them_overdue_does_not_lose(host: Host, clock: Clock) -> None:
    game = await begin(host)
    clock.time += HOUR
    now = clock.time
    await play(host, game, "A1")
    assert await forfeit(host.games.changes, game, now) is None
    assert not (await host.games.find(GUILD, game.id)).is_over
