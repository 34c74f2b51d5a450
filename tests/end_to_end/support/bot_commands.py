"""Runs of `python bot.py` in a process of their own, from a pipe or on a terminal."""

from __future__ import annotations

import asyncio
import os
import pty
import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tests.end_to_end.support.bot_process import ROOT
from tests.support.patience import PATIENCE


async def run(*arguments: str, typed: str = "", **environment: str) -> tuple[int, str, str]:
    """Run `python bot.py` to its end; return the exit status and what it wrote to its two outputs."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("GRIDLOCK_", "DISCORD_"))}
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "bot.py",
        *arguments,
        cwd=ROOT,
        env=kept | {"DISCORD_TOKEN": ""} | environment,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    out, err = await asyncio.wait_for(process.communicate(typed.encode()), timeout=PATIENCE)
    assert process.returncode is not None
    return process.returncode, out.decode(), err.decode()


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
    line = await asyncio.wait_for(shown.readuntil(b"/\r\n"), timeout=PATIENCE)
    found = re.search(rb"http://127\.0\.0\.1:\d+/", line)
    assert found is not None, line
    return found[0].decode()
