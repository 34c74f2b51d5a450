"""Buttons and menus: how each looks, and the key in its custom id. What a press does is in `cogs.components`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

import discord

from cogs.discord_api.components import Component, plain_button, plain_menu
from cogs.text.i18n import Words
from gridlock_host import Order
from gridlock_host.servers.settings import Setting
from gridlock_rules import VARIANTS
from gridlock_rules.wording import Phrase

PREFIX: Final = "gl1:"

_CELL: Final = "[A-H][1-8]"
ALL_VARIANTS: Final = "all"
_SETTINGS: Final = "|".join(setting.value for setting in Setting)
_ORDERS: Final = "|".join(order.value for order in Order)
_VARIANTS: Final = "|".join([ALL_VARIANTS, *(variant.key for variant in VARIANTS)])


@dataclass(frozen=True, slots=True)
class Key:
    """What a control is about.

    Attributes:
        subject: The id of a game, a challenge or an exercise; a page number in a list; a day of a puzzle;
            an announcement.
        state: What the control was made for: the version of the game that a board shows, the ply of an offer, or how
            often an exercise was answered. The version equals the ply until a move is taken back.
        argument: What else the action needs, such as a move.
    """

    subject: int
    state: int = 0
    argument: str = ""

    def custom_id(self, action: str) -> str:
        """Return the custom id of a control with this key: ``gl1:<action>:<subject>:<state>:<argument>``."""
        return f"{PREFIX}{action}:{self.subject}:{self.state}:{self.argument}"


@dataclass(frozen=True, eq=False)
class ControlKind:
    """A kind of button or menu.

    Attributes:
        action: What a use does; the second part of the custom id.
        label: The text of the button, or the placeholder of the menu.
        style: The colour of the button.
        argument: The pattern of the key's argument.
        emoji: A Unicode emoji before the label.
    """

    action: str
    label: str = ""
    style: discord.ButtonStyle = discord.ButtonStyle.secondary
    argument: str = ""
    emoji: str | None = None

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The pattern of the custom ids of this kind.

        The subject has at most 18 digits, so that even a forged one fits a 64-bit column. The state has nine, because
        each move that is taken back increases the version, and against the bot that costs nothing.
        """
        return re.compile(
            rf"{PREFIX}{self.action}:(?P<subject>[0-9]{{1,18}}):(?P<state>[0-9]{{1,9}}):(?P<argument>{self.argument})"
        )

    def read(self, custom_id: str) -> Key | None:
        """Return the key in a custom id; None if it belongs to another kind."""
        match = self.pattern.fullmatch(custom_id)
        return None if match is None else Key(int(match["subject"]), int(match["state"]), match["argument"])


CELL: Final = ControlKind("cell", argument=f"{_CELL}(/{_CELL})?")
CELL_MENU: Final = ControlKind("choose", argument=f"({_CELL}/)?[0-9]")
UNPICK: Final = ControlKind("unpick", Phrase("Choose another step"))
TYPE_MOVE: Final = ControlKind("typemove", Phrase("Type a move"), argument=f"({_CELL}/)?", emoji="⌨️")
REMOVE_MENU: Final = ControlKind("remove", argument=f"{_CELL}/[0-9]")
SWAP: Final = ControlKind("swap", Phrase("Swap"), discord.ButtonStyle.primary, emoji="🔄")
HINT: Final = ControlKind("hint", Phrase("Hint"), emoji="💡")
RULES: Final = ControlKind("rules", Phrase("Rules"), emoji="📖")
BOARD_TEXT: Final = ControlKind("text", Phrase("Text"), emoji="🔤")
READ_AGAIN: Final = ControlKind("readagain", Phrase("Read again"), emoji="🔁")
RESIGN: Final = ControlKind("resign", Phrase("Resign"), emoji="🏳️")
CONFIRM_RESIGN: Final = ControlKind("giveup", Phrase("Yes, resign"), discord.ButtonStyle.danger)
PLAY_ON: Final = ControlKind("playon", Phrase("No, play on"))

