"""Laws that hold for every interaction, whatever its input and sender."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
from collections.abc import Awaitable, Iterator
from contextlib import closing
from pathlib import Path
from tempfile import gettempdir
from typing import TypeAlias

from cogs.components.registry import HANDLERS, find_control
from cogs.messages import error_replies
from cogs.runtime.client import GridlockBot
from local_discord import Guild, Interaction, LocalDiscord
from local_discord.wire import InteractionType
from operation.configuration.settings import ROOT

_LONGEST_TEXT = 4000
# Texts from inside the program or its machine.
_INTERNAL = re.compile(
    r"Traceback|incident|\.py\b|/site-packages|object at 0x|sqlite|sqlalchemy|asyncpg|\b[A-Z]\w*(Error|Exception)\b"
    + "".join(f"|{re.escape(str(folder))}" for folder in (ROOT, Path.home(), Path(gettempdir())))
)

Stored: TypeAlias = dict[str, list[tuple[object, ...]]]


class Witness:
    """Checks that the bot keeps the laws.

    Args:
        discord: Where the bot is connected.
        bot: The bot.
        file: Its store.
    """

    def __init__(self, discord: LocalDiscord, bot: GridlockBot, file: Path) -> None:
        self.discord = discord
        self.bot = bot
        self._file = file
        self._refusals: list[str | None] = []

    def note_refusal(self, sentence: str | None) -> None:
        """Record a refusal."""
        self._refusals.append(sentence)

    def stored(self) -> Stored:
        """All rows of the database except the heartbeats."""
        with closing(sqlite3.connect(self._file)) as store:
            found = store.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
            return {
                table: store.execute(f'SELECT * FROM "{table}"').fetchall()  # noqa: S608  # its own names
                for (table,) in found
                if table != "heartbeats"
            }

    async def at_rest(self) -> None:
        """Wait until the bot is idle: nothing is due or pending, and all notes are written."""
        await self.bot.services.wait_idle()
        # What an earlier request made due, such as the puzzle of the day, is not due in the middle of the next one.
        await self.bot._sweep_loop._sweep_once()
        while under_way := {*_events(), *self.bot._sweep_loop._showing.values()}:
            await asyncio.wait(under_way)
            await self.bot.services.wait_idle()
        await self.bot.host.games.changes._database.flush()

    async def see(self, guild: Guild, sending: Awaitable[Interaction]) -> Interaction:
        """Send an interaction, and check its outcome."""
        await self.at_rest()
        before, notified, requests = self.stored(), _notified(guild), len(self.discord.requests)
        self._refusals.clear()
        interaction = await sending
        await self.at_rest()
        assert interaction.attempts == len(interaction.callbacks) == 1
        assert not self.discord.rejected
        self._check_said(requests)
        if self._refusals or not _is_known(interaction):
            changed = self._changed(before)
            assert not changed, f"what was refused has changed the store: {changed}"
            assert _notified(guild) == notified, "a refusal has notified a member"
            self._check_refusal(interaction)
        if interaction.type is InteractionType.AUTOCOMPLETE:
            assert self._changed(before) == {}
            _check_choices(interaction)
        return interaction

    def _changed(self, before: Stored) -> Stored:
        """The changed rows, by table."""
        now = self.stored()
        return {
            table: [row for row in now[table] if row not in before[table]]
            for table in now
            if now[table] != before[table]
        }

    def _check_said(self, since: int) -> None:
        for request in self.discord.requests[since:]:
            for text in _texts(request.body):
                assert text.replace("\n", "").isprintable(), text
            said = json.dumps(request.body, ensure_ascii=False)
            found = _INTERNAL.search(said)
            assert found is None, f"{found} in {said}"
            assert self.discord.token not in said
            assert str(self._file.parent) not in said

    def _check_refusal(self, interaction: Interaction) -> None:
        assert interaction.reply is not None
        said = interaction.reply.text
        assert None not in self._refusals, "an unexpected error"
        assert not self._refusals or said == self._refusals[-1]
        assert interaction.reply.ephemeral
        assert 0 < len(said) <= _LONGEST_TEXT
        assert said.replace("\n", "").isprintable(), said
        assert said.count("`") % 2 == 0
        assert "```" not in said


def watch_refusals(witness: Witness) -> object:
    """Wrap the function that finds the sentence of a refusal, to record the refusal."""
    find = error_replies.sentence_for

    def found(*arguments: object) -> str | None:
        sentence = find(*arguments)  # type: ignore[arg-type]  # passed through as they come
        witness.note_refusal(sentence)
        return sentence

    return found


def _texts(body: object) -> Iterator[str]:
    """All visible texts in a request of the bot."""
    if isinstance(body, dict):
        yield from (body[key] for key in ("content", "label", "placeholder", "name") if isinstance(body.get(key), str))
        body = list(body.values())
    if isinstance(body, list):
        for part in body:
            yield from _texts(part)


def _events() -> list[asyncio.Task[object]]:
    """Running event handlers of discord.py."""
    return [task for task in asyncio.all_tasks() if task.get_name().startswith("discord.py: on_")]


def _is_known(interaction: Interaction) -> bool:
    if interaction.type not in {InteractionType.COMPONENT, InteractionType.MODAL_SUBMIT}:
        return True
    found = find_control(str(interaction.payload["data"].get("custom_id", "")))
    is_form = interaction.type is InteractionType.MODAL_SUBMIT
    return found is not None and (not is_form or HANDLERS[found[0]].submit is not None)


def _notified(guild: Guild) -> dict[int, int]:
    """How often each member of a server was notified. In direct messages every message notifies."""
    return {
        member.id: sum(message.channel.guild is not None for message in member.notifications)
        for member in guild.members.values()
    }


def _check_choices(interaction: Interaction) -> None:
    assert len(interaction.choices) <= 25
    for label, value in interaction.choices:
        assert 0 < len(label) <= 100
        assert label.isprintable()
        assert 0 < len(str(value)) <= 100
