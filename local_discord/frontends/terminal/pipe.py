"""The front end for pipes and files: plain lines in, plain lines out."""

from __future__ import annotations

import asyncio
import codecs
import os
import stat
from contextlib import aclosing
from typing import TYPE_CHECKING

from local_discord.frontends.terminal.client_commands import serve
from local_discord.frontends.terminal.markdown import shown_name

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from typing import TextIO

    from local_discord.frontends.terminal.client import Client


async def run_pipe(client: Client, stdin: TextIO) -> int:
    """Serves the lines of a stream in their order.

    Each line is shown behind the name of its seat. Blank lines and those that begin with `#` are
    skipped.

    Returns:
        The exit status: 0, or 1 if some line was not understood or not answered.
    """
    status = 0
    client.show_news()
    async with aclosing(read_lines(stdin)) as lines:
        async for line in lines:
            typed = line.strip()
            if not typed or typed.startswith("#"):
                continue
            client.show([f"{shown_name(client.seat.name)}> {typed}"])
            if not await serve(client, typed):
                status = 1
            if client.ended:
                break
    return status


_CHUNK = 65536


async def read_lines(stream: TextIO) -> AsyncGenerator[str, None]:
    """Yields the lines of a stream as they come, without their line ends.

    A pipe is waited for by the event loop, which stays free for everybody else and can be
    stopped at once. Files and texts in memory never keep anybody waiting and are simply read.
    """
    rest = ""
    async for text in _texts(stream):
        *lines, rest = (rest + text).split("\n")
        for line in lines:
            yield line.rstrip("\r")
    if rest:
        yield rest.rstrip("\r")


async def _texts(stream: TextIO) -> AsyncGenerator[str, None]:
    descriptor = _waitable(stream)
    if descriptor is None:
        yield stream.read()
        return
    decoder = codecs.getincrementaldecoder(stream.encoding or "utf-8")("replace")
    while chunk := await _next_chunk(descriptor):
        yield decoder.decode(chunk)
    yield decoder.decode(b"", final=True)


def _waitable(stream: TextIO) -> int | None:
    """The file descriptor of a stream that an event loop can wait for."""
    try:
        descriptor = stream.fileno()
    except (OSError, ValueError):
        return None
    mode = os.fstat(descriptor).st_mode
    waitable = stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode) or os.isatty(descriptor)
    return descriptor if waitable else None


async def _next_chunk(descriptor: int) -> bytes:
    """What can be read next; nothing at the end."""
    loop = asyncio.get_running_loop()
    readable = asyncio.Event()
    loop.add_reader(descriptor, readable.set)
    try:
        await readable.wait()
    finally:
        loop.remove_reader(descriptor)
    return os.read(descriptor, _CHUNK)
