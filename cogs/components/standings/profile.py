"""The profile of a member: a picture of their ratings and results, and the same as text."""

from __future__ import annotations

import io
from typing import Final

import discord

from cogs.context import Request
from cogs.discord_api.components import Component, Components, container, layout, picture, text_display
from cogs.messages.drawings.profile import CurvePoint, ProfileFigures, ResultRow, draw_profile
from cogs.text.i18n import Words
from cogs.text.shared import fitting
from cogs.text.standings.profile import Profile, profile_description, profile_lines
from gridlock_host import Record
from gridlock_host.errors import CannotThink
from gridlock_rules import VARIANTS, Player

_NAME: Final = "gridlock-profile.png"
_BLUE: Final = 0x56B4E9


async def answer_with_profile(request: Request, user_id: int) -> None:
    """Answer with the profile of a member, for everybody; without the picture if it cannot be drawn or sent."""
    profile = await _load(request, user_id)
    words = await request.load_public_words()
    file = await _drawn(request, profile, words)
    shown = None if file is None else await request.responder.send(profile_message(profile, words, file), file=file)
    if shown is None:
        await request.responder.send(profile_message(profile, words))


async def _load(request: Request, user_id: int) -> Profile:
    host, guild_id = request.host, request.guild_id
    return Profile(
        user_id,
        await host.games.standings.played_games(guild_id, user_id),
        await host.ratings.of_member(guild_id, user_id),
        await host.learning.accuracies.by_variant(guild_id, user_id),
    )


def profile_message(profile: Profile, words: Words, file: discord.File | None = None) -> Components:
    """Return a profile as a message.

    Args:
        profile: The profile.
        words: The language.
        file: Its picture, which is attached to the message; None for the text alone.
    """
    parts: list[Component] = [text_display("\n".join(fitting(profile_lines(profile, words), words)))]
    if file is not None:
        parts.insert(0, picture(file.filename, str(file.description)))
    return layout(container(*parts, colour=_BLUE))


async def _drawn(request: Request, profile: Profile, words: Words) -> discord.File | None:
    """Return the picture of a profile; None without a game, or if it could not be drawn."""
    if not profile.played.records:
        return None
    try:
        content = await request.host.jobs.run(
            draw_profile, figures_of(profile), guild_id=request.guild_id, user_id=request.user_id
        )
    except CannotThink:
        return None
    return discord.File(io.BytesIO(content), _NAME, description=profile_description(profile, words))


def figures_of(profile: Profile) -> ProfileFigures:
    """Return what the picture of a profile shows."""
    played, rating = profile.played, profile.rating
    rows = [
        ResultRow(variant.title, (_counts(profile, variant.key, Player.ONE), _counts(profile, variant.key, Player.TWO)))
        for variant in VARIANTS
    ]
    return ProfileFigures(
        None if rating is None else (rating.rating, rating.interval),
        () if rating is None else tuple(CurvePoint(each.day, each.rating, each.interval) for each in rating.history),
        played.total.won,
        played.total.lost,
        tuple(rows),
    )


def _counts(profile: Profile, variant_key: str, seat: Player) -> tuple[int, int]:
    record = profile.played.records.get((variant_key, seat), Record())
    return record.won, record.lost
