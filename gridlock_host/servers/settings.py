"""Settings of a server: their values, defaults and changes."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Any, Final

from gridlock_host.errors import TooManyChannels
from gridlock_host.model.messages.look import Look
from gridlock_host.model.standings.season import Rhythm
from gridlock_host.model.terms import First, Terms
from gridlock_host.model.time_control import TimeControl
from gridlock_rules import VARIANTS

# So few that all of them can be named in one sentence.
MOST_CHANNELS: Final = 50
# The bounds of both limits, for open games and open challenges.
LEAST_LIMIT: Final = 1
MOST_LIMIT: Final = 1_000


class Setting(StrEnum):
    """The settings of a server, by the names that people see."""

    CHANNELS = "channels"
    VARIANT = "variant"
    SIZE = "size"
    TIME = "time"
    GAMES = "games"
    CHALLENGES = "challenges"
    MODERATOR = "moderator"
    LOG = "log"
    LANGUAGE = "language"
    LOOK = "look"
    PUZZLE = "puzzle"
    RESULTS = "results"
    SEASON = "season"
    RATED = "rated"


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """The settings of one server.

    Attributes:
        channel_ids: The channels in which games may be started; empty for all channels.
        variant_key: The variant of challenges that name none; None for the first one registered.
        size: The board size of challenges that name none; None for the variant's default.
        time: The time control of challenges that name none; None for one day.
        most_games: The maximum number of a player's open games.
        most_challenges: The maximum number of a player's open challenges.
        moderator_role_id: The role whose members are moderators, besides members who manage the server.
        log_channel_id: The channel in which moderators' actions are posted.
        language: The code of the bot's language in this server, such as "de"; None for the default.
        look: How boards are shown.
        puzzle_channel_id: The channel in which the puzzle of the day is posted; None for no channel.
        results_channel_id: The channel in which finished games and weeks are told; None for no channel.
        season: When seasons begin.
        rated: Whether challenges that do not say so are rated.
    """

    channel_ids: tuple[int, ...] = ()
    variant_key: str | None = None
    size: int | None = None
    time: TimeControl | None = None
    most_games: int = 5
    most_challenges: int = 3
    moderator_role_id: int | None = None
    log_channel_id: int | None = None
    language: str | None = None
    look: Look = Look.CLASSIC
    puzzle_channel_id: int | None = None
    results_channel_id: int | None = None
    season: Rhythm = Rhythm.NONE
    rated: bool = True

    def without(self, setting: Setting) -> ServerSettings:
        """Return the settings with one of them reset to its default."""
        name = _FIELDS[setting]
        return replace(self, **{name: getattr(ServerSettings(), name)})

    def posting_channel(self, setting: Setting) -> int | None:
        """Return the channel of a setting that names one for posts; None for no channel."""
        found: int | None = getattr(self, _FIELDS[setting])
        return found

    def allows_channel(self, channel_id: int, thread_of: int | None = None) -> bool:
        """Whether games may be started in a channel, or in a thread of the channel `thread_of`."""
        return not self.channel_ids or channel_id in self.channel_ids or thread_of in self.channel_ids

    def terms(
        self,
        variant_key: str | None = None,
        size: int | None = None,
        time: TimeControl | None = None,
        *,
        first: First = First.RANDOM,
        best_of: int = 1,
        level: int | None = None,
        rated: bool | None = None,
    ) -> Terms:
        """Return the terms of a challenge, with the settings of the server in place of what is None."""
        return Terms(
            variant_key=variant_key or self.variant_key or VARIANTS[0].key,
            size=size or self.size,
            first=first,
            per_move=(time or self.time or TimeControl.ONE_DAY).per_move,
            best_of=best_of,
            level=level,
            rated=self.rated if rated is None else rated,
        )


_FIELDS: Final = {
    Setting.CHANNELS: "channel_ids",
    Setting.VARIANT: "variant_key",
    Setting.SIZE: "size",
    Setting.TIME: "time",
    Setting.GAMES: "most_games",
    Setting.CHALLENGES: "most_challenges",
    Setting.MODERATOR: "moderator_role_id",
    Setting.LOG: "log_channel_id",
    Setting.LANGUAGE: "language",
    Setting.LOOK: "look",
    Setting.PUZZLE: "puzzle_channel_id",
    Setting.RESULTS: "results_channel_id",
    Setting.SEASON: "season",
    Setting.RATED: "rated",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsChange:
    """A change of a server's settings; fields that are None change nothing.

    Attributes:
        reset: Whether all settings are reset before the rest applies.
        clear: A setting that is reset before the rest applies.
        add_channel_id: A channel to be added to those in which games may be started.
        remove_channel_id: A channel to be removed from them.
        only_channel_ids: Those in which games may be started from now on, in place of the former ones.
    """

    reset: bool = False
    clear: Setting | None = None
    add_channel_id: int | None = None
    remove_channel_id: int | None = None
    only_channel_ids: tuple[int, ...] | None = None
    variant_key: str | None = None
    size: int | None = None
    time: TimeControl | None = None
    most_games: int | None = None
    most_challenges: int | None = None
    moderator_role_id: int | None = None
    log_channel_id: int | None = None
    language: str | None = None
    look: Look | None = None
    puzzle_channel_id: int | None = None
    results_channel_id: int | None = None
    season: Rhythm | None = None
    rated: bool | None = None

    def __post_init__(self) -> None:
        """Refuse limits beyond those that the bot supports."""
        for limit in (self.most_games, self.most_challenges):
            if limit is not None and not LEAST_LIMIT <= limit <= MOST_LIMIT:
                raise ValueError(f"a limit is from {LEAST_LIMIT} to {MOST_LIMIT}, not {limit}")

    @classmethod
    def of_channel(cls, setting: Setting, channel_id: int) -> SettingsChange:
        """Return the change of a setting that names a channel for posts."""
        given: dict[str, Any] = {_FIELDS[setting]: channel_id}
        return cls(**given)

    def applied_to(self, settings: ServerSettings) -> ServerSettings:
        """Return the settings after the change.

        Raises:
            TooManyChannels: There are `MOST_CHANNELS` channels already.
        """
        if self.reset:
            settings = ServerSettings()
        if self.clear is not None:
            settings = settings.without(self.clear)
        own = {field.name for field in fields(self)}
        given = {
            field.name: getattr(self, field.name)
            for field in fields(settings)
            if field.name in own and getattr(self, field.name) is not None
        }
        before = settings.channel_ids if self.only_channel_ids is None else self.only_channel_ids
        return replace(settings, channel_ids=self._channels(before), **given)

    def _channels(self, before: tuple[int, ...]) -> tuple[int, ...]:
        channels = [channel_id for channel_id in before if channel_id != self.remove_channel_id]
        if self.add_channel_id is not None and self.add_channel_id not in channels:
            if len(channels) >= MOST_CHANNELS:
                raise TooManyChannels(MOST_CHANNELS)
            channels.append(self.add_channel_id)
        return tuple(channels)
