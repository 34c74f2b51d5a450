"""The model of seasons, and of what is told in the channel for results."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from gridlock_host.errors import SeasonsAreNotByHand
from gridlock_host.model.messages.announcement import STREAKS_TOLD, AnnouncementKind, digest_day, week_before
from gridlock_host.model.person import DELETED_PLAYER_ONE
from gridlock_host.model.standings.season import Rhythm
from tests.host.state_machine.people import Refused
from tests.host.state_machine.records import ModelGame
from tests.host.state_machine.standings import Games, Record, best, records, streak, takes_lead, won_between_people

_MONTHS = {Rhythm.MONTH: 1, Rhythm.QUARTER: 3}
_LONG_AGO = date(2000, 1, 1)


@dataclass
class ModelSeason:
    """A season; `close_at` is None once the champion is decided, and while it has no end."""

    number: int
    rhythm: Rhythm
    begins_at: datetime
    ends_at: datetime | None
    close_at: datetime | None
    champion: int | None = None
    champions: int = 0

    def has(self, moment: datetime) -> bool:
        """Whether a moment belongs to it."""
        return self.begins_at <= moment and (self.ends_at is None or moment < self.ends_at)

    def table(self, games: Games) -> dict[int, Record]:
        """Games won and lost in it."""
        return records([game for _, game in won_between_people(games) if self.has(game.ended_at)])

    def end(self, moment: datetime | None) -> None:
        """End at a moment; the champion is decided a minute later."""
        self.ends_at = moment
        self.close_at = None if moment is None else moment + timedelta(minutes=1)

    def recount(self, games: Games) -> None:
        """Decide the champion again, if that is due and the champion is not erased."""
        if self.ends_at is not None and self.close_at is None and self.champion != DELETED_PLAYER_ONE:
            self.champion, self.champions = best(self.table(games))


class ModelSeasons:
    """All seasons of the server, in the order of their numbers."""

    def __init__(self) -> None:
        self.rhythm = Rhythm.NONE
        self.all: list[ModelSeason] = []

    def at(self, moment: datetime) -> ModelSeason | None:
        """The season of a moment; by the calendar one follows the other."""
        last = max((one for one in self.all if one.begins_at <= moment), key=lambda one: one.begins_at, default=None)
        if last is None or last.has(moment):
            return last
        if last.rhythm not in _MONTHS or last.ends_at != _period(last.rhythm, last.begins_at)[1]:
            return None
        begin, end = _period(last.rhythm, moment)
        return self._add(last.rhythm, begin, end)

    def change(self, rhythm: Rhythm, now: datetime) -> None:
        """End the running season if the setting changes, and begin another if that goes by the calendar."""
        if rhythm is self.rhythm:
            return
        self._end_running(now)
        self.rhythm = rhythm
        if rhythm in _MONTHS:
            self._add(rhythm, now, _period(rhythm, now)[1])

    def begin(self, now: datetime) -> Refused:
        """Begin a season by hand."""
        if self.rhythm is not Rhythm.BY_HAND:
            return SeasonsAreNotByHand
        self._end_running(now)
        self._add(self.rhythm, now, None)
        return None

    def close_due(self, now: datetime, games: Games) -> list[int]:
        """Decide the champions that are due; return the numbers of the seasons that have one."""
        due = [one for one in self.all if one.close_at is not None and one.close_at <= now]
        for season in sorted(due, key=lambda one: (one.close_at, one.number)):
            season.close_at = None
            self.at(now)
            season.recount(games)
        return [season.number for season in due if season.champion is not None]

    def note_void(self, changed: list[ModelGame], games: Games) -> None:
        """Count the seasons again in which some finished games have ended."""
        if changed:
            self.at(max(game.ended_at for game in changed))
        for season in self.all:
            if any(season.has(game.ended_at) for game in changed):
                season.recount(games)

    def forget(self, person: int) -> None:
        """Leave the title of an erased champion nameless."""
        for season in self.all:
            if season.champion == person:
                season.champion = DELETED_PLAYER_ONE

    def _end_running(self, now: datetime) -> None:
        last = self.at(now)
        if last is not None:
            last.end(now)

    def _add(self, rhythm: Rhythm, begins_at: datetime, ends_at: datetime | None) -> ModelSeason:
        assert all(one.begins_at != begins_at for one in self.all)
        season = ModelSeason(len(self.all) + 1, rhythm, begins_at, None, None)
        season.end(ends_at)
        self.all.append(season)
        return season


@dataclass(frozen=True)
class ModelAnnouncement:
    """What is told about a game, a week or a season."""

    kind: AnnouncementKind
    game: int | None = None
    season: int | None = None
    streak: int | None = None
    takes_lead: bool = False


class ModelAnnouncements:
    """What is told in the channel for results, while there is one."""

    def __init__(self) -> None:
        self.told: list[ModelAnnouncement] = []
        self._digest_done: date | None = None

    @property
    def are_wanted(self) -> bool:
        """Whether there is a channel for results."""
        return self._digest_done is not None

    def change(self, *, are_wanted: bool) -> None:
        """Choose a channel, or none."""
        self._digest_done = (self._digest_done or _LONG_AGO) if are_wanted else None

    def tell_game(self, number: int, games: Games) -> None:
        """Tell a game that counts and that has just ended."""
        winner = games[number].winner
        if self.are_wanted and winner is not None:
            length = streak(games, winner)
            told = length if length in STREAKS_TOLD else None
            lead = takes_lead(games, winner)
            self.told.append(ModelAnnouncement(AnnouncementKind.GAME, number, streak=told, takes_lead=lead))

    def sweep(self, now: datetime, closed: list[int]) -> list[tuple[str, int]]:
        """Tell the seasons that were closed with a champion, and the week that is over; return what is told."""
        done: list[tuple[str, int]] = []
        if self.are_wanted:
            for number in closed:
                self.told.append(ModelAnnouncement(AnnouncementKind.SEASON, season=number))
                done.append(("season", number))
        monday = digest_day(now)
        if self._digest_done is not None and self._digest_done < monday:
            self._digest_done = monday
            if now < week_before(monday)[1] + timedelta(days=1):
                self.told.append(ModelAnnouncement(AnnouncementKind.DIGEST))
                done.append(("digest", 0))
        return done

    def forget(self, played: Mapping[int, ModelGame] | list[int]) -> None:
        """Tell nothing more about the games of an erased member."""
        self.told = [one for one in self.told if one.game not in played]


def _period(rhythm: Rhythm, moment: datetime) -> tuple[datetime, datetime]:
    """When the month or quarter of a moment begins and ends."""
    months = _MONTHS[rhythm]
    begin = datetime(moment.year, (moment.month - 1) // months * months + 1, 1, tzinfo=UTC)
    # A few days into the next one.
    return begin, (begin + timedelta(days=31 * months + 1)).replace(day=1)
