"""Removal menu: picks the cell to remove on boards too large for a button per cell."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cogs.components.base import Handler, chosen
from cogs.context import Request
from cogs.discord_api.components import Components, controls_below
from cogs.messages.controls import REMOVE_MENU, ControlKind, Key, menu
from cogs.text.i18n import Words
from cogs.text.shared import played, which_to_remove
from gridlock_host import Game
from gridlock_rules import cell_name
from gridlock_rules.wording import Phrase

# Discord takes 25 options a menu. The largest board needs three menus.
_MOST_OPTIONS: Final = 25


async def ask_what_to_remove(request: Request, game: Game, step: int) -> None:
    """Offer a player in an ephemeral message the cells that can be removed after a step. Nothing is played yet."""
    question, menus = removal_question(game, step, await request.load_words())
    await request.responder.send_ephemeral(question, components=menus)


def removal_question(game: Game, step: int, words: Words) -> tuple[Phrase, Components]:
    """Return the question which cell to remove after a step, and its menus."""
    names = [cell_name(cell) for cell in game.position.removals(step)]
    menus = []
    for number, start in enumerate(range(0, len(names), _MOST_OPTIONS)):
        cells = names[start : start + _MOST_OPTIONS]
        key = Key(game.id, game.version, f"{cell_name(step)}/{number}")
        placeholder = words("Choose one cell from {first} to {last}", first=cells[0], last=cells[-1])
        menus.append(menu(REMOVE_MENU, key, {name: name for name in cells}, placeholder))
    return which_to_remove(step), controls_below(*menus)


async def _choose_removal(request: Request, key: Key) -> None:
    """Play the step together with the chosen removal."""
    step = key.argument.split("/")[0]
    game = await request.host.games.move(
        request.guild_id, key.subject, request.user_id, f"{step}/{chosen(request)}", seen_version=key.state
    )
    await request.responder.edit_source(None, text=played(game))
    await request.services.board_messages.show_elsewhere(game, request)


REMOVAL_HANDLERS: Final[Mapping[ControlKind, Handler]] = {REMOVE_MENU: Handler(_choose_removal)}
