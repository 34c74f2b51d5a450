"""A page in the browser before the pretend Discord: somebody sits in the seats of two members at once.

It listens on loopback only, and everything it needs comes from there. README.md says how it is made.
"""

from local_discord.frontends.web.page import LocalPage
from local_discord.frontends.web.welcome import Shorthand, Step, Welcome

__all__ = ["LocalPage", "Shorthand", "Step", "Welcome"]
