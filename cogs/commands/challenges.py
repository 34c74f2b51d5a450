"""The commands about challenges."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from cogs.commands.autocomplete import SIZES, VARIANT_CHOICES, answered, challenge_choices, chosen_challenge_id
from cogs.messages.channel_access import is_seen_by_actor
from cogs.messages.delivery import place_of
from cogs.responder import Answer
from cogs.text.i18n import words_for
from cogs.text.shared import FIRSTS, REASONS, TIMES
from gridlock_host import Challenge, DeclineReason, First, TimeControl, challenge_to_accept, only_challenge
from gridlock_host.challenges.transitions import MATCH_LENGTHS
from gridlock_rules.wording import Phrase
from gridlock_solver.levels import LEVELS

if TYPE_CHECKING:
    from cogs.runtime.client import AnyInteraction

FIRST_CHOICES = [app_commands.Choice(name=name, value=first.value) for first, name in FIRSTS.items()]
TIME_CHOICES = [app_commands.Choice(name=name, value=time.value) for time, name in TIMES.items()]
MATCH_LENGTH_CHOICES = [app_commands.Choice(name=str(length), value=length) for length in MATCH_LENGTHS]
REASON_CHOICES = [app_commands.Choice(name=name, value=reason.value) for reason, name in REASONS.items()]


class ChallengeCommands(commands.Cog):
    """Proposing a game, and answering."""

    @app_commands.command()
    @app_commands.describe(
        opponent="Whom you challenge (anybody may accept if left out)",
        variant="Which of the games (the server's own if left out, or Lines)",
        size="Rows and columns of the board (the server's own if left out, or the rule book's)",
        first="Who moves first (a coin decides if left out)",
        time="Time for each move (the server's own if left out, or 1 day)",
        best_of="How many games the match has at most (one game if left out)",
        level="How well I play, from 1 to 5, if you challenge me (3 if left out)",
    )
    @app_commands.choices(variant=VARIANT_CHOICES, first=FIRST_CHOICES, time=TIME_CHOICES)
    @app_commands.choices(best_of=MATCH_LENGTH_CHOICES)
    async def challenge(
        self,
        interaction: AnyInteraction,
        opponent: discord.User | None = None,
        variant: str | None = None,
        size: app_commands.Range[int, SIZES[0], SIZES[-1]] | None = None,
        first: str = First.RANDOM.value,
        time: str | None = None,
        best_of: int = 1,
        level: app_commands.Range[int, LEVELS[0], LEVELS[-1]] | None = None,
    ) -> None:
        """Challenge somebody to a game, or me."""
        await interaction.client.invitations.propose(
            Answer.to(interaction),
            interaction,
            opponent,
            variant_key=variant,
            size=size,
            first=First(first),
            time=None if time is None else TimeControl(time),
            best_of=best_of,
            level=level,
        )

    @app_commands.command()
    @app_commands.describe(challenge="Which challenge (may be left out when there is only one)")
    async def accept(self, interaction: AnyInteraction, challenge: str | None = None) -> None:
        """Accept a challenge to you or to anybody, and start the game."""
        challenge_id = await _to_accept(interaction) if challenge is None else chosen_challenge_id(challenge)
        await interaction.client.invitations.accept(Answer.to(interaction), interaction, challenge_id)

    @app_commands.command()
    @app_commands.describe(
        challenge="Which challenge (may be left out when there is only one)", reason="Why, if you want to say it"
    )
    @app_commands.choices(reason=REASON_CHOICES)
    async def decline(
        self, interaction: AnyInteraction, challenge: str | None = None, reason: str | None = None
    ) -> None:
        """Turn down a challenge to you."""
        client = interaction.client
        challenge_id = await _meant(interaction, challenge, by_you=False)
        declined = await client.host.challenges.decline(
            place_of(interaction).guild_id,
            challenge_id,
            interaction.user.id,
            None if reason is None else DeclineReason(reason),
        )
        await Answer.to(interaction).privately(Phrase("You declined challenge #{id}.", id=declined.id))
        await client.invitations.show_elsewhere(declined)

    @app_commands.command()
    @app_commands.describe(challenge="Which challenge (may be left out when there is only one)")
    async def cancel(self, interaction: AnyInteraction, challenge: str | None = None) -> None:
        """Withdraw a challenge of yours."""
        client = interaction.client
        challenge_id = await _meant(interaction, challenge, by_you=True)
        cancelled = await client.host.challenges.cancel(
            place_of(interaction).guild_id, challenge_id, interaction.user.id
        )
        await Answer.to(interaction).privately(Phrase("You cancelled challenge #{id}.", id=cancelled.id))
        await client.invitations.show_elsewhere(cancelled)

    @accept.autocomplete("challenge")
    @answered
    async def _challenges_to_accept(self, interaction: AnyInteraction, current: str) -> list[app_commands.Choice[str]]:
        found = [*await _open_challenges(interaction, by_you=False), *await _challenges_to_anybody(interaction)]
        return challenge_choices(interaction.client, found, interaction.user.id, current, await words_for(interaction))

    @decline.autocomplete("challenge")
    @answered
    async def _challenges_to_you(self, interaction: AnyInteraction, current: str) -> list[app_commands.Choice[str]]:
        found = await _open_challenges(interaction, by_you=False)
        return challenge_choices(interaction.client, found, interaction.user.id, current, await words_for(interaction))

    @cancel.autocomplete("challenge")
    @answered
    async def _challenges_by_you(self, interaction: AnyInteraction, current: str) -> list[app_commands.Choice[str]]:
        found = await _open_challenges(interaction, by_you=True)
        return challenge_choices(interaction.client, found, interaction.user.id, current, await words_for(interaction))


async def _open_challenges(interaction: AnyInteraction, *, by_you: bool) -> list[Challenge]:
    user_id = interaction.user.id
    found = await interaction.client.host.challenges.open_for(place_of(interaction).guild_id, user_id)
    return [challenge for challenge in found if (challenge.challenger_id == user_id) is by_you]


async def _challenges_to_anybody(interaction: AnyInteraction) -> list[Challenge]:
    """Those by others that this person can see."""
    found = await interaction.client.host.challenges.open_to_anybody(place_of(interaction).guild_id)
    return [
        challenge
        for challenge in found
        if challenge.challenger_id != interaction.user.id and is_seen_by_actor(interaction, challenge.place)
    ]


async def _to_accept(interaction: AnyInteraction) -> int:
    to_you = await _open_challenges(interaction, by_you=False)
    to_anybody = await _challenges_to_anybody(interaction)
    return challenge_to_accept(to_you, to_anybody, place_of(interaction).channel_id).id


async def _meant(interaction: AnyInteraction, option: str | None, *, by_you: bool) -> int:
    if option is not None:
        return chosen_challenge_id(option)
    wanted = Phrase("by you") if by_you else Phrase("to you")
    return only_challenge(await _open_challenges(interaction, by_you=by_you), wanted).id
