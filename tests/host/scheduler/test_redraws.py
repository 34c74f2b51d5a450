"""Messages with a stale deadline or leftover buttons."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from gridlock_host import Challenge, ChallengeStatus, Game, Host, Person, Sweeper
from gridlock_host.model.terms import Terms
from gridlock_host.scheduler.events import Due
from tests.host.support.host import ADA, BOB, GUILD, HERE, NOON, Clock, lift_limits, new_request, play, resign

HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)
A_MESSAGE = replace(HERE, message_id=1_400_000_000_000_000_001)


async def propose(host: Host, *, per_move: timedelta = HOUR) -> Challenge:
    challenge = await host.challenges.propose(
        HERE, ADA, Person(BOB), Terms("lines", per_move=per_move), request_id=new_request()
    )
    await host.challenges.place(challenge.id, A_MESSAGE)
    return challenge


async def begin(host: Host, *, per_move: timedelta = HOUR) -> Game:
    """A game whose board is known."""
    challenge = await propose(host, per_move=per_move)
    game = await host.challenges.accept(GUILD, challenge.id, BOB, channel_id=HERE.channel_id)
    await host.games.place_board(game.id, A_MESSAGE)
    return await host.games.find(GUILD, game.id)


async def be_away(sweeper: Sweeper, clock: Clock, time: timedelta) -> None:
    """Simulate downtime after a sweep."""
    await sweeper.sweep()
    clock.time += time
    await sweeper.extend_deadlines_after_downtime()


async def outdated(sweeper: Sweeper) -> list[Game | Challenge]:
    events = await sweeper.find_to_redraw()
    assert all(event.due is Due.REDRAW for event in events)
    return [event.subject for event in events if isinstance(event.subject, Game | Challenge)]


async def test_a_board_with_a_stale_deadline_is_found_until_redrawn(host: Host, sweeper: Sweeper, clock: Clock) -> None:
    await begin(host)
    assert await outdated(sweeper) == []
    await be_away(sweeper, clock, 8 * HOUR)
    (game,) = await outdated(sweeper)
    assert isinstance(game, Game)
    assert game.deadline == NOON + 9 * HOUR
    await host.scheduler.outbox.note_redrawn(game)
    assert await outdated(sweeper) == []


async def test_a_challenge_message_with_a_stale_deadline_is_found_until_redrawn(
    host: Host, sweeper: Sweeper, clock: Clock
) -> None:
    await propose(host)
    await be_away(sweeper, clock, 8 * HOUR)
    (challenge,) = await outdated(sweeper)
    assert isinstance(challenge, Challenge)
    assert challenge.expires_at == NOON + 32 * HOUR
    await host.scheduler.outbox.note_redrawn(challenge)
    assert await outdated(sweeper) == []


async def test_a_deadline_that_reads_the_same_is_not_redrawn(host: Host, sweeper: Sweeper, clock: Clock) -> None:
    """Deadlines are shown to the minute; what was given back in small pieces adds up."""
    game = await begin(host)
    await be_away(sweeper, clock, MINUTE / 2)
    assert await outdated(sweeper) == []
    await be_away(sweeper, clock, MINUTE / 2)
    assert [one.id for one in await outdated(sweeper)] == [game.id]


async def test_rows_without_deadline_or_message_are_not_redrawn(host: Host, sweeper: Sweeper, clock: Clock) -> None:
    challenge = await host.challenges.propose(
        HERE, ADA, Person(BOB), Terms("lines", per_move=HOUR), request_id=new_request()
    )
    await host.challenges.accept(GUILD, challenge.id, BOB, channel_id=HERE.channel_id)
    timeless = await host.challenges.propose(HERE, ADA, Person(BOB), Terms("lines"), request_id=new_request())
    game = await host.challenges.accept(GUILD, timeless.id, BOB, channel_id=HERE.channel_id)
    await host.games.place_board(game.id, A_MESSAGE)
    await be_away(sweeper, clock, 8 * HOUR)
    assert await outdated(sweeper) == []


async def test_a_later_change_replaces_the_redraw(host: Host, sweeper: Sweeper, clock: Clock) -> None:
    game, challenge = await begin(host), await propose(host)
    await be_away(sweeper, clock, 8 * HOUR)
    assert len(await outdated(sweeper)) == 2
    await play(host, game, "A1")
    await host.challenges.decline(GUILD, challenge.id, BOB)
    assert await outdated(sweeper) == []


async def test_a_refused_redraw_is_retried_after_ten_minutes(host: Host, sweeper: Sweeper, clock: Clock) -> None:
    await begin(host)
    await propose(host)
    await be_away(sweeper, clock, 8 * HOUR)
    found = await outdated(sweeper)
    for subject in found:
        await host.scheduler.outbox.put_off_redraw(subject, since=subject.changed_at)
    clock.time += 9 * MINUTE
    assert await outdated(sweeper) == []
    clock.time += MINUTE
    assert await outdated(sweeper) == found != []


async def test_a_refused_redraw_is_retried_before_the_deadline(host: Host, sweeper: Sweeper, clock: Clock) -> None:
    game = await begin(host, per_move=5 * MINUTE)
    clock.time += MINUTE
    await be_away(sweeper, clock, 8 * HOUR)
    (found,) = await outdated(sweeper)
    await host.scheduler.outbox.put_off_redraw(found, since=found.changed_at)
    clock.time += MINUTE
    assert [one.id for one in await outdated(sweeper)] == [game.id]


async def test_a_second_downtime_during_a_redraw_is_not_lost(host: Host, sweeper: Sweeper, clock: Clock) -> None:
    game = await begin(host)
    await be_away(sweeper, clock, HOUR)
    (drawn,) = await outdated(sweeper)
    await be_away(sweeper, clock, HOUR)
    await host.scheduler.outbox.note_redrawn(drawn)
    assert [one.id for one in await outdated(sweeper)] == [game.id]


async def test_a_cached_game_is_not_shown_with_its_old_deadline(host: Host, sweeper: Sweeper, clock: Clock) -> None:
    game = await play(host, await begin(host), "A1")
    await be_away(sweeper, clock, 8 * HOUR)
    (drawn,) = await outdated(sweeper)
    await host.scheduler.outbox.note_redrawn(drawn)
    found = await host.games.find_turn(GUILD, game.id, BOB, seen_version=game.version)
    assert found.deadline == NOON + 9 * HOUR


async def test_a_returned_bot_redraws_challenges_and_boards(host: Host, sweeper: Sweeper, clock: Clock) -> None:
    game, challenge = await begin(host), await propose(host)
    await host.scheduler.departures.note_departure(GUILD)
    clock.time += 48 * HOUR
    assert await sweeper.sweep() == []
    await sweeper.extend_deadlines_after_downtime()
    assert await outdated(sweeper) == []
    await host.scheduler.departures.note_return(GUILD)
    assert await sweeper.sweep() == []
    later = await host.challenges.find(GUILD, challenge.id)
    assert (later.status, later.expires_at) == (ChallengeStatus.OPEN, NOON + 72 * HOUR)
    assert [one.id for one in await outdated(sweeper)] == [game.id, challenge.id]


async def test_a_server_is_redrawn_after_its_outage(host: Host, sweeper: Sweeper, clock: Clock) -> None:
    """Also when the bot was away during a part of that, for which nothing is given back twice."""
    game, challenge = await begin(host), await propose(host)
    await host.scheduler.departures.note_outage(GUILD)
    clock.time += 24 * HOUR
    await host.scheduler.departures.note_outage(GUILD)
    assert await sweeper.sweep() == []
    await be_away(sweeper, clock, 24 * HOUR)
    assert await outdated(sweeper) == []
    await host.scheduler.departures.note_present_servers({GUILD}, out_of_order={GUILD})
    assert await sweeper.sweep() == []
    await host.scheduler.departures.note_present_servers({GUILD})
    assert await sweeper.sweep() == []
    found = await outdated(sweeper)
    assert [one.id for one in found] == [game.id, challenge.id]
    assert [one.deadline for one in found if isinstance(one, Game)] == [NOON + 49 * HOUR]


async def test_redraws_are_found_in_batches(host: Host, sweeper: Sweeper, clock: Clock) -> None:
    """A sweep after a long absence does not change thousands of messages in one go."""
    await lift_limits(host)
    for _ in range(101):
        await propose(host)
    await be_away(sweeper, clock, HOUR)
    found = await outdated(sweeper)
    assert len(found) == 100
    for challenge in found:
        await host.scheduler.outbox.note_redrawn(challenge)
    assert len(await outdated(sweeper)) == 1


async def test_finished_games_with_leftover_buttons_are_found_after_ten_minutes(
    host: Host, sweeper: Sweeper, clock: Clock
) -> None:
    game = await resign(host, GUILD, (await begin(host)).id, ADA)
    await host.scheduler.outbox.put_off_redraw(game, since=game.changed_at)
    assert await outdated(sweeper) == []
    clock.time += 10 * MINUTE
    assert [one.id for one in await outdated(sweeper)] == [game.id]
    await host.scheduler.outbox.put_off_redraw(game, since=game.changed_at)
    assert await outdated(sweeper) == []
    clock.time += 10 * MINUTE
    await host.scheduler.outbox.note_redrawn(game)
    assert await outdated(sweeper) == []
