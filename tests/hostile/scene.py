"""A server with games, a challenge and a moderator, and interactions sent from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from local_discord import Channel, Interaction, Member, Message, Permissions, Role, Upload
from local_discord.client.options import Resolved
from local_discord.wire import CommandType, InteractionType, Json, OptionType
from tests.end_to_end.support.table import Table, game_id, reply
from tests.hostile.laws import Witness

_NESTING = (OptionType.SUB_COMMAND, OptionType.SUB_COMMAND_GROUP)


@dataclass(frozen=True, repr=False)
class Scene:
    """A server with an open game, one that is over, a challenge, and a moderator.

    Attributes:
        board: The open game, in which Ada has moved.
        over: The board of the game that is over.
        challenge: A challenge by Cleo to Bob.
        moderator: Who may manage the server.
        role: A role.
        strangers: Accounts that can be named but do not act: the bot, and a member of another server.
        numbers: Those of the games and of the challenge, as people write them.
    """

    table: Table
    board: Message
    over: Message
    challenge: Message
    moderator: Member
    role: Role
    strangers: tuple[Member, ...]
    numbers: tuple[str, ...]

    @classmethod
    async def set(cls, witness: Witness) -> Scene:
        """Create the server."""
        table = Table.lay(witness.discord)
        over = await table.begin(variant="dodge", size=3)
        await table.ada.press(over, "B2")
        await table.shows(over, "Game over")
        board = await table.begin()
        await table.ada.press(board, "C3")
        challenge = reply(await table.cleo.command(table.channel, "gridlock challenge", opponent=table.bob))
        moderator = table.guild.add_member("Manager", permissions=Permissions.MANAGE_GUILD)
        await witness.at_rest()
        bot = next(member for member in table.guild.members.values() if member.user.bot)
        elsewhere = witness.discord.add_guild("Another server").add_member("Dora")
        accept = next(button.custom_id or "" for button in challenge.buttons)
        numbers = (game_id(board), game_id(over), accept.split(":")[2])
        return cls(table, board, over, challenge, moderator, table.guild.add_role("players"), (bot, elsewhere), numbers)

    @property
    def people(self) -> list[Member]:
        """The members who can act or be the object of an action."""
        return [self.table.ada, self.table.bob, self.table.cleo, self.moderator]

    async def send(
        self, member: Member, command: str, options: Mapping[str, Option], *, focused: str | None = None
    ) -> Interaction:
        """Send a command without Discord's checks; with a focused option, an autocomplete request."""
        return await self.send_in(self.table.channel, member, command, options, focused=focused)

    async def send_in(
        self,
        channel: Channel,
        member: Member,
        command: str,
        options: Mapping[str, Option],
        *,
        focused: str | None = None,
    ) -> Interaction:
        """The same, in a channel or in direct messages."""
        specs = leaf(self.table.discord.commands, command)
        resolved = Resolved(member, channel)
        chosen = []
        for name, value in options.items():
            resolved.add(value)
            sent = resolved.add_upload(value) if isinstance(value, Upload) else _plain(value)
            kind = next(spec["type"] for spec in specs if spec["name"] == name)
            focus = {"focused": True} if name == focused else {}
            chosen.append({"name": name, "type": kind, "value": sent} | focus)
        kind = InteractionType.COMMAND if focused is None else InteractionType.AUTOCOMPLETE
        data = _nested(self.table.discord.commands, command, chosen) | resolved.to_json()
        return await member._send(kind, channel, data)


Option = str | int | float | bool | Member | Channel | Role | Upload


def leaf(commands: Sequence[Json], command: str) -> list[Json]:
    """The registered options of a command."""
    return next(options for path, options in paths(commands) if path == command)


def paths(commands: Sequence[Json]) -> Iterator[tuple[str, list[Json]]]:
    """All slash commands by full name, with their options."""
    for command in commands:
        if command.get("type", CommandType.CHAT_INPUT) == CommandType.CHAT_INPUT:
            yield from _below(command, command["name"])


def _below(entry: Json, path: str) -> Iterator[tuple[str, list[Json]]]:
    options = entry.get("options") or []
    nested = [one for one in options if one["type"] in _NESTING]
    for one in nested:
        yield from _below(one, f"{path} {one['name']}")
    if not nested:
        yield path, options


def _plain(value: str | float | bool | Member | Channel | Role) -> str | int | float | bool:
    return value if isinstance(value, (str, int, float)) else str(value.id)


def _nested(commands: Sequence[Json], command: str, chosen: list[Json]) -> Json:
    first, *rest = command.split()
    root = next(entry for entry in commands if entry["name"] == first)
    for depth, name in enumerate(reversed(rest)):
        kind = OptionType.SUB_COMMAND if depth == 0 else OptionType.SUB_COMMAND_GROUP
        chosen = [{"name": name, "type": int(kind), "options": chosen}]
    return {"id": root["id"], "name": first, "type": int(CommandType.CHAT_INPUT), "options": chosen}
