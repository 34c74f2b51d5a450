"""The commands with which people learn: hints, reviews, puzzles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from discord import app_commands
from discord.ext import commands

from cogs.commands.autocomplete import MOST_CHOICES, answered, any_game_choices, chosen_game, game_choices
from cogs.components.puzzle import puzzle_message
from cogs.components.review import answer_with_review
from cogs.messages.delivery import place_of
from cogs.responder import Answer
from cogs.text.hint import hint_text
from cogs.text.i18n import words_for
from gridlock_host import Game, game_to_move_in
from gridlock_host.errors import NothingFits
from gridlock_rules.wording import Phrase

if TYPE_CHECKING:
    from cogs.runtime.client import AnyInteraction

_NO_GAME_AGAINST_BOT: Final = Phrase(
    "You have no open game against me in this server, and only in such games are there hints. "
    "`/gridlock challenge` with me as the opponent starts one."
)
_NO_FINISHED_GAME: Final = Phrase("There is no finished game in this server to review yet.")


class LearningCommands(commands.Cog):
    """What the bot thinks up for players."""

    @app_commands.command()
    @app_commands.describe(game="Which game against me (may be left out when only one fits)")
    async def hint(self, interaction: AnyInteraction, game: str | None = None) -> None:
        """Have a good move named in a game against me, and why it is good."""
        meant = await (_game_against_bot(interaction) if game is None else chosen_game(interaction, game))
        hint = await interaction.client.host.bot_player.hints.hint(meant.place.guild_id, meant.id, interaction.user.id)
        await Answer.to(interaction).privately(hint_text(hint))

    @app_commands.command()
    @app_commands.describe(game="Which finished game of this server (your last one if left out)")
    async def review(self, interaction: AnyInteraction, game: str | None = None) -> None:
        """See what the moves of a finished game were worth, and where it turned."""
        answer = Answer.to(interaction)
        await answer.announce()
        finished = await (_last_finished_game(interaction) if game is None else chosen_game(interaction, game))
        await answer_with_review(answer, interaction, finished)

    @app_commands.command()
    async def puzzle(self, interaction: AnyInteraction) -> None:
        """Solve today's puzzle of this server: find the one move that wins."""
        answer = Answer.to(interaction)
        await answer.announce()
        guild_id, puzzles = place_of(interaction).guild_id, interaction.client.host.bot_player.puzzles
        daily = await puzzles.puzzle(guild_id)
        streak = await puzzles.streak(guild_id, interaction.user.id)
        text, view = puzzle_message(daily, streak, await words_for(interaction))
        await answer.privately(text, view=view)

    @hint.autocomplete("game")
    @answered
    async def _games_against_bot(self, interaction: AnyInteraction, current: str) -> list[app_commands.Choice[str]]:
        games = await _open_games_against_bot(interaction)
        return game_choices(interaction.client, games, interaction.user.id, current, await words_for(interaction))

    @review.autocomplete("game")
    @answered
    async def _finished_games(self, interaction: AnyInteraction, current: str) -> list[app_commands.Choice[str]]:
        guild_id, user_id = place_of(interaction).guild_id, interaction.user.id
        games = await interaction.client.host.games.finished_for(guild_id, user_id, MOST_CHOICES)
        return any_game_choices(interaction.client, games, current)


async def _open_games_against_bot(interaction: AnyInteraction) -> list[Game]:
    guild_id, user_id = place_of(interaction).guild_id, interaction.user.id
    return [game for game in await interaction.client.host.games.open_for(guild_id, user_id) if game.bot_id is not None]


async def _game_against_bot(interaction: AnyInteraction) -> Game:
    """The one game against the bot in which this person can move.

    Raises:
        NothingFits, NotYourTurn, SeveralGamesFit: There is none, or more than one.
    """
    games = await _open_games_against_bot(interaction)
    if not games:
        raise NothingFits(_NO_GAME_AGAINST_BOT)
    return game_to_move_in(games, interaction.user.id, place_of(interaction).channel_id)


async def _last_finished_game(interaction: AnyInteraction) -> Game:
    """The game that this person has finished last, or else anybody.

    Raises:
        NothingFits: There is none in this server.
    """
    games = await interaction.client.host.games.finished_for(place_of(interaction).guild_id, interaction.user.id, 1)
    if not games:
        raise NothingFits(_NO_FINISHED_GAME)
    return games[0]
