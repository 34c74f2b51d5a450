"""What becomes of interactions while one process hands a shard over to another one."""

from __future__ import annotations

from typing import Any

from discord.state import ConnectionState
from hypothesis import given
from hypothesis import strategies as st

from cogs.runtime.gateway.interaction_gate import SECONDS_REMEMBERED, SECONDS_TO_ANSWER, InteractionGate

_SECONDS_BETWEEN = 0.01


class _State:
    """The part of discord.py's state that a gate uses: it notes what is served."""

    def __init__(self) -> None:
        self.served: list[int] = []
        self.parsers: dict[str, Any] = {"INTERACTION_CREATE": lambda event: self.served.append(int(event["id"]))}

    def receive(self, interaction_id: int) -> None:
        self.parsers["INTERACTION_CREATE"]({"id": str(interaction_id)})


class _Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def _gate(state: _State, clock: _Clock) -> InteractionGate:
    as_typed: ConnectionState[Any] = state  # type: ignore[assignment]  # the part that is used
    return InteractionGate(as_typed, clock=clock)


@given(st.data())
def test_each_interaction_is_served_once_whenever_the_sessions_deliver_it(data: st.DataObject) -> None:
    """Each session delivers all interactions, in any order and with any delay between the two."""
    number = data.draw(st.integers(1, 12))
    deliveries = [(which, each) for which in ("before", "after") for each in range(number)]
    order: list[Any] = list(data.draw(st.permutations(deliveries)))
    closed = data.draw(st.integers(0, len(order)))
    opened = data.draw(st.integers(closed, len(order)))
    clock, before, after = _Clock(), _State(), _State()
    leaving, coming = _gate(before, clock), _gate(after, clock)
    coming.wait()
    taken: list[int] = []
    for place in range(len(order) + 1):
        if place == closed:
            taken = leaving.close()
        if place == opened:
            coming.open(taken)
        if place < len(order):
            which, each = order[place]
            (before if which == "before" else after).receive(each)
            clock.now += _SECONDS_BETWEEN
    assert sorted(before.served + after.served) == list(range(number))


def test_what_both_receive_after_the_handover_is_served_by_the_successor_alone() -> None:
    clock, before, after = _Clock(), _State(), _State()
    leaving, coming = _gate(before, clock), _gate(after, clock)
    coming.wait()
    for state in (before, after):
        state.receive(1)
    coming.open(leaving.close())
    for state in (before, after):
        state.receive(2)
    assert (before.served, after.served) == ([1], [2])


def test_without_a_word_of_the_process_before_nothing_that_was_kept_is_served() -> None:
    state = _State()
    gate = _gate(state, _Clock())
    gate.wait()
    state.receive(1)
    gate.open(None)
    state.receive(2)
    assert state.served == [2]


def test_what_is_too_old_to_be_answered_is_dropped_and_what_was_let_in_is_known_for_longer() -> None:
    assert SECONDS_REMEMBERED > SECONDS_TO_ANSWER
    clock, before, after = _Clock(), _State(), _State()
    leaving, coming = _gate(before, clock), _gate(after, clock)
    coming.wait()
    before.receive(1)
    after.receive(2)
    clock.now = SECONDS_TO_ANSWER + 1
    before.receive(3)
    assert leaving.close() == [1, 3]
    coming.open(())
    assert after.served == []
