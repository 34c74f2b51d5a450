"""The command tree: what runs before and after a command, and publishing the commands to Discord."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping
from typing import Any, Final

import aiohttp
import discord
from discord import app_commands

from cogs.commands.option_checks import check_options, read_labels
from cogs.components.outside import check_command
from cogs.context import Interaction, Request
from cogs.messages.error_replies import report_failure
from cogs.text.command_i18n import CatalogTranslator
from cogs.text.i18n import Words
from gridlock_host.errors import Refusal
from gridlock_host.servers.command_digest import CommandDigests

_log = logging.getLogger(__name__)

_SECONDS_TO_PUBLISH: Final = 5.0
_FIRST_PAUSE: Final = 60.0
_LONGEST_PAUSE: Final = 3600.0
# Discord refuses or is out of order, the connection breaks, or the database cannot be used at that moment.
_PUBLISHING_ERRORS: Final = (discord.HTTPException, aiohttp.ClientError, OSError, Refusal)


class GridlockTree(app_commands.CommandTree[Any]):
    """The slash commands. Each use gets a response."""

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Return whether to serve a command or an autocomplete; the timer of the response starts here."""
        request = Request.of(interaction)
        request.begin_log()
        request.services.track_task()
        is_allowed = await request.services.rate_limiter.allow(request)
        is_command = interaction.type is discord.InteractionType.application_command
        if is_allowed and is_command and interaction.command is not None:
            try:
                check_command(request, interaction.command.qualified_name)
            except Refusal as refusal:
                await report_failure(request, refusal)
                return False
        if is_allowed and is_command and isinstance(interaction.command, app_commands.Command):
            read_labels(interaction.command, interaction, request.services.languages.words.values())
            check_options(interaction.command, interaction.namespace)
        return is_allowed

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        """Tell the person why a command failed."""
        await report_failure(Request.of(interaction), error)


class CommandPublisher:
    """Publishes the commands if they have changed, and tries again later if that fails.

    Until then the published commands work, and so do all buttons.

    Args:
        tree: The commands.
        digests: The digests of what was published.
        words: The languages by their codes.
        sleep: Sleeps for a number of seconds.
    """

    def __init__(
        self,
        tree: app_commands.CommandTree[Any],
        digests: CommandDigests,
        words: Mapping[str, Words],
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        self._tree = tree
        self._digests = digests
        self._words = words
        self._sleep = sleep
        self._was_tried = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Publish the commands; return when that is done, has failed, or takes longer than a few seconds.

        Raises:
            RuntimeError: The bot is not logged in yet, so its application id is unknown.
        """
        self._task = asyncio.create_task(self._publish_in_the_end())
        trying = asyncio.create_task(self._was_tried.wait())
        await asyncio.wait({self._task, trying}, timeout=_SECONDS_TO_PUBLISH, return_when=asyncio.FIRST_COMPLETED)
        trying.cancel()
        if self._task.done():
            self._task.result()

    def stop(self) -> None:
        """Stop trying."""
        if self._task is not None:
            self._task.cancel()

    async def _publish_in_the_end(self) -> None:
        for seconds in _pauses():
            try:
                await publish_commands(self._tree, self._digests, self._words)
            except _PUBLISHING_ERRORS as error:
                if not self._was_tried.is_set():
                    _log.warning(
                        "the commands could not be published: %s. Those that Discord has go on working, and the bot "
                        "tries again until Discord takes the new ones.",
                        error,
                    )
            else:
                return
            finally:
                self._was_tried.set()
            await self._sleep(seconds)


def _pauses() -> Iterator[float]:
    """Yield seconds between two tries: Discord limits how many commands are created in a day."""
    seconds = _FIRST_PAUSE
    while True:
        yield seconds
        seconds = min(2 * seconds, _LONGEST_PAUSE)


async def publish_commands(
    tree: app_commands.CommandTree[Any], digests: CommandDigests, words: Mapping[str, Words]
) -> None:
    """Publish the commands, unless Discord has them already.

    Discord limits how often commands may be published, and stores them in another form than it is sent. So a digest
    of the last publication is compared, and the names of what Discord has, because a database can be older than the
    bot's account.

    Args:
        tree: The commands.
        digests: The digests of what was published.
        words: The languages by their codes.

    Raises:
        RuntimeError: The bot is not logged in yet, so its application id is unknown.
    """
    application_id = tree.client.application_id
    if application_id is None:
        raise RuntimeError("commands can be published only after the login")
    translator = CatalogTranslator(words)
    await tree.set_translator(translator)
    payload = [await command.get_translated_payload(tree, translator) for command in tree.get_commands()]
    digest = hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()
    if await digests.find(application_id) == digest and await _are_published(tree):
        return
    await tree.sync()
    await digests.note(application_id, digest)
    _log.info("the commands have changed and were published")


async def _are_published(tree: app_commands.CommandTree[Any]) -> bool:
    published = {command.name for command in await tree.fetch_commands()}
    return published == {command.name for command in tree.get_commands()}
