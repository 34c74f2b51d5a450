"""List of a player's open games, challenges and offers."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.text.i18n import Words
from cogs.text.shared import agreements, challenge_title, fitting, game_title, link, mention
from gridlock_host import Challenge, Game
from gridlock_host.model.offer import Offer
from gridlock_rules.wording import CountedPhrase, Phrase, listed


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
        title=listed([game_title(game), *agreements(game)], " · "),
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
