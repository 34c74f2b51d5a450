"""Pictures of a game: an animation or a position, drawn privately and then shared by a button."""

from __future__ import annotations

import io
from collections.abc import Mapping
from enum import StrEnum
from typing import Final

import discord

from cogs.components.base import Handler
from cogs.components.records.recorded_games import IMPORTED, check_replayable, game_behind, held_line
from cogs.context import Request
from cogs.discord_api.components import NO_COMPONENTS, controls_below
from cogs.messages.controls import OPEN_PICTURE, SHARE_PICTURE, ControlKind, Key, button
from cogs.messages.drawings.drawing import draw_gif, draw_png
from cogs.messages.drawings.frames import frame_at, frames_of
from cogs.text.i18n import Words
from cogs.text.pictures import picture_description, picture_title
from cogs.text.shared import FILE_NOT_TAKEN, shared_already
from gridlock_host import Game
from gridlock_host.games.shares import GamePicture
from gridlock_rules.wording import Phrase


class PictureForm(StrEnum):
    """The forms of pictures."""

    GIF = "gif"
    PNG = "png"


async def answer_with_picture(
    request: Request, game: Game, form: PictureForm, ply: int | None = None, line: str | None = None
) -> None:
    """Answer with a picture in an ephemeral message, which has a button to share it.

    Args:
        request: The request.
        game: The game.
        form: An animation of the whole game, or one position.
        ply: So many moves are played in that position; None for all.
        line: The line of an imported game; None for a stored one.

    Raises:
        NotFinished, NothingToReview: As for a replay.
        CannotThink: It could not be drawn.
    """
    check_replayable(game)
    await request.responder.defer()
    ply = game.ply if ply is None else min(ply, game.ply)
    words = await request.load_words()
    title = words.say(picture_title(game, _shown(form, ply)))
    text = title if line is None else f"{title}\n```\n{line}\n```"
    share = controls_below(button(SHARE_PICTURE, Key(game.id, ply, form.value), words))
    file = await _drawn(request, game, form, ply, words)
    if not await request.responder.send_ephemeral(text, components=share, file=file):
        await _refuse(request)


def _shown(form: PictureForm, ply: int) -> int | None:
    return None if form is PictureForm.GIF else ply


async def _drawn(request: Request, game: Game, form: PictureForm, ply: int, words: Words) -> discord.File:
    run = request.host.jobs.run
    asker = {"guild_id": request.guild_id, "user_id": request.user_id}
    if form is PictureForm.GIF:
        content = await run(draw_gif, tuple(frames_of(game)), **asker)
    else:
        content = await run(draw_png, frame_at(game, ply), **asker)
    name = f"gridlock-{game.variant.key}-{game.id or 'game'}.{form.value}"
    return discord.File(io.BytesIO(content), name, description=picture_description(game, _shown(form, ply), words))


async def _refuse(request: Request) -> None:
    await request.responder.send_ephemeral(
        Phrase("Discord did not accept the file{part}. {advice}", part="", advice=FILE_NOT_TAKEN)
    )


async def _press_open(request: Request, key: Key) -> None:
    game = await game_behind(request, key)
    await answer_with_picture(request, game, PictureForm(key.argument), key.state, held_line(request, key))


async def _press_share(request: Request, key: Key) -> None:
    """Post the picture for everybody, that of a stored game once, and remove the button."""
    game, form = await game_behind(request, key), PictureForm(key.argument)
    check_replayable(game)
    ply, shares = min(key.state, game.ply), request.host.games.picture_shares
    title, picture = picture_title(game, _shown(form, ply)), GamePicture(game.id, form.value, ply)
    file = await _drawn(request, game, form, ply, await request.load_public_words())
    if game.id == IMPORTED:
        await _post(request, title, file)
        return
    share = shares.of(picture)
    if not await share.claim():
        await request.responder.edit_source(NO_COMPONENTS)
        await request.responder.send_ephemeral(shared_already(game, await shares.find(game.place, picture)))
        return
    message_id = await _post(request, title, file)
    if message_id is None:
        await share.release()
    else:
        await share.note_posted(request.message_place(message_id))


async def _post(request: Request, title: Phrase, file: discord.File) -> int | None:
    """Post a picture in place of its button, and return the id of the message; None if Discord has not taken it."""
    await request.responder.edit_source(NO_COMPONENTS)
    message_id = await request.responder.send(NO_COMPONENTS, text=title, only_as_response=False, file=file)
    if message_id is None:
        await _refuse(request)
    return message_id


PICTURE_HANDLERS: Final[Mapping[ControlKind, Handler]] = {
    OPEN_PICTURE: Handler(_press_open),
    SHARE_PICTURE: Handler(_press_share),
}
