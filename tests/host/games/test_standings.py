"""Standings and leaderboards."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from gridlock_host import Host, Order, Place, Record, Standing
from gridlock_host.games.standings import FEWEST_GAMES_FOR_RATE, rank
from tests.host.support.host import ADA, BOB, CHANNEL, CLEO, GUILD, OTHER_GUILD, play_to_the_end, resign, start

counts = st.one_of(st.integers(0, 4), st.integers(0, 10**30))
records = st.dictionaries(st.integers(0, 50), st.builds(Record, counts, counts), max_size=12)


def better(order: Order, one: Record, other: Record) -> bool:
    """Whether a record beats another, in whole numbers: a/b > c/d exactly when ad > cb."""
    if order is Order.POINTS:
        return one.won > other.won
    return one.won * max(other.played, 1) > other.won * max(one.played, 1)


@given(records, st.sampled_from(Order))
def test_a_rank_is_one_more_than_the_number_of_better_players(people: dict[int, Record], order: Order) -> None:
    """So equal values share a rank, and the next one counts them all: 1, 2, 2, 4."""
    standings = rank(people.items(), order)
    assert {standing.user_id: standing.record for standing in standings} == people
    ranked = [other for other in people.values() if order is Order.POINTS or other.played >= FEWEST_GAMES_FOR_RATE]
    for standing in standings:
        expected = 1 + sum(better(order, other, standing.record) for other in ranked)
        assert standing.rank == (expected if standing.record in ranked else None)


@given(records, st.sampled_from(Order))
def test_a_leaderboard_descends_and_does_not_depend_on_the_order_of_reading(
    people: dict[int, Record], order: Order
) -> None:
    """Equal players are ordered by games played, then by id."""
    standings = rank(people.items(), order)
    assert standings == rank(reversed(people.items()), order)
    ranked = [one for one in standings if one.rank is not None]
    assert [one.rank is None for one in standings] == sorted(one.rank is None for one in standings)
    places = [(one.rank, -one.record.played, one.user_id) for one in ranked]
    assert places == sorted(places)


def test_win_rates_are_exact() -> None:
    """These two differ by less than a floating-point number can tell."""
    many = 10**17
    close = {1: Record(many, 1), 2: Record(many + 1, 1)}
    assert many / (many + 1) == (many + 1) / (many + 2)
    assert [standing.user_id for standing in rank(close.items(), Order.WIN_RATE)] == [2, 1]
    assert Record(1, 2).win_rate == Fraction(1, 3)
    assert Record().win_rate == 0


def test_a_few_lucky_games_give_no_rank_by_win_rate() -> None:
    """And the others are listed below, the best first."""
    people = {1: Record(1, 0), 2: Record(9, 2), 3: Record(4, 0), 4: Record(0, 5), 5: Record(1, 1)}
    by_rate = [(one.rank, one.user_id) for one in rank(people.items(), Order.WIN_RATE)]
    assert by_rate == [(1, 2), (2, 4), (None, 3), (None, 1), (None, 5)]
    assert None not in [one.rank for one in rank(people.items(), Order.POINTS)]


def test_equal_players_share_a_rank() -> None:
    people = {1: Record(20, 20), 2: Record(30, 0), 3: Record(10, 0), 4: Record(20, 10), 5: Record(0, 10)}
    by_points = [(one.rank, one.user_id) for one in rank(people.items(), Order.POINTS)]
    by_rate = [(one.rank, one.user_id) for one in rank(people.items(), Order.WIN_RATE)]
    assert by_points == [(1, 2), (2, 1), (2, 4), (4, 3), (5, 5)]
    assert by_rate == [(1, 2), (1, 3), (3, 4), (4, 1), (5, 5)]


async def test_every_finished_game_counts_once_for_both_players(host: Host) -> None:
    """A win is a point, by variant or in total; players without a win are listed too."""
    await resign(host, GUILD, (await start(host, one=ADA, two=BOB)).id, BOB)
    await resign(host, GUILD, (await start(host, one=BOB, two=ADA, variant="dodge")).id, BOB)
    await resign(host, GUILD, (await start(host, one=BOB, two=CLEO)).id, CLEO)
    # On an odd board, the first player wins blocking.
    await play_to_the_end(host, await start(host, one=CLEO, two=BOB, variant="blocking"))
    await start(host, one=CLEO, two=ADA)  # has not ended

    assert await host.games.standings.leaderboard(GUILD, None, Order.POINTS) == [
        Standing(1, ADA, Record(2, 0)),
        Standing(2, BOB, Record(1, 3)),
        Standing(2, CLEO, Record(1, 1)),
    ]
    assert await host.games.standings.leaderboard(GUILD, None, Order.WIN_RATE) == [
        Standing(None, ADA, Record(2, 0)),
        Standing(None, CLEO, Record(1, 1)),
        Standing(None, BOB, Record(1, 3)),
    ]
    assert await host.games.standings.leaderboard(GUILD, "lines", Order.POINTS) == [
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
    assert await host.games.standings.leaderboard(GUILD, None, Order.POINTS) == []
    assert await host.games.standings.records_by_variant(GUILD, ADA) == {}
    assert await host.games.standings.records_by_variant(OTHER_GUILD, ADA) == {"lines": Record(0, 1)}


async def test_a_departed_member_keeps_their_rank(host: Host) -> None:
    """Standings hold ids only, so departed members cannot break them."""
    gone = 1
    await resign(host, GUILD, (await start(host, one=ADA, two=gone)).id, ADA)
    assert await host.games.standings.leaderboard(GUILD, None, Order.POINTS) == [
        Standing(1, gone, Record(1, 0)),
        Standing(2, ADA, Record(0, 1)),
    ]
