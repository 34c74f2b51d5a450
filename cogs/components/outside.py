"""What belongs to a server, and so cannot be used in group chats, direct messages with the bot, and other servers."""

from __future__ import annotations

from typing import Final

from cogs.context import Request
from cogs.discord_api.places import is_shown_to_others
from cogs.messages import controls
from cogs.messages.controls import ControlKind
from gridlock_host import Refusal
from gridlock_rules.wording import Phrase

CHALLENGE_MENU: Final = "Challenge to Gridlock"
"""The entry in the context menu of a person."""

_POSTING_COMMANDS: Final = frozenset(
    {CHALLENGE_MENU, *(f"gridlock {name}" for name in ("play", "challenge", "accept", "move", "board"))}
)
_SERVER_COMMANDS: Final = frozenset(
    f"gridlock {name}" for name in ("leaderboard", "stats", "profile", "seasons", "versus", "learn streaks")
)
_POSTING_CONTROLS: Final = frozenset(
    {
        controls.ACCEPT,
        controls.REMATCH,
        controls.BOARD_OF,
        controls.NEXT_LEVEL,
        controls.SHARE,
        controls.SHARE_PICTURE,
        controls.PLAY,
        controls.PLAY_ME,
        controls.TRY,
        controls.CHALLENGE_ANYONE,
    }
)
_SERVER_CONTROLS: Final = frozenset(
    {
        controls.LEADERBOARD_PAGE,
        controls.RATING_PAGE,
        controls.OPEN_LEADERBOARD,
        controls.STREAKS,
        controls.OPEN_SETTINGS,
        controls.SETTING,
        controls.LIMITS,
        controls.RESET,
        controls.CONFIRM_RESET,
        controls.KEEP_SETTINGS,
    }
)


class NotOutside(Refusal):
    """Something was used that only works in a server with the bot."""

    sentence = Phrase("That belongs to a server, and works only in servers that I am in.")


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
        _check(request, is_of_server=name in _SERVER_COMMANDS, posts=name in _POSTING_COMMANDS)


def check_control(request: Request, kind: ControlKind) -> None:
    """Refuse a use of a control that does not work where it is used.

    Raises:
        NotOutside, HiddenAnswer: As these say.
    """
    if request.is_outside:
        _check(request, is_of_server=kind in _SERVER_CONTROLS, posts=kind in _POSTING_CONTROLS)


def _check(request: Request, *, is_of_server: bool, posts: bool) -> None:
    if is_of_server:
        raise NotOutside
    is_in_server = request.interaction.guild_id is not None
    if posts and is_in_server and not is_shown_to_others(request.interaction):
        raise HiddenAnswer
