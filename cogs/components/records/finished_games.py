"""The list of a member's finished games: pages, and a menu that opens the replay of a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cogs.components.base import Handler, NotOffered, chosen
from cogs.components.records.replay import answer_with_replay
from cogs.components.standings.leaderboard import NoSuchSeason
from cogs.components.visible_games import find_visible_game, only_visible
from cogs.context import Request
from cogs.discord_api.components import Component, Components, layout, row, text_display
from cogs.messages.controls import ALL_VARIANTS, FINISHED_PAGE, REPLAY_MENU, ControlKind, Key, button, menu
from cogs.text.finished_games import finished_lines
from cogs.text.i18n import Words
from cogs.text.shared import game_title
from gridlock_host.games.finished import Cursor, FinishedFilter, FinishedPage
from gridlock_host.model.standings.season import Season
from gridlock_rules import find_variant

_NEWER: Final = "newer"
_OLDER: Final = "older"
_NOBODY: Final = "0"
# So many fit a 64-bit column.
_MOST_DIGITS: Final = 18


async def finished_page(request: Request, which: FinishedFilter, cursor: Cursor) -> Components:
    """Return a page of the finished games of a member in the request's server, as far as the person may see them."""
    seen = only_visible(request, which)
    nothing = FinishedPage((), has_newer=False, has_older=False)
    page = nothing if seen is None else await request.host.games.finished.page(request.guild_id, seen, cursor)
    return finished_message(page, seen or which, await request.load_words())


async def season_named(request: Request, number: int | None) -> Season | None:
    """Return the season of a server with this number; None for none.

    Raises:
        NoSuchSeason: The server has no such season.
    """
    if number is None:
        return None
    season = await request.host.games.seasons.find(request.guild_id, number)
    if season is None:
        raise NoSuchSeason
    return season


def finished_message(page: FinishedPage, which: FinishedFilter, words: Words) -> Components:
    """Return a page, with buttons to the pages beside it and a menu of its games."""
    parts: list[Component] = [text_display("\n".join(map(words.say, finished_lines(page, which))))]
    titles = {str(game.id): words.say(game_title(game)) for game in page.games if game.moves}
    if titles:
        parts.append(row(menu(REPLAY_MENU, Key(0), titles, words("Replay a game"))))
    if page.games and (page.has_newer or page.has_older):
        newest, oldest = page.games[0].id, page.games[-1].id
        parts.append(
            row(
                _turn(newest, _NEWER, which, words, leads=page.has_newer),
                _turn(oldest, _OLDER, which, words, leads=page.has_older),
            )
        )
    return layout(*parts)


def finished_button(user_id: int, words: Words) -> Component:
    """Return a button that shows the newest finished games of a person."""
    argument = _argument(_OLDER, FinishedFilter(user_id))
    return button(FINISHED_PAGE, Key(0, argument=argument), words, label=words("Finished games"))


def _turn(game_id: int, direction: str, which: FinishedFilter, words: Words, *, leads: bool) -> Component:
    season = 0 if which.season is None else which.season.number
    key = Key(game_id, season, _argument(direction, which))
    label = words("Newer") if direction == _NEWER else words("Older")
    return button(FINISHED_PAGE, key, words, label=label, disabled=not leads)


def _argument(direction: str, which: FinishedFilter) -> str:
    return f"{direction}/{which.member_id}/{which.opponent_id or _NOBODY}/{which.variant or ALL_VARIANTS}"


async def _press_page(request: Request, key: Key) -> None:
    """Show the page beside the game that the key names; the newest games for none."""
    direction, member, opponent, variant = key.argument.split("/")
    which = FinishedFilter(
        int(member),
        None if opponent == _NOBODY else int(opponent),
        None if variant == ALL_VARIANTS else find_variant(variant).key,
        await season_named(request, key.state or None),
    )
    cursor = Cursor(key.subject or None, newer=direction == _NEWER and key.subject > 0)
    await request.responder.edit_source(await finished_page(request, which, cursor))


async def _choose_game(request: Request, _key: Key) -> None:
    """Show the replay of the chosen game to the person who asks."""
    game_id = chosen(request)
    if not game_id.isdecimal() or len(game_id) > _MOST_DIGITS:
        raise NotOffered
    await answer_with_replay(request, await find_visible_game(request, int(game_id)))


FINISHED_HANDLERS: Final[Mapping[ControlKind, Handler]] = {
    FINISHED_PAGE: Handler(_press_page),
    REPLAY_MENU: Handler(_choose_game),
}
