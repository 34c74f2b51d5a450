"""A page in the browser on which a person plays two members at once.

It listens on loopback only and loads nothing from elsewhere. README.md explains how it works.
"""

from local_discord.frontends.web.page import LocalPage
from local_discord.frontends.web.welcome import Act, FirstStep, Shorthand, Step, Welcome

__all__ = ["Act", "FirstStep", "LocalPage", "Shorthand", "Step", "Welcome"]
