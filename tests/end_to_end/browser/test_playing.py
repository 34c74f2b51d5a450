"""Whole games on the page."""

from __future__ import annotations

import pytest

from tests.end_to_end.browser.view import View, play_by_buttons

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_game_is_played_by_buttons_from_the_challenge_to_the_leaderboard(ada: View, bob: View) -> None:
    await ada.give("/gridlock challenge @Bob variant:blocking first:me")
    await bob.press("Accept")
    await play_by_buttons([ada, bob], ["C3", "A1", "E5", "B4", "D2"])
    await bob.sees("Game over. @Ada (X) won")
    await bob.give("/gridlock leaderboard")
    await bob.sees("@Ada 1 point · 1 played, 1 won, 0 lost (100%)")
