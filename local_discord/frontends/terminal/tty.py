"""The terminal with a prompt: completion, and new messages above the prompt."""

from __future__ import annotations

import asyncio
import os
import sys
import textwrap
from typing import TYPE_CHECKING

from prompt_toolkit import PromptSession
from prompt_toolkit.application import get_app_session
from prompt_toolkit.completion import Completer as PromptCompleter
from prompt_toolkit.completion import Completion as PromptCompletion
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.patch_stdout import patch_stdout

from local_discord import Refused, Unanswered
from local_discord.frontends.input.completion import Completer, ask_bot
from local_discord.frontends.terminal.client_commands import CLIENT_COMMANDS, serve
from local_discord.frontends.terminal.rendering.colours import painted, wants_colours
from local_discord.frontends.terminal.rendering.markdown import shown_name
from local_discord.frontends.terminal.settle import settle

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Iterable

    from prompt_toolkit.completion import CompleteEvent
    from prompt_toolkit.document import Document
    from prompt_toolkit.key_binding import KeyPressEvent

    from local_discord.frontends.input.completion import Candidate, Completion
    from local_discord.frontends.terminal.client import Client


_LINES_FOR_SUGGESTIONS = 4
"""Few, so that a board and the prompt fit on 24 lines."""


async def run_tty(client: Client, greeting: str | None = None) -> int:
    """Handle lines from a prompt until the person leaves.

    The prompt uses prompt_toolkit's active application session. The client has to write with `write_above_prompt`.

    Args:
        client: The client.
        greeting: The first line.

    Returns:
        The exit status, always 0: the person saw what was not understood.
    """
    leaving = _Leaving()
    prompt: PromptSession[str] = PromptSession(
        message=lambda: f"{shown_name(client.seat.name)}> ",
        completer=ClientCompleter(client),
        bottom_toolbar=lambda: " ".join(
            (
                shown_name(client.seat.name),
                f"in #{shown_name(client.channel.name)}",
                f"of {shown_name(client.guild.name)}",
            )
        ),
        key_bindings=leaving.keys(client),
        reserve_space_for_menu=_LINES_FOR_SUGGESTIONS,
    )
    with patch_stdout(raw=True):
        client.show([greeting] if greeting else [])
        client.show(["/help lists what can be typed, /quit leaves."])
        while not client.ended:
            line = await _ask(client, prompt)
            if line is None:
                break
            leaving.asked = False
            if line:
                await serve(client, line)
    return 0


def write_above_prompt(line: str) -> None:
    """Write a line, wrapped between words, above an open prompt, in colours if they are wanted."""
    columns = get_app_session().output.get_size().columns
    parts = _broken(line, columns).split("\n")
    shown = map(painted, parts) if wants_colours(os.environ) else parts
    # Not kept in a variable: prompt_toolkit replaces sys.stdout while the prompt is open.
    sys.stdout.write("".join(f"{part}\n" for part in shown))


def _broken(line: str, columns: int) -> str:
    """Return a line wrapped to the width, with its indentation kept."""
    if len(line) <= columns:
        return line
    indent = line[: len(line) - len(line.lstrip())]
    return textwrap.fill(line, columns, subsequent_indent=indent, break_on_hyphens=False)


class _Leaving:
    """Ctrl+C: it clears the line; on an empty line it asks first, and the next one leaves.

    Attributes:
        asked: Whether the next one leaves.
    """

    def __init__(self) -> None:
        self.asked = False

    def keys(self, client: Client) -> KeyBindings:
        """Return the key binding of a prompt."""
        bindings = KeyBindings()

        @bindings.add("c-c")
        def interrupt(event: KeyPressEvent) -> None:
            if event.current_buffer.text:
                event.current_buffer.reset()
                self.asked = False
            elif self.asked:
                event.app.exit(exception=KeyboardInterrupt)
            else:
                self.asked = True
                client.show(["Press Ctrl+C again to leave, or go on typing."])

        return bindings


async def _ask(client: Client, prompt: PromptSession[str]) -> str | None:
    """Ask for a line while showing new messages; return None if the person left."""
    async with asyncio.TaskGroup() as tasks:
        watching = tasks.create_task(_show_news_forever(client))
        try:
            return (await prompt.prompt_async()).strip()
        except (EOFError, KeyboardInterrupt):
            return None
        finally:
            watching.cancel()


async def _show_news_forever(client: Client) -> None:
    changes = client.discord.changes()
    client.show_news()
    async for _ in changes:
        await settle(client.discord)
        client.show_news()


class ClientCompleter(PromptCompleter):
    """Completes lines for prompt_toolkit, and asks the bot for options with autocomplete."""

    def __init__(self, client: Client) -> None:
        """Complete lines for a client's member."""
        self._client = client

    def get_completions(
        self,
        document: Document,  # noqa: ARG002 - prompt_toolkit's signature
        complete_event: CompleteEvent,  # noqa: ARG002 - prompt_toolkit's signature
    ) -> Iterable[PromptCompletion]:
        """Return nothing; prompt_toolkit calls the asynchronous method."""
        return ()

    async def get_completions_async(
        self,
        document: Document,
        complete_event: CompleteEvent,  # noqa: ARG002 - prompt_toolkit's signature
    ) -> AsyncGenerator[PromptCompletion, None]:
        """Yield the suggestions at the cursor."""
        line = document.text_before_cursor
        found = self._completer().complete(line)
        for candidate in [*found.candidates, *await self._asked(found)]:
            yield PromptCompletion(
                candidate.text,
                start_position=found.start - len(line),
                display=candidate.shown,
                display_meta=candidate.note,
            )

    def _completer(self) -> Completer:
        client = self._client
        own = {name: command.continuations(client) for name, command in CLIENT_COMMANDS.items()}
        return Completer(client.catalogue, client.guild, own, client.bare_text)

    async def _asked(self, completion: Completion) -> list[Candidate]:
        """Return the bot's choices, best first; none if it cannot be asked or does not answer."""
        try:
            return await ask_bot(self._client.seat, self._client.channel, completion)
        except (Refused, Unanswered):
            return []
