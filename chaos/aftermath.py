"""The end of a run: play every open game to its end, and press the stale buttons that crashes left behind."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Container, Iterable, Mapping
from enum import Enum
from random import Random
from typing import Final

from chaos.checks import Evidence
from chaos.checks.evidence import Breach, Invariant
from chaos.checks.messages import stale_control
from chaos.players.visible_messages import Control, cells
from chaos.players.world import World, guild_id
from chaos.store import Store, Stored, StoredGame
from gridlock_rules import Move, cell_name
from local_discord import Channel, Interaction, Member, Message, Refused, Unanswered

_GAMES_AT_ONCE: Final = 12
_SECONDS_BETWEEN_ACTIONS: Final = 0.6
_ROUNDS_AT_MOST: Final = 400
_MOVES_TRIED: Final = 20
# How the private answer to a typed move begins.
_CONFIRMED: Final = "You played "


class Way(Enum):
    """How a game was continued; the value is its line in the report."""

    BUTTON = "moves by a button of the board that stands there"
    COMMAND = "moves by command on a board without buttons"
    FETCHED = "boards that were fetched because they, or their channels, had been deleted"


class Finisher:
    """Plays all open games to their end.

    Args:
        worlds: The servers they are played on.
        store: The database, from which positions are read.
        until_shown: Waits until all messages show what is in the database.
        rng: Chooses the moves.

    Attributes:
        ways: How often games were continued in each way.
        stuck: The games that could not be continued: number to reason.
    """

    def __init__(
        self, worlds: Iterable[World], store: Store, until_shown: Callable[[], Awaitable[object]], rng: Random
    ) -> None:
        self._worlds = {world.guild.id: world for world in worlds}
        self._store = store
        self._until_shown = until_shown
        self._rng = rng
        self._free_at: defaultdict[int, float] = defaultdict(float)
        self._room = asyncio.Semaphore(_GAMES_AT_ONCE)
        self.ways: Counter[Way] = Counter()
        self.stuck: dict[int, str] = {}

    async def finish(self) -> int:
        """Play until only stuck games are open; return how many games were finished.

        The end of a game of a match begins the next one.
        """
        finished = 0
        for _ in range(_ROUNDS_AT_MOST):
            going_on = await self._going_on()
            left = [game for number, game in going_on.items() if number not in self.stuck]
            if not left:
                return finished
            await asyncio.gather(*(self._take_turn(game) for game in left if game.to_move != game.row.bot_id))
            await self._until_shown()
            finished += len(going_on.keys() - (await self._going_on()).keys())
        self.stuck |= dict.fromkeys(await self._going_on(), "it comes to no end")
        return finished

    async def _going_on(self) -> dict[int, StoredGame]:
        games = (await self._store.read()).games
        return {number: game for number, game in games.items() if game.result is None}

    async def _take_turn(self, game: StoredGame) -> None:
        """Make one move in a game, or fetch its board."""
        async with self._room:
            if not game.has_legal_move:
                self.stuck[game.row.id] = "by its stored moves it has no legal one, or never had"
                return
            member = self._worlds[game.row.guild_id].member(game.to_move)
            await self._wait_for(member)
            try:
                await self._move(game, member)
            except (Refused, Unanswered) as error:
                self.stuck[game.row.id] = str(error)

    async def _wait_for(self, member: Member) -> None:
        """Wait until a person could act again."""
        now = asyncio.get_running_loop().time()
        free_at = max(now, self._free_at[member.id])
        self._free_at[member.id] = free_at + _SECONDS_BETWEEN_ACTIONS
        await asyncio.sleep(free_at - now)

    async def _move(self, game: StoredGame, member: Member) -> None:
        message = self._board(game)
        if message is None:
            await self._fetch(game, member)
        elif cells(message):
            await self._press(game, message, member)
        else:
            await self._type(game, message.channel, member)

    def _board(self, game: StoredGame) -> Message | None:
        channel = self._channel(game)
        message = None if channel is None else channel.history.get(game.row.message_id)
        return None if message is None or message.deleted else message

    def _channel(self, game: StoredGame) -> Channel | None:
        world = self._worlds[game.row.guild_id]
        places = [*world.channels, *world.threads]
        return next((each for each in places if each.id == game.row.channel_id), None)

    async def _fetch(self, game: StoredGame, member: Member) -> None:
        """Post a missing board again, in its channel if that exists."""
        channel = self._channel(game) or self._worlds[game.row.guild_id].channels[0]
        asked = await member.command(channel, "gridlock board", game=str(game.row.id))
        self._expect(game, asked, Way.FETCHED)

    async def _press(self, game: StoredGame, message: Message, member: Member) -> None:
        """Press a cell; a move with a removal takes two presses."""
        offered = {Control.read(button.custom_id or "").argument: button.custom_id for button in cells(message)}
        move = self._shortest(game, {name.split("/")[0] for name in offered})
        custom_id = None if move is None else offered.get(str(move)) or offered.get(cell_name(move.cell))
        if custom_id is None:
            self.stuck[game.row.id] = f"its board offers {sorted(offered)}, of which none is legal by the stored moves"
            return
        self._expect(game, await member.press(message, custom_id=custom_id), Way.BUTTON)

    async def _type(self, game: StoredGame, channel: Channel, member: Member) -> None:
        move = self._shortest(game)
        if move is None:
            self.stuck[game.row.id] = "by its stored moves it has no legal one"
            return
        removal = None if move.removed is None else cell_name(move.removed)
        asked = await member.command(
            channel, "gridlock move", cell=cell_name(move.cell), remove=removal, game=str(game.row.id)
        )
        self._expect(game, asked, Way.COMMAND)

    def _shortest(self, game: StoredGame, steps: Container[str] | None = None) -> Move | None:
        """A legal move, to the given cells if any, that leaves the opponent few moves, so that the game ends soon.

        None if there is none.
        """
        position = game.position
        moves = [move for move in position.legal_moves if steps is None or cell_name(move.cell) in steps]
        some = self._rng.sample(moves, min(len(moves), _MOVES_TRIED))
        return min(some, key=lambda move: len(position.play(move).legal_moves), default=None)

    def _expect(self, game: StoredGame, asked: Interaction, way: Way) -> None:
        self.ways[way] += 1
        said = asked.reply
        confirmed = way is Way.COMMAND and said is not None and said.text.startswith(_CONFIRMED)
        if said is not None and said.ephemeral and not said.thinking and not confirmed:
            self.stuck[game.row.id] = f"{way.value}: {said.text}"


_AFTERMATH_SECONDS = 15.0


def left_over(messages: Mapping[int, Message], stored: Stored) -> list[tuple[Message, Control]]:
    """The messages with a stale button, each with that button."""
    stand = [message for message in messages.values() if not (message.deleted or message.channel.deleted)]
    found = ((message, stale_control(message, stored)) for message in stand)
    return [(message, control) for message, control in found if control is not None]


async def press_all(worlds: Iterable[World], left: list[tuple[Message, Control]], rng: Random) -> None:
    """Press the stale button of each of these messages."""
    by_guild = {world.guild.id: world for world in worlds}
    for message, control in left:
        custom_id = next(each.custom_id for each in message.buttons if each.custom_id and _is(each.custom_id, control))
        presser = _presser(by_guild[guild_id(message.channel)], message, rng)
        try:
            await presser.press(message, custom_id=custom_id, forged=True)
        except (Refused, Unanswered):
            continue


def unexplained(left: list[tuple[Message, Control]], evidence: Evidence) -> list[Breach]:
    """Breaches for those that no crash and no failed request explains."""
    log = "\n".join(line for line in evidence.log if "could not be changed" in line)
    return [
        Breach(Invariant.WRONG_BOARD, f"{control} was left on {message}", control.subject)
        for message, control in left
        if str(message.id) not in log
        and not _was_in_trouble(message, evidence)
        and not _was_replaced_in_trouble(message, control, evidence)
    ]


def _was_in_trouble(message: Message, evidence: Evidence) -> bool:
    """Whether the bot may not know of the message: it died or was disconnected then, or its database did not work."""
    asked = message.origin is not None and next(
        (each for each in evidence.events.entries.values() if each.interaction.id == int(message.origin["id"])), None
    )
    if asked and any(one.injected for one in asked.replies):
        return True
    until = message.created_at + _AFTERMATH_SECONDS
    return (
        evidence.outages.interrupted(message.created_at, until, guild_id(message.channel))
        or evidence.store_outages.between(message.created_at, until) is not None
    )


def _was_replaced_in_trouble(message: Message, control: Control, evidence: Evidence) -> bool:
    """Whether the bot died or was disconnected when it had just posted a newer message about the game."""
    newer = (
        each for each in evidence.messages.values() if each.id > message.id and f"#{control.subject} " in each.text
    )
    return any(_was_in_trouble(each, evidence) for each in newer)


def _is(custom_id: str, control: Control) -> bool:
    return Control.read(custom_id) == control


def _presser(world: World, message: Message, rng: Random) -> Member:
    named = [member for member in world.members if member.mention in message.text]
    return rng.choice(named or world.members)
