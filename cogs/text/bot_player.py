"""What perfect play gives on a board, as a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cogs.text.shared import board_size, listed
from gridlock_host.errors import CannotThink
from gridlock_rules import VARIANTS, Variant
from gridlock_rules.wording import Phrase, any_of
from gridlock_solver.perfect_play import Start

if TYPE_CHECKING:
    from gridlock_host.bot_player.solved_boards import Openings

_MOST_LISTED: Final = 8


async def verdict_text(openings: Openings, variant: Variant, size: int) -> Phrase:
    """Who wins on a board if nobody makes a mistake, as far as that is known."""
    verdict = await _verdict_on(openings, variant, size)
    return Phrase("**Perfect play on {board}**: {verdict}", board=board_size(size), verdict=verdict)


async def verdicts_text(openings: Openings, size: int) -> Phrase:
    """Who wins on a board if nobody makes a mistake, for each of the games."""
    lines = [
        # One after the other, so that others who wait for something to be thought through get their turn.
        Phrase("**{title}**: {verdict}", title=variant.title, verdict=await _verdict_on(openings, variant, size))
        for variant in VARIANTS
    ]
    return listed([Phrase("**Perfect play on {board}**", board=board_size(size)), *lines], "\n")


async def _verdict_on(openings: Openings, variant: Variant, size: int) -> Phrase:
    try:
        return _verdict(await openings.start(variant.key, size))
    except CannotThink:
        return Phrase("that could not be worked out just now.")


def _verdict(start: Start) -> Phrase:
    variant, solution = start.position.variant, start.solution
    first, second = variant.mark(start.position.to_move), variant.mark(start.position.to_move.opponent)
    if start.settled is not None:
        return Phrase("{reason}. Nobody has a choice: the size of the board decides.", reason=start.settled.phrase)
    if not solution.is_won:
        if not solution.exact:
            return Phrase("nobody knows, or at least I cannot work it out on a board of this size.")
        return Phrase("{second}, who moves second, wins, whatever {first} begins with.", second=second, first=first)
    winning, all_moves = solution.winning_moves, len(start.position.legal_moves)
    if len(winning) == all_moves:
        return Phrase("{first}, who moves first, wins with any first move.", first=first)
    if not solution.exact:
        return Phrase("{first}, who moves first, wins, for example with {move}.", first=first, move=winning[0])
    if len(winning) > _MOST_LISTED:
        return Phrase(
            "{first}, who moves first, wins, but only with {winning} of {all} first moves.",
            first=first,
            winning=len(winning),
            all=all_moves,
        )
    return Phrase(
        "{first}, who moves first, wins, but only by beginning with {moves}.",
        first=first,
        moves=any_of([str(move) for move in winning]),
    )
