"""Standings and leaderboards."""

from __future__ import annotations

import asyncio
import shutil
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import insert

from gridlock_host import Database, Host, LeaderboardPage, Order, Place, Record, Standing
from gridlock_host.model.standings.standing import FEWEST_GAMES_FOR_RATE
from gridlock_host.standings.leaderboard import MEMBERS_ON_A_PAGE
from gridlock_host.standings.record_counts import ALL_VARIANTS, change_counts, key_of
from gridlock_host.storage.schema import standing_totals, standings
from tests.host.support.host import (
    ADA,
    BOB,
    CHANNEL,
    CLEO,
    GUILD,
    OTHER_GUILD,
    leaderboard,
    open_host,
    play_to_the_end,
    resign,
    start,
)

counts = st.one_of(st.integers(0, 2), st.integers(0, 30_000_000))
played = st.builds(Record, counts, counts).filter(lambda record: record.played > 0)
people = st.dictionaries(st.integers(1, 60), played, max_size=35)


def better(order: Order, one: Record, other: Record) -> bool:
    """Whether a record beats another, in whole numbers: a/b > c/d exactly when ad > cb."""
    if order is Order.POINTS:
        return one.won > other.won
    return one.won * other.played > other.won * one.played


def expected(records: Mapping[int, Record], order: Order) -> list[Standing]:
    """The whole table: a rank is one more than the number of better members, so equal values share one: 1, 2, 2, 4."""
    has_rank = {
        user_id: order is Order.POINTS or record.played >= FEWEST_GAMES_FOR_RATE for user_id, record in records.items()
    }
    ranked = [record for user_id, record in records.items() if has_rank[user_id]]
    value = {user_id: Fraction(one.won) if order is Order.POINTS else one.win_rate for user_id, one in records.items()}
    best_first = sorted(records, key=lambda one: (not has_rank[one], -value[one], -records[one].played, one))
    return [
        Standing(
            1 + sum(better(order, other, records[one]) for other in ranked) if has_rank[one] else None,
            one,
            records[one],
        )
        for one in best_first
    ]


async def store(database: Database, records: Mapping[int, Record], variant_key: str | None) -> None:
    table = standing_totals if variant_key is None else standings
    which = {"guild_id": GUILD} | ({} if variant_key is None else {"variant": variant_key})
    async with database.writing() as connection:
        for user_id, record in records.items():
            row = which | {"user_id": user_id, "won": record.won, "lost": record.lost}
            await connection.execute(insert(table).values(row))
        keys = Counter(key_of(GUILD, variant_key or ALL_VARIANTS, record) for record in records.values())
        await change_counts(connection, keys)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(records=people, variant_key=st.sampled_from([None, "lines"]), order=st.sampled_from(Order))
def test_the_pages_of_a_leaderboard_are_the_whole_table(
    migrated_file: Path, records: dict[int, Record], variant_key: str | None, order: Order
) -> None:
    """Equal members are ordered by games played, then by id; each member is told their own rank on every page."""

    async def check(path: Path) -> None:
        database = Database(f"sqlite:///{path}")
        await store(database, records, variant_key)
        await check_leaderboard(open_host(database), records, variant_key, order)
        await database.close()

    with TemporaryDirectory() as folder:
        asyncio.run(check(Path(shutil.copy(migrated_file, folder))))


