"""Properties (Hypothesis) of ids, stored components and permissions."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from local_discord import Permissions
from local_discord.model.components import walk
from local_discord.model.stored_components import stored_components
from local_discord.model.values.snowflakes import Snowflakes, shard_of

Json = dict[str, Any]

leaves: st.SearchStrategy[Json] = st.builds(
    lambda content, number: {"type": 10, "content": content} | ({"id": number} if number else {}),
    st.text(),
    st.integers(0, 20),
)
trees = st.recursive(
    leaves, lambda inner: st.lists(inner).map(lambda parts: {"type": 17, "components": parts}), max_leaves=10
)
permissions = st.sampled_from(list(Permissions))


@given(st.integers(1, 300))
def test_ids_are_unique_and_ascend(count: int) -> None:
    source = Snowflakes()
    ids = [source.next() for _ in range(count)]
    assert ids == sorted(set(ids))


@given(st.integers(1, 40), st.integers(1, 16))
def test_guilds_fall_to_shards_in_turn(count: int, shards: int) -> None:
    source = Snowflakes()
    assert [shard_of(source.next_guild(), shards) for _ in range(count)] == [n % shards for n in range(count)]


@given(st.lists(trees))
def test_stored_components_all_have_ids_and_keep_those_given(components: list[Json]) -> None:
    given_ids = [part.get("id") for part in walk(components)]
    stored = [part["id"] for part in walk(stored_components(components, ()))]
    assert all(new == old for new, old in zip(stored, given_ids, strict=True) if old)
    fresh = [new for new, old in zip(stored, given_ids, strict=True) if not old]
    assert len(set(fresh)) == len(fresh)
    assert set(fresh).isdisjoint(filter(None, given_ids))


@given(st.lists(trees))
def test_storing_twice_changes_nothing_more(components: list[Json]) -> None:
    once = stored_components(components, ())
    assert stored_components(once, ()) == once


@given(st.sets(permissions), st.sets(permissions))
def test_permissions_include_exactly_their_parts(have: set[Permissions], want: set[Permissions]) -> None:
    granted = Permissions.named(*(str(permission.name) for permission in have))
    wanted = Permissions.named(*(str(permission.name) for permission in want))
    assert granted.includes(wanted) == (want <= have or Permissions.ADMINISTRATOR in have)
