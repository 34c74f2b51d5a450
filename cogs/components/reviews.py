"""The review of a finished game, in pages: a summary, then each move."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Final

import discord

from cogs.components.base import Handler
from cogs.context import Request
from cogs.messages.controls import OPEN_REVIEW, REVIEW_PAGE, ControlKind, Key, button, control_view
from cogs.text.i18n import Words
from cogs.text.shared import game_title, how_it_ended, listed, player
from gridlock_host import Game, draw_board
from gridlock_rules import Move, Player, find_variant, replay
from gridlock_rules.wording import Phrase
from gridlock_solver.judgement.review import JudgedPly, Mark, Review

_SIGNS: Final = {
    Mark.KEPT_WIN: "=",
    Mark.ONLY_MOVE: "!",
    Mark.GAVE_AWAY: "?",
    Mark.HOPELESS: "-",
    Mark.FORCED: ".",
    Mark.UNKNOWN: "~",
}
_LEGEND: Final = Phrase(
    "`=` kept the win, `!` the only move that kept the win, `?` gave the win away, `-` no move could win, `.` the "
    "only legal move, `~` not proved"
)
# Discord lets a message be edited about once a second.
_SECONDS_BETWEEN_EDITS: Final = 1.0
# What fits into a message of 2,000 characters along with the rest.
_MOST_LISTED: Final = 80
_MOST_BETTER_MOVES: Final = 12


async def answer_with_review(request: Request, game: Game) -> None:
    """Review a game, and answer with the first page in an ephemeral message. The response must be deferred already.

    Raises:
        NotFinished, NothingToReview, CannotThink: There is no review.
    """
    async with _progress_shown(request) as note:
        review = await request.host.bot_player.reviews.review(game, note)
    text, view = review_message(game, review, 0, await request.load_words())
    await request.responder.send_ephemeral(text, view=view)


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


def review_message(game: Game, review: Review, page: int, words: Words) -> tuple[str, discord.ui.View]:
    """Return a page of a review.

    Args:
        game: The game.
        review: Its review.
        page: How many moves are played on the board of this page; page 0 sums the game up.
        words: The language.
    """
    page = min(page, len(review.plies))
    lines = _summary(game, review) if page == 0 else _move(game, review, review.plies[page - 1])
    return "\n".join(words.say(line) for line in lines), _buttons(game, review, page, words)


def _summary(game: Game, review: Review) -> Iterator[str]:
    yield Phrase("**Review of game {title}**", title=game_title(game))
    if game.result is not None:
        yield how_it_ended(game, game.result)
    yield _turning_point(review)
    signs = [f"{ply.ply + 1}. {ply.move} `{_SIGNS[ply.mark]}`" for ply in review.plies[:_MOST_LISTED]]
    # Markdown would turn a line that begins with a number into a list.
    yield Phrase("Moves: {moves}", moves=" ".join([*signs, *(["..."] if len(review.plies) > _MOST_LISTED else [])]))
    yield _LEGEND


def _turning_point(review: Review) -> Phrase:
    turn = review.turning_point
    if turn is not None:
        return Phrase(
            "The turning point was move {number}, {mover} **{move}**. {better}",
            number=turn.ply + 1,
            mover=_mover(review, turn),
            move=turn.move,
            better=_better(turn),
        )
    if review.winner is None:
        return Phrase("There is no turning point, because nobody has won.")
    winner = _mark(review, review.winner)
    loser = _mark(review, review.winner.opponent)
    if review.gave_up_a_win:
        return _given_up(review, winner, loser)
    losers = (ply.mark for ply in review.plies if ply.player is not review.winner)
    if review.gave_up_a_win is None or Mark.UNKNOWN in losers:
        return Phrase("I cannot name the turning point, because too little can be proved on this board.")
    return Phrase("There is no turning point, because {loser} never had a winning position.", loser=loser)


def _given_up(review: Review, winner: str, loser: str) -> Phrase:
    """Return what would have won for the loser when the game ended; the winner may have been to move."""
    winning = () if review.unplayed is None else review.unplayed.winning_moves
    if not winning:
        return Phrase(
            "When the game ended, {loser} had a winning position, whatever {winner} played next.",
            loser=loser,
            winner=winner,
        )
    return Phrase(
        "When the game ended, {loser} had a winning position. This would have won: {moves}.",
        loser=loser,
        moves=_listed(winning),
    )


def _move(game: Game, review: Review, judged: JudgedPly) -> Iterator[str]:
    yield Phrase(
        "**Review of game {title}** · move {number} of {moves}",
        title=game_title(game),
        number=judged.ply + 1,
        moves=len(review.plies),
    )
    yield listed([player(game, game.player_id(seat)) for seat in Player], " · ")
    position = replay(review.variant_key, review.size, [ply.move for ply in review.plies[: judged.ply + 1]])
    yield f"```\n{draw_board(position, judged.move)}\n```"
    mover = _mover(review, judged)
    yield Phrase("{mover} **{move}**: {worth}", mover=mover, move=judged.move, worth=_worth(judged, mover))
    if judged == review.turning_point:
        yield Phrase("**This is the turning point**: {mover} never had a winning position again.", mover=mover)
    if judged.mark is Mark.GAVE_AWAY:
        yield _better(judged)


def _worth(judged: JudgedPly, mover: str) -> Phrase:
    match judged.mark:
        case Mark.KEPT_WIN:
            return Phrase("kept the win.")
        case Mark.ONLY_MOVE:
            return Phrase("was the only move that kept the win.")
        case Mark.GAVE_AWAY:
            return Phrase("gave the win away.")
        case Mark.HOPELESS:
            return Phrase("no move of {mover} would have won here.", mover=mover)
        case Mark.FORCED:
            return Phrase("was the only legal move.")
        case Mark.UNKNOWN:
            return Phrase("what it was worth cannot be proved on this board.")


def _better(judged: JudgedPly) -> Phrase:
    """Return the moves that would have won."""
    winning = judged.solution.winning_moves
    moves = _listed(winning)
    if not judged.solution.exact:
        return Phrase("It is proved that this would have won: {moves}. There may be more.", moves=moves)
    return Phrase("This would have won: {moves}.", moves=moves)


def _listed(moves: Sequence[Move]) -> str:
    shown = ", ".join(f"**{move}**" for move in moves[:_MOST_BETTER_MOVES])
    more = len(moves) - _MOST_BETTER_MOVES
    return shown if more <= 0 else Phrase("{moves} and {more} more", moves=shown, more=more)


def _mover(review: Review, judged: JudgedPly) -> str:
    return _mark(review, judged.player)


def _mark(review: Review, seat: Player) -> str:
    return find_variant(review.variant_key).mark(seat)


def _buttons(game: Game, review: Review, page: int, words: Words) -> discord.ui.View:
    last, turn = len(review.plies), review.turning_point
    targets = [
        ("first", "⏮", 0, page > 0),
        ("back", "◀", page - 1, page > 0),
        ("next", "▶", page + 1, page < last),
        ("last", "⏭", last, page < last),
    ]
    if turn is not None:
        targets.append(("turn", words("Turning point"), turn.ply + 1, page != turn.ply + 1))
    return control_view(
        *[
            button(REVIEW_PAGE, Key(game.id, min(max(target, 0), last), name), words, label=label, disabled=not leads)
            for name, label, target, leads in targets
        ]
    )


async def _press_page(request: Request, key: Key) -> None:
    """Show another page: as many moves are played on its board as the key's state says."""
    game = await request.host.games.find(request.guild_id, key.subject)
    review = await request.host.bot_player.reviews.review(game)
    text, view = review_message(game, review, key.state, await request.load_words())
    await request.responder.edit_source(view, text=text)


async def _press_open(request: Request, key: Key) -> None:
    """Show the review of a finished board to the person who asks."""
    await request.responder.defer()
    await answer_with_review(request, await request.host.games.find(request.guild_id, key.subject))


REVIEW_HANDLERS: Final[Mapping[ControlKind, Handler]] = {
    OPEN_REVIEW: Handler(_press_open),
    REVIEW_PAGE: Handler(_press_page),
}
