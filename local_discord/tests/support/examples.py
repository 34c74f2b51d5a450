"""Commands and components as JSON, for tests without a bot."""

from typing import Any


def option(name: str, kind: int, **more: object) -> dict[str, Any]:
    return {"name": name, "type": kind, "description": f"the {name}", **more}


CHALLENGE = option(
    "challenge",
    1,
    options=[
        option("opponent", 6, required=True),
        option(
            "variant",
            3,
            choices=[{"name": "Full lines", "value": "lines"}, {"name": "Dodge!", "value": "dodge"}],
        ),
        option("size", 4),
        option("ranked", 5),
        option("weight", 10),
        option("where", 7),
    ],
)


def button(label: str, **more: object) -> dict[str, Any]:
    return {"type": 2, "style": 1, "custom_id": label, "label": label, **more}


def row(*controls: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(controls)}
