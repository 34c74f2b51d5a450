"""Buttons of the welcome card, and the page of each game that it leads to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cogs.components.base import Handler, NotOffered, chosen
from cogs.components.challenges.proposals import PROPOSED_GAME, propose
from cogs.components.learning.puzzles import answer_with_puzzle
from cogs.components.servers.settings import send_panel
from cogs.context import Request
from cogs.discord_api.components import Component, Components, container, layout, row, text_display
from cogs.messages.controls import (
    CHALLENGE_ANYONE,
    GAMES_MENU,
    OPEN_GAMES,
    OPEN_PUZZLE,
    OPEN_SETTINGS,
    OPEN_TUTORIAL,
    PLAY_ME,
    TRY,
    ControlKind,
    Key,
    button,
    menu,
)
from cogs.text.help import EXAMPLE_SIZE, page_text
from cogs.text.i18n import Words
from gridlock_host.learning.tutorial_steps import tutorial_steps
from gridlock_host.servers.settings import ServerSettings
from gridlock_rules import VARIANTS, Variant

_LEVEL_TO_TRY: Final = 1


def games_page(variant: Variant, words: Words) -> Components:
    """Return the page of a game, with a menu of all games."""
    options = {each.key: each.title for each in VARIANTS}
    return layout(
        container(
            text_display(page_text(variant, words)),
            row(menu(GAMES_MENU, Key(0), options, words("Another game"))),
            row(*_offers(variant, words)),
        )
    )


def _offers(variant: Variant, words: Words) -> list[Component]:
    """Return the buttons of a game's page: its tutorial, if it has one, and a game."""
    key = Key(0, argument=variant.key)
    learn = [button(OPEN_TUTORIAL, key, words, label=words("Learn it"))] if tutorial_steps(variant.key) else []
    return [*learn, button(TRY, key, words)]


async def _settings(request: Request) -> ServerSettings:
    return await request.host.servers.settings.find(request.guild_id)


async def _press_play_me(request: Request, _key: Key) -> None:
    """Begin a game against the bot: the server's default game, or the one that is proposed."""
    settings = await _settings(request)
    await propose(request, request.services.user, settings.terms(*_proposed(settings)))


async def _press_challenge_anyone(request: Request, _key: Key) -> None:
    settings = await _settings(request)
    await propose(request, None, settings.terms(*_proposed(settings)))


def _proposed(settings: ServerSettings) -> tuple[str | None, int | None]:
    """Return the game and the size that the card proposes; None for what the server has settled."""
    if settings.variant_key is not None:
        return None, None
    return PROPOSED_GAME, settings.size or EXAMPLE_SIZE


async def _press_puzzle(request: Request, _key: Key) -> None:
    await answer_with_puzzle(request)


async def _press_games(request: Request, _key: Key) -> None:
    await request.responder.send_ephemeral(components=games_page(VARIANTS[0], await request.load_board_words()))


async def _choose_game(request: Request, _key: Key) -> None:
    variant = _variant(chosen(request))
    await request.responder.edit_source(games_page(variant, await request.load_board_words()))


async def _press_try(request: Request, key: Key) -> None:
    """Begin a game of the page's variant against the bot, at the first level."""
    settings = await _settings(request)
    terms = settings.terms(_variant(key.argument).key, EXAMPLE_SIZE, level=_LEVEL_TO_TRY)
    await propose(request, request.services.user, terms)


async def _press_settings(request: Request, _key: Key) -> None:
    await send_panel(request)


def _variant(key: str) -> Variant:
    for variant in VARIANTS:
        if variant.key == key:
            return variant
    raise NotOffered


HELP_HANDLERS: Final[Mapping[ControlKind, Handler]] = {
    PLAY_ME: Handler(_press_play_me),
    CHALLENGE_ANYONE: Handler(_press_challenge_anyone),
    OPEN_PUZZLE: Handler(_press_puzzle),
    OPEN_GAMES: Handler(_press_games),
    GAMES_MENU: Handler(_choose_game),
    TRY: Handler(_press_try),
    OPEN_SETTINGS: Handler(_press_settings),
}
