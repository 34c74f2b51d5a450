"""Component handler base: presses and forms, the chosen value, the refresh of a stale board."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias, cast

from cogs.context import Interaction, Request
from cogs.discord_api.modals import FilledForm
from cogs.messages.controls import Key
from gridlock_host import Refusal
from gridlock_host.errors import GameRefusal
from gridlock_rules.geometry import cell_at
from gridlock_rules.wording import Phrase

Press: TypeAlias = Callable[[Request, Key], Awaitable[None]]
Submit: TypeAlias = Callable[[Request, Key, FilledForm], Awaitable[None]]
AfterRefusal: TypeAlias = Callable[[Request, Key, Exception], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Handler:
    """What a use of a control does.

    Attributes:
        press: Does what the control is for, and answers. A refusal that it raises is shown to the person.
        after_refusal: Corrects what the refused use has shown to be out of date, once the person is answered.
        submit: Does what the form is for that the control opens, with the same key, and answers. None without a form.
    """

    press: Press
    after_refusal: AfterRefusal | None = None
    submit: Submit | None = None


class NotOffered(Refusal):
    """A value was sent that the menu does not offer, as only a manipulated client can."""

    sentence = Phrase("The menu does not have that choice. Please choose again.")


def chosen(request: Request) -> str:
    """Return what was chosen from a menu, even if the message has lost the menu since.

    Raises:
        NotOffered: Nothing was chosen, or the menu was used as if it were a button.
    """
    values = _data(request.interaction).get("values")
    if not values:
        raise NotOffered
    return str(values[0])


def single_cell(argument: str) -> int | None:
    """Return the cell of a button that names one; None for a button that names two."""
    if "/" in argument:
        return None
    return cell_at("ABCDEFGH".index(argument[0]), int(argument[1]) - 1)


def used_custom_id(interaction: Interaction) -> str:
    """Return the custom id of the control that was used; an empty text for a command."""
    return str(_data(interaction).get("custom_id", ""))


def is_on_board(request: Request) -> bool:
    """Return whether the button of a board, or of a copy of it, was pressed that still shows this button."""
    source = request.source
    return source is not None and source.is_layout and source.holds_control


async def refresh_stale_board(request: Request, key: Key, error: Exception) -> None:
    """Update the board whose button was pressed if it shows an old state of the game."""
    if is_on_board(request) and isinstance(error, GameRefusal) and error.game.version != key.state:
        await request.services.board_messages.refresh(request, error.game)


def _data(interaction: Interaction) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", interaction.data or {})
