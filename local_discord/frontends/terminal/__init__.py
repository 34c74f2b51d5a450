"""A terminal in which a person plays members of a guild.

Slash commands are typed as on Discord. The terminal's own commands (`/as`, `/press`, `/help` and others) take
precedence over the bot's commands with the same names.
"""

from local_discord.frontends.terminal.run import run_terminal

__all__ = ["run_terminal"]
