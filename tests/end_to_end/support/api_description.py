"""Validation of the bot's requests against Discord's OpenAPI description."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from local_discord import Request

DESCRIPTION = Path(__file__).resolve().parents[4] / "shared" / "discord" / "openapi.json"
# The same few kinds of body are sent thousands of times; checking one takes some milliseconds.
_MOST_OF_A_KIND = 40


def breaches(requests: Iterable[Request]) -> list[str]:
    """What the bodies of these requests break, in a line each; nothing where the description is not at hand."""
    if not DESCRIPTION.exists():
        return []
    return list(_breaches(requests))


def _breaches(requests: Iterable[Request]) -> Iterator[str]:
    seen: Counter[str] = Counter()
    for request in requests:
        if request.body is None:
            continue
        template = _template(request.method.lower(), request.path)
        if template is None:
            yield f"{request.method} {request.path} is no route of Discord's"
            continue
        seen[f"{request.method} {template}"] += 1
        if seen[f"{request.method} {template}"] <= _MOST_OF_A_KIND:
            errors = list(_validator(request.method.lower(), template).iter_errors(_as_described(request.body)))
            if errors:
                yield f"{request.method} {template}: {jsonschema.exceptions.best_match(errors)} in {request.body}"


def _as_described(body: Any) -> Any:
    """The body with ids as text.

    discord.py sends those of allowed mentions and of attached files as numbers, which Discord takes too.
    """
    if isinstance(body, list):
        return [_as_described(part) for part in body]
    if isinstance(body, dict):
        return {key: _ids_as_text(key, part) for key, part in body.items()}
    return body


def _ids_as_text(key: str, part: Any) -> Any:
    if key == "users" and isinstance(part, list):
        return [str(one) for one in part]
    if key == "attachments" and isinstance(part, list):
        return [one | {"id": str(one["id"])} for one in part]
    return _as_described(part)


@cache
def _description() -> Any:
    return json.loads(DESCRIPTION.read_text(encoding="utf-8"))


@cache
def _templates() -> list[tuple[re.Pattern[str], str]]:
    # Fixed words go before parameters: /messages/@original before /messages/{message_id}.
    paths = sorted(_description()["paths"], key=lambda path: (path.count("{"), path))
    return [(re.compile(re.sub(r"\{\w+\}", "[^/]+", path)), path) for path in paths]


def _template(method: str, path: str) -> str | None:
    return next(
        (
            template
            for pattern, template in _templates()
            if pattern.fullmatch(path) and "requestBody" in _description()["paths"][template].get(method, {})
        ),
        None,
    )


@cache
def _validator(method: str, template: str) -> jsonschema.Draft202012Validator:
    registry: Registry[Any] = Registry().with_resource(
        "urn:discord", Resource.from_contents(_description(), default_specification=DRAFT202012)
    )
    route = template.replace("~", "~0").replace("/", "~1")
    pointer = f"urn:discord#/paths/{route}/{method}/requestBody/content/application~1json/schema"
    return jsonschema.Draft202012Validator({"$ref": pointer}, registry=registry)
