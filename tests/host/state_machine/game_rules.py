"""Rules of the state machine for games."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from dataclasses import replace
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from gridlock_host import Game
from tests.host.state_machine.machine import Machine, a_legal_move, actors, people, pick_one, picks, processes
from tests.host.support.host import ADA, BOB, BOT, CHANNEL, GUILD, HERE

game_exists = precondition(lambda self: self.model.games)
open_game_exists = precondition(lambda self: self.model.open_games())
finished_game_exists = precondition(lambda self: len(self.model.games) > len(self.model.open_games()))
# Whether a move is played first, and what the opponent answers.
turns = st.lists(st.tuples(st.none() | picks, st.sampled_from([None, True, True, False])), min_size=1, max_size=4)


class Playing(Machine):
    """Games are played, given up, taken back and played again."""

    @open_game_exists
    @rule(process=processes, pick=picks, choices=st.lists(picks, min_size=1, max_size=6), sees_the_board=st.booleans())
    def play(self, process: int, pick: int, choices: list[int], sees_the_board: bool) -> None:
        """Play legal moves, as many as are asked for and can be made."""
        game_id = self.pick_open_game(pick)
        game = self.model.games.get(game_id)
        if game is None or game.is_over:
            return self.request_move(process, game_id, ADA, "A1", None)
        return self.play_on(process, game_id, choices, sees_the_board=sees_the_board)

    @open_game_exists
    @rule(
        process=processes,
        pick=picks,
        actor=actors,
        text=st.sampled_from(["A1", "b2", " 3,3 ", "C1", "D4", "A2/B2", "B1/C3", "Z9", "", "resign"]),
        seen_version=st.none() | st.integers(0, 6),
    )
    def try_a_move(self, process: int, pick: int, actor: int | None, text: str, seen_version: int | None) -> None:
        """Request some move, which may be wrong in any way."""
        game_id = self.pick_open_game(pick)
        self.request_move(process, game_id, self._to_move(game_id) if actor is None else actor, text, seen_version)

    @open_game_exists
    @rule(pick=picks, choice=picks)
    def move_in_both_processes_at_once(self, pick: int, choice: int) -> None:
        """One of the two counts."""
        going_on = self.model.open_games()
        game_id = going_on[pick % len(going_on)]
        game = self.model.games[game_id]
        actor, text, version = game.to_move, a_legal_move(game, choice), game.version
        done = self.run(
            _gather(*(host.games.move(GUILD, game_id, actor, text, seen_version=version) for host in self.hosts))
        )
        granted = [one for one in done if isinstance(one, Game)]
        assert len(granted) == 1, done
        assert self.model.move(game_id, actor, text, version) is None
        self.compare_game(game_id, granted[0])

    @open_game_exists
    @rule(process=processes, pick=picks, actor=people)
    def resign(self, process: int, pick: int, actor: int) -> None:
        game_id = self.pick_open_game(pick)
        request = self.hosts[process].games.resign(GUILD, game_id, actor)
        self.compare_game(game_id, self.ask(request, self.model.resign(game_id, actor)))

    @open_game_exists
    @rule(process=processes, pick=picks, actor=actors)
    def ask_to_take_back(self, process: int, pick: int, actor: int | None) -> None:
        game_id = self.pick_open_game(pick)
        self._ask_to_take_back(process, game_id, self._last_to_move(game_id) if actor is None else actor)

    @open_game_exists
    @rule(process=processes, pick=picks, turns=turns)
    def haggle(self, process: int, pick: int, turns: list[tuple[int | None, bool | None]]) -> None:
        """Move, or not; ask to take back; and let the opponent answer, or not; several times in one game."""
        going_on = self.model.open_games()
        game_id = going_on[pick % len(going_on)]
        game = self.model.games[game_id]
        for choice, answer in turns:
            if choice is not None:
                self.play_on(process, game_id, [choice], sees_the_board=False)
            self._ask_to_take_back(process, game_id, self._last_to_move(game_id))
            if answer is not None:
                self._answer_take_back(process, game_id, game.to_move, len(game.moves), agrees=answer)

    @open_game_exists
    @rule(process=processes, pick=picks, actor=actors, plies_ago=st.sampled_from([0, 0, 1]), agrees=st.booleans())
    def answer_take_back(self, process: int, pick: int, actor: int | None, plies_ago: int, agrees: bool) -> None:
        """Answer an offer, at times from an outdated board or without an offer."""
        asked = [number for number in self.model.open_games() if self.model.games[number].take_back_is_asked]
        game_id = asked[pick % len(asked)] if asked else self.pick_open_game(pick)
        game = self.model.games.get(game_id)
        ply = (0 if game is None else len(game.moves)) - plies_ago
        self._answer_take_back(process, game_id, self._to_move(game_id) if actor is None else actor, ply, agrees=agrees)

    @finished_game_exists
    @rule(process=processes, pick=picks, actor=actors)
    def offer_a_rematch(self, process: int, pick: int, actor: int | None) -> None:
        """The second of the two begins it."""
        game_id = self._pick_for_rematch(pick)
        if actor is None:
            game = self.model.games.get(game_id)
            waiting = (
                [] if game is None else [one for one in game.players if one not in {BOT, *game.rematch_offered_by}]
            )
            actor = waiting[0] if waiting else ADA
        made = len(self.model.games)
        request = self.hosts[process].challenges.rematch.offer(GUILD, game_id, actor, channel_id=CHANNEL)
        rematch = self.ask(request, self.model.offer_rematch(game_id, actor))
        assert (rematch is not None) == (len(self.model.games) > made)
        self.compare_game(len(self.model.games), rematch)

    @finished_game_exists
    @rule(pick=picks)
    def offer_a_rematch_in_both_processes_at_once(self, pick: int) -> None:
        """Both players press at the same moment: one game begins, if one can."""
        game_id = self._pick_for_rematch(pick)
        players = self.model.games[game_id].players if game_id in self.model.games else (ADA, BOB)
        if BOT in players:
            # The bot presses nothing, but the other player may do so twice.
            players = (sum(players) - BOT,) * 2
        made = len(self.model.games)
        presses = zip(self.hosts, players, strict=True)
        done = self.run(
            _gather(
                *(host.challenges.rematch.offer(GUILD, game_id, player, channel_id=CHANNEL) for host, player in presses)
            )
        )
        for player in players:
            self.model.offer_rematch(game_id, player)
        begun = [each for each in done if isinstance(each, Game)]
        assert len(begun) == len(self.model.games) - made, done
        for game in begun:
            self.compare_game(len(self.model.games), game)

    @finished_game_exists
    @rule(process=processes, pick=picks, actor=st.sampled_from((ADA, BOB)), declines=st.booleans())
    def close_an_offered_rematch(
        self, process: int, pick: int, actor: int, declines: bool
    ) -> None:  # Hypothesis passes it by name
        """Decline an offer, or withdraw it."""
        open_ones = [number for number, game in self.model.games.items() if game.rematch_offered_by]
        game_id = pick_one(pick, open_ones, self.model.games)
        rematch = self.hosts[process].challenges.rematch
        request = (rematch.decline if declines else rematch.withdraw)(GUILD, game_id, actor)
        self.ask(request, self.model.close_rematch(game_id, actor, declines=declines))

    @game_exists
    @rule(process=processes, pick=picks, message_id=st.integers(1, 1_000))
    def show_the_board(self, process: int, pick: int, message_id: int) -> None:
        game_id = list(self.model.games)[pick % len(self.model.games)]
        shown = self.run(self.hosts[process].games.find(GUILD, game_id))
        self.run(self.hosts[process].games.place_board(game_id, replace(HERE, message_id=message_id)))
        self.run(self.hosts[process].games.note_shown(shown, None))
        self.model.games[game_id].show(message_id)

    def _ask_to_take_back(self, process: int, game_id: int, actor: int) -> None:
        request = self.hosts[process].games.take_back.offer(GUILD, game_id, actor)
        self.compare_game(game_id, self.ask(request, self.model.ask_to_take_back(game_id, actor)))

    def _answer_take_back(self, process: int, game_id: int, actor: int, ply: int, *, agrees: bool) -> None:
        request = self.hosts[process].games.take_back.answer(GUILD, game_id, actor, seen_ply=ply, agrees=agrees)
        refused = self.model.answer_take_back(game_id, actor, ply, agrees=agrees)
        self.compare_game(game_id, self.ask(request, refused))

    def _to_move(self, game_id: int) -> int:
        game = self.model.games.get(game_id)
        return ADA if game is None else game.to_move

    def _last_to_move(self, game_id: int) -> int:
        game = self.model.games.get(game_id)
        if game is not None and game.is_against_bot:
            return game.opponent(BOT)
        return BOB if game is None else game.opponent(game.to_move)

    def _pick_for_rematch(self, pick: int) -> int:
        again = {game.rematch_of for game in self.model.games.values()}
        finished = [
            number
            for number, game in self.model.games.items()
            if game.is_over and min(game.players) > 0 and number not in again and not self.model.has_next(game)
        ]
        return pick_one(pick, finished, self.model.games)


async def _gather(*requests: Coroutine[Any, Any, Any]) -> list[Any]:
    return await asyncio.gather(*requests, return_exceptions=True)