# The typed move stands in the custom id: 40 characters come before it, and Discord takes 100.
MOVE_IN: Final = ControlKind("movein", argument="[A-Za-z0-9,/() ]{1,60}")
BOARD_OF: Final = ControlKind("boardof")
RESIGN_IN: Final = ControlKind("resignin")
HINT_IN: Final = ControlKind("hintin")

PLAY: Final = ControlKind("play", Phrase("Play"), discord.ButtonStyle.success)
ACCEPT: Final = ControlKind("accept", Phrase("Accept"), discord.ButtonStyle.success)
DECLINE: Final = ControlKind("decline", Phrase("Decline"))
CANCEL: Final = ControlKind("cancel", Phrase("Cancel"))
DECLINE_MENU: Final = ControlKind("why", Phrase("Give a reason (optional)"))

REMATCH: Final = ControlKind("rematch", Phrase("Rematch"), discord.ButtonStyle.primary)
DECLINE_REMATCH: Final = ControlKind("norematch", Phrase("Decline"))
WITHDRAW: Final = ControlKind("withdraw", Phrase("Withdraw"))
TAKE_BACK: Final = ControlKind("takeback", Phrase("Take back"), emoji="↩️")
AGREE: Final = ControlKind("agree", Phrase("Agree"), discord.ButtonStyle.success)
DISAGREE: Final = ControlKind("disagree", Phrase("Keep the move"))

LEADERBOARD_PAGE: Final = ControlKind("top", argument=rf"({_ORDERS})/({_VARIANTS})/(previous|next)")
RATING_PAGE: Final = ControlKind("toprated", argument=rf"(people|bot)/({_VARIANTS})/(previous|next)")
OPEN_LEADERBOARD: Final = ControlKind("opentop", Phrase("Leaderboard"))
NEXT_LEVEL: Final = ControlKind("level", style=discord.ButtonStyle.success, argument="[1-9]")
# The ids of accounts have at most 19 digits for centuries.
FINISHED_PAGE: Final = ControlKind("finished", argument=rf"(newer|older)/[0-9]{{1,19}}/[0-9]{{1,19}}/({_VARIANTS})")
REPLAY_MENU: Final = ControlKind("replaymenu")
SHARE: Final = ControlKind("share", Phrase("Share"))
OPEN_REPLAY: Final = ControlKind("openreplay", Phrase("Replay"))
REPLAY_AT: Final = ControlKind("replayat", argument="(first|back|next|last|turn|list|board)(/list)?")
OPEN_PICTURE: Final = ControlKind("picture", argument="(gif|png)")
SHARE_PICTURE: Final = ControlKind("sharepicture", Phrase("Share"), argument="(gif|png)")
OPEN_REVIEW: Final = ControlKind("openreview", Phrase("Review"))
REVIEW_PAGE: Final = ControlKind("review", argument="(first|back|next|last|turn)")
PUZZLE_MOVE: Final = ControlKind("puzzle", argument=f"{_CELL}(/{_CELL})?")
SOLVE_PUZZLE: Final = ControlKind("solve", Phrase("Solve"), discord.ButtonStyle.success)
STREAKS: Final = ControlKind("streaks", Phrase("Streaks"))

OPEN_TUTORIAL: Final = ControlKind("tutor", Phrase("Learn a game"), argument="[a-z]{0,32}")
TUTORIAL_CELL: Final = ControlKind("tutorcell", argument=f"[a-z]{{1,32}}/({_CELL}/)?{_CELL}")
TUTORIAL_CELL_MENU: Final = ControlKind("tutorpick", argument=f"[a-z]{{1,32}}/({_CELL}/)?[0-9]")
TUTORIAL_STEP: Final = ControlKind("tutorstep", Phrase("Next step"), argument="[a-z]{1,32}")
TUTORIAL_GAMES: Final = ControlKind("tutorgame")

