"""Steps of a game on the page: a challenge, and moves by buttons."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from local_discord.tests.support.browser import View


async def begin(ada: View, bob: View, terms: str) -> None:
    """Ada challenges Bob, and Bob accepts; returns when Ada can move, if she has the first move."""
    await ada.give(f"/gridlock challenge @Bob {terms}")
    await bob.press("Accept")
    await ada.sees("to move")


async def play_by_buttons(views: Sequence[View], cells: Sequence[str], *, played: int = 0) -> None:
    """Two members press cells in turn, each when the board shows the move before.

    Args:
        views: The players' views; the first made the game's first move.
        cells: The cells to press.
        played: The number of moves made before.
    """
    for ply, cell in enumerate(cells, start=played):
        view = views[ply % 2]
        await view.press(cell)
        await view.sees(f"played {cell}")
