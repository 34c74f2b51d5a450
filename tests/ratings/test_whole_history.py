"""Whole-History Rating: what the table says, and on what alone it depends."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from gridlock_ratings import PROVISIONAL_ABOVE, BotLevel, Member, Nameless, Player, RatedResult, RatingTable, rate

PLAYERS = [Member(number) for number in range(1, 6)]
BOARDS = ["lines/3", "lines/5", None]


def result(game_id: int, first: Player, second: Player, *, first_won: bool = True, day: int = 0) -> RatedResult:
    return RatedResult(game_id, first, second, first_won, "lines/5", day)


@st.composite
def histories(draw: st.DrawFn) -> list[RatedResult]:
    """Up to 30 games of five members on ten days."""
    games = draw(
        st.lists(
            st.tuples(
                st.lists(st.sampled_from(PLAYERS), min_size=2, max_size=2, unique=True),
                st.booleans(),
                st.sampled_from(BOARDS),
                st.integers(0, 9),
            ),
            min_size=1,
            max_size=30,
        )
    )
    days = sorted(day for *_, day in games)
    return [
        RatedResult(number, first, second, won, board, day)
        for number, (((first, second), won, board, _), day) in enumerate(zip(games, days, strict=True), start=1)
    ]


def simulated(games: int, *, seed: int = 1) -> list[RatedResult]:
    """Games of ten members, of whom each is a little stronger than the one before."""
    draw = random.Random(seed)  # noqa: S311  # games, not secrets
    found = []
    for number in range(games):
        one, two = draw.sample(range(10), 2)
        wins = draw.random() < 1 / (1 + 10 ** (-(one - two) * 60 / 400))
        found.append(RatedResult(number, Member(one), Member(two), wins, "lines/5", number // 10))
    return found


def ratings(table: RatingTable) -> dict[Player, tuple[float, float]]:
    return {each.player: (each.rating, each.interval) for pool in table.pools for each in pool.ratings}


def test_without_a_game_there_is_no_rating() -> None:
    assert rate([]) == RatingTable(None, 0, (), ())


def test_stronger_players_stand_above_weaker_ones() -> None:
    table = rate(simulated(2_000))
    (pool,) = table.pools
    order = [each.player.user_id for each in pool.ratings if isinstance(each.player, Member)]
    assert [each.rank for each in pool.ratings] == list(range(1, 11))
    assert sum(abs(place - user_id) for place, user_id in enumerate(reversed(order))) <= 4
    best, worst = pool.ratings[0], pool.ratings[-1]
    assert 400 < best.rating - worst.rating < 700
    assert table.newest_game == 1_999
    assert table.games == 2_000


def test_few_games_give_a_provisional_rating_below_all_ranks() -> None:
    known = simulated(500)
    (pool,) = rate([*known, result(900, Member(99), Member(9), day=50)]).pools
    newcomer = pool.ratings[-1]
    assert newcomer.player == Member(99)
    assert newcomer.is_provisional
    assert newcomer.interval > PROVISIONAL_ABOVE
    assert newcomer.rank is None
    assert newcomer.games == 1


def test_an_interval_widens_while_others_play_on() -> None:
    early = [replace(each, day=0) for each in simulated(200)]
    later = [result(1_000, Member(77), Member(78), day=700)]
    before, after = ratings(rate(early)), ratings(rate([*early, *later]))
    assert all(after[player][1] > before[player][1] for player in before)


def test_circles_that_never_met_are_two_pools_that_do_not_touch_each_other() -> None:
    one = [result(2 * number, Member(1), Member(2), first_won=number % 3 > 0) for number in range(30)]
    other = [result(2 * number + 1, Member(3), Member(4), first_won=number % 3 < 1) for number in range(4)]
    plain = [replace(each, board=None) for each in [*one, *other]]
    table = rate(plain)
    assert [{each.player for each in pool.ratings} for pool in table.pools] == [
        {Member(1), Member(2)},
        {Member(3), Member(4)},
    ]
    assert [[each.rank for each in pool.ratings] for pool in table.pools] == [[1, 2], [None, None]]


def test_the_worth_of_the_first_move_is_learned_and_does_not_count_as_strength() -> None:
    games = [
        result(number, Member(1 + number % 2), Member(2 - number % 2), first_won=number % 10 < 8)
        for number in range(200)
    ]
    table = rate(games)
    (first_move,) = table.first_moves
    assert (first_move.board, first_move.games) == ("lines/5", 200)
    assert 200 < first_move.advantage < 260
    (one, two) = table.pools[0].ratings
    assert abs(one.rating - two.rating) < 10


def test_two_games_hardly_say_what_the_first_move_is_worth() -> None:
    games = [result(number, Member(2 * number), Member(2 * number + 1)) for number in (1, 2)]
    (first_move,) = rate(games).first_moves
    assert 0 < first_move.advantage < 200


def test_levels_of_the_bot_are_players() -> None:
    levels = [BotLevel("lines", 1), BotLevel("lines", 3)]
    games = [
        result(number, Member(1), levels[number % 2], first_won=(number % 2 == 0) is (number % 10 < 8))
        for number in range(60)
    ]
    (pool,) = rate(games).pools
    assert [each.player for each in pool.ratings] == [levels[1], Member(1), levels[0]]


@given(histories(), st.randoms(use_true_random=False))
def test_the_table_depends_on_the_results_alone_and_not_on_their_order(
    history: list[RatedResult], draw: random.Random
) -> None:
    shuffled = list(history)
    draw.shuffle(shuffled)
    assert rate(shuffled) == rate(history)


@given(histories(), st.sampled_from(PLAYERS))
def test_a_player_who_becomes_nameless_moves_nobody_else(history: list[RatedResult], left: Player) -> None:
    expected = ratings(rate(history))
    expected.pop(left, None)
    assert ratings(rate(without_name(history, left))) == expected


def without_name(history: Sequence[RatedResult], left: Player) -> list[RatedResult]:
    nameless = Nameless(1)
    return [
        replace(
            each,
            first=nameless if each.first == left else each.first,
            second=nameless if each.second == left else each.second,
        )
        for each in history
    ]
