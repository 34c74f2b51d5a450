"""The command that shows the rules of a variant, and who wins with perfect play."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from cogs.commands.decorators import takes_request
from cogs.commands.option_checks import SIZES, VARIANT_CHOICES
from cogs.context import Request
from cogs.messages.servers.welcome import welcome_message
from cogs.text.i18n import Words
from cogs.text.learning.hints import verdict_text, verdicts_text
from cogs.text.shared import board_size, long_text
from cogs.text.standings.unrated import rules_note
from gridlock_rules import VARIANTS, find_variant


class RulesCommands(commands.Cog):
    """Commands about the variants."""

    @app_commands.command()
    @takes_request
    async def help(self, request: Request) -> None:
        """See what I can do: play me, challenge anyone, solve the puzzle of the day, get to know the games."""
        card = welcome_message(await request.load_words(), has_settings=not request.is_outside)
        await request.responder.send_ephemeral(components=card)

    @app_commands.command()
    @app_commands.describe(
        variant="Which of the games (if left out: a line about each game)",
        size="The board size (if left out: the default of the game)",
    )
    @app_commands.choices(variant=VARIANT_CHOICES)
    @takes_request
    async def rules(
        self,
        request: Request,
        variant: str | None = None,
        size: app_commands.Range[int, SIZES[0], SIZES[-1]] | None = None,
    ) -> None:
        """Read the rules, and who wins if nobody makes a mistake."""
        words, solved_boards = await request.load_words(), request.host.bot_player.solved_boards
        if variant is None:
            text = all_variants(words) if size is None else words.say(await verdicts_text(solved_boards, size))
            await request.responder.send_ephemeral(components=long_text(text))
            return
        described = find_variant(variant)
        board = described.default_size if size is None else size
        verdict = await verdict_text(solved_boards, described, board)
        note = rules_note(described, board)
        said = [words.say(verdict), *([] if note is None else [words.say(note)])]
        text = "\n\n".join([described.rule_text_in(words.language).rstrip(), *said])
        await request.responder.send_ephemeral(components=long_text(text))


def all_variants(words: Words) -> str:
    """Return the variants, one a line."""
    lines = [
        words(
            "**{title}** ({board}): {summary}",
            title=variant.title,
            board=board_size(variant.default_size),
            summary=variant.summary,
        )
        for variant in VARIANTS
    ]
    return "\n".join(
        [
            words(
                "{number} games, one idea: **the player who cannot move loses**, and there are no draws.",
                number=len(VARIANTS),
            ),
            *lines,
            words("`/gridlock rules variant:` shows the full rules of a game."),
        ]
    )
