"""Commands about challenges, and the entry in the context menu of a member."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from cogs.commands.autocomplete import challenge_choices
from cogs.commands.decorators import Choices, guarded_autocomplete, takes_request
from cogs.commands.option_checks import SIZES, START_CHOICES, VARIANT_CHOICES, chosen_challenge
from cogs.components.challenges.challenge_buttons import accept
from cogs.components.challenges.play_form import open_play_form
from cogs.components.challenges.proposals import propose
from cogs.components.moves.which_game import ask_which_challenge
from cogs.components.outside import CHALLENGE_MENU
from cogs.context import Interaction, Request
from cogs.messages.controls import ACCEPT, CANCEL, DECLINE
from cogs.messages.sending.channel_access import can_see
from cogs.text.shared import FIRSTS, HANDICAPS, REASONS, TIMES
from gridlock_host import (
    Challenge,
    DeclineReason,
    First,
    TimeControl,
    challenge_to_accept,
    only_challenge,
)
from gridlock_host.errors import NothingFits, SeveralChallengesFit
from gridlock_host.model.starts import StartKind
from gridlock_host.model.terms import MATCH_LENGTHS
from gridlock_rules.wording import Phrase
from gridlock_solver.levels import LEVELS

FIRST_CHOICES: Final = [app_commands.Choice(name=name, value=first.value) for first, name in FIRSTS.items()]
TIME_CHOICES: Final = [app_commands.Choice(name=name, value=time.value) for time, name in TIMES.items()]
HANDICAP_CHOICES: Final = [app_commands.Choice(name=name, value=steps) for steps, name in HANDICAPS.items()]
MATCH_LENGTH_CHOICES: Final = [app_commands.Choice(name=str(length), value=length) for length in MATCH_LENGTHS]
REASON_CHOICES: Final = [app_commands.Choice(name=name, value=reason.value) for reason, name in REASONS.items()]
_ONLY_HIDDEN: Final = Phrase(
    "There is no open challenge to you. There is one to anybody in a channel that I cannot see. If "
    "you can see it, accept it there."
)


class ChallengeCommands(commands.Cog):
    """Commands about challenges."""

    @app_commands.command()
    @takes_request
    async def play(self, request: Request) -> None:
        """Choose a game, an opponent and the terms in a form."""
        await open_play_form(request)

    @app_commands.command()
    @app_commands.describe(
        opponent="The member you challenge, or me (if left out, anybody can accept)",
        variant="Which of the games (if left out: the default of the server, or Lines)",
        size="Rows and columns of the board (if left out: the default of the server, or of the game)",
        first="Who moves first (a coin decides if left out)",
        time="Time for each move (if left out: the default of the server, or 1 day)",
        best_of="How many games the match has at most (one game if left out)",
        level="How well I play, from 1 to 5, if you challenge me (1 in your first games, then 3 if left out)",
        start="Where the game begins: fair for both, or the plain board (the usual, except in Blocking)",
        handicap="Whom the start favours, and how much: a game without points (nobody if left out)",
        rated="Whether the game counts for ratings (the default of the server if left out)",
        swap="Whether the one who moves second may take over the first move instead (no if left out)",
    )
    @app_commands.choices(variant=VARIANT_CHOICES, first=FIRST_CHOICES, time=TIME_CHOICES)
    @app_commands.choices(best_of=MATCH_LENGTH_CHOICES, handicap=HANDICAP_CHOICES)
    @app_commands.choices(start=START_CHOICES)
    @takes_request
    async def challenge(
        self,
        request: Request,
        opponent: discord.User | None = None,
        variant: str | None = None,
        size: app_commands.Range[int, SIZES[0], SIZES[-1]] | None = None,
        first: str = First.RANDOM.value,
        time: str | None = None,
        best_of: int = 1,
        level: app_commands.Range[int, LEVELS[0], LEVELS[-1]] | None = None,
        start: str | None = None,
        swap: bool = False,  # noqa: FBT001, FBT002  # an option of the command
        handicap: int = 0,
        rated: bool | None = None,  # noqa: FBT001  # an option of the command
    ) -> None:
        """Challenge a member, or me, to a game."""
        settings = await request.host.servers.settings.find(request.guild_id)
        time_control = None if time is None else TimeControl(time)
        terms = settings.terms(
            variant, size, time_control, first=First(first), best_of=best_of, level=level, rated=rated
        )
        kind = None if start is None else StartKind(start)
        await propose(request, opponent, replace(terms, start=kind, swap=swap, handicap=handicap))

    @app_commands.command()
    @app_commands.describe(challenge="Which challenge (if left out and several fit, I ask you)")
    @takes_request
    async def accept(self, request: Request, challenge: str | None = None) -> None:
        """Accept a challenge to you or to anybody, and start the game."""
        try:
            found = await (_to_accept(request) if challenge is None else chosen_challenge(request, challenge))
        except SeveralChallengesFit as refusal:
            await ask_which_challenge(request, refusal, ACCEPT)
            return
        await accept(request, found)

    @app_commands.command()
    @app_commands.describe(
        challenge="Which challenge (if left out and several fit, I ask you)", reason="The reason (optional)"
    )
    @app_commands.choices(reason=REASON_CHOICES)
    @takes_request
    async def decline(self, request: Request, challenge: str | None = None, reason: str | None = None) -> None:
        """Decline a challenge to you."""
        try:
            found = await _meant(request, challenge, by_you=False)
        except SeveralChallengesFit as refusal:
            await ask_which_challenge(request, refusal, DECLINE)
            return
        declined = await request.host.challenges.decline(
            request.guild_id, found.id, request.user_id, None if reason is None else DeclineReason(reason)
        )
        await request.responder.send_ephemeral(Phrase("You declined the challenge."))
        await request.services.challenge_messages.show_elsewhere(declined)

    @app_commands.command()
    @app_commands.describe(challenge="Which challenge (if left out and several fit, I ask you)")
    @takes_request
    async def cancel(self, request: Request, challenge: str | None = None) -> None:
        """Cancel one of your challenges."""
        try:
            found = await _meant(request, challenge, by_you=True)
        except SeveralChallengesFit as refusal:
            await ask_which_challenge(request, refusal, CANCEL)
            return
        cancelled = await request.host.challenges.cancel(request.guild_id, found.id, request.user_id)
        await request.responder.send_ephemeral(Phrase("You cancelled the challenge."))
        await request.services.challenge_messages.show_elsewhere(cancelled)

    @accept.autocomplete("challenge")
    @guarded_autocomplete
    async def _challenges_to_accept(self, request: Request, current: str) -> Choices:
        found = [*await _open_challenges(request, by_you=False), *await _visible_to_anybody(request)]
        return await _choices(request, found, current)

    @decline.autocomplete("challenge")
    @guarded_autocomplete
    async def _challenges_to_you(self, request: Request, current: str) -> Choices:
        return await _choices(request, await _open_challenges(request, by_you=False), current)

    @cancel.autocomplete("challenge")
    @guarded_autocomplete
    async def _challenges_by_you(self, request: Request, current: str) -> Choices:
        return await _choices(request, await _open_challenges(request, by_you=True), current)


class ChallengeMenu(commands.Cog):
    """The entry in the context menu of a member, which challenges them to the server's default game.

    Args:
        tree: The commands. discord.py cannot declare a context menu inside a class.
    """

    def __init__(self, tree: app_commands.CommandTree[Any]) -> None:
        self._tree = tree
        self._entry = app_commands.ContextMenu(
            name=CHALLENGE_MENU,
            callback=_challenge_from_menu,
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
        )

    async def cog_load(self) -> None:
        """Register the entry."""
        self._tree.add_command(self._entry)

    async def cog_unload(self) -> None:
        """Remove the entry."""
        self._tree.remove_command(self._entry.name, type=self._entry.type)


async def _challenge_from_menu(interaction: Interaction, opponent: discord.User) -> None:
    request = Request.of(interaction)
    settings = await request.host.servers.settings.find(request.guild_id)
    await propose(request, opponent, settings.terms())


async def _choices(request: Request, challenges: list[Challenge], current: str) -> Choices:
    return challenge_choices(request.services.names, challenges, request.user_id, current, await request.load_words())


async def _open_challenges(request: Request, *, by_you: bool) -> list[Challenge]:
    user_id = request.user_id
    found = await request.host.challenges.open_for(request.guild_id, user_id)
    return [challenge for challenge in found if (challenge.challenger_id == user_id) is by_you]


async def _visible_to_anybody(request: Request) -> list[Challenge]:
    """Return the challenges to anybody that this person can see, as far as is known, and has not made."""
    return [each for each in await _of_others_to_anybody(request) if await can_see(request, each.place)]


async def _of_others_to_anybody(request: Request) -> list[Challenge]:
    if request.is_outside:
        # They are in the chats of others, and those of this one have a button.
        return []
    found = await request.host.challenges.open_to_anybody(request.guild_id)
    return [challenge for challenge in found if challenge.challenger_id != request.user_id]


async def _to_accept(request: Request) -> Challenge:
    to_you = await _open_challenges(request, by_you=False)
    found = [(each, await can_see(request, each.place)) for each in await _of_others_to_anybody(request)]
    to_anybody = [challenge for challenge, sees in found if sees]
    if not to_you and not to_anybody and any(sees is None for _, sees in found):
        raise NothingFits(_ONLY_HIDDEN)
    return challenge_to_accept(to_you, to_anybody, request.place.channel_id)


async def _meant(request: Request, option: str | None, *, by_you: bool) -> Challenge:
    if option is not None:
        return await chosen_challenge(request, option)
    wanted = Phrase("by you") if by_you else Phrase("to you")
    return only_challenge(await _open_challenges(request, by_you=by_you), wanted)
