"""The kinds of actions that are measured beside each other, and the bots that answer them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks.bots.cpu import CpuClock, children, until_quiet
from benchmarks.bots.databases import postgres_database
from benchmarks.bots.players import listening
from benchmarks.bots.processes import DATA, Bot, bare_bot, gridlock, gridlock_by_http, raw_bot
from benchmarks.figures import say
from benchmarks.moves.actors import (
    Accepter,
    Actor,
    ButtonMover,
    ChoosingMover,
    CommandUser,
    Redrawer,
    TypingMover,
    movers,
)
from benchmarks.moves.blocks import Block, run_block
from gridlock_host.model.messages.look import Look
from local_discord import Guild
from local_discord.model.values.permissions import Permissions

RAW_COMMAND, RAW_REDRAW = "aiohttp: command", "aiohttp: redraw"
BARE_COMMAND, BARE_REDRAW = "discord.py: command", "discord.py: redraw"
DURABLE_REDRAW: Final = "discord.py: durable redraw"
BUTTON, TYPED, ACCEPT = "move by button", "move by command", "accept"
ON_POSTGRES: Final = ", PostgreSQL"

_GUILDS: Final = 20


@dataclass
class Lane:
    """One kind of action.

    Attributes:
        name: Its name.
        bot: The bot that answers.
        recruit: Makes an actor in a server, who acts so many times in a block.
        guilds: The servers of the actors.
        blocks: What was measured so far.
    """

    name: str
    bot: Bot
    recruit: Callable[[Guild, int], Actor]
    guilds: Sequence[Guild]
    blocks: list[Block] = field(default_factory=list)
    _actors: list[Actor] = field(default_factory=list)

    def actors(self, number: int, acts: int) -> list[Actor]:
        """Return so many actors, who act so many times in a block."""
        while len(self._actors) < number:
            guild = self.guilds[len(self._actors) % len(self.guilds)]
            self._actors.append(self.recruit(guild, acts))
        return self._actors[:number]

    def restart(self) -> None:
        """Forget all actors and figures."""
        self._actors.clear()
        self.blocks.clear()


@asynccontextmanager
async def open_lanes(*, with_postgres: bool = True) -> AsyncIterator[list[Lane]]:
    """Start all bots, and yield the lanes once the bots are quiet."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(dir=DATA, prefix="benchmark-")))
        raw = await stack.enter_async_context(raw_bot(folder))
        bare = await stack.enter_async_context(bare_bot(folder))
        lanes = _reference_lanes(raw, RAW_COMMAND, RAW_REDRAW) + _reference_lanes(bare, BARE_COMMAND, BARE_REDRAW)
        lanes.append(Lane(DURABLE_REDRAW, bare, lambda guild, _: Redrawer(guild, "durable"), lanes[-1].guilds))
        bot = await stack.enter_async_context(gridlock(folder))
        lanes += await gridlock_lanes(stack, bot, "")
        url = await stack.enter_async_context(postgres_database()) if with_postgres else None
        if url is not None:
            bot = await stack.enter_async_context(gridlock(folder, url, name="postgres"))
            lanes += await gridlock_lanes(stack, bot, ON_POSTGRES)
        await settled([lane.bot for lane in lanes])
        yield lanes


