"""A person's open games and challenges as a list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.texts import challenge_title, game_title, link, mention
from gridlock_host import Challenge, Game

# Discord takes 4,000 characters in a layout; what does not fit is counted in the last line.
_MOST_CHARACTERS: Final = 3_900


def overview(games: Sequence[Game], challenges: Sequence[Challenge], user_id: int) -> str:
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
        return "You have no open games or challenges in this server. `/gridlock challenge` starts one."
    return "\n".join(_fitting(lines))


def _game_line(game: Game, user_id: int) -> str:
    turn = "**Your turn**" if game.to_move_id == user_id else "Their turn"
    opponent = mention(game.opponent_of(user_id))
    return f"{turn}: {game_title(game)} against {opponent}, ply {game.ply}: {link(game.place)}"


def _challenge_line(challenge: Challenge, user_id: int) -> str:
    if challenge.opponent_id == user_id:
        return f"Challenge {challenge_title(challenge)} by {mention(challenge.challenger_id)}: {link(challenge.place)}"
    opponent = "anybody" if challenge.opponent_id is None else mention(challenge.opponent_id)
    return f"Your challenge {challenge_title(challenge)} to {opponent}: {link(challenge.place)}"


def _fitting(lines: Sequence[str]) -> list[str]:
    fitting: list[str] = []
    used = 0
    for line in lines:
        used += len(line) + 1
        if used > _MOST_CHARACTERS:
            return [*fitting, f"... and {len(lines) - len(fitting)} more."]
        fitting.append(line)
    return fitting
