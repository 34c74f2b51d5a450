"""Text of reports about two members, for moderators."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cogs.text.i18n import Words
from cogs.text.shared import mention
from gridlock_host.ratings.pairs import PairReport
from gridlock_rules.wording import CountedPhrase, Phrase

_MOST_LISTED: Final = 10


def pair_text(report: PairReport, words: Words) -> str:
    """Return the report about two members: facts, without a verdict."""
    one, two = (mention(member) for member in report.members)
    if not report.games:
        return words("{one} and {two} have not finished a game with moves in this server.", one=one, two=two)
    return "\n".join([*map(words.say, _facts(report, one, two))])


def _facts(report: PairReport, one: str, two: str) -> Iterator[Phrase]:
    yield CountedPhrase(
        report.games,
        "**{one} and {two}**: their last {number} finished game in this server, as far as it is stored",
        "**{one} and {two}**: their last {number} finished games in this server, as far as they are stored",
        one=one,
        two=two,
    )
    yield Phrase(
        "{one} won {won}, {two} won {lost}.",
        one=one,
        two=two,
        won=report.won.get(report.members[0], 0),
        lost=report.won.get(report.members[1], 0),
    )
    yield Phrase(
        "The solver has judged the moves of {judged} of them. What follows is proved there.", judged=report.judged
    )
    for member, name in zip(report.members, (one, two), strict=True):
        resigned = report.resigned.get(member, ())
        yield Phrase(
            "{member} resigned with a proven win on the board: {number}{listed}",
            member=name,
            number=len(resigned),
            listed=_list([f"#{game_id}" for game_id in resigned]),
        )
        yield Phrase(
            "{member} turned a proven win into a loss by a move: {number}",
            member=name,
            number=report.lost_wins.get(member, 0),
        )
    yield Phrase(
        "Games that repeat an earlier one of the two, move for move: {number}{listed}",
        number=len(report.repeated),
        listed=_list([f"#{game_id} = #{earlier}" for game_id, earlier in report.repeated]),
    )
    yield Phrase("These are facts, no verdict: beginners give wins away too. Nothing follows from them by itself.")


def _list(parts: list[str]) -> str:
    """Return a list behind a number; the newest if there are many."""
    return f" ({', '.join(parts[-_MOST_LISTED:])})" if parts else ""
