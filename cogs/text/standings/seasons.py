"""Text of seasons: their names, their champions, and the end of one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from cogs.text.shared import mention, moment
from gridlock_host.model.standings.season import Rhythm, Season
from gridlock_host.model.standings.standing import Standing
from gridlock_rules.wording import CountedPhrase, Phrase

RHYTHMS: Final = {
    Rhythm.NONE: Phrase("never"),
    Rhythm.MONTH: Phrase("each month"),
    Rhythm.QUARTER: Phrase("each quarter"),
    Rhythm.BY_HAND: Phrase("begun by hand"),
}


def season_title(season: Season) -> Phrase:
    """Return the name of a season, with the days on which it begins and ends."""
    begin = moment(season.begins_at, "d")
    if season.ends_at is None:
        return Phrase("Season {number} (since {begin})", number=season.number, begin=begin)
    end = moment(season.ends_at, "d")
    return Phrase("Season {number} ({begin} to {end})", number=season.number, begin=begin, end=end)


def season_lines(seasons: Sequence[Season]) -> Iterator[str]:
    """Yield the seasons of a server with their champions, one a line."""
    if not seasons:
        yield Phrase("This server has had no season yet. `/gridlock-server settings season:` lets them begin.")
        return
    yield Phrase("**Seasons of this server**")
    for season in seasons:
        yield Phrase("{title}: {champion}", title=season_title(season), champion=_champion(season))
    yield Phrase("`/gridlock leaderboard season:` shows the table of one.")


def end_lines(season: Season, best: Sequence[Standing]) -> Iterator[str]:
    """Yield the end of a season: its champion, and the members with the most points."""
    yield Phrase("🏁 **{title} is over.**", title=season_title(season))
    yield Phrase("🏆 {champion}", champion=_champion(season))
    for standing in best:
        points = CountedPhrase(standing.record.won, "{number} point", "{number} points")
        yield Phrase(
            "{rank}\\. {player} **{points}**", rank=standing.rank, player=mention(standing.user_id), points=points
        )


def _champion(season: Season) -> Phrase:
    if not season.is_closed:
        return Phrase("running")
    if season.champion_id is None:
        return Phrase("nobody has won a game")
    champion = mention(season.champion_id)
    if season.champions > 1:
        others = CountedPhrase(season.champions - 1, "{number} other member", "{number} other members")
        return Phrase("{player} and {others} share the first place", player=champion, others=others)
    return Phrase("{player} is the champion", player=champion)
