"""Commands as Discord's client sends them: find the command, check who may use it, fill in the options."""

from __future__ import annotations

from typing import TYPE_CHECKING

from local_discord.client import options as optioning
from local_discord.errors import Refused
from local_discord.model.values.permissions import Permissions
from local_discord.wire import CommandType, Context, IntegrationType, Json, OptionType

if TYPE_CHECKING:
    from collections.abc import Mapping

    from local_discord.client.options import OptionValue
    from local_discord.model.channel import Channel, Message
    from local_discord.model.member import BaseMember

_NESTING = (OptionType.SUB_COMMAND, OptionType.SUB_COMMAND_GROUP)


def command_data(member: BaseMember, channel: Channel, name: str, options: Mapping[str, OptionValue]) -> Json:
    """Return the `data` of a slash command's interaction.

    Raises:
        Refused: There is no such command here, or an option does not fit.
    """
    command, path = _find_path(member, channel, name)
    leaf = path[-1] if path else command
    resolved = optioning.Resolved(member, channel)
    chosen = optioning.fill(leaf.get("options") or [], options, resolved, name)
    data = _data_of(command, channel) | _nested(path, chosen)
    return data | resolved.to_json()


def autocomplete_data(
    member: BaseMember,
    channel: Channel,
    name: str,
    focused: str,
    options: Mapping[str, OptionValue],
) -> Json:
    """Return the `data` of an autocomplete interaction.

    Raises:
        Refused: There is no such command here, or the option has no autocomplete.
    """
    command, path = _find_path(member, channel, name)
    leaf = path[-1] if path else command
    chosen = optioning.fill_partly(leaf.get("options") or [], options, focused, name)
    return _data_of(command, channel) | _nested(path, chosen)


def context_menu_data(member: BaseMember, channel: Channel, name: str, target: BaseMember | Message) -> Json:
    """Return the `data` of a context menu command's interaction.

    Raises:
        Refused: There is no such command here.
    """
    resolved = optioning.Resolved(member, channel)
    on_member = resolved.add_target(target)
    kind = CommandType.USER if on_member else CommandType.MESSAGE
    command = find_command(member, channel, name, kind)
    body = _data_of(command, channel) | {"target_id": str(target.id)}
    return body | resolved.to_json()


def find_command(member: BaseMember, channel: Channel, name: str, kind: CommandType) -> Json:
    """Return the registered command of this name.

    Raises:
        Refused: There is none for this member here.
    """
    for command in _commands_in(channel):
        if command["type"] == kind and command["name"] == name:
            if _offered(command, member, channel):
                return command
            raise Refused(f"{member.name} may not use /{name} in #{channel.name}.")
    raise Refused(f"There is no command {name!r}.")


def offered_commands(member: BaseMember, channel: Channel, kind: CommandType) -> list[Json]:
    """Return the commands of a type that a member can use in a channel."""
    of_kind = [command for command in _commands_in(channel) if command["type"] == kind]
    return [command for command in of_kind if _offered(command, member, channel)]


def context_of(channel: Channel) -> Context:
    """Return which kind of place a channel is."""
    if channel.guild is not None:
        return Context.GUILD
    return Context.BOT_DM if channel.has_bot else Context.PRIVATE_CHANNEL


def installations(command: Json, member: BaseMember, channel: Channel) -> Json:
    """Return the `authorizing_integration_owners` of a command: by which installations a person can use it here."""
    types = command.get("integration_types") or [IntegrationType.GUILD_INSTALL]
    owners: Json = {}
    if IntegrationType.GUILD_INSTALL in types and channel.has_bot:
        owners["0"] = str(0 if channel.guild is None else channel.guild.id)
    if IntegrationType.USER_INSTALL in types and member.user.has_installed_app:
        owners["1"] = str(member.id)
    return owners


def _commands_in(channel: Channel) -> list[Json]:
    guild = channel.guild
    if guild is None:
        return channel.world.commands
    if not guild.bot_present:
        return [c for c in channel.world.commands if IntegrationType.USER_INSTALL in (c.get("integration_types") or ())]
    own = {(command["type"], command["name"]) for command in guild.commands}
    everywhere = [c for c in channel.world.commands if (c["type"], c["name"]) not in own]
    return [*guild.commands, *everywhere]


def _offered(command: Json, member: BaseMember, channel: Channel) -> bool:
    contexts = command.get("contexts")
    if contexts is not None and context_of(channel) not in contexts:
        return False
    if not installations(command, member, channel):
        return False
    if channel.guild is None:
        return True
    allowed = channel.permissions_of(member)
    needed = command.get("default_member_permissions")
    if not allowed.includes(Permissions.USE_APPLICATION_COMMANDS):
        return False
    shown_to = channel.guild.command_access.get(command["name"], ())
    if needed is None or any(role.id == channel.guild.id or role in member.roles for role in shown_to):
        return True
    # "0" means administrators only.
    return allowed.includes(Permissions(int(needed)) or Permissions.ADMINISTRATOR)


def _find_path(member: BaseMember, channel: Channel, name: str) -> tuple[Json, list[Json]]:
    """Return the command, and the path of sub-command group and sub-command."""
    first, *rest = name.split()
    command = find_command(member, channel, first, CommandType.CHAT_INPUT)
    place, path = command, []
    for word in rest:
        nested = [o for o in place.get("options") or [] if o["type"] in _NESTING]
        found = next((option for option in nested if option["name"] == word), None)
        if found is None:
            raise Refused(f"There is no command {name!r}.")
        place = found
        path.append(found)
    if any(option["type"] in _NESTING for option in place.get("options") or []):
        raise Refused(f"/{name} is a group; one of its commands must be named.")
    return command, path


def _data_of(command: Json, channel: Channel) -> Json:
    body: Json = {"id": command["id"], "name": command["name"], "type": command["type"]}
    if "guild_id" in command and channel.guild is not None:
        body["guild_id"] = str(channel.guild.id)
    return body


def _nested(path: list[Json], chosen: list[Json]) -> Json:
    """Wrap options in the groups they belong to."""
    for step in reversed(path):
        chosen = [{"name": step["name"], "type": step["type"], "options": chosen}]
    return {"options": chosen}
