"""Text of announcements: a finished game with what it means, and what was played in a week."""

from __future__ import annotations

from cogs.text.i18n import Words
from cogs.text.results import how_it_ended
from cogs.text.shared import game_heading, link, mention
from gridlock_host import Game
from gridlock_host.model.messages.announcement import Announcement, WeekSummary
from gridlock_rules import find_variant
from gridlock_rules.wording import CountedPhrase, Phrase


def game_lines(game: Game, announcement: Announcement) -> list[str]:
    """Return who won a finished game, and what that means, one a line; nothing without a winner, or if it is voided."""
    result = game.result
    if result is None or result.winner_id is None or game.voided:
        return []
    winner = mention(result.winner_id)
    moves = CountedPhrase(game.ply, "{number} move", "{number} moves")
    lines: list[str] = [
        Phrase("{title} · Game over after {moves}", title=game_heading(game), moves=moves),
        Phrase("🏆 {how}", how=how_it_ended(game, result)),
    ]
    if announcement.streak is not None:
        lines.append(Phrase("🔥 {player} has won {number} games in a row.", player=winner, number=announcement.streak))
    if announcement.takes_lead:
        lines.append(Phrase("👑 {player} is the new first of the leaderboard.", player=winner))
    if game.place.message_id is not None:
        lines.append(Phrase("The board: {link}", link=link(game.place)))
    return lines


def digest_lines(week: WeekSummary, words: Words) -> list[str]:
    """Return what was played in a week, one fact a line."""
    best = " · ".join(
        words("{player} **{number}**", player=mention(user_id), number=number) for user_id, number in week.best
    )
    return [
        Phrase("**The week in Gridlock**"),
        Phrase(
            "{games} between {members}.",
            games=CountedPhrase(week.games, "{number} game", "{number} games"),
            members=CountedPhrase(week.members, "{number} member", "{number} members"),
        ),
        Phrase("Most games won: {best}", best=best),
        Phrase(
            "Most played: {title} ({games})",
            title=find_variant(week.variant_key).title,
            games=CountedPhrase(week.variant_games, "{number} game", "{number} games"),
        ),
    ]
