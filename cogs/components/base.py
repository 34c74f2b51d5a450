"""The base of all buttons: keys in the custom_id, the truth in the store."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar, cast

import discord

from cogs.messages.failures import tell_failure
from cogs.responder import Answer
from cogs.text.i18n import Words
from gridlock_host import Refusal
from gridlock_rules.wording import Phrase

if TYPE_CHECKING:
    import re

    from cogs.runtime.client import AnyInteraction

PREFIX = "gl1:"


@dataclass(frozen=True, slots=True)
class Key:
    """What a button or a menu is about.

    Attributes:
        subject: The id of a game or a challenge; a page number where a list is leafed through.
        state: What the control was made for: the version of the game that a board shows, or the ply of an offer. The
            version is the ply as long as no move is taken back.
        argument: What else the action needs, such as a move.
    """

    subject: int
    state: int = 0
    argument: str = ""

    @classmethod
    def read(cls, match: re.Match[str]) -> Key:
        """Read the key back from a custom id that matches the template of its action."""
        return cls(int(match["subject"]), int(match["state"]), match["argument"])

    def custom_id(self, action: str) -> str:
        """The custom id of a control with this key."""
        return f"{PREFIX}{action}:{self.subject}:{self.state}:{self.argument}"


def template(action: str, argument: str = "") -> str:
    """The pattern of an action's custom ids: ``gl1:<action>:<subject>:<state>:<argument>``.

    The ids hold at most 18 digits, so that they fit a 64-bit column whatever is forged; and a version grows with each
    move that is taken back, which against the bot costs nothing.
    """
    return rf"{PREFIX}{action}:(?P<subject>[0-9]{{1,18}}):(?P<state>[0-9]{{1,9}}):(?P<argument>{argument})"


ItemT = TypeVar("ItemT", bound=discord.ui.Item[Any])


class KeyedItem(discord.ui.DynamicItem[ItemT], Generic[ItemT], template="(?!)"):
    """A button or a menu that works as long as its message stands, whatever restarts meanwhile.

    It is made again for each use, from the key in its custom id. Whatever a use raises is told to the person:
    discord.py would only log it, and leave the interaction unanswered.
    """

    def __init__(self, key: Key, item: ItemT) -> None:
        self.key = key
        super().__init__(item)

    @classmethod
    def from_key(cls, key: Key) -> Self:
        """Make the item again from its key, without its looks."""
        raise NotImplementedError

    @classmethod
    async def from_custom_id(
        cls,
        interaction: discord.Interaction[Any],  # noqa: ARG003  # given by discord.py
        item: discord.ui.Item[Any],  # noqa: ARG003
        match: re.Match[str],
        /,
    ) -> Self:
        """Read a used control back from its custom id."""
        return cls.from_key(Key.read(match))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Serve a use of the control."""
        interaction.client.take_in_hand()
        answer = Answer.to(interaction)
        answer.is_attached = is_shown(interaction)
        if not await interaction.client.reception.admits(interaction):
            return
        try:
            await self.press(interaction, answer)
        except Exception as error:  # noqa: BLE001  # the last one who can answer; it is logged there
            await tell_failure(interaction, error)
            await self.after_refusal(interaction, error)

    async def press(self, interaction: AnyInteraction, answer: Answer) -> None:
        """Do what the control is for, and answer.

        Raises:
            Refusal: It cannot be done; the sentence is shown to the one who used it.
        """
        raise NotImplementedError

    async def after_refusal(self, interaction: AnyInteraction, error: Exception) -> None:
        """Put right what the refused use has shown to be wrong, once the person has been told."""


class Control(KeyedItem[discord.ui.Button[Any]], template="(?!)"):
    """A button. A subclass names its action, its looks, and what a press does."""

    action: ClassVar[str]
    label: ClassVar[str] = ""
    style: ClassVar[discord.ButtonStyle] = discord.ButtonStyle.secondary

    def __init__(
        self,
        key: Key,
        words: Words,
        *,
        label: str | None = None,
        style: discord.ButtonStyle | None = None,
        disabled: bool = False,
    ) -> None:
        super().__init__(
            key,
            discord.ui.Button(
                custom_id=key.custom_id(self.action),
                label=label or words.say(self.label),
                style=style or self.style,
                disabled=disabled,
            ),
        )

    @classmethod
    def from_key(cls, key: Key) -> Self:
        """Make a pressed button again; nobody sees it."""
        return cls(key, Words())


class NotOffered(Refusal):
    """A menu was used for something that it does not offer, as only a manipulated client can."""

    def __init__(self) -> None:
        super().__init__(Phrase("That is not among what the menu offers. Please choose again."))


def chosen(interaction: discord.Interaction[Any]) -> str:
    """What was chosen from the menu that was used, also where the message has lost the menu meanwhile.

    Raises:
        NotOffered: Nothing was chosen, or the menu was used as if it were a button.
    """
    values = cast("Mapping[str, Any]", interaction.data).get("values")
    if not values:
        raise NotOffered
    return str(values[0])


def is_shown(interaction: discord.Interaction[Any]) -> bool:
    """Whether the message shows the control that was used, and as what it was used: a button or a menu.

    discord.py serves no others.
    """
    if interaction.message is None:
        return False
    used = (_custom_id(interaction), cast("Mapping[str, Any]", interaction.data)["component_type"])
    rows = [component for component in interaction.message.components if isinstance(component, discord.ActionRow)]
    return any((child.custom_id, child.type.value) == used for row in rows for child in row.children)


def _custom_id(interaction: discord.Interaction[Any]) -> str:
    return str(cast("Mapping[str, Any]", interaction.data)["custom_id"])
