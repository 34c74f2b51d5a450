"""A text front end to the pretend Discord: somebody sits in a member's seat and types.

Slash commands are typed as on Discord. The commands of the terminal itself (`/as`, `/press`,
`/help` and the others) go before commands of a bot with the same names.
"""

from local_discord.frontends.terminal.run import run_terminal

__all__ = ["run_terminal"]
