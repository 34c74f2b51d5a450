"""The review of a game as a message to page through: first all of it, then move by move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

import discord

from cogs.components.base import Control, Key, template
from cogs.messages.delivery import place_of
from cogs.messages.review_progress import ReviewProgress
from cogs.text.i18n import Words, words_for
from cogs.text.shared import game_title, how_it_ended, listed, player
from gridlock_host import Game, draw_board
from gridlock_rules import Move, Player, find_variant, replay
from gridlock_rules.wording import Phrase
from gridlock_solver.judgement.review import JudgedPly, Mark, Review

if TYPE_CHECKING:
    from cogs.responder import Answer
    from cogs.runtime.client import AnyInteraction

_SIGNS: Final = {
    Mark.KEPT_WIN: "=",
    Mark.ONLY_MOVE: "!",
    Mark.GAVE_AWAY: "?",
    Mark.HOPELESS: "-",
    Mark.UNKNOWN: "~",
}
_LEGEND: Final = Phrase(
    "`=` kept the win, `!` the only move that did, `?` gave it away, `-` hopeless anyway, `~` not proved"
)
# What fits into a message of 2,000 characters along with the rest.
_MOST_LISTED: Final = 80
_MOST_BETTER_MOVES: Final = 12


class ReviewButton(Control, template=template("review", "(first|back|next|last|turn)")):
    """Leafs to a page of a review. The key's state is the page: the number of moves that are played on its board."""

    action = "review"

    async def press(self, interaction: AnyInteraction, answer: Answer) -> None:
        """Show that page; a review that is not remembered any more is made again."""
        game = await interaction.client.host.games.find(place_of(interaction).guild_id, self.key.subject)
        review = await interaction.client.host.bot_player.reviews.review(game)
        text, view = review_message(game, review, self.key.state, await words_for(interaction))
        await answer.in_place(view, text=text)


class OpenReviewButton(Control, template=template("openreview")):
    """Under a finished board: shows its review to whoever asks."""

    action = "openreview"
    label = Phrase("Review")

    async def press(self, interaction: AnyInteraction, answer: Answer) -> None:
        """Review the game."""
        await answer.announce()
        game = await interaction.client.host.games.find(place_of(interaction).guild_id, self.key.subject)
        await answer_with_review(answer, interaction, game)


async def answer_with_review(answer: Answer, interaction: AnyInteraction, game: Game) -> None:
    """Review a game, for the eyes of whoever asks; the answer was announced, and says meanwhile how far it is.

    Raises:
        NotFinished, NothingToReview, CannotThink: There is no review.
    """
    async with ReviewProgress(answer) as progress:
        review = await interaction.client.host.bot_player.reviews.review(game, progress.note)
    text, view = review_message(game, review, 0, await words_for(interaction))
    await answer.privately(text, view=view)


def review_message(game: Game, review: Review, page: int, words: Words) -> tuple[str, discord.ui.View]:
    """A page of a review.

    Args:
        game: The game.
        review: Its review.
        page: How many moves are played on the board of this page; on page 0 the whole game is summed up.
        words: The language in which to show it.
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
    # A line that began with a number would be shown as a numbered list.
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
        return Phrase("No turning point can be named, because on this board too little can be proved.")
    return Phrase("There is no turning point, because {loser} never stood to win.", loser=loser)


def _given_up(review: Review, winner: str, loser: str) -> Phrase:
    """What the loser could have played instead of ending the game; the winner may have been to move."""
    winning = () if review.unplayed is None else review.unplayed.winning_moves
    if not winning:
        return Phrase(
            "When the game ended, {loser} stood to win, whatever {winner} had played.", loser=loser, winner=winner
        )
    return Phrase(
        "When the game ended, {loser} stood to win. What would have won: {moves}.",
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
        yield Phrase("**This is the turning point**: {mover} never stood to win again.", mover=mover)
    if judged.mark is Mark.GAVE_AWAY:
        yield _better(judged)


def _worth(judged: JudgedPly, mover: str) -> Phrase:
    match judged.mark:
        case Mark.KEPT_WIN:
            return Phrase("kept the win.")
        case Mark.ONLY_MOVE:
            return Phrase("kept the win, as no other move would have.")
        case Mark.GAVE_AWAY:
            return Phrase("gave the win away.")
        case Mark.HOPELESS:
            return Phrase("hopeless anyway, whatever {mover} had played.", mover=mover)
        case Mark.UNKNOWN:
            return Phrase("what it was worth cannot be proved on this board.")


def _better(judged: JudgedPly) -> Phrase:
    """The moves that would have won."""
    winning = judged.solution.winning_moves
    moves = _listed(winning)
    if not judged.solution.exact:
        return Phrase("What is proved to have won: {moves}. There may be more.", moves=moves)
    return Phrase("What would have won: {moves}.", moves=moves)


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
    view: discord.ui.View = discord.ui.View(timeout=None)
    for name, label, target, leads in targets:
        key = Key(game.id, min(max(target, 0), last), name)
        button: discord.ui.Item[Any] = ReviewButton(key, words, label=label, disabled=not leads)
        view.add_item(button)
    return view
