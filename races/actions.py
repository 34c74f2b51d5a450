"""What collides: the actions of players, moderators and the clock."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from gridlock_host import Host, Refusal, Sweeper
from gridlock_host.servers.settings import Actor
from gridlock_rules import RulesError
from races.scenes import Scene


@dataclass(frozen=True, slots=True)
class Process:
    """What a process of the bot acts with.

    Attributes:
        host: Through which people act. Their time is not over yet.
        sweeper: What acts by itself. For it, time is over.
    """

    host: Host
    sweeper: Sweeper


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of an action.

    Attributes:
        granted: Whether it was done.
        reason: Why not: the kind of refusal; empty if it was done.
        sentence: What a player is told of that.
    """

    granted: bool
    reason: str = ""
    sentence: str = ""


Action = Callable[[Process, Scene], Awaitable[object]]


async def answer(action: Action, process: Process, scene: Scene) -> Answer:
    """Let something happen, and tell what came of it. What is no refusal is raised."""
    try:
        await action(process, scene)
    except (Refusal, RulesError) as refusal:
        return Answer(granted=False, reason=type(refusal).__name__, sentence=str(refusal))
    return Answer(granted=True)


class NothingDue(Refusal):
    """A sweep has found nothing to end, because a person was faster."""

    def __str__(self) -> str:
        """No player is told that; here it stands for the sentence."""
        return "Nothing was due."


async def ada_moves_to_c1(process: Process, scene: Scene) -> None:
    """Ada moves on a board of two moves."""
    await process.host.games.move(scene.guild_id, scene.subject_id, scene.ada, "C1", seen_version=2)


async def ada_moves_to_a4(process: Process, scene: Scene) -> None:
    """Ada makes another move on the same board, as from a second device."""
    await process.host.games.move(scene.guild_id, scene.subject_id, scene.ada, "A4", seen_version=2)


async def ada_makes_the_last_move(process: Process, scene: Scene) -> None:
    """Ada wins."""
    await process.host.games.move(scene.guild_id, scene.subject_id, scene.ada, "B2", seen_version=0)


async def ada_resigns(process: Process, scene: Scene) -> None:
    """Ada gives the game up."""
    await process.host.games.resign(scene.guild_id, scene.subject_id, scene.ada)


async def bob_resigns(process: Process, scene: Scene) -> None:
    """Bob gives the game up."""
    await process.host.games.resign(scene.guild_id, scene.subject_id, scene.bob)


async def bob_accepts(process: Process, scene: Scene) -> None:
    """Bob accepts the challenge."""
    await process.host.challenges.accept(scene.guild_id, scene.subject_id, scene.bob, channel_id=scene.channel_id)


async def cleo_accepts(process: Process, scene: Scene) -> None:
    """Cleo accepts the challenge."""
    await process.host.challenges.accept(scene.guild_id, scene.subject_id, scene.cleo, channel_id=scene.channel_id)


async def ada_cancels(process: Process, scene: Scene) -> None:
    """Ada withdraws her challenge."""
    await process.host.challenges.cancel(scene.guild_id, scene.subject_id, scene.ada)


async def ada_wants_a_rematch(process: Process, scene: Scene) -> None:
    """Ada presses Rematch."""
    await process.host.challenges.rematch.offer(
        scene.guild_id, scene.subject_id, scene.ada, channel_id=scene.channel_id
    )


async def bob_wants_a_rematch(process: Process, scene: Scene) -> None:
    """Bob presses Rematch."""
    await process.host.challenges.rematch.offer(
        scene.guild_id, scene.subject_id, scene.bob, channel_id=scene.channel_id
    )


async def cleo_ends_the_game(process: Process, scene: Scene) -> None:
    """Cleo, who may, ends the game for nobody's points."""
    actor = Actor(scene.cleo, manages_server=True)
    await process.host.servers.moderation.end_game(scene.guild_id, scene.subject_id, actor, "asked to")


async def bob_is_forgotten(process: Process, scene: Scene) -> None:
    """Bob has all his data deleted."""
    await process.host.members.privacy.forget(scene.bob)


async def time_runs_out(process: Process, scene: Scene) -> None:
    """A sweep finds that the time is over."""
    events = await process.sweeper.sweep()
    if not any(event.subject.id == scene.subject_id for event in events):
        raise NothingDue
