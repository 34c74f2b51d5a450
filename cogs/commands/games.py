"""The commands about games that are being played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from cogs.commands.autocomplete import (
    answered,
    cell_choices,
    chosen_game,
    game_being_played,
    game_choices,
    removal_choices,
    typed_cell,
)
from cogs.components.games import ask_to_resign
from cogs.components.removal_menu import ask_what_to_remove
from cogs.messages.delivery import place_of
from cogs.responder import Answer
from cogs.text.i18n import words_for
from cogs.text.lists import overview
from cogs.text.shared import long_text
from gridlock_host import Game, game_to_show
from gridlock_host.errors import NotInThisGame

if TYPE_CHECKING:
    from cogs.runtime.client import AnyInteraction


class GameCommands(commands.Cog):
    """Moving, resigning, and finding one's games."""

    @app_commands.command()
    @app_commands.describe(
        cell="Where to play, such as C3",
        remove="Which cell to remove afterwards, in a game that removes cells",
        game="Which game (may be left out when only one fits)",
    )
    async def move(
        self, interaction: AnyInteraction, cell: str, remove: str | None = None, game: str | None = None
    ) -> None:
        """Play a move, and see the board."""
        host, user_id = interaction.client.host, interaction.user.id
        played = await (game_being_played(interaction) if game is None else chosen_game(interaction, game))
        step = typed_cell(played, cell)
        if remove is None and step is not None and played.to_move_id == user_id and played.position.removals(step):
            await ask_what_to_remove(Answer.to(interaction), played, step, await words_for(interaction))
            return
        text = cell if remove is None else f"{cell.strip()}/{remove.strip()}"
        moved = await host.games.move(played.place.guild_id, played.id, user_id, text)
        await interaction.client.boards.show_move(Answer.to(interaction), interaction, moved)

    @app_commands.command()
    @app_commands.describe(game="Which game (may be left out when only one fits)")
    async def board(self, interaction: AnyInteraction, game: str | None = None) -> None:
        """Post the board of a game afresh; the older copy loses its buttons."""
        shown = await _own_game(interaction, game)
        if not shown.has_player(interaction.user.id):
            raise NotInThisGame(shown)
        await interaction.client.boards.bring(Answer.to(interaction), interaction, shown)

    @app_commands.command()
    async def games(self, interaction: AnyInteraction) -> None:
        """List your open games and challenges in this server."""
        host, guild_id, user_id = interaction.client.host, place_of(interaction).guild_id, interaction.user.id
        games = await host.games.open_for(guild_id, user_id)
        challenges = await host.challenges.open_for(guild_id, user_id)
        text = overview(games, challenges, user_id, await words_for(interaction))
        await Answer.to(interaction).privately(view=long_text(text))

    @app_commands.command()
    @app_commands.describe(game="Which game (may be left out when only one fits)")
    async def resign(self, interaction: AnyInteraction, game: str | None = None) -> None:
        """Give a game up; you are asked once more."""
        meant = await _own_game(interaction, game)
        own = await interaction.client.host.games.find_own(meant.place.guild_id, meant.id, interaction.user.id)
        await ask_to_resign(Answer.to(interaction), own, await words_for(interaction))

    @move.autocomplete("cell")
    @answered
    async def _legal_cells(self, interaction: AnyInteraction, current: str) -> list[app_commands.Choice[str]]:
        return cell_choices(await game_being_played(interaction), current)

    @move.autocomplete("remove")
    @answered
    async def _removable_cells(self, interaction: AnyInteraction, current: str) -> list[app_commands.Choice[str]]:
        cell = getattr(interaction.namespace, "cell", None) or ""
        return removal_choices(await game_being_played(interaction), str(cell), current)

    @move.autocomplete("game")
    @board.autocomplete("game")
    @resign.autocomplete("game")
    @answered
    async def _own_games(self, interaction: AnyInteraction, current: str) -> list[app_commands.Choice[str]]:
        user_id = interaction.user.id
        games = await interaction.client.host.games.open_for(place_of(interaction).guild_id, user_id)
        return game_choices(interaction.client, games, user_id, current, await words_for(interaction))


async def _own_game(interaction: AnyInteraction, option: str | None) -> Game:
    if option is not None:
        return await chosen_game(interaction, option)
    here = place_of(interaction)
    games = await interaction.client.host.games.open_for(here.guild_id, interaction.user.id)
    return game_to_show(games, here.channel_id)
