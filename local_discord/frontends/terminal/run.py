"""Choosing the front end that fits where lines come from."""

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
    at_rest: Callable[[], Awaitable[object]] | None = None,
    greeting: str | None = None,
    stdin: TextIO | None = None,
    stdout: TextIO | None = None,
) -> int:
    """Lets a person, or a script on a pipe, sit in a guild and type.

    Args:
        discord: The pretend Discord, with a bot that is ready.
        guild: The guild in which one sits.
        channel: The channel that is open at first.
        seat: The member whose seat it is at first.
        bare_text: The command line that a line without a slash stands for, with `{text}` where
            the line goes as the value of an option, blanks included. Without it, such a line is
            said in the channel.
        at_rest: Waits until the bot has done all that it was asked for, if whoever runs the bot knows. Then a line
            from a pipe is done only when the bot is; else when the bot has been still for a while.
        greeting: What a person on a terminal reads first.
        stdin: Where lines come from; the program's own by default.
        stdout: Where output goes; the program's own by default.

    Returns:
        The exit status: 0, or 1 if a line from a pipe was not understood or not answered. If
        nobody reads the output any more, the session ends with 0.

    Raises:
        OSError: Lines cannot be read, or output cannot be written.
    """
    source, target = stdin or sys.stdin, stdout or sys.stdout
    take_seat = partial(Client, discord, guild, channel, seat, own_commands=CLIENT_COMMANDS, bare_text=bare_text)
    if source.isatty() and target.isatty():
        client = take_seat(write=write_above_prompt)
        if source is sys.stdin and target is sys.stdout:
            # What is printed above the prompt is flushed by a thread, which knows the program's own session only.
            return await run_tty(client, greeting)
        with create_app_session(input=create_input(source), output=create_output(target)):
            return await run_tty(client, greeting)
    if isinstance(target, io.TextIOWrapper):
        # What its encoding does not have is shown as a question mark.
        target.reconfigure(errors="replace")
    try:
        return await run_pipe(take_seat(write=partial(print, file=target, flush=True), at_rest=at_rest), source)
    except OSError as error:
        _redirect_to_null(target)
        if not isinstance(error, BrokenPipeError):
            raise
        return 0


def _redirect_to_null(stream: TextIO) -> None:
    """Lets what is left in the buffer of a stream go nowhere; else Python complains of it when it ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
