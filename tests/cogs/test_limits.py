"""Whatever is shown fits Discord's limits: 40 components and 4,000 characters a layout, 100 a custom id, 80 a label."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import discord
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.block_commands import blocked_text
from cogs.board_message import board_message, old_board_message
from cogs.choices import cell_choices, game_choices, removal_choices
from cogs.information_commands import all_variants
from cogs.names import Names
from cogs.overview import overview
from cogs.privacy_commands import PRIVACY
from cogs.settings_commands import settings_text
from cogs.words import LANGUAGES, Words
from gridlock_host import Ending, Game, MatchScore, Place
from gridlock_host.server_settings import MOST_CHANNELS, ServerSettings
from gridlock_rules import VARIANTS, Position, Variant, cell_name

ADA, BOB = 2**63 - 1, 2**63 - 2
NOON = datetime(2030, 1, 1, 12, tzinfo=UTC)
IN_ALL_LANGUAGES = pytest.mark.parametrize("words", [Words.of(language) for language in LANGUAGES], ids=LANGUAGES)
HERE = Place(2**63 - 3, 2**63 - 4, 2**63 - 5)


def game_of(position: Position, moves: tuple[str, ...]) -> Game:
    """A game with the largest ids there can be, in the longest kind of match."""
    game = Game(
        id=10**18 - 1,
        place=HERE,
        notice=None,
        player_one_id=ADA,
        player_two_id=BOB,
        version=len(moves),
        created_at=NOON,
        moves=moves,
        position=position,
        result=None,
        per_move=timedelta(days=7),
        deadline=NOON + timedelta(days=7),
        match=MatchScore(10**18 - 1, 7, 7, {ADA: 3, BOB: 3}),
    )
    return game if position.outcome is None else game.ended(Ending.NO_LEGAL_MOVE, ADA, NOON)


@st.composite
def games(draw: st.DrawFn) -> Game:
    """A game of any variant and size after any number of random moves."""
    variant, random = draw(st.sampled_from(VARIANTS)), Random(draw(st.integers(0, 2**32)))  # noqa: S311
    position = variant.start(draw(st.sampled_from(variant.sizes)))
    moves: list[str] = []
    for _ in range(draw(st.integers(0, 64))):
        if position.outcome is not None:
            break
        move = random.choice(position.legal_moves)
        moves.append(str(move))
        position = position.play(move)
    return game_of(position, tuple(moves))


def parts(components: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """All components, nested ones included."""
    for component in components:
        yield component
        yield from parts(component.get("components", []))


def assert_fits(view: discord.ui.LayoutView) -> None:
    every = list(parts(view.to_components()))  # type: ignore[no-untyped-call]
    custom_ids = [part["custom_id"] for part in every if "custom_id" in part]
    assert len(every) <= 40
    assert sum(len(part.get("content", "")) for part in every) <= 4000
    assert all(len(custom_id) <= 100 for custom_id in custom_ids)
    assert len(custom_ids) == len(set(custom_ids))
    assert all(1 <= len(part["label"]) <= 80 for part in every if part["type"] == 2)
    assert all(len(part["components"]) <= 5 for part in every if part["type"] == 1)


@IN_ALL_LANGUAGES
@given(game=games())
def test_every_board_fits(words: Words, game: Game) -> None:
    assert_fits(board_message(game, words))
    assert_fits(old_board_message(game, words))
    for target in game.position.targets:
        if game.position.removals(target):
            assert_fits(board_message(game, words, picked=target))


@given(games())
def test_every_choice_that_is_offered_fits(game: Game) -> None:
    choices = cell_choices(game, "")
    for target in game.position.targets[:3]:
        choices += removal_choices(game, cell_name(target), "")
    assert all(1 <= len(choice.name) <= 100 for choice in choices)
    assert len(cell_choices(game, "")) <= 25


@IN_ALL_LANGUAGES
@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)
def test_rule_texts_fit(words: Words, variant: Variant) -> None:
    assert len(variant.rule_text_in(words.language)) <= 4000


@IN_ALL_LANGUAGES
def test_long_texts_fit(words: Words) -> None:
    """The privacy text, the list of games, and the settings with as many channels as a server can name."""
    settings = ServerSettings(
        channel_ids=tuple(range(ADA - MOST_CHANNELS, ADA)), moderator_role_id=ADA, log_channel_id=ADA, language="de"
    )
    assert len(words.say(PRIVACY)) <= 4000
    assert len(all_variants(words)) <= 4000
    assert len(settings_text(settings, None, words)) <= 2000


@IN_ALL_LANGUAGES
def test_any_number_of_blocks_fits_into_a_message(words: Words) -> None:
    text = words.say(blocked_text([ADA] * 10**4, 10**4))
    assert len(text) <= 2_000
    counted = [int(number) for number in re.findall(r"\b[0-9]+\b", re.sub(r"<@[0-9]+>", "", text))]
    assert counted == [10**4 - text.count(f"<@{ADA}>"), 10**4]


@IN_ALL_LANGUAGES
def test_a_list_of_any_length_fits_and_counts_what_it_leaves_out(words: Words) -> None:
    game = game_of(VARIANTS[0].start(8), ())
    for many in (0, 1, 30, 300):
        text = overview([game] * many, [], ADA, words)
        assert len(text) <= 4000
        shown = text.count(words("**Your turn**"))
        assert shown == many or text.endswith(words("... and {number} more.", number=many - shown))


class _Client:
    """As much of the bot as naming people takes."""

    def __init__(self) -> None:
        self.names = Names()


class _Person:
    """Somebody with an awkward name."""

    def __init__(self, name: str) -> None:
        self.id = BOB
        self.display_name = name


@IN_ALL_LANGUAGES
@given(name=st.text(min_size=1, max_size=400))
def test_awkward_names_fit_into_choices(words: Words, name: str) -> None:
    client, person = _Client(), _Person(name)
    client.names.remember(HERE.guild_id, person)  # type: ignore[arg-type]  # a name is all it needs
    game = game_of(VARIANTS[0].start(), ())
    (choice,) = game_choices(client, [game], ADA, "", words)  # type: ignore[arg-type]  # naming is all it needs
    assert 1 <= len(choice.name) <= 100
    assert "\n" not in choice.name


def test_names_are_bounded_and_the_newest_kept() -> None:
    names = Names()
    for number in range(20_000):
        person = _Person(f"Ada {number}")
        person.id = number
        names.remember(1, person)  # type: ignore[arg-type]
    assert names.find(1, 0) is None
    assert names.find(1, 19_999) == "Ada 19999"
