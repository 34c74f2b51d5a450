"""The buttons under a board."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from cogs.components.base import Control, Key, template
from cogs.messages.delivery import place_of
from cogs.messages.members import is_member
from cogs.responder import Answer
from cogs.text.i18n import words_for
from cogs.text.shared import long_text, played
from gridlock_host.errors import GameRefusal, StaleBoard
from gridlock_rules.geometry import cell_at
from gridlock_rules.wording import Phrase

if TYPE_CHECKING:
    from cogs.runtime.client import AnyInteraction
    from cogs.text.i18n import Words
    from gridlock_host import Game

_CELL = "[A-H][1-8]"


class GameControl(Control, template="(?!)"):
    """A button of a board. A refusal may mean that the board is out of date; then it is put right."""

    async def after_refusal(self, interaction: AnyInteraction, error: Exception) -> None:
        """Bring the board on which the button stands up to date."""
        message = self.board_pressed(interaction)
        if message is not None and isinstance(error, GameRefusal) and error.game.version != self.key.state:
            await interaction.client.boards.put_right(message, error.game)

    def board_pressed(self, interaction: AnyInteraction) -> discord.Message | None:
        """The board, or the copy of it, on which the button was pressed; None if it was on something else."""
        message = interaction.message
        is_board = message is not None and message.flags.components_v2 and Answer.to(interaction).is_attached
        return message if is_board else None


class CellButton(GameControl, template=template("cell", f"{_CELL}(/{_CELL})?")):
    """A cell of the board: plays it, or picks it where the move has a second cell to be chosen."""

    action = "cell"

    async def press(self, interaction: AnyInteraction, answer: Answer) -> None:
        """Play the move of this button, or show what may be chosen with it."""
        host, boards, key = interaction.client.host, interaction.client.boards, self.key
        guild_id, player_id = place_of(interaction).guild_id, interaction.user.id
        game = await host.games.find_turn(guild_id, key.subject, player_id, seen_version=key.state)
        picked = _cell(key.argument)
        if picked is not None and game.position.removals(picked):
            if not answer.is_attached:
                raise StaleBoard(game)
            await boards.show_choice(answer, interaction, game, picked)
            return
        message = interaction.message if answer.is_attached else None
        board = None if message is None else place_of(interaction, message.id)
        game = await host.games.move(guild_id, game.id, player_id, key.argument, seen_version=key.state, seen_on=board)
        await boards.show_in_place(answer, interaction, game, played(game))


class OtherStepButton(GameControl, template=template("unpick")):
    """Takes a half-made choice back."""

    action = "unpick"
    label = Phrase("Choose another step")

    async def press(self, interaction: AnyInteraction, answer: Answer) -> None:
        """Show the board as it is before any choice."""
        game = await interaction.client.host.games.find_turn(
            place_of(interaction).guild_id, self.key.subject, interaction.user.id, seen_version=self.key.state
        )
        await interaction.client.boards.show_choice(answer, interaction, game, None)


class RulesButton(Control, template=template("rules")):
    """Shows the rules of the game that is played."""

    action = "rules"
    label = Phrase("Rules")

    async def press(self, interaction: AnyInteraction, answer: Answer) -> None:
        """Show the rule text to the one who asks, whoever that is."""
        game = await interaction.client.host.games.find(place_of(interaction).guild_id, self.key.subject)
        words = await words_for(interaction)
        await answer.privately(view=long_text(game.variant.rule_text_in(words.language)))


class ResignButton(GameControl, template=template("resign")):
    """Asks whether the player means to resign."""

    action = "resign"
    label = Phrase("Resign")
    style = discord.ButtonStyle.danger

    async def press(self, interaction: AnyInteraction, answer: Answer) -> None:
        """Ask once; nothing ends yet."""
        game = await interaction.client.host.games.find_own(
            place_of(interaction).guild_id, self.key.subject, interaction.user.id
        )
        await ask_to_resign(answer, game, await words_for(interaction))


class ConfirmResignButton(Control, template=template("giveup")):
    """Resigns."""

    action = "giveup"
    label = Phrase("Yes, resign")
    style = discord.ButtonStyle.danger

    async def press(self, interaction: AnyInteraction, answer: Answer) -> None:
        """End the game and show it everywhere."""
        host, guild_id, player_id = interaction.client.host, place_of(interaction).guild_id, interaction.user.id
        game = await host.games.find_own(guild_id, self.key.subject, player_id)
        left = game.bot_id is None and not await is_member(interaction, game.opponent_of(player_id))
        game = await host.games.resign(guild_id, game.id, player_id, opponent_left=left)
        said = (
            Phrase("Your opponent has left this server, so you won game #{id}.", id=game.id)
            if left
            else Phrase("You resigned game #{id}.", id=game.id)
        )
        await answer.in_place(None, text=said)
        await interaction.client.boards.show_elsewhere(game, interaction)


class KeepPlayingButton(Control, template=template("playon")):
    """Does not resign."""

    action = "playon"
    label = Phrase("No, play on")

    async def press(self, interaction: AnyInteraction, answer: Answer) -> None:  # noqa: ARG002
        """Close the question."""
        await answer.in_place(None, text=Phrase("You play on in game #{id}.", id=self.key.subject))


GAME_CONTROLS = (CellButton, OtherStepButton, RulesButton, ResignButton, ConfirmResignButton, KeepPlayingButton)


async def ask_to_resign(answer: Answer, game: Game, words: Words) -> None:
    """Ask a player, for their eyes only, whether they mean to resign."""
    view: discord.ui.View = discord.ui.View(timeout=None)
    key = Key(game.id, game.version)
    for control in (ConfirmResignButton(key, words), KeepPlayingButton(key, words)):
        view.add_item(control)
    question = (
        Phrase(
            "Do you want to resign game #{id}? Your opponent wins it then, unless they have left the server.",
            id=game.id,
        )
        if game.bot_id is None
        else Phrase("Do you want to resign game #{id}? I win it then.", id=game.id)
    )
    await answer.privately(question, view=view)


def _cell(argument: str) -> int | None:
    """The cell of a button that names one; None for a button that names two."""
    if "/" in argument:
        return None
    return cell_at("ABCDEFGH".index(argument[0]), int(argument[1]) - 1)
