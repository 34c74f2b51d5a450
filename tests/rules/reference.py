"""A second, naive reading of the rule books, which shares no code with the package.

A cell is (row, column), both from 0. A turn is one cell, or two: a step and the removed cell. A game is the list of its
turns, and everything is computed from that list each time.
"""

from collections.abc import Callable

Cell = tuple[int, int]
Turn = tuple[Cell, ...]


def legal_turns(key: str, size: int, game: list[Turn]) -> list[Turn]:
    """Return the legal turns after the game, in board order."""
    return sorted(RULES[key](size, game))


def written(turn: Turn) -> str:
    """Return the canonical text of the turn."""
    return "/".join(f"{'ABCDEFGH'[row]}{column + 1}" for row, column in turn)


def read(text: str) -> Turn:
    """Return the turn with this canonical text."""
    return tuple(("ABCDEFGH".index(name[0]), int(name[1]) - 1) for name in text.split("/"))


def _board(size: int) -> set[Cell]:
    return {(row, column) for row in range(size) for column in range(size)}


def _touch(cell: Cell, other: Cell) -> bool:
    return cell != other and abs(cell[0] - other[0]) <= 1 and abs(cell[1] - other[1]) <= 1


def _unclaimed(size: int, game: list[Turn]) -> set[Cell]:
    return _board(size) - {turn[0] for turn in game}


def _in_line(cell: Cell, other: Cell) -> bool:
    return cell[0] == other[0] or cell[1] == other[1]


def _lines(size: int, game: list[Turn]) -> list[Turn]:
    return [(cell,) for cell in _unclaimed(size, game) if not game or _in_line(cell, game[-1][0])]


def _standoff(size: int, game: list[Turn]) -> list[Turn]:
    # The opponent has played the last turn, the third last, and so on.
    opposing = [turn[0] for turn in game[::-1][::2]]
    return [(cell,) for cell in _unclaimed(size, game) if not any(_touch(cell, other) for other in opposing)]


def _dodge(size: int, game: list[Turn]) -> list[Turn]:
    return [(cell,) for cell in _unclaimed(size, game) if not game or not _touch(cell, game[-1][0])]


def _blocking(size: int, game: list[Turn]) -> list[Turn]:
    return [(cell,) for cell in _board(size) if not any(_in_line(cell, turn[0]) for turn in game)]


def _isolation(size: int, game: list[Turn]) -> list[Turn]:
    if len(game) < 2:
        return [(cell,) for cell in _unclaimed(size, game)]
    own, opposing = game[-2][0], game[-1][0]
    gone = {turn[1] for turn in game if len(turn) == 2}
    turns: list[Turn] = []
    for step in _board(size) - gone - {opposing}:
        if not _touch(own, step):
            continue
        free = _board(size) - gone - {step, opposing}
        removable = [cell for cell in free if not _touch(cell, opposing)]
        turns += [(step, cell) for cell in removable]
        if not removable and (step, opposing) not in _earlier(game):
            turns.append((step,))
    return turns


def _earlier(game: list[Turn]) -> set[tuple[Cell, Cell]]:
    """Return the positions since the last removal with the opponent to move: own token, other token."""
    earlier = set()
    for length in range(len(game) - 1, 1, -1):
        if len(game[length]) == 2:
            break
        if (len(game) - length) % 2 == 1:
            earlier.add((game[length - 1][0], game[length - 2][0]))
    return earlier


RULES: dict[str, Callable[[int, list[Turn]], list[Turn]]] = {
    "lines": _lines,
    "standoff": _standoff,
    "dodge": _dodge,
    "blocking": _blocking,
    "isolation": _isolation,
}
