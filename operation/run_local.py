"""Local run of the bot on a pretend server, with a page in the browser and a terminal."""

from __future__ import annotations

import asyncio
import secrets
import sys
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Self

from sqlalchemy.engine import URL

from cogs.runtime.client import GridlockBot
from cogs.runtime.endpoint import use_stand_in
from gridlock_host.storage.address import sqlite_address
from local_discord import LocalDiscord
from local_discord.frontends.terminal import run_terminal
from local_discord.frontends.web import Act, FirstStep, LocalPage, Shorthand, Step, Welcome
from operation.command_line import print_line
from operation.composition import connected, make_bot
from operation.configuration.settings import Settings
from operation.configuration.values import CannotStart
from operation.supervision.metrics import Metrics

_MOVE = "gridlock move cell:{text}"
# One cell or two in any notation that the rules read, with letters and digits of any script; or what looks like it,
# such as C10, 3C or "C3!", so that a mistyped move is answered and not posted as a message.
_CELL = r"[(（]?\s*(\p{L}\s*\p{Nd}{1,3}|\p{Nd}{1,2}\p{L}|\p{Nd}{1,2}(\s*[,，]\s*|\s+)\p{Nd}{1,2})\s*[)）]?"  # noqa: RUF001  # full-width signs
_CELLS = rf"\s*{_CELL}(\s*[/／,]?\s*{_CELL})?\s*[.!?]?"  # noqa: RUF001  # a full-width slash
_WELCOME = Welcome(
    title="Gridlock on a pretend server",
    first_steps=(
        FirstStep(
            "Learn Lines",
            "Five small boards, one press each.",
            (Act("Ada", "/gridlock learn tutorial variant:lines"),),
        ),
        FirstStep(
            "Play the bot",
            "Lines, level 1. You move first.",
            (Act("Ada", "/gridlock challenge @Gridlock variant:lines level:1 first:me"),),
        ),
        FirstStep(
            "Play both sides",
            "Move for Ada and for Bob.",
            (Act("Ada", "/gridlock challenge @Bob variant:lines first:me"), Act("Bob", press="Accept")),
            side_by_side=True,
        ),
        FirstStep("Puzzle of the day", "Find the one move that wins.", (Act("Ada", "/gridlock learn puzzle"),)),
    ),
    steps=(
        Step(
            "You are **Ada and Bob at once**. As Ada, challenge Bob:",
            "/gridlock challenge @Bob variant:blocking first:me start:plain",
        ),
        Step("Press Enter or *Send*. Then, as Bob, press **Accept** below the challenge."),
        Step(
            "Ada presses a free cell, then Bob, and so on. **The player who cannot move loses.** "
            "Afterwards, `/gridlock leaderboard` shows the point, and `/` everything else."
        ),
        Step(
            "**Alone?** Play the bot; `/gridlock learn hint` helps. Or solve the puzzle of the day, "
            "`/gridlock learn puzzle`.",
            "/gridlock challenge @Gridlock level:1",
        ),
    ),
    shorthand=Shorthand(_CELLS, _MOVE, "a cell such as C3 is a move"),
)

_ICON = Path(__file__).with_name("icon.png")
_GREETING = (
    "Here you are Ada. /gridlock learn tutorial teaches you a game in five presses, such as /press C3. "
    "/gridlock challenge @Gridlock first:me begins a game against the bot; then type cells such as C3."
)


async def run_local(settings: Settings, *, page_only: bool) -> int:
    """Run the bot on a pretend server that Ada manages, and return the exit status of the terminal.

    Args:
        settings: The settings; the token is not used.
        page_only: Whether to serve only the page, until cancelled.

    Raises:
        CannotStart: Standard input or output cannot be used.
        DatabaseUnusable: The database cannot be used as it is.
    """
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(TemporaryDirectory(prefix="gridlock-"))
        default_url = sqlite_address(Path(folder) / "gridlock.db")
        discord_here = await stack.enter_async_context(LocalDiscord(token=secrets.token_urlsafe()))
        discord_here.bot.name, discord_here.bot.icon = "Gridlock", _ICON.read_bytes()
        guild = discord_here.add_guild("Pretend server")
        channel = guild.add_channel("games")
        ada, *_ = [guild.add_member(name) for name in ("Ada", "Bob", "Cleo")]
        ada.roles.append(guild.add_role("Managers", "MANAGE_GUILD"))
        for person in guild.people:
            person.user.has_installed_app = True
        discord_here.add_group("friends", *guild.people)
        use_stand_in(discord_here.api_url, discord_here.gateway_url)
        bot = await stack.enter_async_context(_RestartableBot(settings, default_url, discord_here.token))
        await discord_here.until_ready()
        if page_only or sys.stdin.isatty():
            page = await stack.enter_async_context(
                LocalPage(discord_here, guild, welcome=_WELCOME, restart=bot.restart)
            )
            print_line(f"Play in a browser: {page.address}")
        if page_only:
            await asyncio.Event().wait()
        try:
            return await run_terminal(
                discord_here,
                guild,
                channel,
                seat=ada,
                bare_text=_MOVE,
                wait_idle=bot.wait_idle,
                greeting=_GREETING,
            )
        except OSError as error:
            raise CannotStart(f"Standard input or output cannot be used: {error.strerror}.") from error


class _RestartableBot:
    """The bot of a local run, which can be restarted on its database."""

    def __init__(self, settings: Settings, default_url: URL, token: str) -> None:
        # A pretend server needs no rate limit, and scripts type fast. There is only one process.
        self._settings = replace(
            settings, most_uses=0, shards=None, endpoint=None, proxy="", identify_seconds=0.0, calls_per_second=0
        )
        self._default_url = default_url
        self._token = token
        self._running = AsyncExitStack()
        self._bot: GridlockBot | None = None
        self._changing = asyncio.Lock()
        self._is_over = False

    async def __aenter__(self) -> Self:
        async with self._changing:
            await self._start()
        return self

    async def __aexit__(self, *_: object) -> None:
        self._is_over = True
        async with self._changing:
            await self._running.aclose()

    async def wait_idle(self) -> None:
        """Wait until the bot is idle, its own moves included."""
        if self._bot is not None:
            await self._bot.services.wait_idle()

    async def restart(self) -> None:
        """Restart the bot on its database, unless the run has ended."""
        async with self._changing:
            await self._running.aclose()
            if not self._is_over:
                await self._start()

    async def _start(self) -> None:
        async with AsyncExitStack() as starting:
            self._bot, _ = await make_bot(starting, self._settings, self._default_url, Metrics())
            await starting.enter_async_context(connected(self._bot, self._token))
            self._running = starting.pop_all()
