"""Text of a review: the turning point, what each move was worth, and the marks of the moves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cogs.text.drawn import drawn_board
from cogs.text.learning.accuracy import accuracy_of_players
from cogs.text.learning.reasons import reason_board, reason_text, short_reason
from cogs.text.results import how_it_ended
from cogs.text.shared import game_title, mention, moves_listed, player
from gridlock_host import Game
from gridlock_rules import Player, find_variant
from gridlock_rules.wording import CountedPhrase, Phrase, listed
from gridlock_solver.explanation import Explanation
from gridlock_solver.judgement.marks import Mark
from gridlock_solver.judgement.resistance import Answers, Resistance
from gridlock_solver.judgement.review import JudgedPly, Review, accuracy_of
from gridlock_solver.registry import fixed_length

_SIGNS: Final = {
    Mark.FORCED: ".",
    Mark.FREE: "=",
    Mark.KEPT_WIN: "+",
    Mark.ONLY_MOVE: "!",
    Mark.GAVE_AWAY: "?",
    Mark.HOPELESS: "-",
    Mark.UNKNOWN: "~",
}
_LEGEND: Final = Phrase(
    "Decisions: `!` the only move that kept the win, `+` kept the win, `?` gave it away. Nothing to decide: `.` the "
    "only legal move, `=` every move wins, `-` no move wins. `~` not proved"
)
# What fits into a message of 2,000 characters along with the rest.
_MOST_LISTED: Final = 80


def summary_lines(game: Game, review: Review, why: Explanation | None = None) -> Iterator[str]:
    """Yield the first page: how the game ended, its turning point and why it is one, and all moves with marks."""
    yield Phrase("**Review of game {title}**", title=game_title(game))
    yield from _summary(game, review, why)


def shared_lines(game: Game, review: Review, by_id: int, why: Explanation | None = None) -> Iterator[str]:
    """Yield the same for everybody in a channel, and who shares it."""
    yield Phrase("{player} shares the review of game **{title}**", player=mention(by_id), title=game_title(game))
    yield from _summary(game, review, why)


def _summary(game: Game, review: Review, why: Explanation | None) -> Iterator[str]:
    if game.result is not None:
        yield how_it_ended(game, game.result)
    if fixed := fixed_length_of(game):
        yield Phrase("{reason}, whatever is played.", reason=fixed.phrase)
        return
    yield _turning_point(review)
    if why and (reason := short_reason(why)):
        yield reason
    if not game.helped:
        accuracies = ((player(game, game.player_id(seat)), accuracy_of(review.plies, seat)) for seat in Player)
        yield from accuracy_of_players(accuracies)
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
        moves=moves_listed(winning),
    )


def fixed_length_of(game: Game) -> Explanation | None:
    """Return why no move of the game changed who wins; None if moves mattered."""
    return fixed_length(game.position_at(0))


def move_lines(game: Game, review: Review, judged: JudgedPly, why: Explanation | None = None) -> Iterator[str]:
    """Yield the page of a move: the board after it, what the move was worth, and why."""
    yield Phrase(
        "**Review of game {title}** · move {number} of {moves}",
        title=game_title(game),
        number=judged.ply + 1,
        moves=len(review.plies),
    )
    yield listed([player(game, game.player_id(seat)) for seat in Player], " · ")
    position = game.position_at(judged.ply)
    drawn = why and reason_board(position, judged.move, why)
    # A reason that is drawn on this very board needs no second one.
    same_board = why is not None and why.then is None
    yield drawn if drawn and same_board else drawn_board(position.play(judged.move), judged.move)
    mover, other = _mover(review, judged), _mark(review, judged.player.opponent)
    yield Phrase("{mover} **{move}**: {worth}", mover=mover, move=judged.move, worth=_worth(judged, mover, other))
    if judged == review.turning_point:
        yield Phrase("**This is the turning point**: {mover} never had a winning position again.", mover=mover)
    if judged.mark is Mark.GAVE_AWAY:
        yield _better(judged)
    if why and (reason := reason_text(why)):
        yield reason
    if drawn and not same_board:
        yield drawn


def _worth(judged: JudgedPly, mover: str, other: str) -> Phrase:
    match judged.mark:
        case Mark.FREE:
            return Phrase("kept the win, like any other move.")
        case Mark.KEPT_WIN:
            return Phrase("kept the win.")
        case Mark.ONLY_MOVE:
            return Phrase("was the only move that kept the win.")
        case Mark.GAVE_AWAY:
            return Phrase("gave the win away.")
        case Mark.HOPELESS:
            return _hopeless(judged.resistance, mover, other)
        case Mark.FORCED:
            return Phrase("was the only legal move.")
        case Mark.UNKNOWN:
            return Phrase("what it was worth cannot be proved on this board.")


def _hopeless(resistance: Resistance | None, mover: str, other: str) -> Phrase:
    """Return how hard a move in a lost position made it for the opponent, as far as that is counted."""
    said: dict[str, object] = {"mover": mover, "other": other}
    if resistance is None:
        return Phrase("no move of {mover} would have won here.", **said)
    said["left"] = _answers(resistance.left)
    if resistance.was_best is None:
        return Phrase("no move of {mover} would have won here. After it, {left} of {other} win.", **said)
    if resistance.was_free:
        return Phrase(
            "no move of {mover} would have won here. After it, {left} of {other} win. No other move was harder or "
            "easier for {other}.",
            **said,
        )
    if resistance.was_best:
        return Phrase(
            "no move of {mover} would have won here. After it, {left} of {other} win: the best there was.", **said
        )
    return Phrase(
        "no move of {mover} would have won here. After it, {left} of {other} win; **{move}** would have left {best}.",
        **said,
        move=resistance.best_move,
        best=None if resistance.best is None else _answers(resistance.best),
    )


def _answers(answers: Answers) -> Phrase:
    return CountedPhrase(
        answers.total, "{winning} of {number} answer", "{winning} of {number} answers", winning=answers.winning
    )


def _better(judged: JudgedPly) -> Phrase:
    """Return the moves that would have won."""
    winning = judged.solution.winning_moves
    moves = moves_listed(winning)
    if not judged.solution.exact:
        return Phrase("It is proved that this would have won: {moves}. There may be more.", moves=moves)
    return Phrase("This would have won: {moves}.", moves=moves)


def _mover(review: Review, judged: JudgedPly) -> str:
    return _mark(review, judged.player)


def _mark(review: Review, seat: Player) -> str:
    return find_variant(review.variant_key).mark(seat)
