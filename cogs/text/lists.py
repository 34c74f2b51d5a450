"""A person's open games and challenges as a list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.text.i18n import Words
from cogs.text.shared import challenge_title, game_title, link, mention
from gridlock_host import Challenge, Game
from gridlock_rules.wording import CountedPhrase, Phrase

# Discord takes 4,000 characters in a layout; what does not fit is counted in the last line.
_MOST_CHARACTERS: Final = 3_900


def overview(games: Sequence[Game], challenges: Sequence[Challenge], user_id: int, words: Words) -> str:
    """List what waits for somebody, games and challenges, and then what waits for others."""
    yours = [game for game in games if game.to_move_id == user_id]
    theirs = [game for game in games if game.to_move_id != user_id]
    to_you = [challenge for challenge in challenges if challenge.opponent_id == user_id]
    by_you = [challenge for challenge in challenges if challenge.opponent_id != user_id]
    lines = [_game_line(game, user_id) for game in yours]
    lines += [_challenge_line(challenge, user_id) for challenge in to_you]
    lines += [_game_line(game, user_id) for game in theirs]
    lines += [_challenge_line(challenge, user_id) for challenge in by_you]
    if not lines:
        return words("You have no open games or challenges in this server. `/gridlock challenge` starts one.")
    return "\n".join(fitting([words.say(line) for line in lines], words))


def _game_line(game: Game, user_id: int) -> Phrase:
    return Phrase(
        "{turn}: {title} against {opponent}, {moves}: {link}",
        turn=Phrase("**Your turn**") if game.to_move_id == user_id else Phrase("Their turn"),
        title=game_title(game),
        opponent=mention(game.opponent_of(user_id)),
        moves=CountedPhrase(game.ply, "{number} move", "{number} moves") if game.moves else Phrase("no move yet"),
        link=link(game.place),
    )


def _challenge_line(challenge: Challenge, user_id: int) -> Phrase:
    title, where = challenge_title(challenge), link(challenge.place)
    if challenge.opponent_id == user_id:
        challenger = mention(challenge.challenger_id)
        return Phrase("Challenge {title} by {challenger}: {link}", title=title, challenger=challenger, link=where)
    opponent = Phrase("anybody") if challenge.opponent_id is None else mention(challenge.opponent_id)
    return Phrase("Your challenge {title} to {opponent}: {link}", title=title, opponent=opponent, link=where)


def fitting(lines: Sequence[str], words: Words) -> list[str]:
    """As many of these lines as fit into a layout, and how many are left out."""
    shown: list[str] = []
    used = 0
    for line in lines:
        used += len(line) + 1
        if used > _MOST_CHARACTERS:
            return [*shown, words("... and {number} more.", number=len(lines) - len(shown))]
        shown.append(line)
    return shown
