"""Profile of the application: description, tags, icon, permissions and the link that adds the bot to a server."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode

import discord

# Discord takes 400 characters, and shows the first lines on the bot's profile.
DESCRIPTION: Final = (
    "Five small board games for two in which the player who cannot move loses: Lines, Standoff, Dodge, Blocking and "
    "Isolation. Play against people or against me, at five levels; there are puzzles, reviews, lessons and a "
    "leaderboard.\nBegin with /gridlock play."
)
# At most 5, each of at most 20 characters.
TAGS: Final = ("games", "board games", "strategy", "puzzles", "multiplayer")
SCOPES: Final = ("bot", "applications.commands")
PERMISSIONS: Final = discord.Permissions(
    view_channel=True, send_messages=True, send_messages_in_threads=True, attach_files=True
)
_ICON: Final = Path(__file__).with_name("icon.png")
_SERVER: Final = "0"
_PERSON: Final = "1"


def permission_names(permissions: discord.Permissions) -> list[str]:
    """Return the names of permissions as Discord shows them."""
    # The library has an older name for this one.
    held = [name for name, is_held in permissions if is_held]
    return ["view channels" if name == "read_messages" else name.replace("_", " ") for name in held]


def install_link(application_id: int) -> str:
    """Return the link by which a manager of a server adds the bot to it."""
    query = {"client_id": application_id, "scope": " ".join(SCOPES), "permissions": PERMISSIONS.value}
    return f"https://discord.com/oauth2/authorize?{urlencode(query)}"


def profile() -> dict[str, Any]:
    """Return what Discord is told of the application, as the body of its request."""
    install = {"scopes": sorted(SCOPES), "permissions": str(PERMISSIONS.value)}
    return {
        "description": DESCRIPTION,
        "tags": list(TAGS),
        "icon": f"data:image/png;base64,{base64.b64encode(_ICON.read_bytes()).decode('ascii')}",
        "install_params": install,
        "integration_types_config": {
            _SERVER: {"oauth2_install_params": install},
            _PERSON: {"oauth2_install_params": {"scopes": ["applications.commands"], "permissions": "0"}},
        },
    }
