"""The review of a finished game, in pages: a summary, then each move."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Final

from cogs.components.base import Handler
from cogs.components.records.recorded_games import IMPORTED, game_behind, held_line, with_record
from cogs.context import Request
from cogs.discord_api.components import NO_COMPONENTS, Components, controls_below
from cogs.messages.controls import OPEN_REVIEW, REVIEW_PAGE, ControlKind, Key, button
from cogs.text.i18n import Words
from cogs.text.learning.reviews import fixed_length_of, move_lines, summary_lines
from gridlock_host import Game
from gridlock_host.errors import LikeARunningGame
from gridlock_rules.wording import Phrase
from gridlock_solver.explanation import Explanation
from gridlock_solver.judgement.review import Review

# Discord's limit of a message with a text of its own.
_MOST_CHARACTERS: Final = 2000
# Discord lets a message be edited about once a second.
_SECONDS_BETWEEN_EDITS: Final = 1.0


async def answer_with_review(request: Request, game: Game, line: str | None = None) -> None:
    """Review a game, and answer with the first page in an ephemeral message. The response must be deferred already.

    Args:
        request: The request.
        game: The game.
        line: The line of an imported game; None for a stored one.

    Raises:
        NotFinished, NothingToReview, CannotThink: There is no review.
    """
    reviews = request.host.bot_player.reviews
    if line is None:
        async with _progress_shown(request) as note:
            review = await reviews.review(game, note)
    else:
        # A placeholder with a text cannot become the layout that holds the line.
        review = await reviews.review(game)
    why = await reviews.reason(game, review, 0)
    text, buttons = review_message(game, review, 0, await request.load_board_words(), why)
    if line is None:
        await request.responder.send_ephemeral(text, components=buttons)
    else:
        await request.responder.send_ephemeral(components=with_record(text, buttons, line))


@asynccontextmanager
async def _progress_shown(request: Request) -> AsyncIterator[Callable[[int, int], None]]:
    """A block that yields a callback for "so many of so many moves", and shows the latest in the placeholder."""
    noted: asyncio.Queue[tuple[int, int]] = asyncio.Queue()

    async def show() -> None:
        while True:
            done, of = await noted.get()
            while not noted.empty():
                done, of = noted.get_nowait()
            text = Phrase("{done} of {of} moves looked at ...", done=done, of=of)
            # An edit that has begun is completed, so that it does not arrive after the review.
            await asyncio.shield(request.responder.progress(text))
            await asyncio.sleep(_SECONDS_BETWEEN_EDITS)

    showing = asyncio.get_running_loop().create_task(show())
    try:
        yield lambda done, of: noted.put_nowait((done, of))
    finally:
        showing.cancel()
        with suppress(asyncio.CancelledError):
            await showing


def review_message(
    game: Game, review: Review, page: int, words: Words, why: Explanation | None = None
) -> tuple[str, Components]:
    """Return a page of a review.

    Args:
        game: The game.
        review: Its review.
        page: How many moves are played on the board of this page; page 0 sums the game up.
        words: The language.
        why: Why the move of the page wins or loses, of page 0 the turning point; None if that is not known.
    """
    moves_matter = fixed_length_of(game) is None
    page = min(page, len(review.plies)) if moves_matter else 0
    lines = summary_lines(game, review, why) if page == 0 else move_lines(game, review, review.plies[page - 1], why)
    shown = [words.say(line) for line in lines]
    # Two boards in sentences can be too long; the second one, which draws the reason, is the last line.
    while len("\n".join(shown)) > _MOST_CHARACTERS:
        shown.pop()
    return "\n".join(shown), _buttons(game, review, page, words) if moves_matter else NO_COMPONENTS


def _buttons(game: Game, review: Review, page: int, words: Words) -> Components:
    last, turn = len(review.plies), review.turning_point
    targets = [
        ("first", "⏮", 0, page > 0),
        ("back", "◀", page - 1, page > 0),
        ("next", "▶", page + 1, page < last),
        ("last", "⏭", last, page < last),
    ]
    if turn is not None:
        targets.append(("turn", words("Turning point"), turn.ply + 1, page != turn.ply + 1))
    return controls_below(
        *[
            button(REVIEW_PAGE, Key(game.id, min(max(target, 0), last), name), words, label=label, disabled=not leads)
            for name, label, target, leads in targets
        ]
    )


async def _press_page(request: Request, key: Key) -> None:
    """Show another page: as many moves are played on its board as the key's state says."""
    game = await _game_to_judge(request, key)
    reviews = request.host.bot_player.reviews
    review = await reviews.review(game)
    why = await reviews.reason(game, review, key.state)
    text, buttons = review_message(game, review, key.state, await request.load_board_words(), why)
    line = held_line(request, key)
    if line is None:
        await request.responder.edit_source(buttons, text=text)
    else:
        await request.responder.edit_source(with_record(text, buttons, line))


async def _game_to_judge(request: Request, key: Key) -> Game:
    """Return the game of a review.

    Raises:
        LikeARunningGame: It is imported, and the person plays one that may become it.
    """
    game = await game_behind(request, key)
    if key.subject == IMPORTED and not await request.host.learning.explorer.may_review(game.position, request.user_id):
        raise LikeARunningGame
    return game


async def _press_open(request: Request, key: Key) -> None:
    """Show the review of a finished board to the person who asks."""
    await request.responder.defer()
    await answer_with_review(request, await _game_to_judge(request, key), held_line(request, key))


REVIEW_HANDLERS: Final[Mapping[ControlKind, Handler]] = {
    OPEN_REVIEW: Handler(_press_open),
    REVIEW_PAGE: Handler(_press_page),
}
