"""Sweeps of several processes, each with shards of its own."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select

from gridlock_host import Challenge, Database, Game, Host, Person, Place, Sweeper
from gridlock_host.model.terms import Terms
from gridlock_host.ownership.shards import ALL_SERVERS, Shards
from gridlock_host.scheduler.departures import KEPT_FOR
from gridlock_host.scheduler.events import Due, Event
from gridlock_host.storage.schema import departures
from tests.host.support.host import ADA, BOB, CHANNEL, Clock, new_request, start, start_against_bot

HOUR = timedelta(hours=1)
EVEN, ODD = Shards((0,), 2), Shards((1,), 2)
# Server n is in part n of as many parts as there are.
SERVERS = [(1_000_000_020_400 + number) << 22 for number in range(12)]
EVEN_SERVER, ODD_SERVER = SERVERS[0], SERVERS[1]


@st.composite
def some_shards(draw: st.DrawFn) -> Shards:
    count = draw(st.integers(1, 6))
    return Shards(tuple(sorted(draw(st.sets(st.integers(0, count - 1), min_size=1)))), count)


@given(some_shards(), some_shards())
def test_shards_overlap_and_contain_each_other_by_their_servers(one: Shards, other: Shards) -> None:
    servers = [number << 22 for number in range(60)]
    served, served_by_other = ({guild_id for guild_id in servers if each.serves(guild_id)} for each in (one, other))
    assert one.overlaps(other) == bool(served & served_by_other)
    if one.is_within(other):
        assert served <= served_by_other
    assert all(any(part.serves(guild_id) for part in one.each()) == one.serves(guild_id) for guild_id in servers)


@given(some_shards(), some_shards())
def test_shards_without_others_lack_no_server_that_only_they_serve(one: Shards, other: Shards) -> None:
    left = one.without(other)
    for guild_id in [number << 22 for number in range(60)]:
        assert left.serves(guild_id) <= one.serves(guild_id)
        if one.serves(guild_id) and not other.serves(guild_id):
            assert left.serves(guild_id)
        if one.count == other.count or len(one.ids) == one.count:
            assert left.serves(guild_id) == (one.serves(guild_id) and not other.serves(guild_id))


@given(some_shards(), st.integers(1, 12))
def test_shards_divided_into_another_number_have_the_same_servers(shards: Shards, count: int) -> None:
    divided = shards.divided_into(count)
    servers = [number << 22 for number in range(60)]
    if divided is not None:
        assert divided.count == count
        assert [divided.serves(one) for one in servers] == [shards.serves(one) for one in servers]
    else:
        assert count % shards.count


@pytest.mark.parametrize("shards", [ALL_SERVERS, EVEN, Shards((0, 2), 3), Shards((0, 1, 2), 3)], ids=str)
async def test_database_and_program_assign_servers_to_the_same_shards(
    database: Database, host: Host, shards: Shards
) -> None:
    for guild_id in SERVERS:
        await host.scheduler.departures.note_departure(guild_id)
    async with database.reading() as connection:
        found = (
            await connection.scalars(select(departures.c.guild_id).where(shards.covers(departures.c.guild_id)))
        ).all()
    assert set(found) == {guild_id for guild_id in SERVERS if shards.serves(guild_id)}


def server_of(event: Event) -> int:
    assert event.subject.place is not None
    return event.subject.place.guild_id


async def begin(host: Host, guild_id: int, per_move: timedelta = HOUR) -> Game:
    challenge = await ask(host, guild_id, per_move)
    return await host.challenges.accept(guild_id, challenge.id, BOB, channel_id=CHANNEL)


async def ask(host: Host, guild_id: int, per_move: timedelta = HOUR) -> Challenge:
    return await host.challenges.propose(
        Place(guild_id, CHANNEL), ADA, Person(BOB), Terms("lines", per_move=per_move), request_id=new_request()
    )


class Processes:
    """Sweepers of processes that serve some of the servers each, on one store."""

    def __init__(self, database: Database, host: Host, clock: Clock) -> None:
        self._database = database
        self._host = host
        self._clock = clock

    def sweeper(self, shards: Shards) -> Sweeper:
        return Sweeper(self._database, self._host.games, now=self._clock, shards=shards)

    async def live(self, shards: Shards, time: timedelta) -> None:
        """Start a process, sweep, and let time pass."""
        sweeper = self.sweeper(shards)
        await sweeper.extend_deadlines_after_downtime()
        self._clock.time += time
        await sweeper.sweep()

    async def time_left(self, game: Game) -> timedelta:
        deadline = (await self._host.games.find(game.place.guild_id, game.id)).deadline
        assert deadline is not None
        return deadline - self._clock.time


@pytest.fixture
def processes(database: Database, host: Host, clock: Clock) -> Processes:
    return Processes(database, host, clock)


async def test_a_sweep_covers_its_own_shards_only(host: Host, clock: Clock, processes: Processes) -> None:
    own, other = [await begin(host, guild_id) for guild_id in (EVEN_SERVER, ODD_SERVER)]
    asked, _ = [await ask(host, guild_id) for guild_id in (EVEN_SERVER, ODD_SERVER)]
    sweeper = processes.sweeper(EVEN)
    clock.time += timedelta(days=2)
    events = await sweeper.sweep()
    assert [event.subject.id for event in events] == [own.id, asked.id]
    assert not (await host.games.find(ODD_SERVER, other.id)).is_over
    clock.time += HOUR
    assert {server_of(event) for event in await sweeper.find_unshown()} == {EVEN_SERVER}
    assert {server_of(event) for event in await sweeper.find_unshown_at_start()} == {EVEN_SERVER}


async def test_bot_turns_are_resumed_in_own_shards_only(host: Host, clock: Clock, processes: Processes) -> None:
    for guild_id in (EVEN_SERVER, ODD_SERVER):
        game = await start_against_bot(host, place=Place(guild_id, CHANNEL))
        await host.games.move(guild_id, game.id, ADA, "A1")
    clock.time += HOUR
    waiting = await processes.sweeper(ODD).find_awaiting_bot()
    assert [(event.due, server_of(event)) for event in waiting] == [(Due.MOVE, ODD_SERVER)]


async def test_a_server_of_another_shard_is_not_treated_as_left(host: Host, database: Database) -> None:
    for guild_id in SERVERS[:4]:
        await start(host, place=Place(guild_id, CHANNEL))
    await host.scheduler.departures.note_present_servers({EVEN_SERVER}, among=EVEN)
    async with database.reading() as connection:
        assert set((await connection.scalars(select(departures.c.guild_id))).all()) == {SERVERS[2]}


async def test_a_left_server_is_deleted_by_the_process_of_its_shard(
    host: Host, clock: Clock, processes: Processes
) -> None:
    game = await start(host, place=Place(ODD_SERVER, CHANNEL))
    await host.scheduler.departures.note_departure(ODD_SERVER)
    clock.time += KEPT_FOR
    await processes.sweeper(EVEN).sweep()
    assert await host.games.find(ODD_SERVER, game.id) == game
    await processes.sweeper(ODD).sweep()
    assert await host.games.open_for(ODD_SERVER, ADA) == []


async def test_the_downtime_of_a_process_is_credited_in_its_own_shards_only(
    host: Host, clock: Clock, processes: Processes
) -> None:
    await processes.live(EVEN, timedelta(0))
    await processes.live(ODD, timedelta(0))
    even, odd = [await begin(host, guild_id, timedelta(days=1)) for guild_id in (EVEN_SERVER, ODD_SERVER)]
    running = processes.sweeper(EVEN)
    for _ in range(3):
        clock.time += HOUR
        await running.sweep()
    await processes.live(ODD, timedelta(0))
    await running.extend_deadlines_after_pause(longer_than=timedelta(minutes=1))
    assert await processes.time_left(even) == timedelta(days=1) - 3 * HOUR
    assert await processes.time_left(odd) == timedelta(days=1)


async def test_after_resharding_each_server_is_credited_since_its_last_sweep(
    host: Host, clock: Clock, processes: Processes
) -> None:
    """First one process serves all servers, then two, of which one dies early, and finally three."""
    await processes.live(ALL_SERVERS, timedelta(0))
    begun = [await begin(host, guild_id, timedelta(days=1)) for guild_id in SERVERS]
    clock.time += HOUR
    await processes.live(EVEN, timedelta(0))
    await processes.live(ODD, timedelta(0))
    await processes.live(EVEN, HOUR)
    await processes.live(Shards((0, 2), 3), timedelta(0))
    await processes.live(Shards((1,), 3), timedelta(0))
    left = [await processes.time_left(game) for game in begun]
    assert left == [timedelta(days=1) - HOUR * (number % 2 == 0) for number in range(len(SERVERS))]
    await processes.live(ALL_SERVERS, timedelta(0))
    assert [await processes.time_left(game) for game in begun] == left
