"""Text of the list of a member's finished games."""

from __future__ import annotations

from collections.abc import Iterator

from cogs.text.shared import game_title, link, mention, moment
from gridlock_host import Ending, Game
from gridlock_host.games.finished import FinishedFilter, FinishedPage
from gridlock_rules import find_variant
from gridlock_rules.wording import CountedPhrase, Phrase, listed


def finished_lines(page: FinishedPage, which: FinishedFilter) -> Iterator[Phrase]:
    """Yield the heading of a page, and a line for each game."""
    parts = [Phrase("**Finished games of {player}**", player=mention(which.member_id))]
    if which.opponent_id is not None:
        parts.append(Phrase("against {opponent}", opponent=mention(which.opponent_id)))
    if which.variant is not None:
        parts.append(Phrase("{variant} only", variant=find_variant(which.variant).title))
    if which.season is not None:
        parts.append(Phrase("season {number}", number=which.season.number))
    yield listed(parts, " · ")
    if not page.games:
        yield Phrase("There are none.")
    for game in page.games:
        yield _line(game, which.member_id)


def _line(game: Game, member_id: int) -> Phrase:
    ended = "" if game.result is None else moment(game.result.ended_at, "d")
    return Phrase(
        "{title} against {opponent}: {result}, {moves}, {when} · {link}",
        title=game_title(game),
        opponent=mention(game.opponent_of(member_id)),
        result=_result(game, member_id),
        moves=CountedPhrase(game.ply, "{number} move", "{number} moves"),
        when=ended,
        link=link(game.place),
    )


def _result(game: Game, member_id: int) -> Phrase:
    result = game.result
    if result is None or result.winner_id is None:
        return Phrase("counts for nobody")
    won = result.winner_id == member_id
    if result.ending is Ending.NO_LEGAL_MOVE:
        return Phrase("**won**") if won else Phrase("lost")
    if result.ending is Ending.TIME:
        return Phrase("**won** on time") if won else Phrase("lost on time")
    if result.ending is Ending.RESIGNATION:
        return Phrase("**won** by resignation") if won else Phrase("lost by resignation")
    return Phrase("**won**, because the opponent has left") if won else Phrase("lost by leaving the server")
