"""Memory of the bot while thousands of short games are played to their end."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from benchmarks.figures import say
from benchmarks.load.bots import Figures, LoadedBot, Notes, answer, run
from benchmarks.load.stored import Writer
from benchmarks.load.world import Seat, World
from local_discord import LocalDiscord, Unanswered

_AT_ONCE = 10
# SQLite caches a part of the file, up to a limit that a database of this size reaches early.
_STORED = 3_000
_SHOWN_WITHIN_SECONDS = 30.0


async def measure(marks: Sequence[int]) -> Figures:
    """Return the memory after each number of finished games; the first number warms the bot up."""

    async def prepare(writer: Writer, world: World) -> list[Seat]:
        await writer.add_games(world.seats(_STORED))
        return world.seats(marks[-1])

    async def play(bot: LoadedBot, notes: Notes, seats: list[Seat]) -> None:
        notes.memory["connected"] = bot.memory
        done = 0
        for mark in marks:
            notes.late += await notes.time(f"{mark} games", _play_all(bot.discord, seats[done:mark]))
            done = mark
            notes.memory[f"{mark} games"] = bot.memory
            say(f"load: {mark} games finished, {bot.memory:.1f} MB")

    return await run(prepare, play)


async def _play_all(discord: LocalDiscord, seats: list[Seat]) -> int:
    """Play a game at each seat, several at once, and return how many had no answer in time."""
    waiting = iter(seats)

    async def keep_playing() -> int:
        late = 0
        for seat in waiting:
            try:
                await _play(discord, seat)
            except Unanswered:
                late += 1
            _clear(discord)
        return late

    return sum(await asyncio.gather(*(keep_playing() for _ in range(_AT_ONCE))))


async def _play(discord: LocalDiscord, seat: Seat) -> None:
    """Challenge, accept, move and resign."""
    asking = seat.one.command(
        seat.channel, "gridlock challenge", opponent=seat.two, variant="lines", size=4, first="me"
    )
    challenge = await answer(discord, asking)
    board = await answer(discord, seat.two.press(challenge, "Accept"))
    await seat.one.press(board, "B2")
    await discord.until(lambda: "· move 2" in board.text, "the move to be shown", _SHOWN_WITHIN_SECONDS)
    sure = await answer(discord, seat.two.press(board, "Resign"))
    await seat.two.press(sure, "Yes, resign")
    await discord.until(lambda: "Game over" in board.text, "the end to be shown", _SHOWN_WITHIN_SECONDS)


def _clear(discord: LocalDiscord) -> None:
    """Forget accepted requests, to save memory of this process."""
    if not discord.rejected:
        discord.requests.clear()
