"""Many people, each of whom does one thing after the other."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Final

from chaos.players.actions import Person
from chaos.players.visible_messages import Noticeboard
from chaos.players.world import Town

_PAUSE_SECONDS: Final = 1.0
_PATIENCE: Final = 0.85
_HABITS: Final = {
    Person.play: 50,
    Person.answer_challenge: 10,
    Person.challenge: 8,
    Person.answer_offer: 10,
    Person.double_click: 6,
    Person.offer_rematch: 4,
    Person.press_out_of_date: 4,
    Person.meddle: 4,
    Person.type_nonsense: 3,
    Person.take_back: 6,
    Person.fetch_lost_board: 3,
    Person.fetch_copy: 2,
    Person.resign: 1.5,
    Person.type_answer: 3,
    Person.look_around: 1,
    Person.learn: 1,
}
# So that a long run does not come to a standstill, with games whose boards are gone.
_INSTEAD: Final = (Person.play, Person.answer_challenge, Person.challenge, Person.fetch_lost_board, Person.type_answer)


class Crowd:
    """The people of a town, each at the pace of a person.

    Args:
        town: Where they are.
        noticeboard: What they see.
        seed: What decides what they do.
    """

    def __init__(self, town: Town, noticeboard: Noticeboard, seed: int) -> None:
        self._town = town
        self._people = [
            (Person(member, town, noticeboard, dice), dice)
            for number, member in enumerate(town.members)
            for dice in (Random(f"{seed} {number}"),)
        ]

    async def live(self) -> None:
        """Do one thing after the other, all of them, until cancelled."""
        async with asyncio.TaskGroup() as group:
            for person, dice in self._people:
                group.create_task(self._live(person, dice))

    async def _live(self, person: Person, dice: Random) -> None:
        while True:
            await asyncio.sleep(dice.uniform(0, 2 * _PAUSE_SECONDS))
            if self._town.discord.sessions or dice.random() > _PATIENCE:
                await _do_something(person, dice)


async def _do_something(person: Person, dice: Random) -> None:
    habit = dice.choices(list(_HABITS), list(_HABITS.values()))[0]
    for each in (habit, *_INSTEAD):
        if await each(person):
            return
