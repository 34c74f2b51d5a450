"""The public form of game records, as far as a record of a game for two can break it.

It states the fields of APGameRecord, schema "gamerecord/1-0-0" of Abstract Play, which is published in the repository
AbstractPlay/recranks on GitHub, in src/schemas/gamerecord.json.
"""

from __future__ import annotations

from typing import Any, Final

_TEXT: Final = {"type": "string"}
_TIME: Final = {"type": "string", "format": "date-time"}
_FLAG: Final = {"type": "boolean"}


def _exactly(required: list[str], **properties: object) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


_MOVE: Final = _exactly(["move"], move=_TEXT, sequence={"type": "integer"}, result={})
_PLAYER: Final = {
    "type": "object",
    "properties": {
        "name": _TEXT,
        "userid": _TEXT,
        "score": {"type": "number"},
        "is_ai": _FLAG,
        "result": {"type": "integer"},
    },
    "required": ["name", "result"],
}
_HEADER: Final = {
    "type": "object",
    "properties": {
        "game": _exactly(["name"], name=_TEXT, variants={"type": "array", "uniqueItems": True, "items": _TEXT}),
        "event": _TEXT,
        "round": _TEXT,
        "site": _exactly(["name"], name=_TEXT, gameid={"type": ["string", "number"]}),
        "date-start": _TIME,
        "date-end": _TIME,
        "date-generated": _TIME,
        "unrated": _FLAG,
        "pied": _FLAG,
        "players": {"type": "array", "minItems": 1, "uniqueItems": True, "items": _PLAYER},
        "startingPosition": _TEXT,
    },
    "required": ["game", "site", "date-start", "date-end", "date-generated", "players"],
}

GAME_RECORD_SCHEMA: Final = _exactly(
    ["header", "moves"],
    header=_HEADER,
    moves={"type": "array", "items": {"type": "array", "items": {"oneOf": [{"type": "null"}, _TEXT, _MOVE]}}},
)
"""A JSON schema."""
