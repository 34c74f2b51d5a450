"""A machine's clock may be wrong, and be set while games go on: nobody loses by that, and nothing goes on for ever."""

from __future__ import annotations

from datetime import timedelta

import pytest

from gridlock_host import Challenge, Database, Game, Person, SessionManager, Sweeper
from gridlock_host.bot_player.puzzle_store import count_answer
from gridlock_host.games.offer_store import OfferKind
from gridlock_host.scheduler.heartbeat import last_beat
from tests.host.support.host import ADA, BOB, BOT, GUILD, HERE, Clock, new_request, play, start

HOUR = timedelta(hours=1)
YEARS = timedelta(days=3650)
LONGER = timedelta(seconds=30)


@pytest.fixture
def sweeper(database: Database, sessions: SessionManager, clock: Clock) -> Sweeper:
    return Sweeper(database, sessions, now=clock)


async def begin(sessions: SessionManager) -> Game:
    """A game of which all is shown that has happened."""
    challenge = await sessions.challenge(
        HERE, ADA, Person(BOB), variant_key="lines", per_move=HOUR, request_id=new_request()
    )
    game = await sessions.accept(GUILD, challenge.id, BOB, channel_id=HERE.channel_id)
    await sessions.note_challenge_shown(challenge)
    await sessions.note_shown(game, None)
    return game


async def time_left(sessions: SessionManager, clock: Clock, game: Game) -> timedelta:
    deadline = (await sessions.find_game(GUILD, game.id)).deadline
    assert deadline is not None
    return deadline - clock.time


async def test_what_a_clock_leaps_ahead_is_charged_to_nobody(
    sessions: SessionManager, sweeper: Sweeper, clock: Clock
) -> None:
    await sweeper.sweep()
    game = await begin(sessions)
    clock.time += YEARS
    await sweeper.credit_absence(longer_than=LONGER)
    assert await sweeper.sweep() == []
    assert await time_left(sessions, clock, game) == HOUR


@pytest.mark.parametrize("is_started_anew", [False, True])
async def test_after_a_clock_was_set_back_nobody_has_more_than_the_time_for_a_move(
    sessions: SessionManager,
    sweeper: Sweeper,
    clock: Clock,
    is_started_anew: bool,
) -> None:
    game, open_one = await begin(sessions), await propose(sessions)
    await sweeper.sweep()
    clock.time -= YEARS
    await (sweeper.credit_downtime() if is_started_anew else sweeper.credit_absence(longer_than=LONGER))
    assert await time_left(sessions, clock, game) == HOUR
    assert (await sessions.find_challenge(GUILD, open_one.id)).expires_at == clock.time + timedelta(days=1)
    clock.time += HOUR
    assert [event.subject.id for event in await sweeper.sweep()] == [game.id]


async def test_a_move_made_before_it_was_noticed_that_the_clock_was_set_back_has_its_time(
    sessions: SessionManager, sweeper: Sweeper, clock: Clock
) -> None:
    await sweeper.sweep()
    clock.time -= 3 * HOUR
    game = await begin(sessions)
    clock.time += timedelta(seconds=10)
    await sweeper.credit_absence(longer_than=LONGER)
    assert await time_left(sessions, clock, game) == HOUR - timedelta(seconds=10)


async def test_time_in_which_the_bot_is_down_is_given_back_though_its_clock_was_set_back_before(
    sessions: SessionManager, sweeper: Sweeper, clock: Clock
) -> None:
    await sweeper.sweep()
    clock.time -= 3 * HOUR
    await sweeper.credit_absence(longer_than=LONGER)
    game = await begin(sessions)
    await sweeper.sweep()
    clock.time += 2 * HOUR
    await sweeper.credit_downtime()
    assert await sweeper.sweep() == []
    assert await time_left(sessions, clock, game) == HOUR


async def test_a_clock_that_is_behind_at_the_start_and_then_set_right_ends_no_game(
    sessions: SessionManager, sweeper: Sweeper, clock: Clock
) -> None:
    """As where a machine without a clock of its own starts."""
    await sweeper.sweep()
    clock.time -= 3 * HOUR
    await sweeper.credit_downtime()
    game = await begin(sessions)
    await sweeper.sweep()
    clock.time += 3 * HOUR
    await sweeper.credit_absence(longer_than=LONGER)
    assert await sweeper.sweep() == []
    assert await time_left(sessions, clock, game) == HOUR


