"""Games after random moves, and what Discord takes of a message of components."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any, cast

from discord.components import _component_factory
from hypothesis import strategies as st

from cogs.discord_api.components import Component, Components
from cogs.messages.looks.emoji_set import UNICODE, drawn_set
from gridlock_host import Game
from gridlock_rules import VARIANTS
from tests.cogs.support.games import game_of

DRAWN = drawn_set({name: 2**63 - 1 - number for number, name in enumerate(UNICODE.codes)})


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


def parts(components: Iterable[Component]) -> Iterator[Component]:
    """All components, nested ones included."""
    for component in components:
        yield component
        yield from parts(component.get("components", []))


def assert_fits(shown: Components) -> None:
    assert shown.is_layout
    every = list(parts(shown.payload))
    custom_ids = [part["custom_id"] for part in every if "custom_id" in part]
    assert len(every) <= 40
    assert sum(len(part.get("content", "")) for part in every) <= 4000
    assert all(len(custom_id) <= 100 for custom_id in custom_ids)
    assert len(custom_ids) == len(set(custom_ids))
    assert all(
        1 <= len(part["label"]) <= 80 if "label" in part else part["emoji"] for part in every if part["type"] == 2
    )
    assert all(1 <= len(part["options"]) <= 25 for part in every if part["type"] == 3)
    assert all(len(part["components"]) <= 5 for part in every if part["type"] == 1)
    assert_discord_reads(shown)


def assert_discord_reads(shown: Components) -> None:
    """discord.py reads the components as they are meant: it writes the same again, and Discord's defaults beside it."""
    read = [_component_factory(part) for part in cast("Any", shown.payload)]
    assert [_like(part and part.to_dict(), given) for part, given in zip(read, shown.payload, strict=True)] == list(
        shown.payload
    )


def _like(read: Any, given: Any) -> Any:
    """What was read, without the properties that were not given."""
    if isinstance(read, dict):
        return {name: _like(value, given[name]) for name, value in read.items() if name in given}
    if isinstance(read, list):
        return [_like(*pair) for pair in zip(read, given, strict=True)]
    # discord.py reads ids as numbers.
    return given if str(read) == given else read
