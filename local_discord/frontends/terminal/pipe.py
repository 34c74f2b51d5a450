"""The front end for pipes and files: plain lines in, plain lines out."""

from __future__ import annotations

from contextlib import aclosing
from typing import TYPE_CHECKING

from local_discord.frontends.terminal.line_handler import serve
from local_discord.frontends.terminal.line_reader import read_lines
from local_discord.frontends.terminal.markdown import shown_name

if TYPE_CHECKING:
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
