"""The command `bot.py setup`: the profile of the application, printed or entered at Discord."""

from __future__ import annotations

from typing import Any, Final

import discord

from operation.application.connection import application_connection
from operation.application.profile import install_link, profile
from operation.command_line import print_line
from operation.configuration.settings import Settings
from operation.configuration.values import CannotStart

_NAMES: Final = {
    "description": "description",
    "tags": "tags",
    "icon": "icon",
    "install_params": "what the install button asks for",
    "integration_types_config": "where the bot can be installed",
}


async def run_setup(settings: Settings, *, applies: bool) -> int:
    """Print how the profile of the application differs from the project's, and change it if asked to.

    Args:
        settings: The settings.
        applies: Whether to change it.

    Raises:
        CannotStart: The token is missing or refused, Discord cannot be reached, or it refuses the profile.
    """
    async with application_connection(settings) as connection:
        application = await connection.application()
        changes = {name: value for name, value in profile().items() if _differs(application, name, value)}
        for name, value in changes.items():
            print_line(f"{_NAMES[name]}: {_shown(name, application.get(name))} → {_shown(name, value)}")
        if not changes:
            print_line("The application has the profile of the project.")
        elif applies:
            try:
                await connection.edit(changes)
            except discord.HTTPException as error:
                told = " ".join(str(error).split())
                raise CannotStart(f"Discord refuses the profile, and nothing was changed: {told}") from error
            print_line("Discord has taken all of it.")
        else:
            print_line("Nothing was changed. bot.py setup --apply enters it at Discord.")
        if settings.endpoint is not None and not application.get("interactions_endpoint_url"):
            print_line(
                f"While the bot runs, enter the public https address of {settings.endpoint.path} as its Interactions "
                "Endpoint URL in Discord's portal. Until then, no interaction reaches it."
            )
        print_line(f"The link that adds the bot to a server: {install_link(int(application['id']))}")
    return 0


def _differs(application: dict[str, Any], name: str, value: Any) -> bool:  # noqa: ANN401  # JSON
    """Return whether Discord has another value. It tells a digest of an icon only, so one that is there is kept."""
    current = application.get(name)
    if name == "icon":
        return not current
    if name == "integration_types_config":
        return any((current or {}).get(kind) != how for kind, how in value.items())
    if name == "install_params":
        return not current or {**current, "scopes": sorted(current["scopes"])} != value
    return bool(current != value)


def _shown(name: str, value: Any) -> str:  # noqa: ANN401  # JSON
    if not value:
        return "none"
    return "that of the project" if name == "icon" else repr(value)
