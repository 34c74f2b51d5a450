"""Rules of the state machine for games against the bot, whose moves are ordinary requests."""

from __future__ import annotations

from datetime import timedelta

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from tests.host.state_machine.challenge_rules import openings, terms
from tests.host.state_machine.machine import Machine, people, picks, processes
from tests.host.state_machine.records import ModelTerms
from tests.host.support.host import BOT, GUILD, HERE

levels = st.integers(1, 2)


class AgainstBot(Machine):
    """The bot is challenged, asked for hints, and finds what it has not answered."""

    @precondition(lambda self: len(self.model.open_games()) < 3)
    @rule(process=processes, player=people, level=levels, terms=terms, heads=st.booleans(), choices=openings)
    def play_the_bot(
        self, process: int, player: int, level: int, terms: ModelTerms, heads: bool, choices: list[int]
    ) -> None:
        """Begin a game, and make some moves in it."""
        self.heads = heads
        number = len(self.requests) + 1
        terms = self.settled(process, terms)
        request = self.hosts[process].challenges.bot_games.start(
            HERE,
            player,
            BOT,
            terms.as_terms(level),
            request_id=number,
        )
        game = self.ask(request, self.model.play_bot(player, level, terms, heads=heads))
        if game is None:
            return
        self.compare_game(len(self.model.games), game)
        challenge_id = self.rows()["challenges"][-1]["id"]
        self.model.add_bots_challenge(challenge_id, player, terms)
        self.requests.append((number, challenge_id))
        self.play_on(process, game.id, choices, sees_the_board=True)

    @precondition(lambda self: self.model.open_games_against_bot())
    @rule(process=processes, pick=picks)
    def note_help(self, process: int, pick: int) -> None:
        """The board stays as it is, in the other process, too."""
        going_on = self.model.open_games_against_bot()
        game_id = going_on[pick % len(going_on)]
        game = self.run(self.hosts[process].games.find(GUILD, game_id))
        assert self.run(self.hosts[process].games.note_help(game))
        self.model.games[game_id].helped = True

    @rule(process=processes)
    def find_what_the_bot_has_not_answered(self, process: int) -> None:
        """What has waited the longest comes first."""
        events = self.run(self.sweeper(process).find_awaiting_bot(timedelta(0)))
        waiting = [(game.clock_began, number) for number, game in self.model.games.items() if game.bot_is_to_move]
        assert [event.subject.id for event in events] == [number for _, number in sorted(waiting)]
