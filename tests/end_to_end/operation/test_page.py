"""The page of `bot.py`, beside the terminal or alone."""

from __future__ import annotations

import asyncio
import os

import aiohttp

from tests.end_to_end.support.bot_commands import address_of, on_a_terminal, run
from tests.support.patience import PATIENCE


async def test_a_session_on_a_terminal_has_a_page_too() -> None:
    async with on_a_terminal("--local") as (process, person, shown):
        address = await address_of(shown)
        async with aiohttp.ClientSession() as session, session.get(address) as response:
            assert "Gridlock on a pretend server" in await response.text()
        await asyncio.wait_for(shown.readuntil(b"Ada>"), timeout=PATIENCE)
        os.write(person, b"/gridlock challenge @Bob variant:blocking first:me start:plain\r")
        await asyncio.wait_for(shown.readuntil(b"[Accept]"), timeout=PATIENCE)
        os.write(person, b"/quit\r")
        assert await asyncio.wait_for(process.wait(), timeout=PATIENCE) == 0


async def test_two_simultaneous_pages_have_different_addresses() -> None:
    async with on_a_terminal("--page") as (_, _, shown), on_a_terminal("--page") as (_, _, shown_too):
        assert await address_of(shown) != await address_of(shown_too)


async def test_a_piped_session_has_no_page() -> None:
    status, out, err = await run("--local", typed="/gridlock rules\n")
    assert (status, err) == (0, "")
    assert "http://" not in out
