"""The settings of a server as text."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs.messages.servers.settings_text import settings_text
from cogs.text.i18n import Words
from gridlock_host.servers.settings import ServerSettings


@pytest.mark.parametrize(
    ("known", "said"), [({7}, "members with the role <@&7>"), ({8}, "the moderators' role is deleted")]
)
def test_a_deleted_role_of_moderators_is_not_mentioned(known: set[int], said: str) -> None:
    roles = {number: object() for number in known}
    guild: Any = SimpleNamespace(roles=list(roles), get_role=roles.get, preferred_locale=discord.Locale.german)
    text = settings_text(ServerSettings(moderator_role_id=7), guild, Words())
    assert said in text
    assert ("<@&7>" in text) is (7 in known)
