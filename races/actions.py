"""The actions of players, moderators and the sweeper, and the pairs that can collide."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from gridlock_host import Host, Refusal, Sweeper
from gridlock_host.servers.permissions import Actor
from gridlock_rules import RulesError
from races import scenes
from races.scenes import Prepare, Scene

_LONGEST_REASON: Final = 200


@dataclass(frozen=True, slots=True)
class Process:
    """The services of one process of the bot.

    Attributes:
        host: The host for actions of people; its clock is before the deadline.
        sweeper: The sweeper; its clock is after the deadline.
    """

    host: Host
    sweeper: Sweeper


@dataclass(frozen=True, slots=True)
class ActionResult:
    """The result of an action.

    Attributes:
        granted: Whether it was done.
        reason: The class of the refusal, or the unexpected error; empty if it was done.
        sentence: The text of the refusal.
    """

    granted: bool
    reason: str = ""
    sentence: str = ""


Action = Callable[[Process, Scene], Awaitable[object]]


async def perform(action: Action, process: Process, scene: Scene) -> ActionResult:
    """Run an action and return its result. An error that is no refusal has no sentence, which is a breach."""
    try:
        await action(process, scene)
    except (Refusal, RulesError) as refusal:
        return ActionResult(granted=False, reason=type(refusal).__name__, sentence=str(refusal))
    except Exception as error:  # noqa: BLE001  # the collision reports it
        return ActionResult(granted=False, reason=repr(error)[:_LONGEST_REASON])
    return ActionResult(granted=True)


class NothingDue(Refusal):
    """A sweep found nothing to end, because a person was faster."""

    def __str__(self) -> str:
        """A text for the result; no player sees it."""
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


async def bob_declines(process: Process, scene: Scene) -> None:
    """Bob declines Ada's challenge."""
    await process.host.challenges.decline(scene.guild_id, scene.subject_id, scene.bob)


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
    """Cleo, a manager, ends the game without points."""
    actor = Actor(scene.cleo, manages_server=True)
    await process.host.servers.moderation.end_game(scene.guild_id, scene.subject_id, actor, "asked to")


async def bob_is_forgotten(process: Process, scene: Scene) -> None:
    """Bob has all his data deleted."""
    await process.host.members.privacy.forget(scene.bob)


async def cleo_voids_the_game(process: Process, scene: Scene) -> None:
    """Cleo, a manager, takes the game out of the standings."""
    await _void(process, scene, scene.subject_id)


async def cleo_voids_the_game_before(process: Process, scene: Scene) -> None:
    """Cleo takes the other game of the scene out."""
    await _void(process, scene, scene.subject_id - 1)


async def _void(process: Process, scene: Scene, game_id: int) -> None:
    actor = Actor(scene.cleo, manages_server=True)
    await process.host.servers.moderation.void(scene.guild_id, game_id, actor, "asked to")


async def cleo_bans_bob_with_all_his_games(process: Process, scene: Scene) -> None:
    """Cleo bans Bob, and takes his games out."""
    actor = Actor(scene.cleo, manages_server=True)
    await process.host.servers.moderation.ban(scene.guild_id, actor, scene.bob, "asked to", voids_games=True)


async def cleo_begins_a_season(process: Process, scene: Scene) -> None:
    """Cleo ends the running season."""
    await process.host.games.seasons.begin(scene.guild_id)


async def time_runs_out(process: Process, scene: Scene) -> None:
    """A sweep ends what is past its deadline."""
    events = await process.sweeper.sweep()
    if not any(event.subject.id == scene.subject_id for event in events):
        raise NothingDue


@dataclass(frozen=True, slots=True)
class Pair:
    """Two actions that can collide.

    Attributes:
        name: Its name in the table.
        prepare: Creates their game or challenge, and returns its id.
        one: The first action.
        two: The second action.
        granted: How many of the two may be granted.
    """

    name: str
    prepare: Prepare
    one: Action
    two: Action
    granted: frozenset[int] = frozenset({1})


# The first press makes the offer, and the second accepts it.
_OFFER_AND_ANSWER: Final = frozenset({2})
# Neither hinders the other.
_BOTH: Final = frozenset({2})
# Erasure and a ban are always granted; the move may come before it. So is a resignation, before a void.
_ONE_OR_BOTH: Final = frozenset({1, 2})

PAIRS: Final = (
    Pair("move/move", scenes.running_game, ada_moves_to_c1, ada_moves_to_a4),
    Pair("move/resign", scenes.nearly_won_game, ada_makes_the_last_move, bob_resigns),
    Pair("move/expire", scenes.running_game, ada_moves_to_c1, time_runs_out),
    Pair("accept/accept", scenes.challenge_to_anybody, bob_accepts, cleo_accepts),
    Pair("accept/cancel", scenes.challenge_to_bob, bob_accepts, ada_cancels),
    Pair("accept/decline", scenes.challenge_to_bob, bob_accepts, bob_declines),
    Pair("accept/expire", scenes.challenge_to_bob, bob_accepts, time_runs_out),
    Pair(
        "rematch/rematch",
        scenes.finished_game,
        ada_wants_a_rematch,
        bob_wants_a_rematch,
        _OFFER_AND_ANSWER,
    ),
    Pair("resign/resign", scenes.running_game, ada_resigns, bob_resigns),
    Pair("moderate/move", scenes.nearly_won_game, cleo_ends_the_game, ada_makes_the_last_move),
    Pair("forget/move", scenes.nearly_won_game, bob_is_forgotten, ada_makes_the_last_move, _ONE_OR_BOTH),
    Pair("void/rematch", scenes.finished_game, cleo_voids_the_game, ada_wants_a_rematch, _BOTH),
    Pair("void/resign", scenes.running_game, cleo_voids_the_game, bob_resigns, _ONE_OR_BOTH),
    Pair("ban/resign", scenes.running_game, cleo_bans_bob_with_all_his_games, bob_resigns, _BOTH),
    Pair("ban/rematch", scenes.finished_game, cleo_bans_bob_with_all_his_games, ada_wants_a_rematch, _ONE_OR_BOTH),
    Pair("void/forget", scenes.game_of_a_season, cleo_voids_the_game, bob_is_forgotten, _BOTH),
    Pair("void/void", scenes.game_of_a_season, cleo_voids_the_game, cleo_voids_the_game),
    Pair("void/other void", scenes.two_games_of_a_season, cleo_voids_the_game, cleo_voids_the_game_before, _BOTH),
    Pair(
        "void/other end",
        scenes.finished_and_nearly_won_game,
        cleo_voids_the_game_before,
        ada_makes_the_last_move,
        _BOTH,
    ),
    Pair("void/season", scenes.game_of_a_season, cleo_voids_the_game, cleo_begins_a_season, _BOTH),
    Pair("season/end", scenes.finished_and_nearly_won_game, cleo_begins_a_season, ada_makes_the_last_move, _BOTH),
)
