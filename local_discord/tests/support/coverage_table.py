"""The README's table of the REST operations that are served, out of those that Discord describes.

`python -m local_discord.tests.support.coverage_table` updates it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache
from pathlib import Path

from local_discord import LocalDiscord
from local_discord.tests.support.api_description import known_operations

README = Path(__file__).resolve().parents[2] / "README.md"
_TABLE = re.compile(r"(?<=<!-- operations: begin -->\n).*?(?=<!-- operations: end -->)", re.DOTALL)
# The first matching pattern decides a path's resource.
_RESOURCES = (
    (r"^/applications/.*commands", "Application commands"),
    (r"^/applications/.*emojis", "Application emoji"),
    (r"^/interactions|^/webhooks/\{\w+\}/\{\w+\}", "Interaction responses and executed webhooks"),
    (r"^/channels/.*/(threads|thread-members)|/threads", "Threads"),
    (r"^/channels/.*/(messages|pins|polls|typing)", "Messages, reactions, pins, polls"),
    (r"^/channels", "Channels"),
    (r"^/guilds/.*/(members|bans|prune|roles)|bulk-ban", "Members, bans, roles"),
    (r"^/guilds", "Guilds: settings, emojis, scheduled events, moderation"),
    (r"^/users", "Users"),
    (r"^/(gateway|oauth2|applications)", "Gateway and application"),
    (r"^/(lobbies|partner-sdk|skus|invites)|^/webhooks", "Webhooks, invites, lobbies, shop"),
    (r"", "Voice, stages, stickers, sounds"),
)


def is_served(method: str, path: str) -> bool:
    """Return whether the server has a described operation."""
    example = re.sub(r"\{\w+\}", "1", path)
    return any(method == served and pattern.fullmatch(example) for served, pattern in _patterns())


@cache
def _patterns() -> list[tuple[str, re.Pattern[str]]]:
    """Return the methods of the routes, and their paths as regular expressions."""
    routes = LocalDiscord().routes()
    plain = [(route.method, re.sub(r"\{\w+\}", "[^/]+", route.path)) for route in routes]
    return [(method, re.compile(re.sub(r"\{\w+:([^}]+)\}", r"\1", path))) for method, path in plain]


def table() -> str:
    """Return the table in Markdown."""
    known = known_operations()
    here: dict[str, dict[str, list[str]]] = {name: defaultdict(list) for _, name in _RESOURCES}
    count = dict.fromkeys(here, 0)
    for method, path in known:
        name = next(name for pattern, name in _RESOURCES if re.search(pattern, path))
        count[name] += 1
        if is_served(method, path):
            here[name][path].append(method)
    rows = [
        f"| {name} | {sum(map(len, paths.values()))} of {count[name]} | {_listed(paths)} |"
        for name, paths in here.items()
    ]
    total = sum(len(methods) for paths in here.values() for methods in paths.values())
    head = ["| resource | served | operations |", "|---|---|---|"]
    return "\n".join([*head, *rows, f"| **all** | **{total} of {len(known)}** | |", ""])


def readme_table() -> str:
    """Return the table as it stands in the README."""
    found = _TABLE.search(README.read_text(encoding="utf-8"))
    assert found is not None
    return found[0]


def _listed(paths: dict[str, list[str]]) -> str:
    return "; ".join(f"{', '.join(methods)} `{path}`" for path, methods in paths.items())


if __name__ == "__main__":
    README.write_text(_TABLE.sub(lambda _: table(), README.read_text(encoding="utf-8")), encoding="utf-8")
