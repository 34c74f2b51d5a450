"""The slash commands as Discord is told of them, each of which gets an answer."""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Mapping
from typing import TYPE_CHECKING

import discord
from discord import app_commands

from cogs.commands.autocomplete import expect_allowed
from cogs.messages.failures import tell_failure
from cogs.responder import Answer
from cogs.text.command_i18n import CatalogTranslator
from cogs.text.i18n import Words
from gridlock_host.servers.command_digest import CommandDigests

if TYPE_CHECKING:
    from cogs.runtime.client import AnyInteraction, GridlockBot

_log = logging.getLogger(__name__)


class GridlockTree(app_commands.CommandTree["GridlockBot"]):
    """The slash commands, each of which gets an answer."""

    async def interaction_check(self, interaction: AnyInteraction, /) -> bool:
        """Decide whether to serve it, and start the clock of the answer to a command."""
        interaction.client.take_in_hand()
        is_command = interaction.type is discord.InteractionType.application_command
        if is_command:
            Answer.to(interaction)
        is_admitted = await interaction.client.reception.admits(interaction)
        if is_admitted and is_command and isinstance(interaction.command, app_commands.Command):
            expect_allowed(interaction.command, interaction.namespace)
        return is_admitted

    async def on_error(self, interaction: AnyInteraction, error: app_commands.AppCommandError, /) -> None:
        """Tell whoever used a command why it failed."""
        await tell_failure(interaction, error)


async def publish_commands(
    tree: app_commands.CommandTree[GridlockBot], published: CommandDigests, words: Mapping[str, Words]
) -> None:
    """Publish the commands unless Discord has them as they are.

    Discord limits how often commands may be published, and rewrites what it is given, so a digest of what was
    sent is compared; and whether anything is there at all, because a database can be older than the bot's account.

    Args:
        tree: The commands.
        published: What Discord was last told.
        words: The languages in which it is told, by their codes.

    Raises:
        RuntimeError: It is not known yet to which application they belong: that is known after the login.
    """
    application_id = tree.client.application_id
    if application_id is None:
        raise RuntimeError("commands can be published only after the login")
    translator = CatalogTranslator(words)
    await tree.set_translator(translator)
    payload = [await command.get_translated_payload(tree, translator) for command in tree.get_commands()]
    digest = hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()
    if await published.find(application_id) == digest and await _are_there(tree):
        return
    await tree.sync()
    await published.note(application_id, digest)
    _log.info("the commands have changed and were published")


async def _are_there(tree: app_commands.CommandTree[GridlockBot]) -> bool:
    published = {command.name for command in await tree.fetch_commands()}
    return published == {command.name for command in tree.get_commands()}
