"""What people see in the channels: boards, offers, challenges."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from chaos.players.message_reading import Board, Control, read_board, read_challenge
from local_discord import Message
from local_discord.model.components import Button

_FINISHED_AT_MOST = 100


@dataclass(frozen=True, slots=True)
class Seen:
    """A message that shows a game.

    Attributes:
        message: The message.
        board: What it showed when it was last looked at.
    """

    message: Message
    board: Board

    @property
    def is_there(self) -> bool:
        """Whether it stands in a channel that stands."""
        return not (self.message.deleted or self.message.channel.deleted)

    @property
    def version(self) -> int:
        """The version of the game that its controls carry; 0 without any."""
        return max((control.state for control in controls(self.message)), default=0)


def controls(message: Message) -> Iterator[Control]:
    """The buttons of a message, as their custom ids tell."""
    return (Control.read(button.custom_id) for button in message.buttons if button.custom_id)


def cells(message: Message) -> list[Button]:
    """The buttons of cells that can be pressed."""
    return [button for button in message.buttons if not button.disabled and ":cell:" in (button.custom_id or "")]


def has(message: Message, action: str) -> bool:
    """Whether a message has a button that does this."""
    return any(control.action == action for control in controls(message))


class Noticeboard:
    """What stands in the channels, kept up to date by looking at each message that changes.

    Attributes:
        going_on: The newest board of each game that goes on, by the number of the game.
        finished: The newest boards of games that are over.
        older: Boards that are not the newest any more.
        offers: Messages that hold an offer, by id.
        challenges: Messages that hold an open challenge, by id.
    """

    def __init__(self) -> None:
        self.going_on: dict[int, Seen] = {}
        self.finished: deque[Message] = deque(maxlen=_FINISHED_AT_MOST)
        self.older: deque[Message] = deque(maxlen=_FINISHED_AT_MOST)
        self.offers: dict[int, Message] = {}
        self.challenges: dict[int, Message] = {}

    def look_at(self, message: Message) -> None:
        """Look at a message that was posted, changed or deleted."""
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
        """The boards of somebody's games that go on."""
        return [seen for seen in self.going_on.values() if user_id in seen.board.players]

    def challenges_for(self, user_id: int) -> list[Message]:
        """The challenges that somebody may accept."""
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
