"""Boards without a button per cell: every legal move can be chosen from menus."""

from __future__ import annotations

from random import Random

import pytest

from gridlock_host.model.messages.look import Look
from gridlock_rules import VARIANTS, Variant, cell_name, replay
from local_discord import Message
from tests.end_to_end.support.table import Table, game_id

pytestmark = pytest.mark.asyncio(loop_scope="session")


def offered(board: Message) -> dict[str, str]:
    """The custom id of the menu of each choice on a board."""
    return {value: menu.custom_id for menu in board.selects for value, _ in menu.options}


@pytest.mark.parametrize("look", list(Look))
@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)
async def test_a_whole_game_on_8x8_is_played_from_menus(table: Table, variant: Variant, look: Look) -> None:
    await table.settle(look=look.value)
    board = await table.begin(variant=variant.key, size=8)
    random = Random(variant.key)  # noqa: S311
    moves: list[str] = []
    while True:
        position = replay(variant.key, 8, moves)
        if position.outcome is not None:
            break
        mover = table.ada if position.to_move.value == 1 else table.bob
        targets = {cell_name(cell) for cell in position.targets}
        assert set(offered(board)) == targets
        move = random.choice(position.legal_moves)
        step = cell_name(move.cell)
        await mover.choose(board, offered(board)[step], [step])
        if move.removed is not None:
            await table.shows(board, f"goes to **{step}**")
            removals = {f"{step}/{cell_name(cell)}" for cell in position.removals(move.cell)}
            assert set(offered(board)) == removals
            await mover.choose(board, offered(board)[str(move)], [str(move)])
        moves.append(str(move))
        await table.shows(board, f"played **{move}**")
    assert not board.selects
    assert f"#{game_id(board)} · " in board.text
