"""Discord's limits for application emoji, and the check that the emoji on controls exist."""

from __future__ import annotations

import base64
import binascii
import re
from typing import TYPE_CHECKING, Literal, NamedTuple

from local_discord.server.checks.components import with_places
from local_discord.server.checks.fields import check_length, require

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from local_discord.server.checks.fields import Form, Place
    from local_discord.wire import Json

EMOJIS_LIMIT = 2000
IMAGE_SIZE_LIMIT = 256 * 1024
SIDE_LIMIT = 128
NAME_LIMITS = (2, 32)
_NAME = re.compile(r"[A-Za-z0-9_]*")
_DATA = re.compile(r"data:(image/(?:png|jpeg|gif|webp|avif));base64,(.*)", re.DOTALL)
_SIGNATURES = {
    "image/png": re.compile(rb"\x89PNG\r\n\x1a\n.{4}IHDR(?P<width>.{4})(?P<height>.{4})", re.DOTALL),
    "image/gif": re.compile(rb"GIF8[79]a(?P<width>.{2})(?P<height>.{2})", re.DOTALL),
    "image/jpeg": re.compile(rb"\xff\xd8\xff"),
    "image/webp": re.compile(rb"RIFF.{4}WEBP", re.DOTALL),
    "image/avif": re.compile(rb".{4}ftyp", re.DOTALL),
}


class Picture(NamedTuple):
    """A picture that was sent as a data URI."""

    content: bytes
    content_type: str


def check_emoji_name(form: Form, name: object, taken: Collection[str]) -> None:
    """Check the name of an emoji.

    Args:
        form: Collects the errors.
        name: The name as sent.
        taken: The names of the application's other emoji.
    """
    place = ("name",)
    if not isinstance(name, str):
        require(form, place)
        return
    check_length(form, place, name, *NAME_LIMITS)
    if not _NAME.fullmatch(name):
        form.error(place, "STRING_TYPE_REGEX", "String value did not match validation regex.")
    if name in taken:
        text = "An emoji with this name already exists for this application"
        form.error(place, "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", text)


def read_image(form: Form, image: object) -> Picture | None:
    """Check the picture of an emoji, and return it; None if it has an error.

    Discord scales a larger picture down. Here it is an error: what is uploaded is meant to be shown as it is.
    """
    place = ("image",)
    picture = read_picture(form, place, image)
    if picture is None:
        return None
    signature = _SIGNATURES[picture.content_type].match(picture.content)
    sides = {} if signature is None else signature.groupdict()
    if len(picture.content) > IMAGE_SIZE_LIMIT:
        form.error(place, "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
    order: Literal["big", "little"] = "big" if picture.content_type == "image/png" else "little"
    if any(int.from_bytes(side, order) > SIDE_LIMIT for side in sides.values()):
        form.error(place, "IMAGE_TOO_LARGE", f"An emoji has at most {SIDE_LIMIT} by {SIDE_LIMIT} pixels.")
    return picture


def read_picture(form: Form, place: Place, image: object) -> Picture | None:
    """Check that a field is a picture as a data URI, and return it; None if it is not."""
    if not isinstance(image, str):
        require(form, place)
        return None
    picture = _decoded(image)
    if picture is None or not _SIGNATURES[picture.content_type].match(picture.content):
        form.error(place, "IMAGE_INVALID", "Invalid image data")
        return None
    return picture


def _decoded(image: str) -> Picture | None:
    found = _DATA.fullmatch(image)
    if found is None:
        return None
    try:
        return Picture(base64.b64decode(found[2], validate=True), found[1])
    except binascii.Error:
        return None


def check_control_emojis(form: Form, components: Iterable[Json], known: Collection[int]) -> None:
    """Check that the emoji on buttons and options are Unicode ones or emoji of the application.

    Args:
        form: Collects the errors.
        components: The components of a message.
        known: The ids of the application's emoji.
    """
    for place, holder in _emoji_holders(components):
        number = str((holder.get("emoji") or {}).get("id") or "")
        if number and not (number.isdecimal() and int(number) in known):
            form.error((*place, "emoji", "id"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")


def _emoji_holders(components: Iterable[Json]) -> Iterator[tuple[Place, Json]]:
    for place, component in with_places(("components",), components):
        yield place, component
        for index, option in enumerate(component.get("options") or ()):
            yield (*place, "options", index), option
