"""Actions of one actor: good moves and bad ones, double clicks, offers, commands."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from contextlib import suppress
from random import Random
from typing import Any, Final

from chaos.players.visible_messages import Seen, VisibleMessages, cells, has
from chaos.players.world import World
from gridlock_rules import VARIANTS
from local_discord import Channel, Interaction, Member, Message, Refused, Unanswered

_SIZES: Final = (3, 3, 3, 3, 4, 4, 5, 6)
# All longer than a run, so that deadlines pass only when the run sets them.
_TIMES: Final = ("1 hour", "1 day", "3 days", "none")
_GAMES_ENOUGH: Final = 4
_LARGEST_BOARD_OF_BUTTONS: Final = 5
_HALF: Final = 0.5
_SHARE_AGAINST_THE_BOT: Final = 0.15
_LEVELS: Final = range(1, 6)
_READING: Final = tuple(
    f"gridlock {name}"
    for name in ("games", "leaderboard", "stats", "rules", "learn puzzle", "learn streaks", "me privacy", "me my-data")
)


class Actor:
    """A member who plays.

    Each action returns whether there was something to do. Actions that Discord's client would refuse, because the
    message has just changed, are skipped; an interaction without an answer is given up.

    Args:
        member: The member.
        world: The server.
        visible: The messages they see.
        rng: Chooses what they do.

    Attributes:
        member: The member, or who has taken their place.
        world: The server.
        rng: Chooses what they do.
    """

    def __init__(self, member: Member, world: World, visible: VisibleMessages, rng: Random) -> None:
        self.member = member
        self.world = world
        self._visible = visible
        self.rng = rng

    async def play(self) -> bool:
        """Make a move or half of one, mostly by a button, in a game in which it is their turn."""
        turns = [seen for seen in self._own() if seen.is_there and seen.board.to_move == self.member.id]
        if not turns:
            return False
        seen = self.rng.choice(turns)
        if seen.board.size > _LARGEST_BOARD_OF_BUTTONS or self.rng.random() < 0.15:  # a share
            return await self._type_move(seen)
        return await self._press_cell(seen.message)

    async def double_click(self) -> bool:
        """Press the same cell twice at once."""
        turns = [seen for seen in self._own() if seen.is_there and seen.board.to_move == self.member.id]
        if not turns:
            return False
        message = self.rng.choice(turns).message
        buttons = cells(message)
        if not buttons:
            return False
        custom_id = self.rng.choice(buttons).custom_id
        await asyncio.gather(*(self.attempt(self.member.press(message, custom_id=custom_id)) for _ in range(2)))
        return True

    async def press_out_of_date(self) -> bool:
        """Press a button that the board no longer has, or one of an older copy."""
        old = [message for message in self._visible.older if not message.deleted and cells(message)]
        if old and self.rng.random() < _HALF:
            return await self._press_cell(self.rng.choice(old))
        boards = [seen for seen in self._own() if seen.is_there and seen.version]
        if not boards:
            return False
        seen = self.rng.choice(boards)
        custom_id = f"gl1:cell:{seen.board.game}:{seen.version - 1}:A1"
        await self.attempt(self.member.press(seen.message, custom_id=custom_id, forged=True))
        return True

    async def meddle(self) -> bool:
        """Press a button of other people's board."""
        others = [seen for seen in self._visible.going_on.values() if self.member.id not in seen.board.players]
        others = [seen for seen in others if seen.is_there]
        if not others:
            return False
        message = self.rng.choice(others).message
        buttons = [button for button in message.buttons if not button.disabled and button.label != "Rules"]
        if buttons:
            await self.attempt(self.member.press(message, custom_id=self.rng.choice(buttons).custom_id))
        return bool(buttons)

    async def type_nonsense(self) -> bool:
        """Type an illegal move, or text that is no move."""
        boards = self._own()
        if not boards:
            return False
        board = self.rng.choice(boards).board
        cell = self.rng.choice([board.move or "H8", "H8", "Z9", "42"])
        where = self.world.place(self.rng)
        await self.attempt(self.member.command(where, "gridlock move", cell=cell, game=str(board.game)))
        return True

    async def resign(self) -> bool:
        """Press Resign, and mostly confirm it."""
        boards = [seen for seen in self._own() if seen.is_there]
        if not boards:
            return False
        asked = await self.attempt(self.member.press(self.rng.choice(boards).message, "Resign"))
        question = asked.reply if asked else None
        if question is not None and has(question, "giveup"):
            label = "Yes, resign" if self.rng.random() < 0.8 else "No, play on"  # a share
            await self.attempt(self.member.press(question, label))
        return True

    async def take_back(self) -> bool:
        """Ask to take the last move back."""
        boards = [seen for seen in self._own() if seen.is_there and seen.board.to_move != self.member.id]
        boards = [seen for seen in boards if has(seen.message, "takeback")]
        if boards:
            await self.attempt(self.member.press(self.rng.choice(boards).message, "Take back"))
        return bool(boards)

    async def answer_offer(self) -> bool:
        """Press a button of an offer that names them."""
        mine = [each for each in self._visible.offers.values() if self._may_press(each)]
        if not mine:
            return False
        message = self.rng.choice(mine)
        await self._press_any(message)
        return True

    async def offer_rematch(self) -> bool:
        """Press Rematch under a finished game."""
        boards = [message for message in self._visible.finished if self._may_press(message)]
        boards = [message for message in boards if has(message, "rematch")]
        if boards:
            await self.attempt(self.member.press(self.rng.choice(boards), "Rematch"))
        return bool(boards)

    async def challenge(self) -> bool:
        """Challenge another member, everybody, or the bot, unless they have enough games."""
        if len(self._own()) >= _GAMES_ENOUGH:
            return False
        others = [member for member in self.world.members if member is not self.member]
        options: dict[str, Any] = {
            "opponent": self.rng.choice([None, self.rng.choice(others)]),
            "variant": self.rng.choice(VARIANTS).key,
            "size": self.rng.choice(_SIZES),
            "time": self.rng.choice(_TIMES),
            "best_of": self.rng.choice((1, 1, 1, 3)),
        }
        if self.rng.random() < _SHARE_AGAINST_THE_BOT:
            options |= {"opponent": self.world.bot, "level": self.rng.choice(_LEVELS)}
        await self.attempt(self.member.command(self.world.place(self.rng), "gridlock challenge", **options))
        return True

    async def answer_challenge(self) -> bool:
        """Accept a challenge, or press any of its buttons."""
        challenges = self._visible.challenges_for(self.member.id)
        if not challenges:
            return False
        message = self.rng.choice(challenges)
        if self.rng.random() < 0.9:  # a share
            await self.attempt(self.member.press(message, "Accept"))
        else:
            await self._press_any(message)
        return True

    async def type_answer(self) -> bool:
        """Accept, decline or cancel a challenge by its number, as if its message were gone."""
        command = f"gridlock {self.rng.choice(('accept', 'accept', 'decline', 'cancel', 'cancel'))}"
        where = self.world.place(self.rng)
        number = await self.offered(where, command, "challenge", challenge="")
        if number is not None:
            await self.attempt(self.member.command(where, command, challenge=number))
        return number is not None

    async def fetch_lost_board(self) -> bool:
        """Ask for a deleted board."""
        lost = [seen for seen in self._own() if not seen.is_there]
        return bool(lost) and await self._fetch(self.rng.choice(lost))

    async def fetch_copy(self) -> bool:
        """Ask for another copy of a board."""
        boards = self._own()
        return bool(boards) and await self._fetch(self.rng.choice(boards))

    async def look_around(self) -> bool:
        """Use a command that changes nothing."""
        await self.attempt(self.member.command(self.world.place(self.rng), self.rng.choice(_READING)))
        return True

    async def learn(self) -> bool:
        """Have a game reviewed, or ask for a hint."""
        command = self.rng.choice(("gridlock learn review", "gridlock learn hint"))
        where = self.world.place(self.rng)
        game = await self.offered(where, command, "game", game="")
        if game is not None:
            await self.attempt(self.member.command(where, command, game=game))
        return game is not None

    async def _fetch(self, seen: Seen) -> bool:
        where = self.world.place(self.rng)
        await self.attempt(self.member.command(where, "gridlock board", game=str(seen.board.game)))
        return True

    def _own(self) -> list[Seen]:
        return self._visible.boards_of(self.member.id)

    def _may_press(self, message: Message) -> bool:
        return not (message.deleted or message.channel.deleted) and self.member.mention in message.text

    async def _press_cell(self, message: Message) -> bool:
        buttons = cells(message)
        if buttons:
            await self.attempt(self.member.press(message, custom_id=self.rng.choice(buttons).custom_id))
        return bool(buttons)

    async def _press_any(self, message: Message) -> None:
        custom_ids = [button.custom_id for button in message.buttons if not button.disabled]
        if custom_ids:
            await self.attempt(self.member.press(message, custom_id=self.rng.choice(custom_ids)))

    async def _type_move(self, seen: Seen) -> bool:
        game, where = str(seen.board.game), seen.message.channel
        cell = await self.offered(where, "gridlock move", "cell", game=game, cell="")
        if cell is None:
            return False
        removal = None
        if self.rng.random() < _HALF:
            removal = await self.offered(where, "gridlock move", "remove", game=game, cell=cell, remove="")
        asked = await self.attempt(self.member.command(where, "gridlock move", cell=cell, remove=removal, game=game))
        if asked is not None and asked.reply is not None and asked.reply.selects:
            select = self.rng.choice(asked.reply.selects)
            value = self.rng.choice(select.options)[0]
            await self.attempt(self.member.choose(asked.reply, select.custom_id, [value]))
        return True

    async def offered(self, where: Channel, command: str, focused: str, **typed: str) -> str | None:
        """A random autocomplete choice of an option; None if there are none."""
        with suppress(Refused, Unanswered):
            found = await self.member.autocomplete(where, command, focused=focused, **typed)
            return str(self.rng.choice(found)[1]) if found else None
        return None

    async def attempt(self, doing: Awaitable[Interaction]) -> Interaction | None:
        """Do something, and return the interaction; None if Discord's client refused it, or nobody answered."""
        with suppress(Refused, Unanswered):
            return await doing
        return None
