"""Routes that an interaction's token opens: the first answer and everything after it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from local_discord.server import interaction_responses as answering
from local_discord.server.rest.app import Route

if TYPE_CHECKING:
    from local_discord.client.interactions import Interactions
    from local_discord.model.channel import Message
    from local_discord.model.interaction import Interaction
    from local_discord.server.rest.app import Answer
    from local_discord.server.rest.call import Call


class InteractionRoutes:
    """POST of callbacks; POST, GET, PATCH and DELETE of what follows."""

    def __init__(self, interactions: Interactions) -> None:
        self._interactions = interactions

    def routes(self) -> list[Route]:
        """Returns the routes."""
        callback = r"/interactions/{interaction:\d+}/{token}/callback"
        webhook = r"/webhooks/{application:\d+}/{token}"
        table = [("POST", callback, self._callback), ("POST", webhook, self._follow_up)]
        for message in (r"/messages/{message:@original}", r"/messages/{message:\d+}"):
            table += [
                ("GET", webhook + message, self._get),
                ("PATCH", webhook + message, self._edit),
                ("DELETE", webhook + message, self._delete),
            ]
        return [Route(method, path, handler, needs_token=False) for method, path, handler in table]

    def _callback(self, call: Call) -> Answer:
        interaction = self._interactions.waiting(call.id("interaction"), call.names["token"])
        response = answering.answer(interaction, call.body, call.uploads)
        self._interactions.announce_answer(interaction)
        wanted = call.query.get("with_response", "").lower() in ("1", "true")
        return response if wanted else None

    def _follow_up(self, call: Call) -> Answer:
        return answering.follow_up(self._interaction(call), call.body, call.uploads).to_json()

    def _get(self, call: Call) -> Answer:
        return self._message(call, self._interaction(call)).to_json()

    def _edit(self, call: Call) -> Answer:
        interaction = self._interaction(call)
        message = self._message(call, interaction)
        return answering.edit(interaction, message, call.body, call.uploads).to_json()

    def _delete(self, call: Call) -> None:
        message = self._message(call, self._interaction(call))
        message.channel.remove(message)

    def _interaction(self, call: Call) -> Interaction:
        return self._interactions.answered(call.id("application"), call.names["token"])

    def _message(self, call: Call, interaction: Interaction) -> Message:
        name = call.names["message"]
        return answering.find_message(interaction, None if name == "@original" else int(name))
