"""What whoever manages a server has settled for it, and what holds where nothing was settled."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Final

from gridlock_host.errors import TooManyChannels
from gridlock_host.model.time_control import TimeControl
from gridlock_rules import VARIANTS

# So that the channels can be named in one sentence.
MOST_CHANNELS: Final = 50
# The bounds of both limits.
LEAST_LIMIT: Final = 1
MOST_LIMIT: Final = 1_000


@dataclass(frozen=True, slots=True)
class Actor:
    """Whoever makes a request, with what only the chat service knows of their powers.

    Attributes:
        id: Who it is.
        manages_server: Whether they may change the server itself.
        role_ids: The roles they have.
    """

    id: int
    manages_server: bool = False
    role_ids: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Terms:
    """What a challenge proposes; `size` None stands for the size of the variant's own rule book."""

    variant_key: str
    size: int | None
    time: TimeControl


class Setting(StrEnum):
    """What can be set for a server, by the name that people know it under."""

    CHANNELS = "channels"
    VARIANT = "variant"
    SIZE = "size"
    TIME = "time"
    GAMES = "games"
    CHALLENGES = "challenges"
    MODERATOR = "moderator"
    LOG = "log"
    LANGUAGE = "language"


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """The settings of one server.

    Attributes:
        channel_ids: Where games may be started; nothing here means everywhere.
        variant_key: What is played where a challenge names no variant; None for the first one registered.
        size: The size where a challenge names none; None for that of the variant's own rule book.
        time: The time for a move where a challenge names none; None for a day.
        most_games: How many open games a player may have.
        most_challenges: How many open challenges a player may have made.
        moderator_role_id: The role whose members are moderators, beside those who manage the server.
        log_channel_id: Where moderators' deeds are posted.
        language: The code of the language in which the server is spoken to, such as "de"; None for the default.
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

    def without(self, setting: Setting) -> ServerSettings:
        """The settings with the default of one of them."""
        name = _FIELDS[setting]
        return replace(self, **{name: getattr(ServerSettings(), name)})

    def allows_channel(self, channel_id: int, thread_of: int | None = None) -> bool:
        """Whether games may be started in a channel, or in a thread of the channel `thread_of`."""
        return not self.channel_ids or channel_id in self.channel_ids or thread_of in self.channel_ids

    def is_moderator(self, actor: Actor) -> bool:
        """Whether somebody may end games and ban members."""
        return actor.manages_server or self.moderator_role_id in actor.role_ids

    def terms(self, variant_key: str | None = None, size: int | None = None, time: TimeControl | None = None) -> Terms:
        """What a challenge proposes that leaves out what is None here."""
        return Terms(
            variant_key=variant_key or self.variant_key or VARIANTS[0].key,
            size=size or self.size,
            time=time or self.time or TimeControl.ONE_DAY,
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
}


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsChange:
    """A change of a server's settings; what is None stays as it is.

    Attributes:
        reset: Whether everything goes back to the defaults before the rest applies.
        clear: A setting that goes back to its default before the rest applies.
        add_channel_id: A channel to be added to those where games may be started.
        remove_channel_id: A channel to be taken away from them.
    """

    reset: bool = False
    clear: Setting | None = None
    add_channel_id: int | None = None
    remove_channel_id: int | None = None
    variant_key: str | None = None
    size: int | None = None
    time: TimeControl | None = None
    most_games: int | None = None
    most_challenges: int | None = None
    moderator_role_id: int | None = None
    log_channel_id: int | None = None
    language: str | None = None

    def __post_init__(self) -> None:
        """Refuse limits that the bot does not promise to keep up with."""
        for limit in (self.most_games, self.most_challenges):
            if limit is not None and not LEAST_LIMIT <= limit <= MOST_LIMIT:
                raise ValueError(f"a limit is from {LEAST_LIMIT} to {MOST_LIMIT}, not {limit}")

    def applied_to(self, settings: ServerSettings) -> ServerSettings:
        """The settings after the change.

        Raises:
            TooManyChannels: Games may be started in `MOST_CHANNELS` channels already.
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
        return replace(settings, channel_ids=self._channels(settings.channel_ids), **given)

    def _channels(self, before: tuple[int, ...]) -> tuple[int, ...]:
        channels = [channel_id for channel_id in before if channel_id != self.remove_channel_id]
        if self.add_channel_id is not None and self.add_channel_id not in channels:
            if len(channels) >= MOST_CHANNELS:
                raise TooManyChannels(MOST_CHANNELS)
            channels.append(self.add_channel_id)
        return tuple(channels)
