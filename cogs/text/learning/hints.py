"""Text of hints, and of who wins with perfect play."""

from __future__ import annotations

from typing import Final

from cogs.text.learning.reasons import reason_board
from cogs.text.shared import board_size
from gridlock_host.bot_player.hints import Hint
from gridlock_host.bot_player.solved_boards import SolvedBoards
from gridlock_host.errors import CannotThink
from gridlock_rules import VARIANTS, Variant
from gridlock_rules.wording import Phrase, any_of, listed, translatable
from gridlock_solver.explanation import Reason
from gridlock_solver.perfect_play import Start

_WINS: Final = translatable("In game #{id} you ({mark}) win with **{move}**. {why}.")
_HARDEST: Final = translatable(
    "In game #{id} you ({mark}) win only if I ({other}) make a mistake. **{move}** makes it hardest for me. {why}."
)
_LOST: Final = translatable(
    "In game #{id} you ({mark}) win only if I ({other}) make a mistake later on. **{move}** is as good as any move. "
    "{why}."
)
_FORCED: Final = translatable("In game #{id} you ({mark}) have no choice: **{move}** is the only legal move.")
_TRY: Final = translatable(
    "In game #{id} you ({mark}) win only if I ({other}) make a mistake. **{move}** is worth a try. {why}."
)
_NO_CHOICE: Final = translatable(
    "In game #{id} it makes no difference what you ({mark}) play: **{move}**, for example. {why}."
)
_NOT_PROVED: Final = translatable("In game #{id}, **{move}** looks best for you ({mark}), though that is not proved.")
_NONE_FOUND: Final = translatable(
    "In game #{id} I know no winning move for you ({mark}). **{move}** is as good as any other. {why}."
)

_MOST_FIRST_MOVES: Final = 8


def hint_text(hint: Hint) -> Phrase:
    """Return the move, why it is good, in words and on a board, and what the hint costs."""
    board = reason_board(hint.game.position, hint.move, hint.explanation)
    cost = Phrase("If you win this game, it counts as won with help.")
    return listed([_advice(hint), *([board] if board else []), cost], "\n")


def _advice(hint: Hint) -> Phrase:
    marks = hint.game.variant.mark
    own = hint.game.position.to_move
    said = {
        "id": hint.game.id,
        "move": hint.move,
        "mark": marks(own),
        "other": marks(own.opponent),
        "why": hint.explanation.phrase,
    }
    return Phrase(_template(hint), **said)


def _template(hint: Hint) -> str:
    reason = hint.explanation.reason
    if reason in (Reason.FIXED_LENGTH, Reason.FIXED_REST):
        return _NO_CHOICE
    if hint.wins:
        return _WINS
    if reason is Reason.FORCED:
        return _FORCED
    if not hint.exact:
        return _NONE_FOUND if reason is Reason.LOSES_TO else _NOT_PROVED
    if not hint.counted:
        return _TRY
    return _LOST if reason is Reason.LEAVES_ALL_WINNING else _HARDEST


async def verdict_text(solved_boards: SolvedBoards, variant: Variant, size: int) -> Phrase:
    """Return who wins a board with perfect play, as far as that is known."""
    verdict = await _verdict_on(solved_boards, variant, size)
    return Phrase("**Perfect play on {board}**: {verdict}", board=board_size(size), verdict=verdict)


async def verdicts_text(solved_boards: SolvedBoards, size: int) -> Phrase:
    """Return who wins a board with perfect play, for each variant."""
    lines = [
        # One at a time, so that other requests get their turn in the worker queue.
        Phrase("**{title}**: {verdict}", title=variant.title, verdict=await _verdict_on(solved_boards, variant, size))
        for variant in VARIANTS
    ]
    return listed([Phrase("**Perfect play on {board}**", board=board_size(size)), *lines], "\n")


async def _verdict_on(solved_boards: SolvedBoards, variant: Variant, size: int) -> Phrase:
    try:
        return _verdict(await solved_boards.start(variant.key, size))
    except CannotThink:
        return Phrase("I could not work that out just now.")


def _verdict(start: Start) -> Phrase:
    variant, solution = start.position.variant, start.solution
    first, second = variant.mark(start.position.to_move), variant.mark(start.position.to_move.opponent)
    if start.fixed_length is not None:
        return Phrase("{reason}. Nobody has a choice: the size of the board decides.", reason=start.fixed_length.phrase)
    if not solution.is_won:
        if not solution.is_lost:
            return Phrase("I do not know: this board is too large to work it out.")
        return Phrase("{second} moves second and wins, whatever {first} plays first.", second=second, first=first)
    winning, all_moves = solution.winning_moves, len(start.position.legal_moves)
    if len(winning) == all_moves:
        return Phrase("{first} moves first and wins with any first move.", first=first)
    if not solution.exact:
        return Phrase("{first} moves first and wins, for example with {move}.", first=first, move=winning[0])
    if len(winning) > _MOST_FIRST_MOVES:
        return Phrase(
            "{first} moves first and wins, but only with {winning} of {all} first moves.",
            first=first,
            winning=len(winning),
            all=all_moves,
        )
    return Phrase(
        "{first} moves first and wins, but only if the first move is {moves}.",
        first=first,
        moves=any_of([str(move) for move in winning]),
    )