async def test_what_was_not_shown_before_the_clock_was_set_back_is_shown_all_the_same(
    sessions: SessionManager, sweeper: Sweeper, clock: Clock
) -> None:
    game = await begin(sessions)
    open_one = await propose(sessions)
    game = await sessions.move(GUILD, game.id, game.player_one_id, "C3")
    await sessions.offer_take_back(GUILD, game.id, game.player_one_id)
    await sweeper.sweep()
    clock.time -= YEARS
    await sweeper.credit_downtime()
    clock.time += timedelta(minutes=2)
    shown = [event.subject for event in await sweeper.find_unshown()]
    assert [(type(each), each.id) for each in shown[:2]] == [(Game, game.id), (Challenge, open_one.id)]
    assert getattr(shown[2], "kind", None) is OfferKind.TAKE_BACK


async def test_the_bot_moves_though_the_clock_was_set_back_while_it_was_its_turn(
    sessions: SessionManager, sweeper: Sweeper, clock: Clock
) -> None:
    game = await sessions.play_bot(HERE, ADA, BOT, variant_key="lines", level=1, request_id=new_request())
    if not game.bot_is_to_move:
        game = await sessions.move(GUILD, game.id, ADA, "C3")
    await sweeper.sweep()
    clock.time -= YEARS
    await sweeper.credit_downtime()
    clock.time += timedelta(minutes=1)
    assert [event.subject.id for event in await sweeper.find_thinking()] == [game.id]


async def test_who_has_answered_puzzles_of_days_to_come_can_answer_tomorrows(
    database: Database, sweeper: Sweeper, clock: Clock
) -> None:
    await sweeper.sweep()
    today = clock.time.date()
    async with database.writing() as connection:
        assert await count_answer(connection, GUILD, ADA, today + YEARS, is_right=True)
    clock.time += YEARS
    await sweeper.sweep()
    clock.time -= YEARS
    await sweeper.credit_absence(longer_than=LONGER)
    async with database.writing() as connection:
        assert not await count_answer(connection, GUILD, ADA, today, is_right=True)
        assert await count_answer(connection, GUILD, ADA, today + timedelta(days=1), is_right=True)


async def test_people_are_called_though_what_they_did_last_is_in_the_future(
    sessions: SessionManager, clock: Clock
) -> None:
    game = await start(sessions, size=5)
    for cell in ("C3", "E3"):
        game = await play(sessions, game, cell)
    await sessions.cancel(GUILD, (await propose_to(sessions, BOB)).id, ADA)
    assert not sessions.needs_call(game)
    clock.time -= YEARS
    assert sessions.needs_call(game)
    assert await sessions.calls_opponent(await propose_to(sessions, BOB))


async def test_where_the_bot_is_not_the_clock_can_be_set_back_too(
    sessions: SessionManager, sweeper: Sweeper, clock: Clock
) -> None:
    game = await begin(sessions)
    await sweeper.sweep()
    await sessions.note_departure(GUILD)
    clock.time -= YEARS
    await sweeper.credit_absence(longer_than=LONGER)
    clock.time += 5 * HOUR
    await sessions.note_return(GUILD)
    assert await time_left(sessions, clock, game) == HOUR


async def test_a_process_that_is_stopped_within_a_sweep_charges_nothing_for_that(
    sessions: SessionManager, sweeper: Sweeper, clock: Clock, database: Database
) -> None:
    game = await begin(sessions)
    await sweeper.sweep()
    clock.time += timedelta(seconds=10)
    charged_until = await sweeper.credit_absence(longer_than=LONGER)
    clock.time += 8 * HOUR
    assert await sweeper.sweep(charged_until) == []
    async with database.reading() as connection:
        assert await last_beat(connection) == charged_until
    await sweeper.credit_absence(longer_than=LONGER)
    assert await sweeper.sweep() == []
    assert await time_left(sessions, clock, game) == HOUR - timedelta(seconds=10)


async def propose_to(sessions: SessionManager, opponent: int) -> Challenge:
    return await sessions.challenge(HERE, ADA, Person(opponent), variant_key="lines", request_id=new_request())


async def propose(sessions: SessionManager) -> Challenge:
    return await sessions.challenge(HERE, BOB, None, variant_key="lines", request_id=new_request())
