"""The messages that players can see, and what their text and buttons say."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from local_discord import Message
from local_discord.model.components import Button

_HEADING: Final = re.compile(
    r"^\*\*\w+\*\* #(\d+) · (\d)\S+ · (?:move (\d+)|(?:level \d · )?Game over after (\d+) moves?)(?: · .+)?$",
    re.MULTILINE,
)
_PLAYER: Final = r"<@(\d+)>"
_MARKS: Final = (r"(?:X|P1)", r"(?:O|P2)")
_PLAYERS: Final = tuple(re.compile(rf"{_PLAYER} \({mark}\)") for mark in _MARKS)
_LAST_MOVE: Final = re.compile(r"^(?:\S+|deleted player) played \*\*(\S+?)\*\*", re.MULTILINE)
_TO_MOVE: Final = re.compile(
    rf"{_PLAYER} \(\S+\) \*\*(?:to move|chooses the cell)|{_PLAYER} \(\S+\)(?:, level \d)? is thinking"
)
_CHOOSING: Final = "now chooses the cell to remove"
_PLAYED: Final = re.compile(r"^You played (\S+) in game #(\d+)[.:]")
_CHALLENGE: Final = re.compile(r"^(?:<@(\d+)>, )?<@(\d+)> challenges (?:you|everybody here) to ")


@dataclass(frozen=True, slots=True)
class Board:
    """A board, read from its text.

    Attributes:
        game: The number of the game.
        size: The number of its rows.
        players: The ids of the players, the first to move first; nobody on the board of a finished game.
        ply: The number of moves played.
        move: The last move; None before the first.
        to_move: The player to move, or to choose the removal; None when the game is over.
        is_choosing: Whether the removal is still to be chosen.
    """

    game: int
    size: int
    players: tuple[int, ...]
    ply: int
    move: str | None
    to_move: int | None
    is_choosing: bool

    @property
    def is_over(self) -> bool:
        """Whether it shows a finished game."""
        return self.to_move is None


def read_board(text: str) -> Board | None:
    """Read the text of a board; None if it is something else, such as a copy that links to the board."""
    heading = _HEADING.search(text)
    one, two = (seat.search(text) for seat in _PLAYERS)
    over = heading is not None and heading[4] is not None
    if heading is None or (not over and (one is None or two is None)):
        return None
    last, turn = _LAST_MOVE.search(text), _TO_MOVE.search(text)
    return Board(
        game=int(heading[1]),
        size=int(heading[2]),
        players=(int(one[1]), int(two[1])) if one and two and not over else (),
        ply=int(heading[3]) - 1 if heading[3] else int(heading[4]),
        move=last[1] if last else None,
        to_move=int(turn[1] or turn[2]) if turn and not over else None,
        is_choosing=_CHOOSING in text,
    )


def read_played(text: str) -> tuple[int, str] | None:
    """The game and the move that a text confirms; None if it confirms none."""
    found = _PLAYED.match(text)
    return (int(found[2]), found[1]) if found else None


def read_challenge(text: str) -> tuple[int | None, int] | None:
    """The challenged member (None for everybody) and the challenger; None if a text is no open challenge."""
    found = _CHALLENGE.match(text)
    return (int(found[1]) if found[1] else None, int(found[2])) if found else None


@dataclass(frozen=True, slots=True)
class Control:
    """A button or menu, read from its custom id.

    Attributes:
        action: Its action, such as "cell".
        subject: The game or the challenge that it is about.
        state: The version of the game, or the ply of an offer.
        argument: A further argument, such as a cell.
    """

    action: str
    subject: int
    state: int
    argument: str

    @classmethod
    def read(cls, custom_id: str) -> Control:
        """Read a custom id."""
        _, action, subject, state, argument = custom_id.split(":", 4)
        return cls(action, int(subject), int(state), argument)


FORGOTTEN: Final = "Everything I stored about you is deleted."
_FINISHED_AT_MOST: Final = 100


@dataclass(frozen=True, slots=True)
class Seen:
    """A message with a board.

    Attributes:
        message: The message.
        board: What it showed when it was last looked at.
    """

    message: Message
    board: Board

    @property
    def is_there(self) -> bool:
        """Whether neither the message nor its channel is deleted."""
        return not (self.message.deleted or self.message.channel.deleted)

    @property
    def version(self) -> int:
        """The version of the game in its custom ids; 0 without any."""
        return max((control.state for control in controls(self.message)), default=0)


def controls(message: Message) -> Iterator[Control]:
    """The buttons of a message, read from their custom ids."""
    return (Control.read(button.custom_id) for button in message.buttons if button.custom_id)


def cells(message: Message) -> list[Button]:
    """The buttons of legal cells, which have their names; a stone has none."""
    return [button for button in message.buttons if button.label.strip("·") and ":cell:" in (button.custom_id or "")]


def has(message: Message, action: str) -> bool:
    """Whether a message has a button with this action."""
    return any(control.action == action for control in controls(message))


class VisibleMessages:
    """The messages that members can see, updated with each message that changes.

    Attributes:
        going_on: The newest board of each open game, by its number.
        finished: The newest boards of finished games.
        older: Older copies of boards.
        offers: Messages with an open offer, by id.
        challenges: Messages with an open challenge, by id.
    """

    def __init__(self) -> None:
        self.going_on: dict[int, Seen] = {}
        self.finished: deque[Message] = deque(maxlen=_FINISHED_AT_MOST)
        self.older: deque[Message] = deque(maxlen=_FINISHED_AT_MOST)
        self.offers: dict[int, Message] = {}
        self.challenges: dict[int, Message] = {}

    def look_at(self, message: Message) -> None:
        """Take note of a message that was posted, edited or deleted."""
        if message.ephemeral or message.account is not message.channel.world.bot:
            return
        board = read_board(message.text)
        if board is not None:
            self._look_at_board(Seen(message, board))
            return
        stands = not message.deleted
        _keep(self.challenges, message, when=stands and has(message, "accept"))
        _keep(self.offers, message, when=stands and (has(message, "agree") or has(message, "rematch")))

    def boards_of(self, user_id: int) -> list[Seen]:
        """The boards of the open games of a member."""
        return [seen for seen in self.going_on.values() if user_id in seen.board.players]

    def challenges_for(self, user_id: int) -> list[Message]:
        """The challenges that a member may accept."""
        return [message for message in self.challenges.values() if _is_for(message, user_id)]

    def _look_at_board(self, seen: Seen) -> None:
        before = self.going_on.get(seen.board.game)
        if seen.board.is_over:
            self.going_on.pop(seen.board.game, None)
            if has(seen.message, "rematch"):
                self.finished.append(seen.message)
        elif before is None or seen.message.id >= before.message.id:
            self.going_on[seen.board.game] = seen
            if before is not None and before.message is not seen.message:
                self.older.append(before.message)


def _keep(messages: dict[int, Message], message: Message, *, when: bool) -> None:
    if when:
        messages[message.id] = message
    else:
        messages.pop(message.id, None)


def _is_for(message: Message, user_id: int) -> bool:
    read = None if message.channel.deleted else read_challenge(message.text)
    return read is not None and read[1] != user_id and read[0] in (None, user_id)
