"""Discord's limits for embeds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from local_discord.server.checks.fields import check_length, check_text

if TYPE_CHECKING:
    from local_discord.server.checks.fields import Form
    from local_discord.wire import Json

EMBEDS_LIMIT = 10
TOTAL_LIMIT = 6000
TITLE_LIMIT = 256
DESCRIPTION_LIMIT = 4096
FIELDS_LIMIT = 25
FIELD_NAME_LIMIT = 256
FIELD_VALUE_LIMIT = 1024
FOOTER_LIMIT = 2048
AUTHOR_LIMIT = 256


def check_embeds(form: Form, embeds: list[Json]) -> None:
    """Check each embed of a message, and the length of their text together."""
    check_length(form, ("embeds",), embeds, 0, EMBEDS_LIMIT)
    for index, embed in enumerate(embeds):
        _check_embed(form, index, embed)
    if sum(_text_length(embed) for embed in embeds) > TOTAL_LIMIT:
        form.error(("embeds",), "MAX_EMBED_SIZE_EXCEEDED", f"Embed size exceeds maximum size of {TOTAL_LIMIT}")


def _check_embed(form: Form, index: int, embed: Json) -> None:
    place = ("embeds", index)
    footer, author = embed.get("footer") or {}, embed.get("author") or {}
    check_text(form, (*place, "title"), embed.get("title"), most=TITLE_LIMIT)
    check_text(form, (*place, "description"), embed.get("description"), most=DESCRIPTION_LIMIT)
    check_text(form, (*place, "footer", "text"), footer.get("text"), most=FOOTER_LIMIT)
    check_text(form, (*place, "author", "name"), author.get("name"), most=AUTHOR_LIMIT)
    fields = embed.get("fields") or []
    check_length(form, (*place, "fields"), fields, 0, FIELDS_LIMIT)
    limits = {"name": FIELD_NAME_LIMIT, "value": FIELD_VALUE_LIMIT}
    for number, field in enumerate(fields):
        for part, most in limits.items():
            where = (*place, "fields", number, part)
            check_text(form, where, field.get(part), least=1, most=most, required=True)


def _text_length(embed: Json) -> int:
    texts = [
        embed.get("title"),
        embed.get("description"),
        (embed.get("footer") or {}).get("text"),
        (embed.get("author") or {}).get("name"),
    ]
    for field in embed.get("fields") or []:
        texts += [field.get("name"), field.get("value")]
    return sum(len(text) for text in texts if isinstance(text, str))
