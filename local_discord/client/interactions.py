"""Interactions sent to the bot, found again by their tokens."""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING

from local_discord.client.commands import context_of, installations
from local_discord.errors import (
    Unanswered,
    expired_token,
    unknown_interaction,
    unknown_webhook,
)
from local_discord.model.events import ChangeKind
from local_discord.model.interaction import Interaction
from local_discord.wire import ATTACHMENT_SIZE_LIMIT, Context, InteractionType, Json

if TYPE_CHECKING:
    from collections.abc import Callable

    from local_discord.model.channel import Channel, Message
    from local_discord.model.member import BaseMember
    from local_discord.model.world import World

TOKEN_LIFE_SECONDS = 15 * 60.0


class Interactions:
    """All interactions that were sent.

    Attributes:
        answer_within: Seconds within which an interaction must get its first answer; a later one is refused.
        patience: Seconds for which its sender waits; None for the same.
        is_answered: Decides, once an interaction has its first answer, whether its sender has to wait for more.
        deliver_otherwise: Delivers an interaction in another way than by the gateway; returns False if it does not.
    """

    def __init__(self, world: World, answer_within: float, patience: float | None = None) -> None:
        self._world = world
        self.answer_within = answer_within
        self.patience = patience
        self.is_answered: Callable[[Interaction], bool] = lambda interaction: bool(interaction.callbacks)
        self.deliver_otherwise: Callable[[Interaction], bool] = lambda _: False
        self._by_token: dict[str, Interaction] = {}

    async def send(
        self,
        kind: InteractionType,
        member: BaseMember,
        channel: Channel,
        data: Json,
        source: Message | None,
    ) -> Interaction:
        """Send an interaction and wait for its first answer, or for more if `is_answered` says so.

        Raises:
            Unanswered: None came in time.
        """
        interaction = Interaction(
            id=self._world.ids.next(),
            token=secrets.token_urlsafe(48),
            type=kind,
            member=member,
            channel=channel,
            payload={},
            source=source,
            sent_at=self._world.clock(),
        )
        interaction.payload = self._payload(interaction, data)
        self._by_token[interaction.token] = interaction
        self.deliver(interaction)
        try:
            async with asyncio.timeout(self._waits_for):
                await interaction.answered.wait()
            await self._world.changes.until(
                lambda: self.is_answered(interaction), "the rest of an answer", self._waits_for
            )
        except TimeoutError:
            raise Unanswered(self._complaint(interaction)) from None
        return interaction

    def deliver(self, interaction: Interaction) -> None:
        """Send an interaction to the bot's endpoint, or to every session of the bot that serves its guild."""
        guild = interaction.channel.guild
        if not self.deliver_otherwise(interaction):
            interaction.deliveries += self._world.gateway.dispatch(
                "INTERACTION_CREATE", interaction.payload, guild.id if guild else None
            )
        self._world.changes.announce(ChangeKind.INTERACTION_SENT, interaction=interaction)

    def announce_answer(self, interaction: Interaction) -> None:
        """Tell observers that an interaction has its first answer."""
        self._world.changes.announce(ChangeKind.INTERACTION_ANSWERED, interaction=interaction)

    def for_callback(self, interaction_id: int, token: str) -> Interaction:
        """Return the interaction that a callback is for.

        Raises:
            ApiError: There is none, or it is too late.
        """
        interaction = self._by_token.get(token)
        if interaction is None or interaction.id != interaction_id:
            raise unknown_interaction()
        if not interaction.callbacks and self._age(interaction) > self.answer_within:
            raise unknown_interaction()
        return interaction

    def for_followup(self, application_id: int, token: str) -> Interaction:
        """Return the interaction whose token is used after its callback.

        Raises:
            ApiError: There is none, it has no answer yet, or its token has expired.
        """
        interaction = self._by_token.get(token)
        if interaction is None or application_id != self._world.application_id:
            raise unknown_webhook()
        if self._age(interaction) > TOKEN_LIFE_SECONDS:
            raise expired_token()
        if not interaction.callbacks:
            raise unknown_webhook()
        return interaction

    @property
    def _waits_for(self) -> float:
        return self.answer_within if self.patience is None else self.patience

    def _age(self, interaction: Interaction) -> float:
        return self._world.clock() - interaction.sent_at

    def _complaint(self, interaction: Interaction) -> str:
        what = f"{interaction!r} was not answered within {self._waits_for:g} s"
        refused = "; ".join(str(error) for error in interaction.refusals)
        return f"{what}; the answers it got were refused: {refused}" if refused else what

    def _payload(self, interaction: Interaction, data: Json) -> Json:
        channel = interaction.channel
        body: Json = {
            "id": str(interaction.id),
            "application_id": str(self._world.application_id),
            "type": int(interaction.type),
            "data": data,
            "channel_id": str(channel.id),
            "channel": channel.to_json(),
            "token": interaction.token,
            "version": 1,
            "app_permissions": str(int(channel.bot_permissions)),
            "locale": interaction.member.user.locale,
            "entitlements": [],
            "attachment_size_limit": ATTACHMENT_SIZE_LIMIT,
            "authorizing_integration_owners": self._owners(interaction, data),
        }
        if interaction.source is not None:
            body["message"] = interaction.source.to_json()
        return body | self._who_and_where(interaction)

    def _owners(self, interaction: Interaction, data: Json) -> Json:
        """Return by which installations an interaction is possible; a control has those of its message."""
        channel, source = interaction.channel, interaction.source
        if interaction.type in (InteractionType.COMMAND, InteractionType.AUTOCOMPLETE):
            command = next(one for one in self._world.all_commands() if one["id"] == data["id"])
            return installations(command, interaction.member, channel)
        if source is not None and source.origin is not None:
            owners: Json = source.origin["authorizing_integration_owners"]
            return owners
        return {"0": str(channel.guild.id if channel.guild else 0)}

    def _who_and_where(self, interaction: Interaction) -> Json:
        member, guild = interaction.member, interaction.channel.guild
        if guild is None:
            return {"user": member.user.to_json(), "context": int(context_of(interaction.channel))}
        permissions = interaction.channel.permissions_of(member)
        return {
            "guild_id": str(guild.id),
            "guild": {"id": str(guild.id), "locale": guild.locale, "features": []},
            "guild_locale": guild.locale,
            "member": member.to_json() | {"permissions": str(int(permissions))},
            "context": int(Context.GUILD),
        }
