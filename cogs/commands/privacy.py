"""The commands about what is stored of a person."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands
from discord.ext import commands

from cogs.components.members import ask_to_forget
from cogs.responder import Answer
from cogs.text.i18n import words_for
from cogs.text.shared import long_text
from gridlock_rules.wording import Phrase

if TYPE_CHECKING:
    from cogs.runtime.client import AnyInteraction

# Discord takes files of 10 MiB.
_MOST_BYTES: Final = 8 * 1024 * 1024
_NOT_TAKEN: Final = Phrase(
    "Please try again. If that does not help, I may lack the permission *Attach Files* here, which somebody who "
    "manages the server can grant."
)

PRIVACY: Final = Phrase(
    "**What is stored, and why**\n"
    "- Your Discord id, with your challenges, games, moves, results and offers and their times, and the ids of the "
    "servers, channels and messages that show them: without these there is no game.\n"
    "- What you won and lost in each server, for its leaderboard; and against me, for your statistics.\n"
    "- How many puzzles you have solved in a row in each server, and when you last answered one.\n"
    "- What you have set: when you are notified, and whom you block.\n"
    "- What moderators did: bans from games here and games ended, with the reasons they gave.\n"
    "No names and no message texts are stored, and no messages are read.\n\n"
    "**How long**\n"
    "Until you have it deleted. When I am removed from a server, everything of that server is deleted after 30 days, "
    "unless I return.\n\n"
    "**How to get it, and how to have it deleted**\n"
    "`/gridlock my-data` gives you all of it as a file. `/gridlock forget-me` deletes it, in all servers: your open "
    "games end and count for nobody; your past games stay with your opponents, who have played against a nameless "
    "*deleted player*. Where somebody has banned or blocked you, a fingerprint is kept, from which nobody can read "
    "your id, so that the ban or block still holds.\n\n"
    "Whoever runs me keeps all of that, and answers what is left open here. `PRIVACY.md`, which comes with the "
    "program, says more."
)


class PrivacyCommands(commands.Cog):
    """What is stored of a person: saying it, handing it out, deleting it."""

    @app_commands.command()
    async def privacy(self, interaction: AnyInteraction) -> None:
        """Read what is stored about you, why, how long, and how to have it deleted."""
        words = await words_for(interaction)
        await Answer.to(interaction).privately(view=long_text(words.say(PRIVACY)))

    @app_commands.command(name="my-data")
    async def my_data(self, interaction: AnyInteraction) -> None:
        """Get all that is stored about you, in all servers, as a file for your eyes only."""
        answer = Answer.to(interaction)
        await answer.announce()
        files = await interaction.client.host.members.privacy.export(interaction.user.id, most_bytes=_MOST_BYTES)
        for number, content in enumerate(files, start=1):
            part = "" if len(files) == 1 else Phrase(", part {part} of {parts}", part=number, parts=len(files))
            file = discord.File(io.BytesIO(content), f"gridlock-data-{number}.json")
            if not await answer.privately(Phrase("All that is stored about you{part}.", part=part), file=file):
                await answer.privately(
                    Phrase("Discord did not take the file{part}. {advice}", part=part, advice=_NOT_TAKEN)
                )
                return

    @app_commands.command(name="forget-me")
    async def forget_me(self, interaction: AnyInteraction) -> None:
        """Have all that is stored about you deleted, in all servers; you are asked once more."""
        await ask_to_forget(Answer.to(interaction), await words_for(interaction))
