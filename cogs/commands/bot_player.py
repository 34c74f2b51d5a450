"""Commands with which players learn from the bot: hint, review, puzzle, streaks, lesson, tutorial, explorer."""

from __future__ import annotations

from typing import Final

from discord import app_commands
from discord.ext import commands

from cogs.commands.autocomplete import any_game_choices, game_choices
from cogs.commands.decorators import MOST_CHOICES, Choices, guarded_autocomplete, takes_request
from cogs.commands.option_checks import SIZES, START_CHOICES, VARIANT_CHOICES, chosen_game
from cogs.components.learning.explorer import answer_with_explorer
from cogs.components.learning.lessons import answer_with_lesson
from cogs.components.learning.puzzles import answer_with_puzzle, answer_with_streaks
from cogs.components.learning.tutorial import answer_with_tutorial
from cogs.components.moves.which_game import ask_which_game
from cogs.components.records.reviews import answer_with_review
from cogs.components.visible_games import visible_finished_games
from cogs.context import Request
from cogs.messages.controls import HINT_IN
from cogs.text.learning.hints import hint_text
from gridlock_host import Game, game_to_move_in
from gridlock_host.errors import NothingFits, SeveralGamesFit
from gridlock_host.model.starts import StartKind
from gridlock_host.model.terms import Terms
from gridlock_rules.wording import Phrase

_NO_GAME_AGAINST_BOT: Final = Phrase(
    "I give hints only in games against me, and you have none open in this server. *Play me* in `/gridlock help` "
    "starts one."
)
_NO_FINISHED_GAME: Final = Phrase("There is no finished game here to review yet.")


class BotPlayerCommands(commands.Cog):
    """Commands with which players learn from the bot."""

    learn = app_commands.Group(name="learn", description="Get better: tutorial, hints, reviews, puzzle, explorer")

    @learn.command()
    @app_commands.describe(game="Which game against me (if left out and several fit, I ask you)")
    @takes_request
    async def hint(self, request: Request, game: str | None = None) -> None:
        """Get a good move for a game against me, and why it is good."""
        try:
            found = await (_game_against_bot(request) if game is None else chosen_game(request, game))
        except SeveralGamesFit as refusal:
            await ask_which_game(request, refusal, HINT_IN)
            return
        hint = await request.host.bot_player.hints.hint(found.place.guild_id, found.id, request.user_id)
        await request.responder.send_ephemeral((await request.load_board_words()).say(hint_text(hint)))

    @learn.command()
    @app_commands.describe(game="Which finished game (your last one if left out)")
    @takes_request
    async def review(self, request: Request, game: str | None = None) -> None:
        """See how good each move of a finished game was, and which move was the turning point."""
        await request.responder.defer()
        finished = await (_last_finished_game(request) if game is None else chosen_game(request, game))
        await answer_with_review(request, finished)

    @learn.command()
    @takes_request
    async def puzzle(self, request: Request) -> None:
        """Solve today's puzzle: find the one move that wins."""
        await answer_with_puzzle(request)

    @learn.command()
    @takes_request
    async def streaks(self, request: Request) -> None:
        """See who in this server has solved the most puzzles of the day in a row."""
        await answer_with_streaks(request)

    @learn.command()
    @takes_request
    async def lesson(self, request: Request) -> None:
        """Do better where you gave a win away: the exercise from your own games that is due."""
        await answer_with_lesson(request)

    @learn.command()
    @app_commands.describe(variant="Which of the games (if left out: the one with which you go on)")
    @app_commands.choices(variant=VARIANT_CHOICES)
    @takes_request
    async def tutorial(self, request: Request, variant: str | None = None) -> None:
        """Learn a game in five small positions: press a cell in each."""
        await answer_with_tutorial(request, variant)

    @learn.command()
    @app_commands.describe(
        variant="Which of the games",
        size="The board size (if left out: the default of the game)",
        start="Where it begins: a fair start, or the plain board (the usual, except in Blocking)",
    )
    @app_commands.choices(variant=VARIANT_CHOICES, start=START_CHOICES)
    @takes_request
    async def explore(
        self,
        request: Request,
        variant: str,
        size: app_commands.Range[int, SIZES[0], SIZES[-1]] | None = None,
        start: str | None = None,
    ) -> None:
        """Walk through a game on a board of your own, and see which moves win and which lose."""
        kind = None if start is None else StartKind(start)
        await answer_with_explorer(request, Terms(variant, size, start=kind))

    @hint.autocomplete("game")
    @guarded_autocomplete
    async def _games_against_bot(self, request: Request, current: str) -> Choices:
        games = await _open_games_against_bot(request)
        return game_choices(request.services.names, games, request.user_id, current, await request.load_words())

    @review.autocomplete("game")
    @guarded_autocomplete
    async def _finished_games(self, request: Request, current: str) -> Choices:
        games = await visible_finished_games(request, MOST_CHOICES)
        return any_game_choices(request.services.names, games, current)


async def _open_games_against_bot(request: Request) -> list[Game]:
    games = await request.host.games.open_for(request.guild_id, request.user_id)
    return [game for game in games if game.bot_id is not None]


async def _game_against_bot(request: Request) -> Game:
    """Return the one game against the bot in which this person is to move.

    Raises:
        NothingFits, NotYourTurn, SeveralGamesFit: There is none, or more than one.
    """
    games = await _open_games_against_bot(request)
    if not games:
        raise NothingFits(_NO_GAME_AGAINST_BOT)
    return game_to_move_in(games, request.user_id, request.place.channel_id)


async def _last_finished_game(request: Request) -> Game:
    """Return the game that this person has finished last, or else the last one of anybody.

    Raises:
        NothingFits: There is none in this server.
    """
    games = await visible_finished_games(request, 1)
    if not games:
        raise NothingFits(_NO_FINISHED_GAME)
    return games[0]
