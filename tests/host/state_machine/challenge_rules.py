"""Rules of the state machine for challenges."""

from __future__ import annotations

from datetime import timedelta
from itertools import permutations

from hypothesis import strategies as st
from hypothesis.stateful import initialize, precondition, rule

from gridlock_host import DeclineReason, First, Person, Terms
from tests.host.state_machine.machine import KEYS, PEOPLE, Machine, actors, people, pick_one, picks, processes
from tests.host.state_machine.records import ModelTerms
from tests.host.support.host import ADA, BOB, CHANNEL, GUILD, HERE

_TIMES = [None, timedelta(minutes=5), timedelta(hours=1), timedelta(days=1)]

terms = st.builds(
    ModelTerms,
    variant=st.sampled_from(KEYS),
    size=st.integers(3, 4),
    first=st.sampled_from(First),
    per_move=st.sampled_from(_TIMES),
    best_of=st.sampled_from([1, 1, 3]),
    rated=st.sampled_from([None, None, True, False]),
)
pairs = st.sampled_from(list(permutations(PEOPLE, 2)))
openings = st.lists(picks, max_size=4)
open_challenge_exists = precondition(lambda self: self.model.open_challenges())


class Starting(Machine):
    """Challenges are made and answered."""

    @initialize(pair=pairs, terms=terms, heads=st.booleans(), choices=openings)
    def begin(self, pair: tuple[int, int], terms: ModelTerms, heads: bool, choices: list[int]) -> None:
        """Start with a game, so that no example is spent on getting one."""
        self._begin(0, pair, terms, choices, heads=heads)

    @precondition(lambda self: len(self.model.open_games()) < 2)
    @rule(process=processes, pair=pairs, terms=terms, heads=st.booleans(), choices=openings)
    def begin_another(
        self, process: int, pair: tuple[int, int], terms: ModelTerms, heads: bool, choices: list[int]
    ) -> None:
        """Challenge, accept at once, and make some moves."""
        self._begin(process, pair, terms, choices, heads=heads)

    @rule(process=processes, one=people, two=st.none() | people, terms=terms)
    def challenge(self, process: int, one: int, two: int | None, terms: ModelTerms) -> None:
        self._challenge(process, one, two, terms)

    @precondition(lambda self: self.requests)
    @rule(process=processes, pick=picks)
    def repeat_a_request(self, process: int, pick: int) -> None:
        number, challenge_id = self.requests[pick % len(self.requests)]
        again = self.hosts[process].challenges.propose(HERE, ADA, Person(BOB), Terms("lines"), request_id=number)
        self.model.challenges[challenge_id].compare(self.run(again))

    @open_challenge_exists
    @rule(process=processes, pick=picks, actor=actors, heads=st.booleans())
    def accept(self, process: int, pick: int, actor: int | None, heads: bool) -> None:
        challenge_id = self._pick(pick)
        self._accept(process, challenge_id, self._invited(challenge_id) if actor is None else actor, heads=heads)

    @open_challenge_exists
    @rule(process=processes, pick=picks, actor=actors, reason=st.none() | st.sampled_from(DeclineReason))
    def decline(self, process: int, pick: int, actor: int | None, reason: DeclineReason | None) -> None:
        challenge_id = self._pick(pick)
        actor = self._invited(challenge_id) if actor is None else actor
        request = self.hosts[process].challenges.decline(GUILD, challenge_id, actor, reason)
        declined = self.ask(request, self.model.decline(challenge_id, actor, reason))
        if declined is not None:
            self.model.challenges[challenge_id].compare(declined)

    @open_challenge_exists
    @rule(process=processes, pick=picks, actor=actors)
    def cancel(self, process: int, pick: int, actor: int | None) -> None:
        challenge_id = self._pick(pick)
        if actor is None:
            challenge = self.model.challenges.get(challenge_id)
            actor = ADA if challenge is None else challenge.challenger
        request = self.hosts[process].challenges.cancel(GUILD, challenge_id, actor)
        cancelled = self.ask(request, self.model.cancel(challenge_id, actor))
        if cancelled is not None:
            self.model.challenges[challenge_id].compare(cancelled)

    def _begin(
        self, process: int, pair: tuple[int, int], terms: ModelTerms, choices: list[int], *, heads: bool
    ) -> None:
        challenge_id = self._challenge(process, *pair, terms)
        made = len(self.model.games)
        if challenge_id is not None:
            self._accept(process, challenge_id, pair[1], heads=heads)
        if len(self.model.games) > made:
            self.play_on(process, len(self.model.games), choices, sees_the_board=True)

    def _challenge(self, process: int, one: int, two: int | None, terms: ModelTerms) -> int | None:
        number = len(self.requests) + 1
        terms = self.settled(process, terms)
        request = self.hosts[process].challenges.propose(
            HERE,
            one,
            None if two is None else Person(two),
            terms.as_terms(),
            request_id=number,
        )
        made = self.ask(request, self.model.challenge(one, two))
        if made is None:
            return None
        self.model.add_challenge(made.id, one, two, terms)
        self.model.challenges[made.id].compare(made)
        self.requests.append((number, made.id))
        return made.id

    def _accept(self, process: int, challenge_id: int, actor: int, *, heads: bool) -> None:
        self.heads = heads
        request = self.hosts[process].challenges.accept(GUILD, challenge_id, actor, channel_id=CHANNEL)
        game = self.ask(request, self.model.accept(challenge_id, actor, heads=heads))
        self.compare_game(len(self.model.games), game)

    def _pick(self, pick: int) -> int:
        return pick_one(pick, self.model.open_challenges(), self.model.challenges)

    def _invited(self, challenge_id: int) -> int:
        challenge = self.model.challenges.get(challenge_id)
        if challenge is None:
            return ADA
        return challenge.opponent or next(person for person in PEOPLE if person != challenge.challenger)
