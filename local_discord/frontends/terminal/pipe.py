"""The terminal on a pipe or a file: lines in, lines out."""

from __future__ import annotations

import asyncio
import codecs
import os
import stat
from contextlib import aclosing
from typing import TYPE_CHECKING

from local_discord.frontends.terminal.client_commands import serve
from local_discord.frontends.terminal.rendering.markdown import shown_name

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from typing import TextIO

    from local_discord.frontends.terminal.client import Client

_CHUNK = 65536
# A byte order mark tells the encoding, whatever the locale says; editors and shells on Windows write it.
_ENCODING_OF_BOM = {
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
}


async def run_pipe(client: Client, stdin: TextIO) -> int:
    """Handle the lines of a stream in order.

    Each line is echoed after the name of the acting member. A byte order mark, empty lines and lines that begin with
    `#` are skipped.

    Returns:
        The exit status: 0, or 1 if a line was not understood or not answered.
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


async def read_lines(stream: TextIO) -> AsyncGenerator[str, None]:
    """Yield the lines of a stream as they arrive, without line ends.

    The event loop waits for a pipe, so that other tasks go on. Files and in-memory texts are read at once.
    """
    rest = ""
    async for text in _without_bom(_texts(stream)):
        *lines, rest = (rest + text).split("\n")
        for line in lines:
            yield line.rstrip("\r")
    if rest:
        yield rest.rstrip("\r")


async def _without_bom(texts: AsyncGenerator[str, None]) -> AsyncGenerator[str, None]:
    """Yield the texts without a byte order mark before the first character."""
    is_first = True
    async for text in texts:
        yield text.removeprefix("\ufeff") if is_first else text
        is_first = is_first and not text


async def _texts(stream: TextIO) -> AsyncGenerator[str, None]:
    descriptor = _descriptor(stream)
    if descriptor is None:
        yield stream.read()
        return
    head = b""
    while chunk := await _next_chunk(descriptor):
        head += chunk
        if not _may_become_bom(head):
            break
    decoder = codecs.getincrementaldecoder(_encoding(head, stream))("replace")
    yield decoder.decode(head)
    while chunk := await _next_chunk(descriptor):
        yield decoder.decode(chunk)
    yield decoder.decode(b"", final=True)


def _may_become_bom(head: bytes) -> bool:
    return any(bom.startswith(head) and bom != head for bom in _ENCODING_OF_BOM)


def _encoding(head: bytes, stream: TextIO) -> str:
    found = (encoding for bom, encoding in _ENCODING_OF_BOM.items() if head.startswith(bom))
    return next(found, stream.encoding or "utf-8")


def _descriptor(stream: TextIO) -> int | None:
    """Return the file descriptor of a stream; None for a text in memory."""
    try:
        return stream.fileno()
    except (OSError, ValueError):
        return None


def _is_waitable(descriptor: int) -> bool:
    """Return whether an event loop can wait for the file; other files are always ready."""
    mode = os.fstat(descriptor).st_mode
    return stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode) or os.isatty(descriptor)


async def _next_chunk(descriptor: int) -> bytes:
    """Return the next bytes; empty at the end."""
    if not _is_waitable(descriptor):
        return os.read(descriptor, _CHUNK)
    loop = asyncio.get_running_loop()
    readable = asyncio.Event()
    loop.add_reader(descriptor, readable.set)
    try:
        await readable.wait()
    finally:
        loop.remove_reader(descriptor)
    return os.read(descriptor, _CHUNK)
