"""What collides: the actions of players, moderators and the clock."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from gridlock_host import Refusal, SessionManager, Sweeper
from gridlock_host.servers.settings import Actor
from gridlock_rules import RulesError
from races.scenes import Scene


@dataclass(frozen=True, slots=True)
class Host:
    """What a process of the bot acts with.

    Attributes:
        sessions: Through which people act. Their time is not over yet.
        sweeper: What acts by itself. For it, time is over.
    """

    sessions: SessionManager
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


Action = Callable[[Host, Scene], Awaitable[object]]


async def answer(action: Action, host: Host, scene: Scene) -> Answer:
    """Let something happen, and tell what came of it. What is no refusal is raised."""
    try:
        await action(host, scene)
    except (Refusal, RulesError) as refusal:
        return Answer(granted=False, reason=type(refusal).__name__, sentence=str(refusal))
    return Answer(granted=True)


class NothingDue(Refusal):
    """A sweep has found nothing to end, because a person was faster."""

    def __str__(self) -> str:
        """No player is told that; here it stands for the sentence."""
        return "Nothing was due."


async def ada_moves_to_c1(host: Host, scene: Scene) -> None:
    """Ada moves on a board of two moves."""
    await host.sessions.move(scene.guild_id, scene.subject_id, scene.ada, "C1", seen_version=2)


async def ada_moves_to_a4(host: Host, scene: Scene) -> None:
    """Ada makes another move on the same board, as from a second device."""
    await host.sessions.move(scene.guild_id, scene.subject_id, scene.ada, "A4", seen_version=2)


async def ada_makes_the_last_move(host: Host, scene: Scene) -> None:
    """Ada wins."""
    await host.sessions.move(scene.guild_id, scene.subject_id, scene.ada, "B2", seen_version=0)


async def ada_resigns(host: Host, scene: Scene) -> None:
    """Ada gives the game up."""
    await host.sessions.resign(scene.guild_id, scene.subject_id, scene.ada)


async def bob_resigns(host: Host, scene: Scene) -> None:
    """Bob gives the game up."""
    await host.sessions.resign(scene.guild_id, scene.subject_id, scene.bob)


async def bob_accepts(host: Host, scene: Scene) -> None:
    """Bob accepts the challenge."""
    await host.sessions.accept(scene.guild_id, scene.subject_id, scene.bob, channel_id=scene.channel_id)


async def cleo_accepts(host: Host, scene: Scene) -> None:
    """Cleo accepts the challenge."""
    await host.sessions.accept(scene.guild_id, scene.subject_id, scene.cleo, channel_id=scene.channel_id)


async def ada_cancels(host: Host, scene: Scene) -> None:
    """Ada withdraws her challenge."""
    await host.sessions.cancel(scene.guild_id, scene.subject_id, scene.ada)


async def ada_wants_a_rematch(host: Host, scene: Scene) -> None:
    """Ada presses Rematch."""
    await host.sessions.offer_rematch(scene.guild_id, scene.subject_id, scene.ada, channel_id=scene.channel_id)


async def bob_wants_a_rematch(host: Host, scene: Scene) -> None:
    """Bob presses Rematch."""
    await host.sessions.offer_rematch(scene.guild_id, scene.subject_id, scene.bob, channel_id=scene.channel_id)


async def cleo_ends_the_game(host: Host, scene: Scene) -> None:
    """Cleo, who may, ends the game for nobody's points."""
    actor = Actor(scene.cleo, manages_server=True)
    await host.sessions.end_game(scene.guild_id, scene.subject_id, actor, "asked to")


async def bob_is_forgotten(host: Host, scene: Scene) -> None:
    """Bob has all his data deleted."""
    await host.sessions.forget(scene.bob)


async def time_runs_out(host: Host, scene: Scene) -> None:
    """A sweep finds that the time is over."""
    events = await host.sweeper.sweep()
    if not any(event.subject.id == scene.subject_id for event in events):
        raise NothingDue
