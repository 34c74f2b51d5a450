"""Start of the terminal: a prompt, or a pipe."""

from __future__ import annotations

import io
import os
import sys
from functools import partial
from typing import TYPE_CHECKING

from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_input
from prompt_toolkit.output import create_output

from local_discord.frontends.terminal.client import Client
from local_discord.frontends.terminal.client_commands import CLIENT_COMMANDS
from local_discord.frontends.terminal.pipe import run_pipe
from local_discord.frontends.terminal.tty import run_tty, write_above_prompt

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from typing import TextIO

    from local_discord import Channel, Guild, LocalDiscord, Member


async def run_terminal(
    discord: LocalDiscord,
    guild: Guild,
    channel: Channel,
    *,
    seat: Member,
    bare_text: str | None = None,
    wait_idle: Callable[[], Awaitable[object]] | None = None,
    greeting: str | None = None,
    stdin: TextIO | None = None,
    stdout: TextIO | None = None,
) -> int:
    """Run the terminal for a person, or for a script on a pipe.

    Args:
        discord: The stand-in, with a bot that is ready.
        guild: The guild.
        channel: The channel that is open first.
        seat: The member that acts first.
        bare_text: The command line that a line without a slash stands for, with `{text}` for the line, spaces included.
            Without it, such a line is posted as a message.
        wait_idle: Waits until the bot is idle, if the caller can tell. Without it, the bot counts as idle after a
            while without activity. A line from a pipe is done when the bot is idle.
        greeting: The first line for a person on a terminal.
        stdin: The source of lines; the program's own by default.
        stdout: The target of output; the program's own by default.

    Returns:
        The exit status: 0, or 1 if a line from a pipe was not understood or not answered. 0
        if the reader of the output has gone.

    Raises:
        OSError: Lines cannot be read, or output cannot be written.
    """
    source, target = stdin or sys.stdin, stdout or sys.stdout
    take_seat = partial(Client, discord, guild, channel, seat, own_commands=CLIENT_COMMANDS, bare_text=bare_text)
    if source.isatty() and target.isatty():
        client = take_seat(write=write_above_prompt)
        if source is sys.stdin and target is sys.stdout:
            # A thread flushes what is printed above the prompt, and it knows only the program's own session.
            return await run_tty(client, greeting)
        with create_app_session(input=create_input(source), output=create_output(target)):
            return await run_tty(client, greeting)
    if isinstance(target, io.TextIOWrapper):
        # What its encoding does not have is shown as a question mark.
        target.reconfigure(errors="replace")
    try:
        return await run_pipe(take_seat(write=partial(print, file=target, flush=True), wait_idle=wait_idle), source)
    except OSError as error:
        _redirect_to_null(target)
        if not isinstance(error, BrokenPipeError):
            raise
        return 0


def _redirect_to_null(stream: TextIO) -> None:
    """Discard what is left in a stream's buffer; otherwise Python reports an error at exit."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
