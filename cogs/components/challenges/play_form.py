"""The form in which a game is proposed: the game and its board, the opponent, the time, the length, how it begins.

A form has five fields, and there are ten things to choose. So one field holds the game with its board, one the time and
the length of the match, and one the first move with the start, or a handicap. Two more hold the opponent: a level of
the bot, or a person.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

import discord

from cogs.components.base import Handler, NotOffered
from cogs.components.challenges.proposals import PROPOSED_GAME, propose
from cogs.context import Request
from cogs.discord_api.modals import FilledForm, Modal, chosen_member, member_field, menu_field
from cogs.messages.controls import PLAY, ControlKind, Key
from cogs.text.i18n import Words
from cogs.text.shared import HANDICAPS, TIMES, board_size
from gridlock_host import First, Refusal, TimeControl
from gridlock_host.model.starts import StartKind
from gridlock_host.model.terms import MATCH_LENGTHS, Terms
from gridlock_host.servers.settings import ServerSettings
from gridlock_rules import VARIANTS
from gridlock_rules.wording import Phrase
from gridlock_solver.levels import LEVELS

_GAME, _RIVAL, _PERSON, _TIME, _ORDER = "game", "rival", "person", "time", "order"
_A_PERSON: Final = "person"

# Discord takes 25 options a menu. The smallest board, on which few games have real choices, is left to
# `/gridlock challenge`; with more variants, further sizes are.
_MOST_OPTIONS: Final = 25
_SIZES_BY_WORTH: Final = (5, 8, 6, 7, 4, 3)
_SIZES: Final = tuple(sorted(_SIZES_BY_WORTH[: _MOST_OPTIONS // len(VARIANTS)]))
_USUAL_SIZE: Final = _SIZES_BY_WORTH[0]

_FIRSTS: Final = {
    First.RANDOM: Phrase("A coin decides who moves first"),
    First.ME: Phrase("You move first"),
    First.OPPONENT: Phrase("Your opponent moves first"),
}
_STARTS: Final = {
    "": Phrase("the usual start"),
    "fair": Phrase("a fair start"),
    "plain": Phrase("the plain board"),
    "swap": Phrase("a swap allowed"),
    "fair+swap": Phrase("a fair start and a swap allowed"),
}
_SWAP: Final = "swap"
_HANDICAP: Final = "handicap"
_NO_LIMIT: Final = Phrase("No time limit")


class PersonAndLevel(Refusal):
    """Both a person and a level of the bot were chosen."""

    sentence = Phrase("You chose a person and also a level of mine. Choose one of the two.")


async def open_play_form(request: Request) -> None:
    """Open the form, with what the server has as its defaults."""
    settings = await request.host.servers.settings.find(request.guild_id)
    await request.responder.open_modal(play_form(settings, await request.load_words()))


def play_form(settings: ServerSettings, words: Words) -> Modal:
    """Return the form, with the defaults of a server chosen."""
    defaults = settings.terms()
    size = defaults.size if defaults.size in _SIZES else _USUAL_SIZE
    fields = [
        menu_field(_GAME, words("Game and board"), _games(), chosen=f"{settings.variant_key or PROPOSED_GAME}/{size}"),
        menu_field(_RIVAL, words("Who plays against you?"), _rivals(words), chosen=_A_PERSON),
        member_field(_PERSON, words("The person"), note=words("Leave it empty, and anybody here can accept.")),
        menu_field(
            _TIME,
            words("Time for each move, number of games"),
            _times(words),
            chosen=f"{TimeControl.of(defaults.per_move).value}/1",
        ),
        menu_field(_ORDER, words("First move and start"), _orders(words), chosen=f"{First.RANDOM.value}/"),
    ]
    return Modal(Key(0).custom_id(PLAY.action), words("Play Gridlock"), fields)


def _games() -> dict[str, str]:
    return {f"{variant.key}/{size}": f"{variant.title} {board_size(size)}" for variant in VARIANTS for size in _SIZES}


def _rivals(words: Words) -> dict[str, str]:
    levels = {str(level): words("I do, at level {level}", level=level) for level in LEVELS}
    return {_A_PERSON: words("The person below, or anybody"), **levels}


def _times(words: Words) -> dict[str, str]:
    return {
        f"{time.value}/{length}": words.say(
            Phrase("{time} · {length}", time=_NO_LIMIT if time is TimeControl.NONE else said, length=_length(length))
        )
        for length in MATCH_LENGTHS
        for time, said in TIMES.items()
    }


def _orders(words: Words) -> dict[str, str]:
    """Return the choices of the first move with a start, and of the handicaps, of which a coin decides who begins."""
    starts = {
        f"{first.value}/{kind}": Phrase("{first} · {start}", first=moves, start=start)
        for kind, start in _STARTS.items()
        for first, moves in _FIRSTS.items()
    }
    handicaps = {
        f"{_HANDICAP}/{steps}": Phrase("Handicap, no points · {favoured}", favoured=favoured)
        for steps, favoured in HANDICAPS.items()
    }
    return {key: words.say(said) for key, said in (starts | handicaps).items()}


def _begun_as(terms: Terms, order: str) -> Terms:
    """Return terms with the first move and the start of a choice, or with its handicap."""
    first, _, start = order.partition("/")
    if first == _HANDICAP:
        return replace(terms, handicap=int(start))
    kind = start.removesuffix(_SWAP).removesuffix("+")
    return replace(
        terms,
        first=First(first),
        start=StartKind(kind) if kind else None,
        swap=start.endswith(_SWAP),
    )


def _length(length: int) -> Phrase:
    return Phrase("one game") if length == 1 else Phrase("best of {games}", games=length)


async def _press_play(request: Request, _key: Key) -> None:
    await open_play_form(request)


async def _submit_play(request: Request, _key: Key, form: FilledForm) -> None:
    """Propose the game that was chosen.

    Raises:
        NotOffered: A value is none of the form's, as only a manipulated client sends it.
        PersonAndLevel: Both a person and a level of the bot were chosen.
    """
    words = await request.load_words()
    variant_key, size = _offered(form.first(_GAME), _games()).split("/")
    rival = _offered(form.first(_RIVAL), _rivals(words))
    time, length = _offered(form.first(_TIME), _times(words)).split("/")
    order = _offered(form.first(_ORDER), _orders(words))
    person, level = _person(request, form.first(_PERSON)), None if rival == _A_PERSON else int(rival)
    if level is not None and person is not None and not request.is_own_account(person):
        raise PersonAndLevel
    settings = await request.host.servers.settings.find(request.guild_id)
    terms = settings.terms(variant_key, int(size), TimeControl(time), best_of=int(length), level=level)
    await propose(request, person if level is None else request.services.user, _begun_as(terms, order))


def _person(request: Request, user_id: str) -> discord.User | discord.Member | None:
    """Return the person who was chosen; None for nobody.

    Raises:
        NotOffered: The id is none that Discord describes.
    """
    if not user_id:
        return None
    person = chosen_member(request.interaction, user_id)
    if person is None:
        raise NotOffered
    return person


def _offered(value: str, options: Mapping[str, str]) -> str:
    if value not in options:
        raise NotOffered
    return value


PLAY_HANDLERS: Final[Mapping[ControlKind, Handler]] = {PLAY: Handler(_press_play, submit=_submit_play)}