async def check_leaderboard(host: Host, records: Mapping[int, Record], variant_key: str | None, order: Order) -> None:
    table = expected(records, order)
    assert await leaderboard(host, GUILD, variant_key, order) == table
    ranks = {one.user_id: one.rank for one in table if one.rank is not None}
    pages = max(1, -(-len(table) // MEMBERS_ON_A_PAGE))
    for number, asker_id in enumerate([*list(records)[:5], 99]):
        page = await host.games.standings.leaderboard(GUILD, variant_key, order, asker_id=asker_id, number=number)
        own_rank = None if page.own is None else page.own.rank
        assert (page.pages, page.ranks, own_rank) == (pages, len(ranks), ranks.get(asker_id))
        assert page.number == min(number, pages - 1)
        assert page.standings == tuple(table[page.number * MEMBERS_ON_A_PAGE :][:MEMBERS_ON_A_PAGE])


async def test_a_rank_is_shared_across_pages(database: Database, host: Host) -> None:
    """On page 2 of a table of equals, all still have rank 1; the member after them has the next place as a rank."""
    records = {user_id: Record(3, 2) for user_id in range(1, 26)} | {30: Record(2, 3)}
    for variant_key in (None, "lines"):
        await store(database, records, variant_key)
        for order in Order:
            await check_leaderboard(host, records, variant_key, order)
            page = await page_of(host, variant_key, order, number=2)
            assert [one.rank for one in page.standings] == [1, 1, 1, 1, 1, 26]


async def page_of(host: Host, variant_key: str | None, order: Order, *, number: int) -> LeaderboardPage:
    return await host.games.standings.leaderboard(GUILD, variant_key, order, asker_id=ADA, number=number)


async def test_win_rates_are_exact(database: Database, host: Host) -> None:
    """These rates differ in the fifteenth digit."""
    many = 30_000_000
    close = {1: Record(many, 1), 2: Record(many + 1, 1), 3: Record(1, 2), 4: Record(2, 4)}
    await store(database, close, None)
    by_rate = await leaderboard(host, order=Order.WIN_RATE)
    assert [(one.rank, one.user_id) for one in by_rate] == [(1, 2), (2, 1), (3, 4), (None, 3)]
    assert Record(1, 2).win_rate == Fraction(1, 3)
    assert Record().win_rate == 0


async def test_a_few_lucky_games_give_no_rank_by_win_rate(database: Database, host: Host) -> None:
    """And the others are listed below, the best first."""
    await store(database, {1: Record(1, 0), 2: Record(9, 2), 3: Record(4, 0), 4: Record(0, 5), 5: Record(1, 1)}, None)
    by_rate = [(one.rank, one.user_id) for one in await leaderboard(host, order=Order.WIN_RATE)]
    assert by_rate == [(1, 2), (2, 4), (None, 3), (None, 1), (None, 5)]
    assert None not in [one.rank for one in await leaderboard(host)]
    page = await page_of(host, None, Order.WIN_RATE, number=0)
    assert (page.ranks, page.own) == (2, None)


async def test_every_finished_game_counts_once_for_both_players(host: Host) -> None:
    """A win is a point, by variant or in total; players without a win are listed too."""
    await resign(host, GUILD, (await start(host, one=ADA, two=BOB)).id, BOB)
    await resign(host, GUILD, (await start(host, one=BOB, two=ADA, variant="dodge")).id, BOB)
    await resign(host, GUILD, (await start(host, one=BOB, two=CLEO)).id, CLEO)
    # On an odd board, the first player wins blocking.
    await play_to_the_end(host, await start(host, one=CLEO, two=BOB, variant="blocking"))
    await start(host, one=CLEO, two=ADA)  # has not ended

    assert await leaderboard(host) == [
        Standing(1, ADA, Record(2, 0)),
        Standing(2, BOB, Record(1, 3)),
        Standing(2, CLEO, Record(1, 1)),
    ]
    assert await leaderboard(host, order=Order.WIN_RATE) == [
        Standing(None, ADA, Record(2, 0)),
        Standing(None, CLEO, Record(1, 1)),
        Standing(None, BOB, Record(1, 3)),
    ]
    assert await leaderboard(host, variant_key="lines") == [
        Standing(1, BOB, Record(1, 1)),
        Standing(1, ADA, Record(1, 0)),
        Standing(3, CLEO, Record(0, 1)),
    ]
    assert await host.games.standings.records_by_variant(GUILD, BOB) == {
        "lines": Record(1, 1),
        "dodge": Record(0, 1),
        "blocking": Record(0, 1),
    }


async def test_servers_have_standings_of_their_own(host: Host) -> None:
    game = await start(host, place=Place(OTHER_GUILD, CHANNEL))
    await resign(host, OTHER_GUILD, game.id, ADA)
    assert await leaderboard(host) == []
    assert await host.games.standings.records_by_variant(GUILD, ADA) == {}
    assert await host.games.standings.records_by_variant(OTHER_GUILD, ADA) == {"lines": Record(0, 1)}


async def test_a_departed_member_keeps_their_rank(host: Host) -> None:
    """Standings hold ids only, so departed members cannot break them."""
    gone = 1
    await resign(host, GUILD, (await start(host, one=ADA, two=gone)).id, ADA)
    assert await leaderboard(host) == [
        Standing(1, gone, Record(1, 0)),
        Standing(2, ADA, Record(0, 1)),
    ]


async def test_a_page_far_past_the_end_is_the_last_one(host: Host) -> None:
    page = await host.games.standings.leaderboard(GUILD, None, Order.POINTS, asker_id=ADA, number=10**18 - 1)
    assert (page.number, page.pages) == (0, 1)