@asynccontextmanager
async def open_look_lanes() -> AsyncIterator[list[Lane]]:
    """Start the reference bot, and a bot with servers that draw boards differently; yield a lane for each look."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(dir=DATA, prefix="benchmark-")))
        bare = await stack.enter_async_context(bare_bot(folder))
        lanes = [Lane(BARE_REDRAW, bare, lambda guild, _: Redrawer(guild), _guilds(bare))]
        bot = await stack.enter_async_context(gridlock(folder))
        turns = await stack.enter_async_context(listening(bot.discord))
        for look in Look:
            guild = bot.discord.add_guild(f"Pretend server, {look}")
            manager = guild.add_member("Cleo", permissions=Permissions.MANAGE_GUILD)
            await manager.command(guild.add_channel("settings"), "gridlock-server settings", look=look.value)
            lanes.append(Lane(f"move on a board: {look}", bot, movers(ChoosingMover, turns), [guild]))
        await settled([bare, bot])
        yield lanes


@asynccontextmanager
async def open_delivery_lanes(port: int) -> AsyncIterator[list[Lane]]:
    """Start the reference bot, a bot at the gateway and one with interactions over HTTP; yield their lanes of moves.

    Args:
        port: The port for HTTP.
    """
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(dir=DATA, prefix="benchmark-")))
        bare = await stack.enter_async_context(bare_bot(folder))
        gateway = await stack.enter_async_context(gridlock(folder))
        http = await stack.enter_async_context(gridlock_by_http(folder, port))
        lanes = [Lane(BARE_REDRAW, bare, lambda guild, _: Redrawer(guild), _guilds(bare))]
        lanes += [
            lane
            for bot, suffix in ((gateway, ""), (http, ", over HTTP"))
            for lane in await gridlock_lanes(stack, bot, suffix)
            if not lane.name.startswith(ACCEPT)
        ]
        await settled([bare, gateway, http])
        yield lanes


async def settled(bots: Sequence[Bot]) -> None:
    """Wait until bots and their worker processes have finished what they do after the start."""
    started = [child for bot in bots for process_id in bot.process_ids for child in children(process_id)]
    await until_quiet([*(bot.clock for bot in bots), *map(CpuClock, started)])


def _reference_lanes(bot: Bot, command: str, redraw: str) -> list[Lane]:
    guilds = _guilds(bot)
    return [
        Lane(command, bot, lambda guild, _: CommandUser(guild), guilds),
        Lane(redraw, bot, lambda guild, _: Redrawer(guild), guilds),
    ]


async def gridlock_lanes(stack: AsyncExitStack, bot: Bot, suffix: str) -> list[Lane]:
    """Return the lanes of moves by button and by command, and of accepts, whose names end with the suffix."""
    guilds, turns = _guilds(bot), await stack.enter_async_context(listening(bot.discord))
    return [
        Lane(BUTTON + suffix, bot, movers(ButtonMover, turns), guilds),
        Lane(TYPED + suffix, bot, movers(TypingMover, turns), guilds),
        Lane(ACCEPT + suffix, bot, lambda guild, _: Accepter(guild), guilds),
    ]


def _guilds(bot: Bot) -> list[Guild]:
    return [bot.discord.add_guild(f"Pretend server {number}") for number in range(_GUILDS)]


async def one_by_one(lanes: Sequence[Lane], rounds: int, actions: int) -> None:
    """Measure blocks of actions one after the other; the lanes take turns. An extra first round warms the bots up.

    Args:
        lanes: The lanes, without figures.
        rounds: The number of blocks of each lane.
        actions: The number of actions in a block.
    """
    for number in range(rounds + 1):
        for lane in lanes:
            if lane.name.startswith(ACCEPT):
                waves = [[actor] for actor in lane.actors(actions, 1)]
            else:
                waves = [lane.actors(1, actions)] * actions
            _note(lane, await run_block(lane.bot, waves), is_warm_up=number == 0)
        say(f"one by one: {number} of {rounds} rounds")


async def at_once(lanes: Sequence[Lane], people: int, rounds: int, waves: int) -> None:
    """Measure blocks of actions at one moment; the lanes take turns. An extra first round of one wave warms them up.

    Args:
        lanes: The lanes, without figures.
        people: How many act at one moment.
        rounds: The number of blocks of each lane.
        waves: How often they act in a block; of accepting once.
    """
    for number in range(rounds + 1):
        for lane in lanes:
            times = 1 if number == 0 or lane.name.startswith(ACCEPT) else waves
            block = await run_block(lane.bot, [lane.actors(people, waves)] * times)
            _note(lane, block, is_warm_up=number == 0)
        say(f"{people} at once: {number} of {rounds} rounds")


def _note(lane: Lane, block: Block, *, is_warm_up: bool) -> None:
    if not is_warm_up:
        lane.blocks.append(block)
