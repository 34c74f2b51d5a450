"""What people read in a message: which game a board shows and how it stands, what a control does."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

_HEADING: Final = re.compile(r"\*\*Gridlock #(\d+) · \w+ (\d)")
_PLAYER: Final = r"<@(\d+)> \(\S+\)(?:, level \d)?"
_PLAYERS: Final = re.compile(rf"^{_PLAYER} · {_PLAYER}$", re.MULTILINE)
_LAST_MOVE: Final = re.compile(r"^Last move \((\d+)\): \S+ (\S+)$", re.MULTILINE)
_TO_MOVE: Final = re.compile(r"^\*\*<@(\d+)>\*\* \(\S+\) to move", re.MULTILINE)
_THINKING: Final = re.compile(r"^<@(\d+)> \(\S+\) is thinking", re.MULTILINE)
_CHOOSING: Final = re.compile(r"^<@(\d+)> \(\S+\) goes to \*\*", re.MULTILINE)
_PLAYED: Final = re.compile(r"^You played (\S+) in game #(\d+)[.:]")
_CHALLENGE: Final = re.compile(r"^(?:<@(\d+)>|Everybody), <@(\d+)> challenges you to ")


@dataclass(frozen=True, slots=True)
class Board:
    """A board as its text tells.

    Attributes:
        game: The number of the game.
        size: The number of its rows.
        players: The ids of the players, who moves first before the other.
        ply: The number of moves played.
        move: The last of them; None before the first.
        to_move: Whose turn it is, or who is choosing the second cell of a move; None when the game is over.
        is_choosing: Whether the first cell of a move is chosen, and the second is not.
    """

    game: int
    size: int
    players: tuple[int, int]
    ply: int
    move: str | None
    to_move: int | None
    is_choosing: bool

    @property
    def is_over(self) -> bool:
        """Whether it shows the end of the game."""
        return self.to_move is None


def read_board(text: str) -> Board | None:
    """Read the text of a board; None if it is something else, such as an older copy that links to the board."""
    heading, players = _HEADING.search(text), _PLAYERS.search(text)
    if heading is None or players is None:
        return None
    last, turn, choosing = _LAST_MOVE.search(text), _TO_MOVE.search(text), _CHOOSING.search(text)
    to_move = turn or choosing or _THINKING.search(text)
    return Board(
        game=int(heading[1]),
        size=int(heading[2]),
        players=(int(players[1]), int(players[2])),
        ply=int(last[1]) if last else 0,
        move=last[2] if last else None,
        to_move=int(to_move[1]) if to_move else None,
        is_choosing=choosing is not None,
    )


def read_played(text: str) -> tuple[int, str] | None:
    """The game and the move of which a player is told that they played it; None if a text tells nothing like that."""
    found = _PLAYED.match(text)
    return (int(found[2]), found[1]) if found else None


def read_challenge(text: str) -> tuple[int | None, int] | None:
    """Who is challenged, if it is one person, and by whom; None if a text is no open challenge."""
    found = _CHALLENGE.match(text)
    return (int(found[1]) if found[1] else None, int(found[2])) if found else None


@dataclass(frozen=True, slots=True)
class Control:
    """A button or a menu, as its custom id tells.

    Attributes:
        action: What it does, such as "cell".
        subject: The game or the challenge that it is about.
        state: The version of the game, or the ply of an offer.
        argument: What else it is about, such as a cell.
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
