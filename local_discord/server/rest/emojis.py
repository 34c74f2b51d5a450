"""Routes of the application's emoji."""

from __future__ import annotations

from typing import TYPE_CHECKING

from local_discord.errors import missing_access, too_many_emojis, unknown_emoji
from local_discord.model.emojis import Emoji
from local_discord.model.events import ChangeKind
from local_discord.server.checks.emojis import EMOJIS_LIMIT, check_emoji_name, read_image
from local_discord.server.checks.fields import Form
from local_discord.server.rest.app import Route

if TYPE_CHECKING:
    from local_discord.model.world import World
    from local_discord.server.rest.app import Answer
    from local_discord.server.rest.call import Call


class EmojiRoutes:
    """GET, POST, PATCH and DELETE of application emoji."""

    def __init__(self, world: World) -> None:
        self._world = world

    def routes(self) -> list[Route]:
        """Return the routes."""
        emojis = r"/applications/{application:\d+}/emojis"
        emoji = emojis + r"/{emoji:\d+}"
        return [
            Route("GET", emojis, self._list),
            Route("POST", emojis, self._create, status=201),
            Route("GET", emoji, self._get),
            Route("PATCH", emoji, self._rename),
            Route("DELETE", emoji, self._delete),
        ]

    def _list(self, call: Call) -> Answer:
        self._expect_own(call)
        return {"items": [emoji.to_json() for emoji in self._world.emojis.values()]}

    def _create(self, call: Call) -> Answer:
        self._expect_own(call)
        form = Form()
        check_emoji_name(form, call.body.get("name"), self._names())
        picture = read_image(form, call.body.get("image"))
        form.finish()
        if len(self._world.emojis) >= EMOJIS_LIMIT:
            raise too_many_emojis()
        if picture is None:
            raise form.failure()
        world = self._world
        animated = picture.content_type == "image/gif"
        emoji = Emoji(world.ids.next(), call.body["name"], world.bot, *picture, animated=animated)
        world.emojis[emoji.id] = emoji
        self._announce()
        return emoji.to_json()

    def _get(self, call: Call) -> Answer:
        return self._find(call).to_json()

    def _rename(self, call: Call) -> Answer:
        emoji = self._find(call)
        name = call.body.get("name", emoji.name)
        form = Form()
        check_emoji_name(form, name, self._names() - {emoji.name})
        form.finish()
        emoji.name = name
        self._announce()
        return emoji.to_json()

    def _delete(self, call: Call) -> None:
        del self._world.emojis[self._find(call).id]
        self._announce()

    def _find(self, call: Call) -> Emoji:
        self._expect_own(call)
        emoji = self._world.emojis.get(call.id("emoji"))
        if emoji is None:
            raise unknown_emoji()
        return emoji

    def _names(self) -> set[str]:
        return {emoji.name for emoji in self._world.emojis.values()}

    def _expect_own(self, call: Call) -> None:
        if call.id("application") != self._world.application_id:
            raise missing_access()

    def _announce(self) -> None:
        self._world.changes.announce(ChangeKind.EMOJIS_CHANGED)
