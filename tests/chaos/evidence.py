"""A small run without breaches, to be spoiled by tests of the checks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any, cast

from chaos.checks import Evidence
from chaos.event_log import Entry, EventLog
from chaos.recorder import Outages
from chaos.store import Stored, StoredGame
from local_discord import Callback, Interaction, LocalDiscord, Member, Request
from local_discord.wire import CallbackType, InteractionType, OptionType

GAME = 7
NOON = datetime(2030, 5, 17, 12, tzinfo=UTC)


class SmallRun:
    """Ada and Bob have a game of Lines on 3×3, in which Ada has moved; Cleo watches. The bot was never down."""  # noqa: RUF002  # as the bot writes it

    def __init__(self) -> None:
        self.now = 0.0
        guild = LocalDiscord().add_guild("Pretend server")
        self.guild_id = guild.id
        self.channel = guild.add_channel("games")
        self.ada, self.bob, self.cleo = (guild.add_member(name) for name in ("Ada", "Bob", "Cleo"))
        self.outages = Outages(lambda: self.now)
        self.store_outages = Outages(lambda: self.now)
        self.events = EventLog()
        self.moves: Sequence[str] = ("A1",)
        self.version = 1
        self.bot_id: int | None = None
        self.standings: Sequence[Any] = ()
        self.challenges: Mapping[int, Any] = {}
        self.log: Sequence[str] = ()
        self.result: Any = None
        self.voided = False
        self.seasons: list[Any] = []
        self.season_standings: list[Any] = []
        self.announcements: list[Any] = []
        self.moderation: list[Any] = []
        self.posts: list[Any] = []
        self.tables: dict[tuple[int, int | None], str] = {}
        self.ratings: dict[int, str] = {}
        self.still_named: frozenset[int] = frozenset()
        self.pressed = self.press(self.ada, "A1", answer=self.board(1, "X A1"))

    def board(self, ply: int, last: str) -> str:
        """The text of the game's board after some moves."""
        mover, other = ((self.ada, "X"), (self.bob, "O"))[:: -1 if ply % 2 else 1]
        turn = f"<@{mover[0].id}> ({mover[1]}) **to move** · <@{other[0].id}> ({other[1]})"
        sentence = f"<@{other[0].id}> played **{last.split()[1]}**." if last else "No move yet."
        return (
            f"**Lines** #{GAME} · 3×3 · move {ply + 1}\n{turn}\n"  # noqa: RUF001  # the multiplication sign
            f"{sentence}\n```\n```"
        )

    def press(
        self,
        who: Member,
        cell: str,
        *,
        version: int = 0,
        answer: str | None = None,
        action: str = "cell",
        status: int = 200,
    ) -> Entry:
        """Press a button as a member, answered by an edited board, a text, or nothing."""
        number = len(self.events.entries) + 1
        custom_id = f"gl1:{action}:{GAME}:{version}:{cell}"
        payload = {"data": {"custom_id": custom_id}}
        interaction = Interaction(
            number, f"t{number}", InteractionType.COMPONENT, who, self.channel, payload, None, self.now
        )
        entry = self.events.open(interaction)
        assert entry is not None
        if answer is not None:
            self.answer(entry, answer, status=status)
        return entry

    def end(self, winner: Member, loser: Member) -> None:
        """End the game at noon, by resignation, with a point for the winner."""
        self.version += 1
        self.result = SimpleNamespace(
            winner_id=winner.id, loser_id=loser.id, ending="resignation", ended_at=NOON + timedelta(minutes=1)
        )
        self.standings = [
            SimpleNamespace(guild_id=self.guild_id, user_id=user_id, variant="lines", won=won, lost=1 - won)
            for user_id, won in ((winner.id, 1), (loser.id, 0))
        ]

    def add_season(self, champion: Member | None) -> None:
        """Add a season that began before the game and ended after it, and whose champion is decided."""
        result = self.result
        self.seasons.append(
            SimpleNamespace(
                guild_id=self.guild_id,
                number=1,
                begins_at=NOON,
                ends_at=NOON + timedelta(hours=1),
                close_at=None,
                champion_id=None if champion is None else champion.id,
            )
        )
        self.season_standings += [
            SimpleNamespace(guild_id=self.guild_id, season=1, user_id=user_id, won=won, lost=1 - won)
            for user_id, won in ((result.winner_id, 1), (result.loser_id, 0))
        ]

    def tell(self, text: str, *, game: int | None = None, season: int | None = None) -> None:
        """Post in the channel for results, and store that."""
        number = len(self.posts) + 1
        self.posts.append(SimpleNamespace(text=text, channel=self.channel))
        self.announcements.append(
            SimpleNamespace(guild_id=self.guild_id, game_id=game, season=season, message_id=number, unshown_since=None)
        )

    def moderate(self, action: str, *, game: int | None = None, member: Member | None = None) -> None:
        """Store in the log what a moderator did an hour after noon."""
        self.moderation.append(
            SimpleNamespace(
                guild_id=self.guild_id,
                action=action,
                game_id=game,
                member_id=None if member is None else member.id,
                acted_at=NOON + timedelta(hours=1),
            )
        )

    def command(self, who: Member, name: str, answer: str | None, **options: str | int) -> Entry:
        """Use a command as a member, answered by a text or nothing."""
        number = len(self.events.entries) + 1
        given = [{"name": option, "type": int(OptionType.STRING), "value": value} for option, value in options.items()]
        payload = {"data": {"name": name, "options": given}}
        interaction = Interaction(
            number, f"t{number}", InteractionType.COMMAND, who, self.channel, payload, None, self.now
        )
        entry = self.events.open(interaction)
        assert entry is not None
        if answer is not None:
            self.answer(entry, answer)
        return entry

    def type(self, who: Member, command: str, *, focused: str, choices: Sequence[str] | None) -> None:
        """Ask for the choices of an option as a member, answered by these choices or nothing."""
        number = len(self.events.entries) + 1
        group, name = command.split()
        option = {"name": focused, "type": int(OptionType.STRING), "value": "", "focused": True}
        options = [{"name": name, "type": int(OptionType.SUB_COMMAND), "options": [option]}]
        payload = {"data": {"name": group, "options": options}}
        interaction = Interaction(
            number, f"t{number}", InteractionType.AUTOCOMPLETE, who, self.channel, payload, None, self.now
        )
        assert self.events.open(interaction) is not None
        if choices is not None:
            interaction.choices = [(f"Game {choice}", choice) for choice in choices]
            interaction.callbacks.append(Callback(CallbackType.AUTOCOMPLETE_RESULT, {}))

    def answer(self, entry: Entry, text: str, *, status: int = 200, code: int | None = None) -> None:
        """Answer an interaction as the bot."""
        shows_board = text.startswith("**") or "took a move back" in text
        kind = CallbackType.UPDATE_MESSAGE if shows_board else CallbackType.MESSAGE
        body = {"type": int(kind), "data": {"content": text}}
        path = f"/interactions/{entry.interaction.id}/{entry.interaction.token}/callback"
        if status < 300:
            entry.interaction.callbacks.append(Callback(kind, body))
        self.events.note(Request("POST", path, body, self.now, status=status, code=code))

    def evidence(self) -> Evidence:
        """The evidence for the checks."""
        row = SimpleNamespace(
            id=GAME,
            version=self.version,
            variant="lines",
            size=3,
            start=None,
            status="active" if self.result is None else "over",
            guild_id=self.guild_id,
            created_at=NOON,
            match_id=None,
            match_number=None,
            handicap=0,
            rated=True,
            voided=self.voided,
            player_one_id=self.ada.id,
            player_two_id=self.bob.id,
            message_id=None,
            bot_id=self.bot_id,
        )
        game = StoredGame(cast("Any", row), tuple(self.moves), self.result)
        stored = Stored(
            {GAME: game},
            self.challenges,
            (),
            self.standings,
            self.seasons,
            self.season_standings,
            self.announcements,
            self.moderation,
        )
        return Evidence(
            stored,
            self.events,
            {},
            self.outages,
            self.store_outages,
            frozenset(),
            {},
            (),
            self.log,
            posts=self.posts,
            tables=self.tables,
            ratings=self.ratings,
            still_named=self.still_named,
        )
