"""When `bot.py` serves its page, and that it goes on beside the terminal."""

from __future__ import annotations

import asyncio
import os
import pty
import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp

from tests.end_to_end.operation.test_starting import run
from tests.end_to_end.support.bot_process import ROOT


@asynccontextmanager
async def on_a_terminal(*arguments: str) -> AsyncIterator[tuple[asyncio.subprocess.Process, int, asyncio.StreamReader]]:
    """The process, the side of its terminal where a person sits, and what is shown there."""
    person, program = pty.openpty()
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "bot.py",
        *arguments,
        cwd=ROOT,
        env=os.environ | {"DISCORD_TOKEN": "", "TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1"},
        stdin=program,
        stdout=program,
        stderr=program,
    )
    os.close(program)
    shown = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    transport, _ = await loop.connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(shown), os.fdopen(person, "rb", buffering=0, closefd=False)
    )
    try:
        yield process, person, shown
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
        transport.close()
        os.close(person)


async def address_of(shown: asyncio.StreamReader) -> str:
    """The address that is printed, waited for."""
    line = await asyncio.wait_for(shown.readuntil(b"/\r\n"), timeout=30)
    found = re.search(rb"http://127\.0\.0\.1:\d+/", line)
    assert found is not None, line
    return found[0].decode()


async def test_on_a_terminal_the_page_is_served_beside_the_prompt() -> None:
    async with on_a_terminal("--local") as (process, person, shown):
        address = await address_of(shown)
        async with aiohttp.ClientSession() as session, session.get(address) as response:
            assert "Gridlock on a pretend server" in await response.text()
        await asyncio.wait_for(shown.readuntil(b"Ada>"), timeout=30)
        os.write(person, b"/gridlock challenge @Bob variant:blocking first:me\r")
        await asyncio.wait_for(shown.readuntil(b"[Accept]"), timeout=30)
        os.write(person, b"/quit\r")
        assert await asyncio.wait_for(process.wait(), timeout=30) == 0


async def test_two_pages_at_once_have_addresses_of_their_own() -> None:
    async with on_a_terminal("--page") as (_, _, shown), on_a_terminal("--page") as (_, _, shown_too):
        assert await address_of(shown) != await address_of(shown_too)


async def test_a_piped_session_has_no_page() -> None:
    status, out, err = await run("--local", typed="/gridlock rules\n")
    assert (status, err) == (0, "")
    assert "http://" not in out
