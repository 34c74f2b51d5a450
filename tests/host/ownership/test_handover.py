"""Handovers of shards: what the process that ends and the one that waits tell each other."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from gridlock_host import Database
from gridlock_host.ownership.handover import DOCUMENT, Predecessor, Spare
from gridlock_host.ownership.shards import FreeShards, Shards
from gridlock_host.ownership.shared_document import FileDocument, SharedDocument, shared_document
from gridlock_host.ownership.succession import Succession, claimed_when_free
from tests.support.patience import PATIENCE

ONE = FreeShards(1, 2)
FIRST, SECOND = Shards((0,), 2), Shards((1,), 2)
LONG_DEAD = 30.0


class LateDocument:
    """A document of this process whose time can be put forward."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.content: dict[str, Any] = {}

    @asynccontextmanager
    async def changing(self) -> AsyncIterator[tuple[dict[str, Any], float]]:
        yield self.content, self.now


async def offered(spare: Spare, document: SharedDocument, shards: Shards) -> tuple[Predecessor, asyncio.Task[bool]]:
    """Offer shards while a spare waits."""
    await spare.look()
    predecessor = Predecessor(document, shards)
    assert await predecessor.spare_shards()
    waiting = asyncio.create_task(predecessor.until_ready(PATIENCE))
    while not await open_offers(document):  # noqa: ASYNC110  # another process could not set an event either
        await asyncio.sleep(0)
    return predecessor, waiting


async def open_offers(document: SharedDocument) -> object:
    async with document.changing() as (found, _):
        return found.get("offers")


async def test_a_spare_learns_what_the_process_before_it_has_taken(database: Database) -> None:
    async with shared_document(database, DOCUMENT) as here, shared_document(database, DOCUMENT) as there:
        spare = Spare(there, ONE)
        predecessor, waiting = await offered(spare, here, FIRST)
        offer, _ = await spare.look()
        assert offer is not None
        assert offer.shards == FIRST
        assert await spare.tell_ready(offer) is None
        assert await waiting
        await predecessor.tell_taken(lambda: [3, 5])
        assert await spare.tell_ready(offer) == frozenset({3, 5})
        await predecessor.finish()
        assert await spare.tell_ready(offer) == frozenset({3, 5})
        await asyncio.wait_for(spare.until_done(offer), PATIENCE)


async def test_a_successor_hears_what_was_taken_also_if_the_process_before_it_was_faster(database: Database) -> None:
    async with shared_document(database, DOCUMENT) as document:
        predecessor = Predecessor(document, FIRST)
        waiting = asyncio.create_task(predecessor.until_ready(PATIENCE))
        while not await open_offers(document):  # noqa: ASYNC110  # another process could not set an event either
            await asyncio.sleep(0)
        async with claimed_when_free(database, ONE, told=bool) as claim:
            assert isinstance(claim, Succession)
            assert not await claim._hear()
            assert await waiting
            await predecessor.tell_taken(lambda: [3, 5])
            await predecessor.finish()
            # The shards are free by now, so it does not wait for a word.
            assert await claim.take_over(try_every=0) == frozenset({3, 5})
            assert claim.shards == FIRST


async def test_one_of_two_spares_accepts_and_the_other_one_leaves_the_shards_to_it() -> None:
    document = LateDocument()
    first, second = Spare(document, ONE), Spare(document, ONE)
    _, waiting = await offered(first, document, FIRST)
    accepted, reserved = await first.look()
    assert accepted is not None
    assert reserved == []
    assert await second.look() == (None, [FIRST])
    assert list(ONE.without([FIRST]).candidates) == [1]
    waiting.cancel()


async def test_a_spare_that_died_is_replaced_by_another_one() -> None:
    document = LateDocument()
    first, second = Spare(document, ONE), Spare(document, ONE)
    predecessor, waiting = await offered(first, document, FIRST)
    offer, _ = await first.look()
    assert offer is not None
    document.now += LONG_DEAD
    assert not await predecessor._is_ready()
    taken_over, _ = await second.look()
    assert taken_over == offer
    assert await second.tell_ready(offer) is None
    assert await waiting


@pytest.mark.parametrize("wanted", [FreeShards(1, 4), FreeShards(1, 3)])
async def test_a_process_finds_no_spare_that_takes_fewer_or_other_shards(wanted: FreeShards) -> None:
    document = LateDocument()
    await Spare(document, wanted).look()
    assert not await Predecessor(document, Shards((0, 1), 4)).spare_shards()


