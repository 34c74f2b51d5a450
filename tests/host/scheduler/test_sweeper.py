"""Sweeps with unreadable rows and concurrent changes."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from sqlalchemy import text, update

from gridlock_host import Challenge, Database, First, Game, Host, Person, Sweeper
from gridlock_host.model.offer import Offer, OfferKind
from gridlock_host.model.terms import Terms
from gridlock_host.scheduler.events import Due, Event
from gridlock_host.storage.schema import games, moves
from tests.host.support.host import ADA, BOB, CHANNEL, GUILD, HERE, NOON, Clock, open_host, play, propose, start


@pytest.fixture
def sweeper(database: Database, clock: Clock) -> Sweeper:
    """A sweeper that remembers no game, so that it has to read them."""
    return Sweeper(database, open_host(database, now=clock).games, now=clock)


async def store_first_move(database: Database, game: Game, text: str) -> None:
    """Store an illegal move, so that the game is unreadable."""
    async with database.writing() as connection:
        await connection.execute(update(moves).where(moves.c.game_id == game.id).values(text=text))


async def make_due(database: Database, *due: Game, since: datetime = NOON) -> None:
    async with database.writing() as connection:
        which = games.c.id.in_([game.id for game in due])
        await connection.execute(update(games).where(which).values(deadline=since, wake_at=since))


async def mark_unshown(database: Database, game: Game, *, since: datetime) -> None:
    async with database.writing() as connection:
        await connection.execute(update(games).where(games.c.id == game.id).values(unshown_since=since))


async def start_timed(host: Host, per_move: timedelta) -> Game:
    """Start a game with so much time for each move, in which Ada moves first."""
    terms = Terms("lines", first=First.ME, per_move=per_move)
    challenge = await host.challenges.propose(HERE, ADA, Person(BOB), terms, request_id=1)
    return await host.challenges.accept(GUILD, challenge.id, BOB, channel_id=CHANNEL)


def told(events: list[Event]) -> list[tuple[type, int]]:
    """The pending displays."""
    assert all(event.due is Due.SHOW for event in events)
    return [(type(event.subject), event.subject.id) for event in events]


async def test_an_unreadable_game_stops_no_other(
    database: Database, host: Host, sweeper: Sweeper, caplog: pytest.LogCaptureFixture
) -> None:
    broken, whole = await play(host, await start(host), "A1"), await start(host, one=BOB, two=ADA)
    await store_first_move(database, broken, "Z9")
    await make_due(database, broken, whole)
    events = await sweeper.sweep()
    assert told(events) == [(Game, whole.id)]
    assert f"game {broken.id}" in caplog.text


async def test_an_unreadable_game_keeps_no_other_from_being_displayed(
    database: Database, host: Host, sweeper: Sweeper, caplog: pytest.LogCaptureFixture
) -> None:
    broken, whole = await play(host, await start(host), "A1"), await start(host, one=BOB, two=ADA)
    await store_first_move(database, broken, "Z9")
    events = await sweeper.find_unshown_at_start()
    assert (Game, whole.id) in told(events)
    assert (Game, broken.id) not in told(events)
    assert f"game {broken.id}" in caplog.text


async def test_displays_pending_from_before_the_start_are_found_at_once(
    database: Database, host: Host, clock: Clock
) -> None:
    """A process that starts must not show what it has itself just begun to show."""
    left, declined = await start(host), await propose(host)
    await host.challenges.decline(GUILD, declined.id, BOB)
    clock.time += timedelta(seconds=1)
    sweeper = Sweeper(database, open_host(database, now=clock).games, now=clock)
    clock.time += timedelta(seconds=1)
    live = await start(host)
    found = told(await sweeper.find_unshown_at_start())
    assert {(Game, left.id), (Challenge, declined.id)} <= set(found)
    assert (Game, live.id) not in found
    clock.time += timedelta(seconds=59)
    assert (Game, live.id) not in told(await sweeper.find_unshown())
    clock.time += timedelta(seconds=1)
    assert (Game, live.id) in told(await sweeper.find_unshown())


async def test_an_open_challenge_is_found_until_its_message_is_stored(host: Host, sweeper: Sweeper) -> None:
    challenge = await propose(host)
    assert told(await sweeper.find_unshown_at_start()) == [(Challenge, challenge.id)]
    await host.challenges.place(challenge.id, replace(challenge.place, message_id=900))
    assert await sweeper.find_unshown_at_start() == []


async def test_an_offer_is_found_until_its_message_is_stored(host: Host, sweeper: Sweeper) -> None:
    game = await play(host, await start(host), "A1")
    await host.games.take_back.offer(GUILD, game.id, ADA)
    offer = await host.games.offers.find_open(game, OfferKind.TAKE_BACK, ADA)
    assert offer is not None
    assert (Offer, offer.id) in told(await sweeper.find_unshown_at_start())
    await host.games.offers.place(game, OfferKind.TAKE_BACK, ADA, replace(game.place, message_id=900))
    assert (Offer, offer.id) not in told(await sweeper.find_unshown_at_start())


async def test_failed_displays_of_open_offers_are_retried(host: Host, sweeper: Sweeper, clock: Clock) -> None:
    game = await play(host, await start(host), "A1")
    await host.games.take_back.offer(GUILD, game.id, ADA)
    offer = await host.games.offers.find_open(game, OfferKind.TAKE_BACK, ADA)
    assert offer is not None
    await host.scheduler.outbox.put_off(offer, since=offer.created_at)
    assert (Offer, offer.id) not in told(await sweeper.find_unshown_at_start())
    clock.time += timedelta(minutes=10)
    assert (Offer, offer.id) in told(await sweeper.find_unshown())
    assert await host.games.offers.find_open(await play(host, game, "A2"), OfferKind.TAKE_BACK, ADA) is None
    await host.games.offers.note_shown(offer)
    assert (Offer, offer.id) not in told(await sweeper.find_unshown())


async def test_an_unreadable_game_is_logged_once_until_it_is_readable(
    database: Database, host: Host, sweeper: Sweeper, caplog: pytest.LogCaptureFixture
) -> None:
    game = await play(host, await start(host), "A1")
    await host.games.note_shown(game, None)
    for _ in range(2):
        await store_first_move(database, game, "Z9")
        await make_due(database, game)
        for _ in range(3):
            assert await sweeper.sweep() == []
        assert len(caplog.records) == 1
        caplog.clear()
        await store_first_move(database, game, "A1")
        async with database.writing() as connection:
            await connection.execute(update(games).values(deadline=NOON + timedelta(hours=1)))
        assert [event.due for event in await sweeper.sweep()] == [Due.WARN]


async def test_a_challenge_expiring_as_its_message_is_stored_is_reported_with_it(host: Host, sweeper: Sweeper) -> None:
    """The sweep had read the challenge before that."""
    challenge = await propose(host)
    placed = replace(challenge.place, message_id=7)
    await host.challenges.place(challenge.id, placed)
    event = await sweeper._expire(challenge)
    assert event is not None
    assert event.subject.place == placed


async def test_a_failing_sweep_still_reports_its_finished_work(
    database: Database, host: Host, sweeper: Sweeper, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    game, challenge = await start(host), await propose(host)
    await make_due(database, game)
    async with database.writing() as connection:
        await connection.execute(text("ALTER TABLE departures RENAME COLUMN left_at TO lost_at"))
    try:
        clock.time += timedelta(days=30)
        events = await sweeper.sweep()
    finally:
        async with database.writing() as connection:
            await connection.execute(text("ALTER TABLE departures RENAME COLUMN lost_at TO left_at"))
    assert told(events) == [(Game, game.id), (Challenge, challenge.id)]
    assert "the end of the sweep" in caplog.text


async def test_a_move_during_a_sweep_causes_no_early_warning(database: Database, host: Host, clock: Clock) -> None:
    class SlowSweeper(Sweeper):
        async def _find(self, game_id: int) -> Game | None:
            await host.games.move(GUILD, game_id, ADA, "A1")
            return await super()._find(game_id)

    await start_timed(host, timedelta(days=1))
    clock.time += timedelta(hours=23)
    sweeper = SlowSweeper(database, host.games, now=clock)
    assert await sweeper.sweep() == []
    clock.time += timedelta(hours=23)
    assert [event.due for event in await Sweeper(database, host.games, now=clock).sweep()] == [Due.WARN]


async def test_a_player_is_warned_once(host: Host, sweeper: Sweeper, clock: Clock) -> None:
    await start_timed(host, timedelta(days=1))
    clock.time += timedelta(hours=23)
    assert [event.due for event in await sweeper.sweep()] == [Due.WARN]
    clock.time += timedelta(minutes=1)
    assert await sweeper.sweep() == []


async def test_a_pause_in_the_middle_of_a_sweep_is_charged_to_nobody(
    database: Database, host: Host, clock: Clock
) -> None:
    """Ada moves too late, but before she is judged; then the process stands still for as long as Bob may think."""
    hour = timedelta(hours=1)

    class SuspendedSweeper(Sweeper):
        async def _find(self, game_id: int) -> Game | None:
            found = await super()._find(game_id)
            await host.games.move(GUILD, game_id, ADA, "A1")
            clock.time += hour
            return found

    game = await start_timed(host, hour)
    clock.time += hour
    assert await SuspendedSweeper(database, host.games, now=clock).sweep() == []
    assert not (await host.games.find(GUILD, game.id)).is_over


async def test_the_longest_overdue_rows_are_swept_first(
    database: Database, host: Host, sweeper: Sweeper, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that nothing waits for ever, however much comes to be due."""
    monkeypatch.setattr("gridlock_host.scheduler.sweeper._AT_ONCE", 1)
    later, earlier = await start(host), await start(host, one=BOB, two=ADA)
    await make_due(database, later)
    await make_due(database, earlier, since=NOON - timedelta(hours=1))
    sweeps = [(told(await sweeper.sweep()), sweeper.is_behind) for _ in range(3)]
    assert sweeps == [([(Game, earlier.id)], True), ([(Game, later.id)], True), ([], False)]
    clock.time += timedelta(minutes=2)
    await mark_unshown(database, later, since=NOON)
    await mark_unshown(database, earlier, since=NOON - timedelta(hours=1))
    assert [told_of for told_of in told(await sweeper.find_unshown()) if told_of[0] is Game] == [(Game, earlier.id)]
