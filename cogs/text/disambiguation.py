"""What could be meant where an option was left out, in a line each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.text.shared import challenge_title, game_title, listed, mention
from gridlock_host import Challenge, Game
from gridlock_host.errors import SeveralChallengesFit, SeveralGamesFit
from gridlock_rules.wording import Phrase

_MOST_LISTED: Final = 10


def which_fit(refusal: SeveralGamesFit | SeveralChallengesFit) -> Phrase:
    """The sentence of the refusal, and what could be meant."""
    if isinstance(refusal, SeveralGamesFit):
        return _under(refusal.args[0], [_game_line(game) for game in refusal.games])
    return _under(refusal.args[0], [_challenge_line(challenge) for challenge in refusal.challenges])


def _under(sentence: Phrase, lines: Sequence[Phrase]) -> Phrase:
    shown = list(lines[:_MOST_LISTED])
    if len(lines) > _MOST_LISTED:
        shown.append(Phrase("... and {number} more.", number=len(lines) - _MOST_LISTED))
    return listed([sentence, *shown], "\n")


def _game_line(game: Game) -> Phrase:
    one, two = mention(game.player_one_id), mention(game.player_two_id)
    return Phrase("{title}: {one} against {two}", title=game_title(game), one=one, two=two)


def _challenge_line(challenge: Challenge) -> Phrase:
    one = mention(challenge.challenger_id)
    two = Phrase("anybody") if challenge.opponent_id is None else mention(challenge.opponent_id)
    return Phrase("{title}: {one} against {two}", title=challenge_title(challenge), one=one, two=two)
