"""The options of a slash command: checks, and the objects that their ids resolve to."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias, TypeGuard

from local_discord.errors import Refused
from local_discord.model.channel import Channel, Message
from local_discord.model.values.permissions import Role
from local_discord.wire import ATTACHMENT_SIZE_LIMIT, Json, OptionType, Upload

if TYPE_CHECKING:
    from collections.abc import Mapping

    from local_discord.model.member import BaseMember

OptionValue: TypeAlias = "str | int | float | BaseMember | Channel | Role | Upload | None"
"""The value of an option; None leaves it out."""

_MAX_STRING = 6000
_MAX_INTEGER = 2**53


class Resolved:
    """The `resolved` part of an interaction: the objects whose ids are in its data."""

    def __init__(self, sender: BaseMember, channel: Channel) -> None:
        self._sender = sender
        self._channel = channel
        self._parts: Json = {}

    def add_member(self, member: BaseMember) -> None:
        """Add an account, and its membership if it is in the guild."""
        self._put("users", member.id, member.user.to_json())
        guild = self._channel.guild
        if guild is not None and guild.members.get(member.id) is member:
            body = member.to_json(with_user=False)
            permissions = str(int(self._channel.permissions_of(member)))
            self._put("members", member.id, body | {"permissions": permissions})

    def add_channel(self, channel: Channel) -> None:
        """Add a channel, with the sender's permissions in it."""
        permissions = str(int(channel.permissions_of(self._sender)))
        self._put("channels", channel.id, channel.to_json() | {"permissions": permissions})

    def add_role(self, role: Role) -> None:
        """Add a role."""
        self._put("roles", role.id, role.to_json())

    def add_upload(self, upload: Upload) -> str:
        """Upload a file, and return the id of the attachment."""
        attachment = self._channel.world.keep_upload(self._channel.id, upload)
        self._put("attachments", attachment.id, attachment.to_json() | {"ephemeral": True})
        return str(attachment.id)

    def add_target(self, target: BaseMember | Message) -> bool:
        """Add the target of a context menu, and return whether it is a member."""
        if isinstance(target, Message):
            self._put("messages", target.id, target.to_json())
            return False
        self.add_member(target)
        return True

    def add(self, value: OptionValue) -> None:
        """Add the value of an option, if it is a member, a channel or a role."""
        if isinstance(value, Channel):
            self.add_channel(value)
        elif isinstance(value, Role):
            self.add_role(value)
        elif value is not None and not isinstance(value, (str, int, float, Upload)):
            self.add_member(value)

    def to_json(self) -> Json:
        """Return the `resolved` part, unless it is empty."""
        return {"resolved": self._parts} if self._parts else {}

    def _put(self, kind: str, object_id: int, body: Json) -> None:
        self._parts.setdefault(kind, {})[str(object_id)] = body


def fill(specs: list[Json], given: Mapping[str, OptionValue], resolved: Resolved, command: str) -> list[Json]:
    """Return the options as an interaction has them, after the checks that Discord's client makes.

    Raises:
        Refused: An option is unknown, missing, or of a value that does not fit.
    """
    _refuse_unknown(specs, given, command)
    chosen = []
    for spec in specs:
        value = given.get(spec["name"])
        if value is not None:
            _check(spec, value)
            resolved.add(value)
            sent = resolved.add_upload(value) if isinstance(value, Upload) else value
            chosen.append(_option(spec, sent))
        elif spec.get("required"):
            raise Refused(f"/{command} needs the option {spec['name']!r}.")
    return chosen


def fill_partly(specs: list[Json], given: Mapping[str, OptionValue], focused: str, command: str) -> list[Json]:
    """Return the options of a command that is still being typed.

    Raises:
        Refused: An option is unknown, or the focused one has no autocomplete.
    """
    _refuse_unknown(specs, {**given, focused: ""}, command)
    chosen = []
    for spec in specs:
        name = spec["name"]
        if name == focused:
            if not spec.get("autocomplete"):
                raise Refused(f"The option {name!r} of /{command} has no autocomplete.")
            typed = str(given.get(name) or "")
            chosen.append({"name": name, "type": spec["type"], "value": typed, "focused": True})
        elif (value := given.get(name)) is not None:
            _check(spec, value)
            chosen.append(_option(spec, value))
    return chosen


def _refuse_unknown(specs: list[Json], given: Mapping[str, OptionValue], command: str) -> None:
    known = {spec["name"] for spec in specs}
    for name in given:
        if name not in known:
            raise Refused(f"/{command} has no option {name!r}.")


def _option(spec: Json, value: OptionValue) -> Json:
    if isinstance(value, Upload):
        # Discord sends no id of a file while the command is still being typed.
        return {"name": spec["name"], "type": spec["type"], "value": "0"}
    plain = value if value is None or isinstance(value, (str, int, float)) else str(value.id)
    return {"name": spec["name"], "type": spec["type"], "value": plain}


def _check(spec: Json, value: OptionValue) -> None:
    name = spec["name"]
    if not _fits_type(OptionType(spec["type"]), value):
        raise Refused(f"{value!r} does not fit the option {name!r}.")
    if isinstance(value, Upload) and len(value.content) > ATTACHMENT_SIZE_LIMIT:
        raise Refused(f"The file for the option {name!r} is too large.")
    choices = spec.get("choices")
    if choices and value not in [choice["value"] for choice in choices]:
        raise Refused(f"{value!r} is not among the choices of the option {name!r}.")
    size = len(value) if isinstance(value, str) else value
    kind = "length" if isinstance(value, str) else "value"
    least, most = spec.get(f"min_{kind}"), spec.get(f"max_{kind}")
    if isinstance(size, (int, float)):
        if least is not None and size < least:
            raise Refused(f"The option {name!r} takes no {kind} below {least}.")
        if most is not None and size > most:
            raise Refused(f"The option {name!r} takes no {kind} above {most}.")


def _fits_type(kind: OptionType, value: OptionValue) -> bool:
    fits = _FITS.get(kind)
    return fits is not None and fits(value)


def _is_text(value: OptionValue) -> bool:
    return isinstance(value, str) and 0 < len(value) <= _MAX_STRING


def _is_allowed_integer(value: OptionValue) -> bool:
    return _is_integer(value) and -_MAX_INTEGER <= value <= _MAX_INTEGER


def _is_person(value: OptionValue) -> bool:
    return not isinstance(value, (str, int, float, Channel, Role, Upload))


def _is_integer(value: OptionValue) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


_FITS: dict[OptionType, Callable[[OptionValue], bool]] = {
    OptionType.STRING: _is_text,
    OptionType.BOOLEAN: lambda value: isinstance(value, bool),
    OptionType.INTEGER: _is_allowed_integer,
    OptionType.NUMBER: lambda value: _is_integer(value) or isinstance(value, float),
    OptionType.CHANNEL: lambda value: isinstance(value, Channel),
    OptionType.ROLE: lambda value: isinstance(value, Role),
    OptionType.USER: _is_person,
    OptionType.MENTIONABLE: lambda value: isinstance(value, Role) or _is_person(value),
    OptionType.ATTACHMENT: lambda value: isinstance(value, Upload),
}
