"""The list of finished games: of a member, by game and opponent, in pages, with a menu of replays."""

from __future__ import annotations

import pytest

from tests.end_to_end.support.finished_games import finished
from tests.end_to_end.support.table import Table, game_id, labels, reply

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_finished_games_are_listed_by_game_and_opponent(table: Table) -> None:
    won = await finished(table)
    shown = reply(await table.ada.command(table.channel, "gridlock games", show="finished"))
    assert shown.ephemeral
    assert f"#{game_id(won)} · Dodge 3×3 against {table.bob.mention}: **won**, 1 move" in shown.text  # noqa: RUF001
    assert f"/{won.id}" in shown.text
    lost = reply(await table.cleo.command(table.channel, "gridlock games", member=table.bob, variant="dodge"))
    assert f"against {table.ada.mention}: lost, 1 move" in lost.text
    for options in ({"variant": "lines"}, {"opponent": table.cleo}):
        none = reply(await table.ada.command(table.channel, "gridlock games", **options))
        assert "There are none." in none.text
    assert "You have no open games" in reply(await table.ada.command(table.channel, "gridlock games")).text


async def test_the_list_of_open_games_leads_to_finished_ones_and_their_replays(table: Table) -> None:
    board = await finished(table)
    listed = reply(await table.ada.command(table.channel, "gridlock games"))
    await table.ada.press(listed, "Finished games")
    assert f"#{game_id(board)}" in listed.text
    chosen = await table.ada.choose(listed, listed.selects[0].custom_id, [game_id(board)])
    replay = reply(chosen)
    assert replay.ephemeral
    assert f"Replay of game #{game_id(board)}" in replay.text


async def test_pages_go_back_and_forth_and_stay_where_they_are(table: Table) -> None:
    numbers = [game_id(await finished(table)) for _ in range(11)]
    shown = reply(await table.ada.command(table.channel, "gridlock games", show="finished"))
    assert labels(shown)[-2:] == ["Newer", "Older"]
    assert [button.disabled for button in shown.buttons] == [True, False]
    assert f"#{numbers[1]} ·" in shown.text
    assert f"#{numbers[0]} ·" not in shown.text
    await finished(table)
    await table.ada.press(shown, "Older")
    assert f"#{numbers[0]} ·" in shown.text
    assert f"#{numbers[1]} ·" not in shown.text
    assert [button.disabled for button in shown.buttons] == [False, True]
    await table.ada.press(shown, "Newer")
    assert f"#{numbers[1]} ·" in shown.text
    assert f"#{numbers[10]} ·" in shown.text
    assert [button.disabled for button in shown.buttons] == [False, False]


async def test_finished_games_of_a_season_are_those_that_ended_in_it(table: Table) -> None:
    before = game_id(await finished(table))
    manager = table.manager()
    await table.answer(await manager.command(table.channel, "gridlock-server settings", season="by hand"))
    await table.answer(await manager.command(table.channel, "gridlock-server new-season"))
    within = game_id(await finished(table))
    shown = await table.answer(await table.ada.command(table.channel, "gridlock games", season=1))
    assert f"#{within} ·" in shown.text
    assert f"#{before} ·" not in shown.text
    none = await table.answer(await table.ada.command(table.channel, "gridlock games", season=2))
    assert "no season with that number" in none.text