@pytest.mark.parametrize(
    ("served", "wanted", "taken_over"),
    [
        (Shards((1,), 2), FreeShards(2, 4), Shards((1, 3), 4)),
        (Shards((0, 3), 4), FreeShards(4, 8), Shards((0, 3, 4, 7), 8)),
        (Shards((1, 3), 4), FreeShards(1, 2), Shards((1,), 2)),
        (Shards((0, 1), 4), FreeShards(2, 2), None),
        (Shards((1,), 2), FreeShards(1, 4), None),
        (Shards((1,), 2), FreeShards(3, 3), None),
    ],
    ids=str,
)
async def test_some_servers_can_go_over_to_another_number_of_shards_where_numbers_mix(
    served: Shards, wanted: FreeShards, taken_over: Shards | None
) -> None:
    for mixes_counts in (False, True):
        document = LateDocument()
        spare = Spare(document, wanted, mixes_counts=mixes_counts)
        await spare.look()
        expected = taken_over if mixes_counts else None
        assert await Predecessor(document, served).spare_shards() == (0 if expected is None else len(expected.ids))
        assert not await Predecessor(document, served)._is_ready()
        offer, _ = await spare.look()
        assert (None if offer is None else offer.shards) == expected


@pytest.mark.parametrize(
    ("served", "wanted", "taken_over"),
    [
        (Shards((0,), 1), FreeShards(2, 2), Shards((0, 1), 2)),
        (Shards((0, 1), 2), FreeShards(4, 4), Shards((0, 1, 2, 3), 4)),
        (Shards((0, 1), 2), FreeShards(3, 3), Shards((0, 1, 2), 3)),
        (Shards((0,), 1), FreeShards(1, 2), None),
        (Shards((0,), 2), FreeShards(4, 4), None),
    ],
    ids=str,
)
async def test_all_servers_can_go_over_to_another_number_of_shards(
    served: Shards, wanted: FreeShards, taken_over: Shards | None
) -> None:
    document = LateDocument()
    spare = Spare(document, wanted)
    await spare.look()
    assert await Predecessor(document, served).spare_shards() == (0 if taken_over is None else len(taken_over.ids))
    assert not await Predecessor(document, served)._is_ready()
    offer, _ = await spare.look()
    assert (None if offer is None else offer.shards) == taken_over


async def test_a_spare_that_is_gone_counts_for_nothing() -> None:
    document = LateDocument()
    await Spare(document, ONE).look()
    assert await Predecessor(document, SECOND).spare_shards()
    document.now += LONG_DEAD
    assert not await Predecessor(document, SECOND).spare_shards()


async def test_a_process_waits_no_longer_than_a_spare_does() -> None:
    document = LateDocument()
    spare = Spare(document, ONE)
    await spare.look()
    waiting = asyncio.create_task(Predecessor(document, FIRST).until_ready(PATIENCE))
    while (await spare.look())[0] is None:  # noqa: ASYNC110  # nothing tells of an offer
        await asyncio.sleep(0)
    await spare.withdraw()
    assert not await waiting


async def test_a_process_waits_for_a_spare_that_takes_long_to_connect(database: Database) -> None:
    """Discord may let one shard connect in five seconds, and there may be many."""
    document = LateDocument()
    spare = Spare(document, ONE)
    predecessor, waiting = await offered(spare, document, FIRST)
    offer, _ = await spare.look()
    assert offer is not None
    async with AsyncExitStack() as stack:
        Succession(database, offer, spare, stack, 1.0, document, 1)
        document.now += LONG_DEAD
        async with asyncio.timeout(PATIENCE):
            while not await predecessor.spare_shards():  # noqa: ASYNC110  # the document tells of nothing
                await asyncio.sleep(0)
    assert not waiting.done()
    waiting.cancel()


async def test_an_offer_is_withdrawn_if_no_spare_gets_ready() -> None:
    document = LateDocument()
    spare = Spare(document, ONE)
    await spare.look()
    assert not await Predecessor(document, FIRST).until_ready(0)
    assert await spare.look() == (None, [])


async def test_the_offer_of_a_process_that_was_killed_is_not_accepted() -> None:
    document = LateDocument()
    spare = Spare(document, ONE)
    _, waiting = await offered(spare, document, FIRST)
    waiting.cancel()
    document.now += LONG_DEAD
    assert await spare.look() == (None, [])


@pytest.mark.parametrize("written", ["no json", "[1]", '{"spares": 3, "offers": null}'])
async def test_an_unreadable_document_counts_as_a_new_one(tmp_path: Path, written: str) -> None:
    path = tmp_path / "document"
    path.write_text(written)
    await Spare(FileDocument(path), ONE).look()
    assert await Predecessor(FileDocument(path), FIRST).spare_shards()
