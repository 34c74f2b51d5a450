"""Routes of interactions: callbacks and follow-ups."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from local_discord.errors import ApiError, already_acknowledged, too_many_followups, unknown_message
from local_discord.model.interaction import Callback, Interaction, Modal
from local_discord.model.message import Draft
from local_discord.server.checks.answers import check_choices, check_modal
from local_discord.server.checks.fields import Form, check_choice
from local_discord.server.checks.messages import read_draft, read_edit
from local_discord.server.rest.app import Route
from local_discord.wire import (
    CallbackType,
    CommandType,
    InteractionType,
    Json,
    MessageFlags,
    MessageType,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from local_discord.client.interactions import Interactions
    from local_discord.model.channel import Message
    from local_discord.model.message import Edit
    from local_discord.server.rest.app import Answer
    from local_discord.server.rest.call import Call
    from local_discord.wire import Upload

# Where only people have installed the application.
_MOST_FOLLOWUPS = 5
_DATA = ("data",)
_MESSAGES = frozenset({CallbackType.MESSAGE, CallbackType.DEFERRED_MESSAGE})
_UPDATES = frozenset({CallbackType.DEFERRED_UPDATE, CallbackType.UPDATE_MESSAGE})
_FITTING = {
    InteractionType.COMMAND: _MESSAGES | {CallbackType.MODAL},
    InteractionType.COMPONENT: _MESSAGES | _UPDATES | {CallbackType.MODAL},
    InteractionType.AUTOCOMPLETE: frozenset({CallbackType.AUTOCOMPLETE_RESULT}),
    InteractionType.MODAL_SUBMIT: _MESSAGES,
}
_COMMAND_MESSAGES = {
    CommandType.CHAT_INPUT: MessageType.CHAT_INPUT_COMMAND,
    CommandType.USER: MessageType.CONTEXT_MENU_COMMAND,
    CommandType.MESSAGE: MessageType.CONTEXT_MENU_COMMAND,
}


class InteractionRoutes:
    """POST of callbacks; POST, GET, PATCH and DELETE of follow-ups."""

    def __init__(self, interactions: Interactions) -> None:
        self._interactions = interactions

    def routes(self) -> list[Route]:
        """Return the routes."""
        callback = r"/interactions/{interaction:\d+}/{token}/callback"
        webhook = r"/webhooks/{application:\d+}/{token}"
        table = [("POST", callback, self._callback), ("POST", webhook, self._follow_up)]
        for message in (r"/messages/{message:@original}", r"/messages/{message:\d+}"):
            table += [
                ("GET", webhook + message, self._get),
                ("PATCH", webhook + message, self._edit),
                ("DELETE", webhook + message, self._delete),
            ]
        return [Route(method, path, handler, needs_token=False) for method, path, handler in table]

    def _callback(self, call: Call) -> Answer:
        interaction = self._interactions.for_callback(call.id("interaction"), call.names["token"])
        response = answer(interaction, call.body, call.uploads)
        self._interactions.announce_answer(interaction)
        wanted = call.query.get("with_response", "").lower() in ("1", "true")
        return response if wanted else None

    def _follow_up(self, call: Call) -> Answer:
        return follow_up(self._interaction(call), call.body, call.uploads).to_json()

    def _get(self, call: Call) -> Answer:
        return self._message(call, self._interaction(call)).to_json()

    def _edit(self, call: Call) -> Answer:
        interaction = self._interaction(call)
        message = self._message(call, interaction)
        return edit(interaction, message, call.body, call.uploads).to_json()

    def _delete(self, call: Call) -> None:
        message = self._message(call, self._interaction(call))
        message.channel.remove(message)

    def _interaction(self, call: Call) -> Interaction:
        return self._interactions.for_followup(call.id("application"), call.names["token"])

    def _message(self, call: Call, interaction: Interaction) -> Message:
        name = call.names["message"]
        return find_message(interaction, None if name == "@original" else int(name))


def answer(interaction: Interaction, body: Json, uploads: Mapping[int, Upload]) -> Json:
    """Apply a callback to an interaction.

    Returns:
        Discord's callback response object.

    Raises:
        ApiError: The interaction has a callback already, or this one has the wrong type or breaks a rule.
    """
    interaction.attempts += 1
    if interaction.callbacks:
        repeated = interaction.attempts <= interaction.deliveries
        raise already_acknowledged(unavoidable=repeated)
    try:
        kind = _fitting_type(interaction, body)
        data = body.get("data") or {}
        _apply(interaction, kind, data, uploads)
    except ApiError as error:
        interaction.refusals.append(error)
        raise
    interaction.callbacks.append(Callback(kind, data))
    interaction.answered.set()
    return _callback_response(interaction, kind)


def follow_up(interaction: Interaction, body: Json, uploads: Mapping[int, Upload]) -> Message:
    """Post a follow-up message, or fill the placeholder of a deferred callback.

    Raises:
        ApiError: The message breaks a rule.
    """
    original = interaction.original
    if original is not None and original.thinking and not original.deleted:
        return edit(interaction, original, body, uploads)
    if not interaction.is_of_installed_app and len(interaction.followups) >= _MOST_FOLLOWUPS:
        raise too_many_followups()
    draft = read_draft(body, uploads, interaction.channel)
    message = _post(interaction, draft, message_type=None)
    interaction.followups.append(message)
    return message


def edit(interaction: Interaction, message: Message, body: Json, uploads: Mapping[int, Upload]) -> Message:
    """Edit a message by an interaction's token.

    Raises:
        ApiError: The edit breaks a rule.
    """
    _change(interaction, message, read_edit(body, uploads, message))
    return message


def find_message(interaction: Interaction, message_id: int | None) -> Message:
    """Return a message that an interaction's token gives access to.

    Args:
        interaction: The interaction.
        message_id: The message's id, or None for `@original`.

    Raises:
        ApiError: There is no such message, or it was deleted.
    """
    owned = [interaction.original, *interaction.followups]
    for message in owned:
        if message is not None and not message.deleted and message_id in (None, message.id):
            return message
    raise unknown_message()


def _fitting_type(interaction: Interaction, body: Json) -> CallbackType:
    fitting = set(_FITTING[interaction.type])
    if interaction.type is InteractionType.MODAL_SUBMIT and interaction.source is not None:
        fitting |= _UPDATES
    number = body.get("type")
    kind = next((kind for kind in fitting if kind == number), None)
    if kind is None:
        form = Form()
        check_choice(form, ("type",), number, tuple(map(int, sorted(fitting))))
        raise form.failure()
    return kind


def _apply(interaction: Interaction, kind: CallbackType, data: Json, uploads: Mapping[int, Upload]) -> None:
    if kind is CallbackType.MESSAGE:
        draft = read_draft(data, uploads, interaction.channel, _DATA)
        interaction.original = _post(interaction, draft, _message_type(interaction))
    elif kind is CallbackType.DEFERRED_MESSAGE:
        wanted = MessageFlags(data.get("flags") or 0) & MessageFlags.EPHEMERAL
        draft = Draft(flags=wanted | MessageFlags.LOADING)
        interaction.original = _post(interaction, draft, _message_type(interaction))
    elif kind is CallbackType.AUTOCOMPLETE_RESULT:
        interaction.choices = check_choices(data, _focused_type(interaction))
    elif kind is CallbackType.MODAL:
        check_modal(data)
        interaction.modal = Modal.from_json(data, interaction)
    else:
        _update_source(interaction, kind, data, uploads)


def _focused_type(interaction: Interaction) -> int:
    """Return the type of the focused option of an autocomplete."""
    options = list(interaction.payload["data"]["options"])
    for option in options:
        options += option.get("options", ())
    return next(int(option["type"]) for option in options if option.get("focused"))


def _update_source(interaction: Interaction, kind: CallbackType, data: Json, uploads: Mapping[int, Upload]) -> None:
    source = interaction.source
    if source is None or source.deleted:
        raise unknown_message()
    if kind is CallbackType.UPDATE_MESSAGE:
        _change(interaction, source, read_edit(data, uploads, source, _DATA))
    interaction.original = source


def _post(interaction: Interaction, draft: Draft, message_type: MessageType | None) -> Message:
    channel, world = interaction.channel, interaction.channel.world
    if interaction.must_be_private:
        draft = replace(draft, flags=draft.flags | MessageFlags.EPHEMERAL)
    ephemeral = draft.flags & MessageFlags.EPHEMERAL
    message = channel.post(
        channel.guild.bot if channel.guild else world.bot,
        draft,
        message_type=message_type,
        addressee=interaction.member if ephemeral else None,
        origin=interaction.as_origin(original=interaction.original),
    )
    interaction.note_reply(message)
    return message


def _change(interaction: Interaction, message: Message, change: Edit) -> None:
    message.channel.edit(message, change)
    interaction.note_reply(message)


def _message_type(interaction: Interaction) -> MessageType:
    if interaction.type is InteractionType.COMMAND:
        return _COMMAND_MESSAGES[CommandType(interaction.payload["data"]["type"])]
    return MessageType.DEFAULT


def _callback_response(interaction: Interaction, kind: CallbackType) -> Json:
    about: Json = {"id": str(interaction.id), "type": int(interaction.type)}
    response: Json = {"interaction": about}
    message = interaction.original
    if message is not None:
        about["response_message_id"] = str(message.id)
        about["response_message_loading"] = message.thinking
        about["response_message_ephemeral"] = message.ephemeral
        if kind in (CallbackType.MESSAGE, CallbackType.UPDATE_MESSAGE):
            response["resource"] = {"type": int(kind), "message": message.to_json()}
    return response
