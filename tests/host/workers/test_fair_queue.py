"""The order of the fair queue."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from gridlock_host.workers.fair_queue import _MOST_REMEMBERED, FairQueue

ENTRIES = st.lists(st.tuples(st.integers(1, 4), st.integers(1, 4)), max_size=60)
"""Entries by their server and person."""


def filled(entries: list[tuple[int, int]]) -> FairQueue[tuple[int, int, int]]:
    """A queue of entries that know their server, their person and their number."""
    queue: FairQueue[tuple[int, int, int]] = FairQueue()
    for number, (server, person) in enumerate(entries):
        queue.add(server, person, (server, person, number))
    return queue


def emptied(queue: FairQueue[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
    taken = []
    while (entry := queue.take()) is not None:
        taken.append(entry)
    return taken


@given(ENTRIES)
def test_each_entry_is_taken_once_and_those_of_a_person_in_order(entries: list[tuple[int, int]]) -> None:
    queue = filled(entries)
    assert len(queue) == len(entries)
    taken = emptied(queue)
    assert sorted(number for _, _, number in taken) == list(range(len(entries)))
    for each in set(entries):
        numbers = [number for server, person, number in taken if (server, person) == each]
        assert numbers == sorted(numbers)
    assert len(queue) == queue.servers == 0
    assert all(queue.waiting(server) == 0 for server in range(1, 5))


@given(ENTRIES)
def test_servers_take_turns_as_long_as_something_of_them_waits(entries: list[tuple[int, int]]) -> None:
    left = Counter(server for server, _ in entries)
    taken = Counter[int]()
    for server, _, _ in emptied(filled(entries)):
        taken[server] += 1
        left[server] -= 1
        waiting = [other for other in left if left[other]]
        assert all(taken[server] - taken[other] <= 1 for other in waiting)


@given(ENTRIES)
def test_people_of_a_server_take_turns(entries: list[tuple[int, int]]) -> None:
    entries = [(1, person) for _, person in entries]
    left = Counter(person for _, person in entries)
    taken = Counter[int]()
    for _, person, _ in emptied(filled(entries)):
        taken[person] += 1
        left[person] -= 1
        assert all(taken[person] - taken[other] <= 1 for other in left if left[other])


@given(many=st.integers(1, 200), served_before=st.integers(0, 20))
def test_a_server_with_one_entry_waits_for_at_most_one_of_another(many: int, served_before: int) -> None:
    queue = filled([(1, 1)] * many)
    for _ in range(min(served_before, many - 1)):
        queue.take()
    queue.add(2, 9, (2, 9, -1))
    assert (2, 9, -1) in [queue.take(), queue.take()]


@given(busy=st.integers(2, 50), arriving=st.lists(st.integers(2, 9), min_size=50, max_size=50))
def test_no_server_starves_while_others_keep_coming(busy: int, arriving: list[int]) -> None:
    """One entry comes and one is taken; server 1 is served at least once while the others all are."""
    queue = filled([(1, 1)] * busy)
    queue.take()
    taken = []
    for server in arriving:
        queue.add(server, 1, (server, 1, 0))
        entry = queue.take()
        assert entry is not None
        taken.append(entry[0])
    turns = [number for number, server in enumerate(taken) if server == 1][: busy - 1]
    assert turns or len(set(taken)) == 0
    assert all(later - earlier <= 9 for earlier, later in pairwise(turns))


@given(ENTRIES, st.data())
def test_a_removed_entry_leaves_no_trace(entries: list[tuple[int, int]], data: st.DataObject) -> None:
    queue = filled(entries)
    numbered = [(server, person, number) for number, (server, person) in enumerate(entries)]
    gone = data.draw(st.sets(st.sampled_from(numbered))) if numbered else set()
    for server, person, number in gone:
        queue.discard(server, person, (server, person, number))
    assert set(emptied(queue)) == set(numbered) - gone
    assert not queue._waiting
    assert not queue._sizes


def test_an_entry_that_does_not_wait_is_discarded_without_effect() -> None:
    queue = filled([(1, 1)])
    for server, person, number in ((2, 1, 0), (1, 2, 0), (1, 1, 9)):
        queue.discard(server, person, (server, person, number))
    assert emptied(queue) == [(1, 1, 0)]


def test_a_server_that_may_not_be_served_keeps_its_place() -> None:
    queue = filled([(1, 1), (2, 1), (1, 1)])
    assert queue.take(lambda server: server != 1) == (2, 1, 1)
    assert queue.take(lambda server: server != 1) is None
    assert [queue.take(), queue.take()] == [(1, 1, 0), (1, 1, 2)]


def test_a_server_that_was_served_without_waiting_has_had_its_turn() -> None:
    queue = filled([(1, 1), (2, 1)])
    queue.note_served(1)
    assert queue.take() == (2, 1, 1)


def test_servers_that_wait_for_nothing_are_forgotten() -> None:
    queue: FairQueue[int] = FairQueue()
    for server in range(2 * _MOST_REMEMBERED):
        queue.add(server, 1, 0)
        queue.take()
    assert len(queue._turns) == _MOST_REMEMBERED
    assert not queue._waiting
