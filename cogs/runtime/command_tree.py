"""The command tree: what runs before and after a command, and publishing the commands to Discord."""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands

from cogs.commands.option_checks import check_options
from cogs.context import Interaction, Request
from cogs.messages.failures import report_failure
from cogs.text.command_i18n import CatalogTranslator
from cogs.text.i18n import Words
from gridlock_host.servers.command_digest import CommandDigests

_log = logging.getLogger(__name__)


class GridlockTree(app_commands.CommandTree[Any]):
    """The slash commands. Each use gets a response."""

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Return whether to serve a command or an autocomplete; the timer of the response starts here."""
        request = Request.of(interaction)
        request.services.track_task()
        is_allowed = await request.services.rate_limiter.allow(request)
        is_command = interaction.type is discord.InteractionType.application_command
        if is_allowed and is_command and isinstance(interaction.command, app_commands.Command):
            check_options(interaction.command, interaction.namespace)
        return is_allowed

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        """Tell the person why a command failed."""
        await report_failure(Request.of(interaction), error)


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
