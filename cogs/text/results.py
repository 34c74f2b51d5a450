"""Results of games and scores of matches in sentences."""

from __future__ import annotations

from cogs.text.i18n import Words
from cogs.text.shared import mention, player, sentences
from gridlock_host import Ending, Game, MatchScore, Result
from gridlock_rules.wording import COMMA, Phrase, listed


def match_score(game: Game, match: MatchScore, words: Words) -> str:
    """Return the score of a match."""
    players = sorted((game.player_one_id, game.player_two_id))
    wins = listed([f"{words.say(mention(one))} {match.wins.get(one, 0)}" for one in players], COMMA)
    return words(
        "Match: game {number} of at most {best_of} · {wins}", number=match.number, best_of=match.best_of, wins=wins
    )


def how_it_ended(game: Game, result: Result) -> Phrase:
    """Return who won and why, or why the game has no winner; and who has won the match if it ends with the game."""
    how = _how_the_game_ended(game, result)
    if game.match is None or game.match_goes_on:
        return how
    return sentences(how, _how_the_match_ended(game, game.match, result))


def _how_the_match_ended(game: Game, match: MatchScore, result: Result) -> Phrase:
    """Return who has won the match: the winner of its last game, since that game decides it."""
    if result.winner_id is None:
        return Phrase("The match ends with this game, without a winner.")
    winner = result.winner_id
    return Phrase(
        "**{winner} wins the match {won}–{lost}.**",  # noqa: RUF001  # a score takes a dash
        winner=mention(winner),
        won=match.wins.get(winner, 0),
        lost=match.wins.get(game.opponent_of(winner), 0),
    )


def _how_the_game_ended(game: Game, result: Result) -> Phrase:
    if result.winner_id is None or result.loser_id is None:
        reason = {
            Ending.CALLED_OFF: Phrase("The game ended before both had moved, so it is called off"),
            Ending.MODERATION: Phrase("A moderator has ended the game"),
            Ending.FORGOTTEN: Phrase("A player deleted their data, which ended the game"),
        }.get(result.ending, Phrase("The game was broken off"))
        one, two = mention(game.player_one_id), mention(game.player_two_id)
        return Phrase("{reason}. It counts for nobody ({one}, {two}).", reason=reason, one=one, two=two)
    winner, loser = player(game, result.winner_id), player(game, result.loser_id)
    reason = {
        Ending.NO_LEGAL_MOVE: Phrase("{loser} has no legal move", loser=loser),
        Ending.RESIGNATION: Phrase("{loser} resigned", loser=loser),
        Ending.TIME: Phrase("{loser} ran out of time", loser=loser),
    }.get(result.ending, Phrase("{loser} has left the server", loser=loser))
    return Phrase("{winner} won: {reason}.", winner=winner, reason=reason)
