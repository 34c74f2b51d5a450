"""What one person does: plays, and all that people do who are no careful players."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from contextlib import suppress
from random import Random
from typing import Any, Final

from chaos.players.visible_messages import Noticeboard, Seen, cells, has
from chaos.players.world import Town
from gridlock_rules import VARIANTS
from local_discord import Channel, Interaction, Member, Message, Refused, Unanswered

_SIZES: Final = (3, 3, 3, 3, 4, 4, 5, 6)
# All longer than a run, in which time runs out only where the run lets it.
_TIMES: Final = ("1 hour", "1 day", "3 days", "none")
_GAMES_ENOUGH: Final = 4
_LARGEST_BOARD_OF_BUTTONS: Final = 5
_HALF: Final = 0.5
_SHARE_AGAINST_THE_BOT: Final = 0.15
_LEVELS: Final = range(1, 6)
_READING: Final = tuple(
    f"gridlock {name}" for name in ("games", "leaderboard", "stats", "rules", "puzzle", "privacy", "my-data")
)


class Person:
    """Somebody who plays.

    Each habit does one thing, or tells that there is nothing to do. What Discord's own client refuses, because the
    message has just changed, is not done; an interaction that is not answered is given up.

    Args:
        member: Who it is.
        town: Where they are.
        noticeboard: What they see.
        dice: What decides.
    """

    def __init__(self, member: Member, town: Town, noticeboard: Noticeboard, dice: Random) -> None:
        self.member = member
        self._town = town
        self._noticeboard = noticeboard
        self._dice = dice

    async def play(self) -> bool:
        """Make a move, or half of one, where it is their turn: by a button where there is one, mostly."""
        turns = [seen for seen in self._own() if seen.is_there and seen.board.to_move == self.member.id]
        if not turns:
            return False
        seen = self._dice.choice(turns)
        if seen.board.size > _LARGEST_BOARD_OF_BUTTONS or self._dice.random() < 0.15:  # a share
            return await self._type_move(seen)
        return await self._press_cell(seen.message)

    async def double_click(self) -> bool:
        """Press the same cell twice at once."""
        turns = [seen for seen in self._own() if seen.is_there and seen.board.to_move == self.member.id]
        if not turns:
            return False
        message = self._dice.choice(turns).message
        buttons = cells(message)
        if not buttons:
            return False
        custom_id = self._dice.choice(buttons).custom_id
        await asyncio.gather(*(self._attempt(self.member.press(message, custom_id=custom_id)) for _ in range(2)))
        return True

    async def press_out_of_date(self) -> bool:
        """Press a button that the board had before, or one of an older copy."""
        old = [message for message in self._noticeboard.older if not message.deleted and cells(message)]
        if old and self._dice.random() < _HALF:
            return await self._press_cell(self._dice.choice(old))
        boards = [seen for seen in self._own() if seen.is_there and seen.version]
        if not boards:
            return False
        seen = self._dice.choice(boards)
        custom_id = f"gl1:cell:{seen.board.game}:{seen.version - 1}:A1"
        await self._attempt(self.member.press(seen.message, custom_id=custom_id, forged=True))
        return True

    async def meddle(self) -> bool:
        """Press whatever there is on a board of other people's."""
        others = [seen for seen in self._noticeboard.going_on.values() if self.member.id not in seen.board.players]
        others = [seen for seen in others if seen.is_there]
        if not others:
            return False
        message = self._dice.choice(others).message
        buttons = [button for button in message.buttons if not button.disabled and button.label != "Rules"]
        if buttons:
            await self._attempt(self.member.press(message, custom_id=self._dice.choice(buttons).custom_id))
        return bool(buttons)

    async def type_nonsense(self) -> bool:
        """Type a move that is not legal, or no move at all."""
        boards = self._own()
        if not boards:
            return False
        board = self._dice.choice(boards).board
        cell = self._dice.choice([board.move or "H8", "H8", "Z9", "42"])
        where = self._town.place(self._dice)
        await self._attempt(self.member.command(where, "gridlock move", cell=cell, game=str(board.game)))
        return True

    async def resign(self) -> bool:
        """Press Resign, and mostly mean it."""
        boards = [seen for seen in self._own() if seen.is_there]
        if not boards:
            return False
        asked = await self._attempt(self.member.press(self._dice.choice(boards).message, "Resign"))
        question = asked.reply if asked else None
        if question is not None and has(question, "giveup"):
            label = "Yes, resign" if self._dice.random() < 0.8 else "No, play on"  # a share
            await self._attempt(self.member.press(question, label))
        return True

    async def take_back(self) -> bool:
        """Ask for the last move back."""
        boards = [seen for seen in self._own() if seen.is_there and seen.board.to_move != self.member.id]
        boards = [seen for seen in boards if has(seen.message, "takeback")]
        if boards:
            await self._attempt(self.member.press(self._dice.choice(boards).message, "Take back"))
        return bool(boards)

    async def answer_offer(self) -> bool:
        """Answer an offer made to them, or press the button of somebody else's."""
        mine = [each for each in self._noticeboard.offers.values() if self._may_press(each)]
        if not mine:
            return False
        message = self._dice.choice(mine)
        await self._press_any(message)
        return True

    async def offer_rematch(self) -> bool:
        """Press Rematch under a game that is over."""
        boards = [message for message in self._noticeboard.finished if self._may_press(message)]
        boards = [message for message in boards if has(message, "rematch")]
        if boards:
            await self._attempt(self.member.press(self._dice.choice(boards), "Rematch"))
        return bool(boards)

    async def challenge(self) -> bool:
        """Challenge somebody, or everybody, unless they have games enough."""
        if len(self._own()) >= _GAMES_ENOUGH:
            return False
        others = [member for member in self._town.members if member is not self.member]
        options: dict[str, Any] = {
            "opponent": self._dice.choice([None, self._dice.choice(others)]),
            "variant": self._dice.choice(VARIANTS).key,
            "size": self._dice.choice(_SIZES),
            "time": self._dice.choice(_TIMES),
            "best_of": self._dice.choice((1, 1, 1, 3)),
        }
        if self._dice.random() < _SHARE_AGAINST_THE_BOT:
            options |= {"opponent": self._town.bot, "level": self._dice.choice(_LEVELS)}
        await self._attempt(self.member.command(self._town.place(self._dice), "gridlock challenge", **options))
        return True

    async def answer_challenge(self) -> bool:
        """Accept a challenge, mostly; or decline it, or cancel one of their own."""
        challenges = self._noticeboard.challenges_for(self.member.id)
        if not challenges:
            return False
        message = self._dice.choice(challenges)
        if self._dice.random() < 0.9:  # a share
            await self._attempt(self.member.press(message, "Accept"))
        else:
            await self._press_any(message)
        return True

    async def type_answer(self) -> bool:
        """Accept, decline or cancel a challenge by its number, as people do whose channel or message is gone."""
        command = f"gridlock {self._dice.choice(('accept', 'accept', 'decline', 'cancel', 'cancel'))}"
        where = self._town.place(self._dice)
        number = await self._offered(where, command, "challenge", challenge="")
        if number is not None:
            await self._attempt(self.member.command(where, command, challenge=number))
        return number is not None

    async def fetch_lost_board(self) -> bool:
        """Ask for a board that is gone."""
        lost = [seen for seen in self._own() if not seen.is_there]
        return bool(lost) and await self._fetch(self._dice.choice(lost))

    async def fetch_copy(self) -> bool:
        """Ask for another copy of a board."""
        boards = self._own()
        return bool(boards) and await self._fetch(self._dice.choice(boards))

    async def look_around(self) -> bool:
        """Ask for something that changes nothing."""
        await self._attempt(self.member.command(self._town.place(self._dice), self._dice.choice(_READING)))
        return True

    async def learn(self) -> bool:
        """Have a game reviewed, or ask for a hint."""
        command = self._dice.choice(("gridlock review", "gridlock hint"))
        where = self._town.place(self._dice)
        game = await self._offered(where, command, "game", game="")
        if game is not None:
            await self._attempt(self.member.command(where, command, game=game))
        return game is not None

    async def _fetch(self, seen: Seen) -> bool:
        where = self._town.place(self._dice)
        await self._attempt(self.member.command(where, "gridlock board", game=str(seen.board.game)))
        return True

    def _own(self) -> list[Seen]:
        return self._noticeboard.boards_of(self.member.id)

    def _may_press(self, message: Message) -> bool:
        return not (message.deleted or message.channel.deleted) and self.member.mention in message.text

    async def _press_cell(self, message: Message) -> bool:
        buttons = cells(message)
        if buttons:
            await self._attempt(self.member.press(message, custom_id=self._dice.choice(buttons).custom_id))
        return bool(buttons)

    async def _press_any(self, message: Message) -> None:
        custom_ids = [button.custom_id for button in message.buttons if not button.disabled]
        if custom_ids:
            await self._attempt(self.member.press(message, custom_id=self._dice.choice(custom_ids)))

    async def _type_move(self, seen: Seen) -> bool:
        game, where = str(seen.board.game), seen.message.channel
        cell = await self._offered(where, "gridlock move", "cell", game=game, cell="")
        if cell is None:
            return False
        removal = None
        if self._dice.random() < _HALF:
            removal = await self._offered(where, "gridlock move", "remove", game=game, cell=cell, remove="")
        asked = await self._attempt(self.member.command(where, "gridlock move", cell=cell, remove=removal, game=game))
        if asked is not None and asked.reply is not None and asked.reply.selects:
            select = self._dice.choice(asked.reply.selects)
            value = self._dice.choice(select.options)[0]
            await self._attempt(self.member.choose(asked.reply, select.custom_id, [value]))
        return True

    async def _offered(self, where: Channel, command: str, focused: str, **typed: str) -> str | None:
        """One of the choices that Discord offers while an option is typed; None if there are none."""
        with suppress(Refused, Unanswered):
            found = await self.member.autocomplete(where, command, focused=focused, **typed)
            return str(self._dice.choice(found)[1]) if found else None
        return None

    async def _attempt(self, doing: Awaitable[Interaction]) -> Interaction | None:
        with suppress(Refused, Unanswered):
            return await doing
        return None
