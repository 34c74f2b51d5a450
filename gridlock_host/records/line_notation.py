"""Notation of a game in one line of text, and its parser.

A line has the variant, the board, what was agreed, the moves and the result::

    lines 5x5: C3 E3 E1 1-0 resignation
    blocking 5x5 [#B2 #D4] swap: A1 swap C3 E5 0-1 no-legal-move
    isolation 6x6 [A1 F6 B2/C3] handicap=-2: E5/D4 *

A start stands in brackets. `swap` before the colon is the right to swap, and as the second move its use. The result is
`1-0` or `0-1` for the player who has won, `0-0` if nobody has, each with the way in which the game ended; or `*` for a
game that goes on. Letters may be lower case, and moves may be written as `gridlock_rules.notation` reads them, in one
word each. A line without a result is read as a game that goes on, unless its last move ends it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from gridlock_host.model.result import Ending
from gridlock_host.model.starts import SWAP_WORD, Swap
from gridlock_host.records.record import ENDINGS_WITHOUT_WINNER, BrokenRecord, GameRecord, RecordDetails
from gridlock_rules import Player, Position, RulesError, Variant, find_variant
from gridlock_rules.notation import ascii_look_alike, read_move
from gridlock_rules.start_pools import HANDICAPS
from gridlock_rules.starts import OBSTACLE_SIGN
from gridlock_rules.wording import COMMA, Phrase, listed, quoted

LONGEST_LINE: Final = 1_500
"""The most characters of a line; the longest game has about half as many."""

OPEN_RESULT: Final = "*"
"""The result of a game that goes on."""

_SCORES: Final = {Player.ONE: "1-0", Player.TWO: "0-1", None: "0-0"}
_WINNERS: Final = {score: winner for winner, score in _SCORES.items()}
_HANDICAP: Final = "handicap="
_HEAD: Final = re.compile(
    r"(?P<variant>[a-z]+) (?P<size>[0-9]+)x(?P<width>[0-9]+)(?: \[(?P<start>[^\]]*)\])?(?P<rest>.*)"
)


def line_of(record: GameRecord) -> str:
    """Return the line of a record."""
    agreed = [] if record.start is None else [f"[{record.start}]"]
    if record.handicap:
        agreed.append(f"{_HANDICAP}{record.handicap}")
    if record.swap is not None:
        agreed.append(SWAP_WORD)
    head = " ".join([record.variant, f"{record.size}x{record.size}", *agreed])
    return " ".join([f"{head}:", *_played(record), result_text(record)])


def _played(record: GameRecord) -> list[str]:
    played = list(record.moves)
    if record.swap is Swap.TAKEN:
        played.insert(1, SWAP_WORD)
    return played


def result_text(record: GameRecord) -> str:
    """Return the result of a record as it stands at the end of its line."""
    return OPEN_RESULT if record.ending is None else f"{_SCORES[record.winner]} {ending_word(record.ending)}"


def ending_word(ending: Ending) -> str:
    """Return an ending as a record writes it."""
    return ending.value.replace("_", "-")


def read_ending(word: str) -> Ending:
    """Return the ending that a record writes.

    Raises:
        BrokenRecord: There is none with this name.
    """
    for ending in Ending:
        if ending_word(ending) == word:
            return ending
    known = listed([*map(ending_word, Ending)], COMMA)
    raise BrokenRecord(Phrase("No game ends in the way {word}. There are: {known}.", word=quoted(word), known=known))


def read_line(text: str) -> GameRecord:
    """Return the record of a line. It costs less than a few milliseconds, whatever the text is.

    Raises:
        BrokenRecord: The line is no record, or the rules forbid the game.
    """
    if len(text) > LONGEST_LINE:
        raise BrokenRecord(Phrase("The line has more than {most} characters.", most=LONGEST_LINE))
    head, colon, played = " ".join(ascii_look_alike(text).replace("×", "x").split()).partition(":")  # noqa: RUF001  # the multiplication sign
    match = _HEAD.fullmatch(head.lower())
    if not colon or match is None:
        raise BrokenRecord(_how_to_write(text))
    size = int(match["size"][:3])
    if match["width"] != match["size"]:
        raise BrokenRecord(Phrase("A board has as many rows as columns."))
    handicap, may_swap = _agreements(match["rest"].split())
    tokens, ending, winner = _split_result(played.split())
    return checked(WrittenGame(match["variant"], size, tokens, match["start"], handicap, may_swap, ending, winner))


def _how_to_write(text: str) -> Phrase:
    return Phrase(
        "{text} is no game. A line looks like `lines 5x5: C3 E3 E1 1-0 resignation`.", text=quoted(text.strip())
    )


def _agreements(tokens: Sequence[str]) -> tuple[int, bool]:
    handicap, may_swap = 0, False
    for word in tokens:
        if word == SWAP_WORD and not may_swap:
            may_swap = True
        elif word.startswith(_HANDICAP) and not handicap:
            handicap = _read_handicap(word.removeprefix(_HANDICAP))
        else:
            raise BrokenRecord(Phrase("I do not know {word} before the colon.", word=quoted(word)))
    return handicap, may_swap


def _read_handicap(text: str) -> int:
    values = {str(sign * steps): sign * steps for steps in HANDICAPS for sign in (1, -1)}
    if text not in values:
        raise BrokenRecord(Phrase("There is no handicap {text}.", text=quoted(text)))
    return values[text]


def _split_result(parts: Sequence[str]) -> tuple[Sequence[str], Ending | None, Player | None]:
    """Return the moves before the result, how the game ended, and who won."""
    if parts and parts[-1] == OPEN_RESULT:
        return parts[:-1], None, None
    if len(parts) > 1 and parts[-2] in _WINNERS:
        return parts[:-2], read_ending(parts[-1].lower()), _WINNERS[parts[-2]]
    if parts and parts[-1] in _WINNERS:
        raise BrokenRecord(Phrase("After {score} it must say how the game ended.", score=parts[-1]))
    return parts, None, None


@dataclass(frozen=True, slots=True)
class WrittenGame:
    """A game as a record writes it, before the rules have checked it.

    Attributes:
        variant: The key of the variant.
        size: Number of rows and columns.
        tokens: The moves, and a swap among them.
        start: What was on the board before; None for nothing.
        handicap: The handicap in steps, 0 for none.
        may_swap: Whether there is a right to swap.
        ending: How it ended; None if that is not written, or if it goes on.
        winner: The winner that is written.
    """

    variant: str
    size: int
    tokens: Sequence[str]
    start: str | None
    handicap: int
    may_swap: bool
    ending: Ending | None
    winner: Player | None


def checked(written: WrittenGame, details: RecordDetails | None = None) -> GameRecord:
    """Return the record of a game that the rules allow.

    Args:
        written: The game.
        details: What is known beside it.

    Raises:
        BrokenRecord: The rules forbid it, or its result contradicts its board.
    """
    played, swap = _without_swap(written.tokens, may_swap=written.may_swap)
    try:
        variant = find_variant(written.variant)
        start = None if written.start is None else _canonical_start(variant, written.size, written.start)
        position = variant.start(written.size, start)
    except RulesError as error:
        raise BrokenRecord(error.args[0]) from error
    moves = []
    for number, word in enumerate(played, start=1):
        try:
            move = position.parse(word)
        except RulesError as error:
            reason = Phrase("Move {number}, {move}: {reason}", number=number, move=quoted(word), reason=error.args[0])
            raise BrokenRecord(reason) from error
        moves.append(str(move))
        position = position.play(move)
    ending, winner = _checked_result(position, written.ending, written.winner)
    return GameRecord(
        variant=written.variant,
        size=written.size,
        moves=tuple(moves),
        start=start,
        swap=swap,
        handicap=written.handicap,
        ending=ending,
        winner=winner,
        details=details,
    )


def _without_swap(tokens: Sequence[str], *, may_swap: bool) -> tuple[Sequence[str], Swap | None]:
    if SWAP_WORD not in (word.lower() for word in tokens):
        return tokens, Swap.AGREED if may_swap else None
    if not may_swap:
        raise BrokenRecord(Phrase("There is a swap among the moves, but no right to swap before the colon."))
    if len(tokens) == 1 or tokens[1].lower() != SWAP_WORD:
        raise BrokenRecord(Phrase("A swap can only stand in place of the second move."))
    return [tokens[0], *tokens[2:]], Swap.TAKEN


def _canonical_start(variant: Variant, size: int, start: str) -> str | None:
    """Return a start that the rules allow, with its cells and moves as they are stored; None for the plain board."""
    tokens = start.split()
    cells = [word.removeprefix(OBSTACLE_SIGN) for word in tokens if word.startswith(OBSTACLE_SIGN)]
    variant.start(size, start)
    named = [read_move(cell, size=size, origin=1, cells=1) for cell in cells]
    obstacles = [f"{OBSTACLE_SIGN}{cell}" for cell in named]
    position = variant.start(size, " ".join(obstacles) or None)
    return " ".join([*obstacles, *_canonical(position, tokens[len(cells) :])]) or None


def _canonical(position: Position, tokens: Sequence[str]) -> Iterator[str]:
    for word in tokens:
        move = position.parse(word)
        yield str(move)
        position = position.play(move)


def _checked_result(
    position: Position, ending: Ending | None, winner: Player | None
) -> tuple[Ending | None, Player | None]:
    """Return the result, which is that of the board if none is written.

    Raises:
        BrokenRecord: What is written contradicts itself or the board.
    """
    outcome = position.outcome
    if outcome is not None:
        if ending not in (None, Ending.NO_LEGAL_MOVE) or winner not in (None, outcome.winner):
            won = _SCORES[outcome.winner]
            raise BrokenRecord(
                Phrase("The last move ends the game with {won}, but another result is written.", won=won)
            )
        return Ending.NO_LEGAL_MOVE, outcome.winner
    if ending is Ending.NO_LEGAL_MOVE:
        raise BrokenRecord(Phrase("The player to move still has a legal move, so the game does not end so."))
    if ending is not None and (ending in ENDINGS_WITHOUT_WINNER) != (winner is None):
        raise BrokenRecord(
            Phrase("A game that ends with {ending} has a winner.", ending=ending_word(ending))
            if winner is None
            else Phrase("A game that ends with {ending} has no winner.", ending=ending_word(ending))
        )
    return ending, winner
