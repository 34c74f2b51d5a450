"""Actors that act at random, each at the pace of a person."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Final

from chaos.players.actions import Actor
from chaos.players.visible_messages import VisibleMessages
from chaos.players.world import World

_PAUSE_SECONDS: Final = 1.0
_PATIENCE: Final = 0.85
_ACTIONS: Final = {
    Actor.play: 50,
    Actor.answer_challenge: 10,
    Actor.challenge: 8,
    Actor.answer_offer: 10,
    Actor.double_click: 6,
    Actor.offer_rematch: 4,
    Actor.press_out_of_date: 4,
    Actor.meddle: 4,
    Actor.type_nonsense: 3,
    Actor.take_back: 6,
    Actor.fetch_lost_board: 3,
    Actor.fetch_copy: 2,
    Actor.resign: 1.5,
    Actor.type_answer: 3,
    Actor.look_around: 1,
    Actor.learn: 1,
}
# These keep a long run going when the boards of all games are gone.
_INSTEAD: Final = (Actor.play, Actor.answer_challenge, Actor.challenge, Actor.fetch_lost_board, Actor.type_answer)


class Actors:
    """All actors of a server.

    Args:
        world: The server.
        visible: The messages they see.
        seed: The seed of what they do.
    """

    def __init__(self, world: World, visible: VisibleMessages, seed: int) -> None:
        self._world = world
        self._people = [
            (Actor(member, world, visible, rng), rng)
            for number, member in enumerate(world.members, start=world.first - 1)
            for rng in (Random(f"{seed} {number}"),)
        ]

    async def live(self) -> None:
        """Let all of them act, until cancelled."""
        async with asyncio.TaskGroup() as group:
            for person, rng in self._people:
                group.create_task(self._live(person, rng))

    async def _live(self, person: Actor, rng: Random) -> None:
        while True:
            await asyncio.sleep(rng.uniform(0, 2 * _PAUSE_SECONDS))
            if self._world.discord.sessions or rng.random() > _PATIENCE:
                await _do_something(person, rng)


async def _do_something(person: Actor, rng: Random) -> None:
    action = rng.choices(list(_ACTIONS), list(_ACTIONS.values()))[0]
    for each in (action, *_INSTEAD):
        if await each(person):
            return
