"""Fair play of the explorer: it tells nothing of where a running game between people can still go."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridlock_host import Database, Host, Place
from gridlock_host.learning.explorer import Explored, Explorer
from gridlock_host.learning.fair_play import may_come_from, running_positions
from gridlock_host.learning.walks import Walk
from gridlock_host.workers.pool import WorkerPool
from gridlock_rules import VARIANTS, Position, cell_name, find_variant, replay
from gridlock_rules.geometry import cell_at
from tests.host.support.host import (
    ADA,
    BOB,
    CHANNEL,
    CLEO,
    GUILD,
    OTHER_GUILD,
    lift_limits,
    play,
    resign,
    start,
    start_against_bot,
)

ELSEWHERE = Place(OTHER_GUILD, CHANNEL)


@pytest.fixture
def explorer(database: Database, pool: WorkerPool) -> Explorer:
    return Explorer(database, pool)


async def explored(explorer: Explorer, variant: str, size: int, *moves: str, person: int = ADA) -> Explored:
    walk = Walk.start(find_variant(variant), size)
    for text in moves:
        walk = walk.play(walk.position.parse(text))
    return await explorer.explore(walk, user_id=person, guild_id=GUILD)


@st.composite
def games(draw: st.DrawFn) -> tuple[list[Position], Random]:
    """The positions of a random game of any variant on a small board."""
    variant, random = draw(st.sampled_from(VARIANTS)), Random(draw(st.integers(0, 2**32)))  # noqa: S311
    positions = [variant.start(draw(st.sampled_from([3, 4, 5])))]
    while legal := positions[-1].legal_moves:
        positions.append(positions[-1].play(random.choice(legal)))
    return positions, random


def turned(text: str, size: int, number: int) -> str:
    """The text of a move on the board under one of its eight symmetries."""

    def image(name: str) -> str:
        row, column, last = ord(name[0]) - ord("A"), int(name[1]) - 1, size - 1
        if number & 1:
            row = last - row
        if number & 2:
            column = last - column
        return cell_name(cell_at(column, row) if number & 4 else cell_at(row, column))

    return "/".join(map(image, text.split("/")))


@given(games(), st.integers(0, 7), st.data())
def test_all_that_can_still_be_reached_is_hidden_on_turned_boards_too(
    of: tuple[list[Position], Random], number: int, data: st.DataObject
) -> None:
    positions, random = of
    ply = data.draw(st.integers(0, len(positions) - 1))
    running = positions[ply]
    texts = [
        next(str(move) for move in before.legal_moves if before.play(move) == after)
        for before, after in pairwise(positions)
    ]
    followed = [turned(text, running.size, number) for text in texts]
    position = replay(running.variant, running.size, followed[:ply])
    for text in [None, *followed[ply:]]:
        position = position if text is None else position.play(position.parse(text))
        assert may_come_from(position, [running])
    # And whatever else could be played from there.
    if ply < len(positions) - 1:
        other = random.choice(running.legal_moves)
        assert may_come_from(running.play(other), [running])


@given(games())
def test_what_has_fewer_cells_than_the_game_is_not_hidden(of: tuple[list[Position], Random]) -> None:
    positions, _ = of
    if positions[0].variant.cells_per_move == 1 and len(positions) > 2:
        assert not may_come_from(positions[1], [positions[2]])
        assert not may_come_from(positions[0], positions[1:])


def test_another_order_of_moves_and_exchanged_players_do_not_help() -> None:
    """In Lines it makes no difference who has claimed a cell."""
    running = replay("lines", 5, ["C3", "C5", "A5", "A1"])
    assert may_come_from(replay("lines", 5, ["A5", "C5", "C3", "A3", "A1"]), [running])
    assert may_come_from(replay("lines", 5, ["A1", "A5", "C5", "C3"]), [running])
    assert not may_come_from(replay("lines", 5, ["A1", "A5", "C5", "C4"]), [running])


async def test_a_move_into_a_running_game_has_no_value(host: Host, explorer: Explorer) -> None:
    await play(host, await start(host, size=4), "A1", "A3")
    before = await explored(explorer, "lines", 4, "A1")
    # A3, and C1 with which the same board is seen from another side, would show who wins the game.
    assert {str(move) for move in before.hidden} == {"A3", "C1"}
    assert {str(value.move) for value in before.values} == {"A2", "A4", "B1", "D1"}
    inside = await explored(explorer, "lines", 4, "A1", "A3")
    assert inside.values == ()
    assert inside.hidden == set(inside.walk.position.legal_moves)
    assert (await explored(explorer, "lines", 4, "D4", "B4", "B2")).values == ()


async def test_a_game_without_a_move_hides_all_of_its_board(host: Host, explorer: Explorer) -> None:
    await start(host, size=4)
    assert (await explored(explorer, "lines", 4)).values == ()
    assert (await explored(explorer, "lines", 4, "A1", "A3")).values == ()
    assert (await explored(explorer, "lines", 3)).values
    assert (await explored(explorer, "dodge", 4)).values


async def test_only_the_players_of_a_running_game_learn_nothing(host: Host, explorer: Explorer) -> None:
    game = await play(host, await start(host, size=4), "A1")
    for player in (ADA, BOB):
        assert (await explored(explorer, "lines", 4, "A1", person=player)).values == ()
    shown = await explored(explorer, "lines", 4, "A1", person=CLEO)
    assert shown.hidden == frozenset()
    assert len(shown.values) == len(shown.walk.position.legal_moves)
    await resign(host, GUILD, game.id, BOB)
    assert (await explored(explorer, "lines", 4, "A1")).values


async def test_games_in_other_servers_count_too_and_games_against_the_bot_do_not(
    database: Database, host: Host, explorer: Explorer
) -> None:
    await lift_limits(host)
    await start_against_bot(host, size=4)
    assert (await explored(explorer, "lines", 4)).values
    await start(host, size=4, place=ELSEWHERE)
    assert (await explored(explorer, "lines", 4)).values == ()
    assert len(await running_positions(database, ADA, "lines", 4)) == 1


async def test_in_isolation_removed_cells_tell_which_game_it_is(host: Host, explorer: Explorer) -> None:
    """Tokens walk about, so where they stand does not matter."""
    await play(host, await start(host, variant="isolation", size=4), "A1", "D4", "A2/B1")
    assert (await explored(explorer, "isolation", 4, "B2", "D4", "C3/A1", "D3/B1", "C2/A4")).hidden
    position = replay("isolation", 4, ["A2", "D4", "A1/B1"])
    assert may_come_from(position, await running_positions(explorer._database, ADA, "isolation", 4))
