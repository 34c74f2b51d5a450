"""Challenging the bot itself, which accepts at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cogs.messages.actors import thread_of
from cogs.messages.delivery import place_of
from gridlock_host import First
from gridlock_host.servers.settings import Terms
from gridlock_rules.wording import Phrase
from gridlock_solver.levels import LEVELS

if TYPE_CHECKING:
    import discord

    from cogs.responder import Answer
    from cogs.runtime.client import AnyInteraction

_USUAL_LEVEL: Final = 3


def is_the_bot(interaction: AnyInteraction, opponent: discord.User | discord.Member) -> bool:
    """Whether somebody who was named is the bot that was asked."""
    return interaction.client.user is not None and opponent.id == interaction.client.user.id


async def challenge_the_bot(
    answer: Answer,
    interaction: AnyInteraction,
    bot_id: int,
    terms: Terms,
    *,
    first: First,
    best_of: int,
    level: int | None,
) -> None:
    """Begin a game against the bot and answer with the board; who has chosen no level is told which one it is."""
    game = await interaction.client.host.challenges.bot_games.start(
        place_of(interaction),
        interaction.user.id,
        bot_id,
        _USUAL_LEVEL if level is None else level,
        variant_key=terms.variant_key,
        size=terms.size,
        first=first,
        per_move=terms.time.per_move,
        best_of=best_of,
        request_id=interaction.id,
        thread_of=thread_of(interaction),
    )
    await interaction.client.boards.post(answer, interaction, game)
    if level is None:
        await answer.privately(_level_chosen(game.level))


def _level_chosen(level: int | None) -> Phrase:
    return Phrase(
        "You play me at level {level}. The option `level` of `/gridlock challenge` chooses another one, from {lowest} "
        "to {highest}, and `/gridlock hint` helps you.",
        level=level,
        lowest=LEVELS[0],
        highest=LEVELS[-1],
    )
