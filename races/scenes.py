"""Scenes of a collision: a game or challenge with a server and players of its own."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from gridlock_host import First, Host, Person, Place, Terms
from gridlock_host.model.standings.season import Rhythm
from gridlock_host.servers.permissions import Actor
from gridlock_host.servers.settings import SettingsChange

START: Final = datetime(2030, 5, 17, 12, tzinfo=UTC)
_TIME: Final = timedelta(days=1)
# Just before and just after the deadline.
IN_TIME: Final = START + _TIME - timedelta(seconds=1)
TOO_LATE: Final = START + _TIME + timedelta(seconds=1)

# As long as real ids, which do not fit into 32 bits.
_FIRST_ID: Final = 1_100_000_000_000_000_000
_IDS_OF_A_SCENE: Final = 10


@dataclass(frozen=True, slots=True)
class Scene:
    """The ids of one collision.

    Attributes:
        number: Its number; no two scenes share a server or player.
        subject_id: The id of the game or challenge; 0 while it is being prepared.
    """

    number: int
    subject_id: int = 0

    @property
    def first_id(self) -> int:
        """The smallest id of this scene: its server."""
        return _FIRST_ID + self.number * _IDS_OF_A_SCENE

    @property
    def guild_id(self) -> int:
        """The server."""
        return self.first_id

    @property
    def channel_id(self) -> int:
        """Its only channel."""
        return self.first_id + 1

    @property
    def ada(self) -> int:
        """The challenger, who moves first."""
        return self.first_id + 2

    @property
    def bob(self) -> int:
        """The opponent, who moves second."""
        return self.first_id + 3

    @property
    def cleo(self) -> int:
        """A manager of the server."""
        return self.first_id + 4

    def holds(self, some_id: int) -> bool:
        """Whether an id belongs to this scene."""
        return self.first_id <= some_id < self.first_id + _IDS_OF_A_SCENE


Prepare = Callable[[Host, Scene], Awaitable[int]]


async def challenge_to_anybody(host: Host, scene: Scene) -> int:
    """Ada challenges anybody."""
    return await _challenge(host, scene, opponent=None)


async def challenge_to_bob(host: Host, scene: Scene) -> int:
    """Ada challenges Bob."""
    return await _challenge(host, scene, opponent=Person(scene.bob))


async def running_game(host: Host, scene: Scene) -> int:
    """A game in which both have moved and Ada has a choice. The time for a move is a day."""
    challenge_id = await _challenge(host, scene, opponent=Person(scene.bob), size=5, per_move=_TIME)
    game = await host.challenges.accept(scene.guild_id, challenge_id, scene.bob, channel_id=scene.channel_id)
    game = await host.games.move(scene.guild_id, game.id, scene.ada, "C3")
    game = await host.games.move(scene.guild_id, game.id, scene.bob, "C4")
    return game.id


async def nearly_won_game(host: Host, scene: Scene, number: int = 0) -> int:
    """A game that Ada wins with her next move, B2; with a number if it is not the first of the scene."""
    challenge_id = await _challenge(host, scene, opponent=Person(scene.bob), variant_key="dodge", number=number)
    game = await host.challenges.accept(scene.guild_id, challenge_id, scene.bob, channel_id=scene.channel_id)
    return game.id


async def finished_game(host: Host, scene: Scene, number: int = 0) -> int:
    """A game that Ada has won; with a number if it is not the first of the scene."""
    game_id = await nearly_won_game(host, scene, number)
    await host.games.move(scene.guild_id, game_id, scene.ada, "B2")
    return game_id


async def game_of_a_season(host: Host, scene: Scene) -> int:
    """A game that Ada has won, in a season that was begun by hand."""
    manager = Actor(scene.cleo, manages_server=True)
    await host.servers.settings.change(scene.guild_id, manager, SettingsChange(season=Rhythm.BY_HAND))
    await host.games.seasons.begin(scene.guild_id)
    return await finished_game(host, scene)


async def two_games_of_a_season(host: Host, scene: Scene) -> int:
    """Two games that Ada has won, in a season; the second is the subject."""
    await game_of_a_season(host, scene)
    return await finished_game(host, scene, number=1)


async def finished_and_nearly_won_game(host: Host, scene: Scene) -> int:
    """A game that Ada has won, in a season, and one that she wins with her next move, B2, which is the subject."""
    await game_of_a_season(host, scene)
    return await nearly_won_game(host, scene, number=1)


async def _challenge(
    host: Host,
    scene: Scene,
    *,
    opponent: Person | None,
    variant_key: str = "lines",
    size: int = 3,
    per_move: timedelta | None = None,
    number: int = 0,
) -> int:
    terms = Terms(variant_key, size, First.ME, per_move)
    place = Place(scene.guild_id, scene.channel_id)
    challenge = await host.challenges.propose(place, scene.ada, opponent, terms, request_id=scene.first_id + number)
    return challenge.id
