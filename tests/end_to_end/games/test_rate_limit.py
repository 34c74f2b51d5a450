"""The rate limit per member."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from local_discord.wire import CallbackType
from tests.end_to_end.support.bot_process import BotProcess
from tests.end_to_end.support.table import Table, refusal, reply

pytestmark = pytest.mark.asyncio(loop_scope="session")

LIMIT = 10


@pytest.fixture(scope="module")
def own_settings() -> dict[str, Any]:
    return {"more": {"GRIDLOCK_LIMIT": str(LIMIT)}}


async def be_hasty(table: Table) -> None:
    """Exceed the rate limit as Ada. All come at once, because the limit forgets them after ten seconds."""
    await asyncio.gather(*(table.ada.command(table.channel, "gridlock games") for _ in range(LIMIT + 1)))


async def test_a_command_over_the_limit_is_refused_privately(own_table: Table, own_bot: BotProcess) -> None:
    await be_hasty(own_table)
    before = own_bot.read_rows("SELECT count(*) FROM challenges")
    asked = await own_table.ada.command(own_table.channel, "gridlock challenge", opponent=own_table.bob)
    assert "using commands and buttons too fast" in refusal(asked)
    assert len(asked.callbacks) == 1
    assert own_bot.read_rows("SELECT count(*) FROM challenges") == before
    assert not own_table.bob.notifications


async def test_a_press_over_the_limit_moves_nothing(own_table: Table) -> None:
    board = await own_table.begin(variant="blocking")
    await be_hasty(own_table)
    before = board.text
    pressed = await own_table.ada.press(board, "C3")
    assert "using commands and buttons too fast" in refusal(pressed)
    assert len(pressed.callbacks) == 1
    assert board.text == before


async def test_the_menu_on_a_member_is_limited_too(own_table: Table) -> None:
    await be_hasty(own_table)
    asked = await own_table.ada.context_menu(own_table.channel, "Challenge to Gridlock", target=own_table.bob)
    assert "using commands and buttons too fast" in refusal(asked)


async def test_the_rate_limit_refusal_is_in_the_readers_language(own_table: Table) -> None:
    own_table.all_read("de")
    await be_hasty(own_table)
    assert "Befehle und Knöpfe zu schnell" in refusal(await own_table.ada.command(own_table.channel, "gridlock games"))


async def test_a_rate_limited_member_delays_no_other(own_table: Table) -> None:
    await be_hasty(own_table)
    assert "no open games" in refusal(await own_table.bob.command(own_table.channel, "gridlock games"))


async def test_autocompletes_over_the_limit_get_no_choices(own_table: Table) -> None:
    await own_table.begin(variant="blocking")

    async def offer() -> list[tuple[str, str | int | float]]:
        return await own_table.ada.autocomplete(own_table.channel, "gridlock move", focused="cell", cell="")

    assert all(await asyncio.gather(*(offer() for _ in range(2 * LIMIT))))
    assert await offer() == []
    assert "Blocking" in reply(await own_table.ada.command(own_table.channel, "gridlock games")).text


async def test_repeated_challenges_notify_once_and_are_limited(own_table: Table) -> None:
    answers = []
    for _ in range(5):
        for command, options in (("challenge", {"opponent": own_table.bob}), ("cancel", {})):
            asked = await own_table.ada.command(own_table.channel, f"gridlock {command}", **options)
            answers.append(reply(asked).text)
    assert len(own_table.bob.notifications) == 1
    assert "using commands and buttons too fast" in answers[-1]
    assert len([text for text in answers if "You cancelled" in text]) == 2


async def test_a_review_counts_by_button_as_much_as_by_command(own_table: Table) -> None:
    board = await own_table.begin(variant="dodge", size=3)
    await own_table.ada.press(board, "B2")
    await own_table.shows(board, "Game over")
    pressed = await asyncio.gather(*(own_table.cleo.press(board, "Review") for _ in range(LIMIT // 4 + 1)))
    first = [one.callbacks[0].type for one in pressed]
    assert sorted(first) == sorted([*[CallbackType.DEFERRED_MESSAGE] * (LIMIT // 4), CallbackType.MESSAGE])
    assert "using commands and buttons too fast" in refusal(pressed[first.index(CallbackType.MESSAGE)])


async def test_an_erasure_counts_as_much_as_it_costs_and_can_be_confirmed_at_once(own_table: Table) -> None:
    question = reply(await own_table.ada.command(own_table.channel, "gridlock me forget-me"))
    pressed = await own_table.ada.press(question, "Yes, delete everything")
    await own_table.discord.until(lambda: "is deleted" in question.text, "Ada to be told")
    assert pressed.callbacks
    question = reply(await own_table.ada.command(own_table.channel, "gridlock me forget-me"))
    assert "using commands and buttons too fast" in refusal(
        await own_table.ada.press(question, "Yes, delete everything")
    )
