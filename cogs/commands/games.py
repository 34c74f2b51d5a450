"""Commands about games: move, board, games, resign."""

from __future__ import annotations

from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from cogs.commands.autocomplete import cell_choices, game_being_played, game_choices, removal_choices
from cogs.commands.decorators import Choices, guarded_autocomplete, takes_request
from cogs.commands.option_checks import VARIANT_CHOICES, game_to_play, own_game
from cogs.commands.standings import MOST_SEASONS
from cogs.components.moves.games import ask_to_resign, show_board
from cogs.components.moves.removal_menu import ask_what_to_remove
from cogs.components.moves.typed_moves import typed_cell
from cogs.components.moves.which_game import ask_which_game, ask_which_game_to_move_in
from cogs.components.records.finished_games import finished_button, finished_page, season_named
from cogs.context import Request
from cogs.discord_api.components import layout, row, text_display
from cogs.messages.controls import BOARD_OF, RESIGN_IN
from cogs.text.lists import overview
from gridlock_host.errors import NotInThisGame, SeveralGamesFit
from gridlock_host.games.finished import Cursor, FinishedFilter
from gridlock_rules.wording import Phrase

_FINISHED: Final = "finished"
SHOWN_CHOICES: Final = [
    app_commands.Choice(name=Phrase("open"), value="open"),
    app_commands.Choice(name=Phrase("finished"), value=_FINISHED),
]


class GameCommands(commands.Cog):
    """Commands about games."""

    @app_commands.command()
    @app_commands.describe(
        cell="Where to play, such as C3",
        remove="The cell to remove after the step, in a game that removes cells",
        game="Which game (if left out and several fit, I ask you)",
    )
    @takes_request
    async def move(self, request: Request, cell: str, remove: str | None = None, game: str | None = None) -> None:
        """Play a move."""
        text = cell if remove is None else f"{cell.strip()}/{remove.strip()}"
        try:
            found = await game_to_play(request, game)
        except SeveralGamesFit as refusal:
            await ask_which_game_to_move_in(request, refusal, text)
            return
        step = typed_cell(found, cell)
        is_turn = found.to_move_id == request.user_id
        if remove is None and step is not None and is_turn and found.position.removals(step):
            await ask_what_to_remove(request, found, step)
            return
        moved = await request.host.games.move(found.place.guild_id, found.id, request.user_id, text, found=found)
        await request.services.board_messages.show_move(request, moved)

    @app_commands.command()
    @app_commands.describe(game="Which game (if left out and several fit, I ask you)")
    @takes_request
    async def board(self, request: Request, game: str | None = None) -> None:
        """Post the board of a game again (the older copy is deleted), or hear it if you want boards spoken."""
        try:
            found = await own_game(request, game)
        except SeveralGamesFit as refusal:
            await ask_which_game(request, refusal, BOARD_OF)
            return
        if not found.has_player(request.user_id):
            raise NotInThisGame(found)
        await show_board(request, found)

    @app_commands.command()
    @app_commands.describe(
        show="Which games (if left out: finished ones if another option is given, or else your open ones)",
        member="Whose finished games (yours if left out)",
        opponent="Only finished games against this person",
        variant="Only finished games of this kind",
        season="Only games that ended in the season with this number",
    )
    @app_commands.choices(show=SHOWN_CHOICES, variant=VARIANT_CHOICES)
    @takes_request
    async def games(
        self,
        request: Request,
        show: str | None = None,
        member: discord.User | None = None,
        opponent: discord.User | None = None,
        variant: str | None = None,
        season: app_commands.Range[int, 1, MOST_SEASONS] | None = None,
    ) -> None:
        """List your open games and challenges, or finished games."""
        guild_id, user_id = request.guild_id, request.user_id
        has_filter = any(given is not None for given in (member, opponent, variant, season))
        if show == _FINISHED or (show is None and has_filter):
            which = FinishedFilter(
                user_id if member is None else member.id,
                None if opponent is None else opponent.id,
                variant,
                await season_named(request, season),
            )
            await request.responder.send_ephemeral(components=await finished_page(request, which, Cursor()))
            return
        games = await request.host.games.open_for(guild_id, user_id)
        challenges = await request.host.challenges.open_for(guild_id, user_id)
        rematches = await request.host.challenges.rematch.open_for(guild_id, user_id)
        words = await request.load_words()
        text = text_display(overview(games, challenges, rematches, user_id, words))
        await request.responder.send_ephemeral(components=layout(text, row(finished_button(user_id, words))))

    @app_commands.command()
    @app_commands.describe(game="Which game (if left out and several fit, I ask you)")
    @takes_request
    async def resign(self, request: Request, game: str | None = None) -> None:
        """Resign a game. I ask you first."""
        try:
            found = await own_game(request, game)
        except SeveralGamesFit as refusal:
            await ask_which_game(request, refusal, RESIGN_IN)
            return
        own = await request.host.games.find_own(found.place.guild_id, found.id, request.user_id)
        await ask_to_resign(request, own)

    @move.autocomplete("cell")
    @guarded_autocomplete
    async def _legal_cells(self, request: Request, current: str) -> Choices:
        return cell_choices(await game_being_played(request), current)

    @move.autocomplete("remove")
    @guarded_autocomplete
    async def _removable_cells(self, request: Request, current: str) -> Choices:
        cell = getattr(request.interaction.namespace, "cell", None) or ""
        return removal_choices(await game_being_played(request), str(cell), current)

    @move.autocomplete("game")
    @board.autocomplete("game")
    @resign.autocomplete("game")
    @guarded_autocomplete
    async def _own_games(self, request: Request, current: str) -> Choices:
        games = await request.host.games.open_for(request.guild_id, request.user_id)
        return game_choices(request.services.names, games, request.user_id, current, await request.load_words())
