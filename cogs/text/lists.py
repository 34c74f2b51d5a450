"""Lists of games and challenges: a player's own, and what an ambiguous option could mean."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.text.i18n import Words
from cogs.text.shared import challenge_title, fitting, game_title, link, listed, mention
from gridlock_host import Challenge, Game
from gridlock_host.errors import SeveralChallengesFit, SeveralGamesFit
from gridlock_host.model.offer import Offer
from gridlock_rules.wording import CountedPhrase, Phrase

_MOST_CANDIDATES: Final = 10


def overview(
    games: Sequence[Game],
    challenges: Sequence[Challenge],
    rematches: Sequence[tuple[Offer, Game]],
    user_id: int,
    words: Words,
) -> str:
    """List a player's open games, challenges and offers of rematches: first those that wait for the player."""
    yours = [game for game in games if game.to_move_id == user_id]
    theirs = [game for game in games if game.to_move_id != user_id]
    to_you = [challenge for challenge in challenges if challenge.opponent_id == user_id]
    by_you = [challenge for challenge in challenges if challenge.opponent_id != user_id]
    lines = [_own_game_line(game, user_id) for game in yours]
    lines += [_own_challenge_line(challenge, user_id) for challenge in to_you]
    lines += [_offer_line(offer, game) for offer, game in rematches if offer.by_id != user_id]
    lines += [_own_game_line(game, user_id) for game in theirs]
    lines += [_own_challenge_line(challenge, user_id) for challenge in by_you]
    lines += [_own_offer_line(offer, game) for offer, game in rematches if offer.by_id == user_id]
    if not lines:
        return words("You have no open games or challenges in this server. `/gridlock challenge` starts one.")
    return "\n".join(fitting([words.say(line) for line in lines], words))


def _own_game_line(game: Game, user_id: int) -> Phrase:
    return Phrase(
        "{turn}: {title} against {opponent}, {moves}: {link}",
        turn=Phrase("**Your turn**") if game.to_move_id == user_id else Phrase("Their turn"),
        title=game_title(game),
        opponent=mention(game.opponent_of(user_id)),
        moves=CountedPhrase(game.ply, "{number} move", "{number} moves") if game.moves else Phrase("no move yet"),
        link=link(game.place),
    )


def _own_challenge_line(challenge: Challenge, user_id: int) -> Phrase:
    title, where = challenge_title(challenge), link(challenge.place)
    if challenge.opponent_id == user_id:
        challenger = mention(challenge.challenger_id)
        return Phrase("Challenge {title} by {challenger}: {link}", title=title, challenger=challenger, link=where)
    opponent = Phrase("anybody") if challenge.opponent_id is None else mention(challenge.opponent_id)
    return Phrase("Your challenge {title} to {opponent}: {link}", title=title, opponent=opponent, link=where)


def _offer_line(offer: Offer, game: Game) -> Phrase:
    player, where = mention(offer.by_id), link(offer.place or game.place)
    return Phrase("Rematch of {title} offered by {player}: {link}", title=game_title(game), player=player, link=where)


def _own_offer_line(offer: Offer, game: Game) -> Phrase:
    return Phrase(
        "Your offer of a rematch of {title} to {opponent}: {link}",
        title=game_title(game),
        opponent=mention(game.opponent_of(offer.by_id)),
        link=link(offer.place or game.place),
    )


def candidates_text(refusal: SeveralGamesFit | SeveralChallengesFit) -> Phrase:
    """Return the reason of the refusal, and the games or challenges that the option could mean."""
    if isinstance(refusal, SeveralGamesFit):
        return _with_candidates(refusal.args[0], [_candidate_game(game) for game in refusal.games])
    return _with_candidates(refusal.args[0], [_candidate_challenge(challenge) for challenge in refusal.challenges])


def _with_candidates(sentence: Phrase, lines: Sequence[Phrase]) -> Phrase:
    shown = list(lines[:_MOST_CANDIDATES])
    if len(lines) > _MOST_CANDIDATES:
        shown.append(Phrase("... and {number} more.", number=len(lines) - _MOST_CANDIDATES))
    return listed([sentence, *shown], "\n")


def _candidate_game(game: Game) -> Phrase:
    one, two = mention(game.player_one_id), mention(game.player_two_id)
    return Phrase("{title}: {one} against {two}", title=game_title(game), one=one, two=two)


def _candidate_challenge(challenge: Challenge) -> Phrase:
    one = mention(challenge.challenger_id)
    two = Phrase("anybody") if challenge.opponent_id is None else mention(challenge.opponent_id)
    return Phrase(
        "{title}: {one} against {two}: {link}",
        title=challenge_title(challenge),
        one=one,
        two=two,
        link=link(challenge.place),
    )
