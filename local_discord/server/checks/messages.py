"""Discord's limits for messages; reads a checked body as a draft or an edit."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING

from local_discord.errors import empty_message
from local_discord.model.message import Attachment, Draft, Edit
from local_discord.model.stored_components import stored_components
from local_discord.server.checks.components import check_components
from local_discord.server.checks.embeds import check_embeds
from local_discord.server.checks.emojis import check_control_emojis
from local_discord.server.checks.fields import Form, check_text
from local_discord.wire import Json, MessageFlags

if TYPE_CHECKING:
    from collections.abc import Mapping

    from local_discord.model.channel import Channel, Message
    from local_discord.server.checks.fields import Place
    from local_discord.wire import Upload

CONTENT_LIMIT = 2000
ATTACHMENT_LIMIT = 10
NONCE_LIMIT = 25
ALLOWED_MENTIONS_LIMIT = 100
_EDITABLE = MessageFlags.SUPPRESS_EMBEDS | MessageFlags.IS_COMPONENTS_V2
_SETTABLE = (
    MessageFlags.SUPPRESS_EMBEDS
    | MessageFlags.EPHEMERAL
    | MessageFlags.SUPPRESS_NOTIFICATIONS
    | MessageFlags.IS_COMPONENTS_V2
)


def read_draft(body: Json, uploads: Mapping[int, Upload], channel: Channel, root: Place = ()) -> Draft:
    """Check a new message, and return it as a draft.

    Args:
        body: The message as sent.
        uploads: The files sent with it.
        channel: The channel to post it in.
        root: The path of the message in the whole body, for errors.

    Raises:
        ApiError: It breaks one of Discord's rules.
    """
    form = Form(root)
    flags = _flags(form, body)
    _check_parts(form, body, layout=bool(flags & MessageFlags.IS_COMPONENTS_V2))
    check_control_emojis(form, body.get("components") or [], channel.world.emojis)
    check_text(form, ("nonce",), body.get("nonce"), most=NONCE_LIMIT)
    reference = _reference(form, body, channel)
    form.finish()
    attachments = _attachments(body, uploads, channel, [])
    draft = Draft(
        content=(body.get("content") or "").strip(),
        embeds=copy.deepcopy(body.get("embeds") or []),
        components=stored_components(body.get("components") or [], attachments),
        flags=flags,
        attachments=attachments,
        allowed_mentions=body.get("allowed_mentions"),
        reference=reference,
        nonce=body.get("nonce"),
        enforce_nonce=bool(body.get("enforce_nonce")),
        tts=bool(body.get("tts")),
    )
    if not (draft.content or draft.embeds or draft.components or draft.attachments):
        raise empty_message()
    return draft


def read_edit(body: Json, uploads: Mapping[int, Upload], message: Message, root: Place = ()) -> Edit:
    """Check an edit of a message, and return it.

    Args:
        body: The edit as sent.
        uploads: The files sent with it.
        message: The message.
        root: The path of the edit in the whole body, for errors.

    Raises:
        ApiError: It breaks one of Discord's rules.
    """
    form = Form(root)
    flags = _flags(form, body) if body.get("flags") is not None else None
    was_layout = bool(message.flags & MessageFlags.IS_COMPONENTS_V2)
    becomes_layout = bool(flags and flags & MessageFlags.IS_COMPONENTS_V2)
    if was_layout and flags is not None and not becomes_layout:
        form.error(
            ("flags",),
            "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG",
            "The IS_COMPONENTS_V2 flag cannot be removed from a message.",
        )
    _check_parts(form, body, layout=was_layout or becomes_layout)
    check_control_emojis(form, body.get("components") or [], message.channel.world.emojis)
    form.finish()
    attachments = _kept_and_new(body, uploads, message)
    shown = message.attachments if attachments is None else attachments
    edit = Edit(
        content=(body["content"] or "").strip() if "content" in body else None,
        embeds=copy.deepcopy(body["embeds"] or []) if "embeds" in body else None,
        components=stored_components(body["components"] or [], shown) if "components" in body else None,
        flags=None if flags is None else flags & _EDITABLE,
        attachments=attachments,
    )
    _check_result(message, edit, becomes_layout=becomes_layout and not was_layout)
    return edit


def _flags(form: Form, body: Json) -> MessageFlags:
    number = body.get("flags") or 0
    if not isinstance(number, int):
        form.error(("flags",), "NUMBER_TYPE_COERCE", "Value is not int.")
        return MessageFlags(0)
    return MessageFlags(number & _SETTABLE)


def _check_parts(form: Form, body: Json, *, layout: bool) -> None:
    check_text(form, ("content",), body.get("content"), most=CONTENT_LIMIT)
    check_embeds(form, body.get("embeds") or [])
    check_components(form, body.get("components") or [], layout=layout)
    _check_allowed_mentions(form, body.get("allowed_mentions") or {})
    if len(body.get("attachments") or []) > ATTACHMENT_LIMIT:
        form.error(("attachments",), "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.")
    if layout:
        for name in ("content", "embeds", "sticker_ids", "poll"):
            if body.get(name):
                _refuse_beside_layout(form, name)


def _refuse_beside_layout(form: Form, name: str) -> None:
    form.error(
        (name,),
        "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
        f"The '{name}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
    )


def _check_allowed_mentions(form: Form, rules: Json) -> None:
    place = ("allowed_mentions",)
    parse = rules.get("parse") or []
    for index, kind in enumerate(parse):
        if kind not in ("users", "roles", "everyone"):
            text = "Value must be one of ('roles', 'users', 'everyone')."
            form.error((*place, "parse", index), "BASE_TYPE_CHOICES", text)
    for kind in ("users", "roles"):
        ids = rules.get(kind) or []
        if len(ids) > ALLOWED_MENTIONS_LIMIT:
            form.error((*place, kind), "BASE_TYPE_MAX_LENGTH", f"Must be {ALLOWED_MENTIONS_LIMIT} or fewer in length.")
        if ids and kind in parse:
            text = f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.'
            form.error(place, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", text)


def _reference(form: Form, body: Json, channel: Channel) -> Message | None:
    reference = body.get("message_reference")
    if not reference:
        return None
    message = channel.find_message(int(reference.get("message_id") or 0))
    if message is None and reference.get("fail_if_not_exists", True):
        form.error(("message_reference",), "MESSAGE_REFERENCE_UNKNOWN_MESSAGE", "Unknown message")
    return message


def _attachments(
    body: Json, uploads: Mapping[int, Upload], channel: Channel, kept: list[Attachment]
) -> list[Attachment]:
    """Return the uploads as attachments, with descriptions from their entries in the body."""
    described = {str(entry.get("id")): entry for entry in body.get("attachments") or []}
    attachments = list(kept)
    for index, upload in uploads.items():
        entry = described.get(str(index), {})
        name = entry.get("filename") or upload.filename
        attachment_id = channel.world.ids.next()
        url = f"http://{channel.world.address}/attachments/{channel.id}/{attachment_id}/{name}"
        attachments.append(
            Attachment(
                attachment_id,
                name,
                upload.content,
                url,
                upload.content_type,
                entry.get("description"),
            )
        )
    return attachments


def _kept_and_new(body: Json, uploads: Mapping[int, Upload], message: Message) -> list[Attachment] | None:
    if body.get("attachments") is None and not uploads:
        return [] if "attachments" in body else None
    present = list(message.attachments)
    if "attachments" in body:
        listed = {str(entry.get("id")) for entry in body["attachments"]}
        present = [attachment for attachment in present if str(attachment.id) in listed]
    return _attachments(body, uploads, message.channel, present)


def _check_result(message: Message, edit: Edit, *, becomes_layout: bool) -> None:
    content = message.content if edit.content is None else edit.content
    embeds = message.embeds if edit.embeds is None else edit.embeds
    components = message.components if edit.components is None else edit.components
    attachments = message.attachments if edit.attachments is None else edit.attachments
    if becomes_layout:
        form = Form()
        for name, part in (("content", content), ("embeds", embeds)):
            if part:
                _refuse_beside_layout(form, name)
        form.finish()
    if not (content or embeds or components or attachments):
        raise empty_message()
