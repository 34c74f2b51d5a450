"""Text of the board of a finished game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cogs.text.i18n import Words
from cogs.text.learning.accuracy import accuracy_of_players
from cogs.text.results import how_it_ended, match_score
from cogs.text.shared import game_heading, last_move, mention, player, reason_given
from gridlock_host import Game
from gridlock_host.model.end_card import EndCard, Story
from gridlock_rules import Player
from gridlock_rules.wording import CountedPhrase, Phrase, listed
from gridlock_solver.judgement.accuracy import Accuracy

_MARKS: Final = {Player.ONE: "■", Player.TWO: "●", None: "·"}
_TURN: Final = "?"
# So many characters of a code block fit beside each other on a phone.
_MOVES_A_LINE: Final = 25


def end_lines(game: Game, card: EndCard, words: Words, board: str) -> Iterator[str]:
    """Yield the text of a finished game, part by part.

    Args:
        game: The game.
        card: What is known of it beside its result.
        words: The language.
        board: The board as a text.
    """
    result = game.result
    if result is None:
        return
    yield _title(game)
    how = how_it_ended(game, result)
    yield Phrase("### {how}", how=how) if result.winner_id is None else Phrase("### 🏆 {how}", how=how)
    if card.reason:
        yield reason_given(card.reason)
    if result.winner_id is None:
        yield listed([player(game, game.player_id(seat)) for seat in Player], " · ")
    if game.match is not None:
        yield match_score(game, game.match, words)
    if result.winner_id is not None:
        yield from _earned(game, result.winner_id, card)
    yield board
    if game.moves:
        yield last_move(game)
    if card.story is not None and result.winner_id is not None:
        yield from _story(game, card.story, result.winner_id)
        players = (game.player_one_id, game.player_two_id)
        yield from accuracy_of_players((mention(each), card.accuracies.get(each, Accuracy())) for each in players)


def _title(game: Game) -> Phrase:
    moves = CountedPhrase(game.ply, "{number} move", "{number} moves")
    if game.level is None:
        return Phrase("{title} · Game over after {moves}", title=game_heading(game), moves=moves)
    return Phrase(
        "{title} · level {level} · Game over after {moves}",
        title=game_heading(game),
        level=game.level,
        moves=moves,
    )


def _earned(game: Game, winner_id: int, card: EndCard) -> Iterator[Phrase]:
    """Yield what a win gives."""
    if game.voided:
        yield Phrase("Moderators have taken this game out of standings and ratings.")
    elif game.handicap:
        yield Phrase("A game with a handicap gives no points.")
    elif card.points is not None:
        yield _points(winner_id, card.points, card)


def _points(winner_id: int, points: int, card: EndCard) -> Phrase:
    said: dict[str, object] = {
        "player": mention(winner_id),
        "points": CountedPhrase(points, "{number} point", "{number} points"),
        "rank": card.rank,
        "before": card.rank_before,
    }
    if card.rank is None:
        return Phrase("{player} **+1 point** ({points})", **said)
    if card.rank_before is None:
        return Phrase("{player} **+1 point** ({points}, new on the leaderboard with rank {rank})", **said)
    if card.rank_before == card.rank:
        return Phrase("{player} **+1 point** ({points}, still rank {rank})", **said)
    return Phrase("{player} **+1 point** ({points}, rank {before} → {rank})", **said)


def _story(game: Game, story: Story, winner_id: int) -> Iterator[str]:
    """Yield who stood to win after each move, and the turning point."""
    yield Phrase(
        "Who stood to win after each move: {one_mark} {one}, {two_mark} {two}, {open_mark} not known",
        one_mark=_MARKS[Player.ONE],
        one=mention(game.player_one_id),
        two_mark=_MARKS[Player.TWO],
        two=mention(game.player_two_id),
        open_mark=_MARKS[None],
    )
    yield "```\n" + "\n".join(_strip(story)) + "\n```"
    winner = Player.ONE if winner_id == game.player_one_id else Player.TWO
    ply = story.turning_point(winner)
    if ply is not None:
        yield Phrase(
            "Turning point: move {number}, {mark} **{move}**.",
            number=ply + 1,
            mark=game.mark_of(game.opponent_of(winner_id)),
            move=game.moves[ply],
        )
    elif all(favourite is winner for favourite in story.favourites):
        yield Phrase("{player} stood to win all along.", player=mention(winner_id))


def _strip(story: Story) -> Iterator[str]:
    """Yield lines with a mark for each move, and a question mark below each that gave the win away."""
    after = story.favourites[1:]
    turns = set(story.turns)
    for start in range(0, len(after), _MOVES_A_LINE):
        plies = range(start, min(start + _MOVES_A_LINE, len(after)))
        number = f"{start + 1:>2} " if len(after) > _MOVES_A_LINE else ""
        yield number + "".join(_MARKS[after[ply]] for ply in plies)
        below = "".join(_TURN if ply in turns else " " for ply in plies).rstrip()
        if below:
            yield " " * len(number) + below
