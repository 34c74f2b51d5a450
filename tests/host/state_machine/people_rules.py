"""Rules of the state machine for moderators, blocks and erasure."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from gridlock_host.servers.permissions import Actor
from tests.host.state_machine.laws import named_in
from tests.host.state_machine.machine import PEOPLE, Machine, people, picks, processes
from tests.host.support.host import GUILD

# So that people are free to play most of the time.
mostly = st.sampled_from([True, True, True, False])
moderators = st.builds(Actor, people, manages_server=mostly)
reasons = st.just("") | people.map(lambda person: f"rude to <@{person}>")


class KeepingOrder(Machine):
    """Games are ended, people are kept out, kept away, and forgotten."""

    @precondition(lambda self: self.model.open_games())
    @rule(process=processes, pick=picks, actor=moderators, reason=reasons)
    def end_a_game(self, process: int, pick: int, actor: Actor, reason: str) -> None:
        game_id = self.pick_open_game(pick)
        request = self.hosts[process].servers.moderation.end_game(GUILD, game_id, actor, reason)
        ended = self.ask(request, self.model.end_game(game_id, actor, reason))
        if ended is not None:
            self.compare_game(game_id, ended[0])

    @rule(process=processes, actor=moderators, member=people, reason=reasons, lifts=mostly, voids=st.booleans())
    def ban(self, process: int, actor: Actor, member: int, reason: str, lifts: bool, voids: bool) -> None:
        """Keep a member out, perhaps with all their games, or let them in again."""
        moderation, model = self.hosts[process].servers.moderation, self.model
        if lifts:
            self.ask(moderation.unban(GUILD, actor, member, reason), model.people.unban(actor, member, reason))
        else:
            request = moderation.ban(GUILD, actor, member, reason, voids_games=voids)
            self.ask(request, model.ban(actor, member, reason, voids_games=voids))

    @rule(process=processes, person=people, other=people, lifts=mostly)
    def block(self, process: int, person: int, other: int, lifts: bool) -> None:
        """Keep a person's challenges away, or no more."""
        host, model = self.hosts[process], self.model.people
        if lifts:
            self.ask(host.members.blocks.remove(person, other), model.unblock(person, other))
        else:
            self.ask(host.members.blocks.add(person, other), model.block(person, other))

    @rule(process=processes, person=people)
    def forget(self, process: int, person: int) -> None:
        """Whatever was open is over, and the person is nowhere in the store; nothing keeps them from coming back."""
        forgotten = self.run(self.hosts[process].members.privacy.forget(person))
        games, challenges = self.model.forget(person)
        assert [game.id for game in forgotten.games] == games
        for game in forgotten.games:
            self.compare_game(game.id, game)
        assert [challenge.id for challenge in forgotten.challenges] == challenges
        for challenge in forgotten.challenges:
            self.model.challenges[challenge.id].compare(challenge)
        assert person not in named_in(self.rows(), PEOPLE)
