"""Commands about games that stay: replay, export, import."""

from __future__ import annotations

import io
from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from cogs.commands.autocomplete import any_game_choices
from cogs.commands.decorators import MOST_CHOICES, Choices, guarded_autocomplete, takes_request
from cogs.commands.option_checks import chosen_game
from cogs.components.records.pictures import PictureForm, answer_with_picture
from cogs.components.records.replay import answer_with_import, answer_with_replay
from cogs.components.visible_games import visible_finished_games
from cogs.context import Request
from cogs.discord_api.attachments import NotRead, read_attachment
from cogs.text.shared import FILE_NOT_TAKEN, game_title
from gridlock_host import Game
from gridlock_host.errors import NotFinished, NothingFits
from gridlock_host.records.files import LARGEST_FILE, file_too_large
from gridlock_host.records.json_form import json_of
from gridlock_host.records.line_notation import line_of
from gridlock_host.records.service import BrokenUpload, Exported, RecordForm
from gridlock_rules.wording import CountedPhrase, Phrase

FORM_CHOICES: Final = [
    app_commands.Choice(name=Phrase("text, a line for each game"), value=RecordForm.TEXT.value),
    app_commands.Choice(name=Phrase("JSON, as APGameRecord"), value=RecordForm.JSON.value),
]
PICTURE_CHOICES: Final = [
    app_commands.Choice(name=Phrase("gif, the whole game"), value=PictureForm.GIF.value),
    app_commands.Choice(name=Phrase("png, one position"), value=PictureForm.PNG.value),
]
_MOST_PASTED: Final = 6_000
_NOTHING_TO_OPEN: Final = Phrase("Paste a game as `line`, or attach a file of games as `file`.")
_NOT_READ: Final = Phrase("I could not read the file from Discord. Please try again.")
_NO_GAME_TO_EXPORT: Final = Phrase("You have not finished a game here yet.")


class RecordCommands(commands.Cog):
    """Commands about games that stay."""

    @app_commands.command()
    @app_commands.rename(form="as")
    @app_commands.describe(
        game="Which finished game",
        move="After how many moves (if left out: the last position)",
        form="An animation of the game, or a picture of one position (if left out: a board with buttons)",
    )
    @app_commands.choices(form=PICTURE_CHOICES)
    @takes_request
    async def replay(
        self,
        request: Request,
        game: str,
        move: app_commands.Range[int, 0, 100] | None = None,
        form: str | None = None,
    ) -> None:
        """Go through a finished game move by move, privately."""
        found = await chosen_game(request, game)
        if form is None:
            await answer_with_replay(request, found, move)
        else:
            await answer_with_picture(request, found, PictureForm(form), move)

    @app_commands.command()
    @app_commands.rename(form="as")
    @app_commands.describe(
        game="One finished game (if left out: all games that you have finished here)",
        form="The form of the file (if left out: a line of text for each game)",
    )
    @app_commands.choices(form=FORM_CHOICES)
    @takes_request
    async def export(self, request: Request, game: str | None = None, form: str = RecordForm.TEXT.value) -> None:
        """Get your finished games as a file that only you see, or one game."""
        await request.responder.defer()
        wanted = RecordForm(form)
        if game is not None:
            await _send_game(request, await chosen_game(request, game), wanted)
            return
        exported = await request.host.records.export(request.guild_id, request.user_id, wanted)
        if not exported.games:
            raise NothingFits(_NO_GAME_TO_EXPORT)
        await _send_file(request, exported.content, wanted, _described(exported))

    @app_commands.command(name="import")
    @app_commands.describe(
        line="A game in one line, as /gridlock export writes it",
        file="A file of games, as /gridlock export writes it",
        number="Which game of the file (the first one if left out)",
    )
    @takes_request
    async def open(
        self,
        request: Request,
        line: app_commands.Range[str, 1, _MOST_PASTED] | None = None,
        file: discord.Attachment | None = None,
        number: app_commands.Range[int, 1, 2_000] = 1,
    ) -> None:
        """Open a game from a line or a file, to replay and review it privately. Nothing is stored."""
        await request.responder.defer()
        content = await _content(line, file)
        opened = await request.host.records.open(content, number, guild_id=request.guild_id, user_id=request.user_id)
        await answer_with_import(request, opened)

    @replay.autocomplete("game")
    @export.autocomplete("game")
    @guarded_autocomplete
    async def _finished_games(self, request: Request, current: str) -> Choices:
        games = await visible_finished_games(request, MOST_CHOICES)
        return any_game_choices(request.services.names, games, current)


async def _send_game(request: Request, game: Game, form: RecordForm) -> None:
    """Send one game: its line as a text that can be copied, or a file with its JSON.

    Raises:
        NotFinished: It goes on.
    """
    if not game.is_over:
        raise NotFinished(game)
    record = request.host.records.record(game)
    if form is RecordForm.TEXT:
        await request.responder.send_ephemeral(f"```\n{line_of(record)}\n```")
        return
    await _send_file(request, json_of(record).encode(), form, Phrase("Game {title}.", title=game_title(game)))


async def _send_file(request: Request, content: bytes, form: RecordForm, text: str) -> None:
    name = "gridlock-games.txt" if form is RecordForm.TEXT else "gridlock-games.json"
    if not await request.responder.send_ephemeral(text, file=discord.File(io.BytesIO(content), name)):
        await request.responder.send_ephemeral(
            Phrase("Discord did not accept the file{part}. {advice}", part="", advice=FILE_NOT_TAKEN)
        )


def _described(exported: Exported) -> Phrase:
    games = CountedPhrase(exported.games, "{number} finished game", "{number} finished games")
    if exported.are_all:
        return Phrase("Your {games} in this server. `/gridlock import` opens such a file again.", games=games)
    return Phrase(
        "Your last {games} in this server; older ones do not fit. `/gridlock import` opens such a file again.",
        games=games,
    )


async def _content(line: str | None, file: discord.Attachment | None) -> bytes:
    """Return what is to be opened.

    Raises:
        NothingFits: Nothing is given, or both.
        BrokenUpload: The file is too large, or cannot be read.
    """
    if (line is None) == (file is None):
        raise NothingFits(_NOTHING_TO_OPEN)
    if line is not None:
        return line.encode(errors="replace")
    assert file is not None  # noqa: S101  # one of them is given
    try:
        content = await read_attachment(file, LARGEST_FILE)
    except NotRead as error:
        raise BrokenUpload(_NOT_READ) from error
    if content is None:
        raise BrokenUpload(file_too_large())
    return content
