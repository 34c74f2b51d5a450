"""Discord's limits for the profile of an application."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

from local_discord.server.checks.emojis import read_picture
from local_discord.server.checks.fields import Form, check_length, check_text

if TYPE_CHECKING:
    from local_discord.wire import Json

DESCRIPTION_LIMIT = 400
TAGS_LIMIT = 5
TAG_LIMITS = (1, 20)
_TAKEN_AS_SENT = ("description", "tags", "install_params", "integration_types_config", "interactions_endpoint_url")


def read_profile(body: Json) -> Json:
    """Return the changes that a body makes to the profile of an application; what it has no name for is left alone.

    Raises:
        ApiError: A field breaks a limit.
    """
    form = Form()
    check_text(form, ("description",), body.get("description"), most=DESCRIPTION_LIMIT)
    _check_tags(form, body.get("tags"))
    changes = {name: body[name] for name in _TAKEN_AS_SENT if name in body}
    if body.get("icon") is not None:
        picture = read_picture(form, ("icon",), body["icon"])
        # Discord tells a digest of the picture, under which it can be fetched.
        changes["icon"] = None if picture is None else hashlib.md5(picture.content, usedforsecurity=False).hexdigest()
    form.finish()
    return changes


def _check_tags(form: Form, tags: Any) -> None:  # noqa: ANN401  # JSON
    if tags is None:
        return
    check_length(form, ("tags",), tags, 0, TAGS_LIMIT)
    for index, tag in enumerate(tags):
        check_length(form, ("tags", index), tag, *TAG_LIMITS)
