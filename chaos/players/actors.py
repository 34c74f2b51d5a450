"""Actors that act at random, each at the pace of a person."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from random import Random
from typing import Final, TypeVar

from chaos.players.actions import Actor
from chaos.players.manager_actions import Manager
from chaos.players.record_actions import forget, see_leaderboard, see_records
from chaos.players.visible_messages import VisibleMessages
from chaos.players.world import World

_A = TypeVar("_A", bound=Actor)

_PAUSE_SECONDS: Final = 1.0
_PAUSE_OF_MANAGERS: Final = 0.3
_PATIENCE: Final = 0.85
_ACTIONS: Final[Mapping[Callable[[Actor], Awaitable[bool]], float]] = {
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
    see_leaderboard: 2,
    see_records: 1.5,
    forget: 1.5,
}
_ACTIONS_OF_MANAGERS: Final[Mapping[Callable[[Manager], Awaitable[bool]], float]] = {
    Manager.void: 10,
    Manager.unvoid: 5,
    Manager.ban: 2,
    Manager.unban: 4,
    Manager.begin_season: 5,
    Manager.change_settings: 3,
    Manager.look: 2,
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
        chance = Random(f"{seed} manager {world.first}")
        self._manager = Manager(world, visible, chance), chance

    async def live(self) -> None:
        """Let all of them act, until cancelled."""
        async with asyncio.TaskGroup() as group:
            for person, rng in self._people:
                group.create_task(self._live(person, rng, _ACTIONS, _INSTEAD))
            group.create_task(self._live(*self._manager, _ACTIONS_OF_MANAGERS, pause=_PAUSE_OF_MANAGERS))

    async def _live(
        self,
        person: _A,
        rng: Random,
        actions: Mapping[Callable[[_A], Awaitable[bool]], float],
        instead: Sequence[Callable[[_A], Awaitable[bool]]] = (),
        pause: float = _PAUSE_SECONDS,
    ) -> None:
        while True:
            await asyncio.sleep(rng.uniform(0, 2 * pause))
            if self._world.discord.sessions or rng.random() > _PATIENCE:
                action = rng.choices(list(actions), list(actions.values()))[0]
                for each in (action, *instead):
                    if await each(person):
                        break