_WALK: Final = r"[a-z]{1,32}/([0-9A-Za-z_-]\.)?[0-9A-Za-z_-]{1,70}"
WALK: Final = ControlKind("walk", argument=f"{_WALK}/({_CELL}/)?{_CELL}")
WALK_MENU: Final = ControlKind("walkto", argument=f"{_WALK}/({_CELL}/)?[0-9]")
WALK_BACK: Final = ControlKind("walkback", Phrase("Back"), argument=_WALK)
WALK_RESET: Final = ControlKind("walkreset", Phrase("Start over"), argument=f"[a-z]{{1,32}}|{_WALK}")

LESSON_CELL: Final = ControlKind("lesson", argument=f"{_CELL}(/{_CELL})?")
LESSON_MENU: Final = ControlKind("lessons", argument=f"({_CELL}/)?[0-9]")
LESSON_UNPICK: Final = ControlKind("lessonback", Phrase("Choose another step"))
NEXT_LESSON: Final = ControlKind("nextlesson", Phrase("Next exercise"), discord.ButtonStyle.primary)
DELETE_LESSON: Final = ControlKind("droplesson", Phrase("Delete this exercise"), emoji="🗑️")

PLAY_ME: Final = ControlKind("playme", Phrase("Play me"), discord.ButtonStyle.success)
CHALLENGE_ANYONE: Final = ControlKind("anyone", Phrase("Challenge anyone"), discord.ButtonStyle.primary)
OPEN_PUZZLE: Final = ControlKind("openpuzzle", Phrase("Puzzle of the day"))
OPEN_GAMES: Final = ControlKind("games", Phrase("The games"))
GAMES_MENU: Final = ControlKind("game")
TRY: Final = ControlKind("try", Phrase("Try it"), discord.ButtonStyle.success, argument="[a-z]{1,32}")
OPEN_SETTINGS: Final = ControlKind("opensettings", Phrase("Server settings"))

SETTING: Final = ControlKind("set", argument=f"({_SETTINGS})")
LIMITS: Final = ControlKind("limits", Phrase("Limits …"))
RESET: Final = ControlKind("reset", Phrase("Reset …"), discord.ButtonStyle.danger)
CONFIRM_RESET: Final = ControlKind("resetall", Phrase("Yes, reset all settings"), discord.ButtonStyle.danger)
KEEP_SETTINGS: Final = ControlKind("keepset", Phrase("No, keep them"))

FORGET: Final = ControlKind("forget", Phrase("Yes, delete everything"), discord.ButtonStyle.danger)
KEEP: Final = ControlKind("keep", Phrase("No, keep it"))


def button(
    kind: ControlKind,
    key: Key,
    words: Words,
    *,
    label: str | None = None,
    style: discord.ButtonStyle | None = None,
    disabled: bool = False,
) -> Component:
    """Return a button of a kind, with its own label and style unless others are given."""
    if label is None and style is None and not disabled:
        return {**_usual_face(kind, words), "custom_id": key.custom_id(kind.action)}
    return plain_button(
        key.custom_id(kind.action),
        label or words.say(kind.label),
        style or kind.style,
        emoji=kind.emoji,
        disabled=disabled,
    )


@lru_cache(maxsize=512)
def _usual_face(kind: ControlKind, words: Words) -> Component:
    """Return a button without its custom id: many buttons look alike."""
    return plain_button("", words.say(kind.label), kind.style, emoji=kind.emoji)


def menu(kind: ControlKind, key: Key, options: Mapping[str, str], placeholder: str) -> Component:
    """Return a menu of a kind.

    Args:
        kind: The kind.
        key: What it is about.
        options: The label of each value.
        placeholder: The text before a choice.
    """
    return plain_menu(key.custom_id(kind.action), options, placeholder)
