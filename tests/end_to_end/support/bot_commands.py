"""Runs of `python bot.py` in a process of their own, from a pipe or on a terminal."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import pty
import re
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.support.forked_bot import ROOT, ForkedBot
from tests.support.patience import PATIENCE


async def run(*arguments: str, typed: str = "", **environment: str) -> tuple[int, str, str]:
    """Run the bot to its end, in a forked process; return the exit status and what it wrote to its two outputs.

    Args:
        arguments: What follows `bot.py`.
        typed: What it reads.
        environment: Its settings. Nothing of those that may stand around here is left.
    """
    reader, writer = multiprocessing.Pipe(duplex=False)
    with TemporaryDirectory() as folder, reader, writer:
        out, err = Path(folder) / "out", Path(folder) / "err"
        process = ForkedBot(arguments, _only(environment), out, err, reader)
        os.write(writer.fileno(), typed.encode())
        writer.close()
        status = await process.wait()
        return status, out.read_text(encoding="utf-8"), err.read_text(encoding="utf-8")


async def run_from_scratch(*arguments: str, typed: str = "") -> tuple[int, str, str]:
    """The same as people do it, which takes longer: by `python bot.py`."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "bot.py",
        *arguments,
        cwd=ROOT,
        env=_only({}),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    out, err = await asyncio.wait_for(process.communicate(typed.encode()), timeout=PATIENCE)
    assert process.returncode is not None
    return process.returncode, out.decode(), err.decode()


def _only(settings: Mapping[str, str]) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("GRIDLOCK_", "DISCORD_"))}
    return {**kept, "DISCORD_TOKEN": "", **settings}


@asynccontextmanager
async def on_a_terminal(*arguments: str) -> AsyncIterator[tuple[asyncio.subprocess.Process, int, asyncio.StreamReader]]:
    """Yield the process, the user's side of its terminal, and its output."""
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
