"""What can be used outside of the servers with the bot: in group chats, direct messages with it, and other servers."""

from __future__ import annotations

from typing import Final

from cogs.context import Request
from cogs.discord_api.places import is_shown_to_others
from cogs.messages import controls
from cogs.messages.controls import ControlKind
from gridlock_host import Refusal
from gridlock_rules.wording import Phrase

_POSTING_COMMANDS: Final = frozenset(f"gridlock {name}" for name in ("challenge", "accept", "move", "board"))
_COMMANDS: Final = _POSTING_COMMANDS | frozenset(
    f"gridlock {name}"
    for name in (
        "decline",
        "cancel",
        "games",
        "resign",
        "rules",
        "learn hint",
        "me block",
        "me unblock",
        "me notify",
        "me spoken",
        "me privacy",
        "me my-data",
        "me forget-me",
    )
)
_POSTING_CONTROLS: Final = frozenset({controls.ACCEPT, controls.REMATCH, controls.BOARD_OF, controls.NEXT_LEVEL})
_CONTROLS: Final = _POSTING_CONTROLS | frozenset(
    {
        controls.CELL,
        controls.CELL_MENU,
        controls.UNPICK,
        controls.TYPE_MOVE,
        controls.REMOVE_MENU,
        controls.SWAP,
        controls.HINT,
        controls.HINT_IN,
        controls.RULES,
        controls.BOARD_TEXT,
        controls.READ_AGAIN,
        controls.RESIGN,
        controls.RESIGN_IN,
        controls.CONFIRM_RESIGN,
        controls.PLAY_ON,
        controls.MOVE_IN,
        controls.DECLINE,
        controls.CANCEL,
        controls.DECLINE_MENU,
        controls.DECLINE_REMATCH,
        controls.WITHDRAW,
        controls.TAKE_BACK,
        controls.AGREE,
        controls.DISAGREE,
        controls.FORGET,
        controls.KEEP,
    }
)


class NotOutside(Refusal):
    """Something was used that only works in a server with the bot."""

    sentence = Phrase("That works only in servers that I am in. Here you can challenge, play, and see your games.")


class HiddenAnswer(Refusal):
    """Discord would show nobody else what is to be posted."""

    sentence = Phrase(
        "In this server you may not show others what I say, so nobody could play with you here. A member who manages "
        "the server can grant you *Use External Apps*."
    )


def check_command(request: Request, name: str) -> None:
    """Refuse a command that does not work where it is used.

    Raises:
        NotOutside, HiddenAnswer: As these say.
    """
    if request.is_outside:
        _check(request, is_served=name in _COMMANDS, posts=name in _POSTING_COMMANDS)


def check_control(request: Request, kind: ControlKind) -> None:
    """Refuse a use of a control that does not work where it is used.

    Raises:
        NotOutside, HiddenAnswer: As these say.
    """
    if request.is_outside:
        _check(request, is_served=kind in _CONTROLS, posts=kind in _POSTING_CONTROLS)


def _check(request: Request, *, is_served: bool, posts: bool) -> None:
    if not is_served:
        raise NotOutside
    is_in_server = request.interaction.guild_id is not None
    if posts and is_in_server and not is_shown_to_others(request.interaction):
        raise HiddenAnswer
