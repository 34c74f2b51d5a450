"""Choosing the cell to remove after a step that was typed: the way on large boards, which have no buttons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self

import discord

from cogs.components.base import Key, KeyedItem, chosen, template
from cogs.messages.delivery import place_of
from cogs.text.i18n import Words
from gridlock_rules import cell_name
from gridlock_rules.wording import Phrase

if TYPE_CHECKING:
    from cogs.responder import Answer
    from cogs.runtime.client import AnyInteraction
    from gridlock_host import Game

# Discord takes 25 options a menu. The largest board needs three menus.
_MOST_OPTIONS = 25


class RemovalMenu(KeyedItem[discord.ui.Select[Any]], template=template("remove", "[A-H][1-8]/[0-9]")):
    """A menu of cells. Its key's argument is the step and the number of the menu, such as ``B2/0``."""

    def __init__(self, key: Key, words: Words, cells: Sequence[str] = ()) -> None:
        super().__init__(
            key,
            discord.ui.Select(
                custom_id=key.custom_id("remove"),
                placeholder=words("Choose one cell from {first} to {last}", first=cells[0], last=cells[-1])
                if cells
                else None,
                options=[discord.SelectOption(label=name) for name in cells],
            ),
        )

    @classmethod
    def from_key(cls, key: Key) -> Self:
        """Make a menu again from which something was chosen; nobody sees it."""
        return cls(key, Words())

    async def press(self, interaction: AnyInteraction, answer: Answer) -> None:
        """Play the step together with the removal that was chosen."""
        step = self.key.argument.split("/")[0]
        game = await interaction.client.host.games.move(
            place_of(interaction).guild_id,
            self.key.subject,
            interaction.user.id,
            f"{step}/{chosen(interaction)}",
            seen_version=self.key.state,
        )
        await answer.in_place(None, text=Phrase("You played {move} in game #{id}.", move=game.moves[-1], id=game.id))
        await interaction.client.boards.show_elsewhere(game, interaction)


async def ask_what_to_remove(answer: Answer, game: Game, step: int, words: Words) -> None:
    """Offer a player, for their eyes only, the cells that may be removed after a step. Nothing is played yet."""
    names = [cell_name(cell) for cell in game.position.removals(step)]
    view: discord.ui.View = discord.ui.View(timeout=None)
    for number, start in enumerate(range(0, len(names), _MOST_OPTIONS)):
        key = Key(game.id, game.version, f"{cell_name(step)}/{number}")
        view.add_item(RemovalMenu(key, words, names[start : start + _MOST_OPTIONS]))
    question = Phrase("You go to {cell}. Which cell do you remove?", cell=cell_name(step))
    await answer.privately(question, view=view)
