"""The model: the host as lists in memory, one request at a time."""

from __future__ import annotations

from datetime import datetime

from gridlock_host import DeclineReason, Ending, First
from gridlock_host.errors import (
    AlreadyOffered,
    AlreadyVoided,
    CannotBeChallenged,
    ChallengeBlocked,
    ChallengeClosed,
    GameIsOver,
    GameIsStillOpen,
    NoSuchChallenge,
    NoSuchGame,
    NothingToTakeBack,
    NotInThisGame,
    NotModerator,
    NotOfferedByYou,
    NotOver,
    NotVoided,
    NotYourChallenge,
    NotYourOffer,
    NotYourTurn,
    OfferedElsewhere,
    OfferIsOver,
    PlayerIsGone,
    RematchBegan,
    StaleBoard,
)
from gridlock_host.servers.permissions import Actor
from gridlock_rules import Player, RulesError
from tests.host.state_machine.model_store import ModelStore
from tests.host.state_machine.people import ModelEntry, Refused
from tests.host.state_machine.records import ModelChallenge, ModelGame, ModelTerms
from tests.host.support.host import BOT


class Model(ModelStore):
    """What should be in the store, and what should become of each request.

    A method named after a request returns the class of the error that the host must raise; None, when it must grant
    the request, and then the model has changed as the store must.
    """

    def challenge(self, challenger: int, opponent: int | None) -> Refused:
        """Check whether a member may propose a game; the caller then calls `add_challenge` with the id."""
        if challenger == opponent:
            return CannotBeChallenged
        refused = self.people.refuse_banned(challenger, opponent)
        if refused is None and opponent is not None:
            refused = self.people.refuse_blocked(challenger, opponent)
        return refused

    def play_bot(self, player: int, level: int, terms: ModelTerms, *, heads: bool) -> Refused:
        """Begin a game against the bot; the caller learns the id of its challenge and calls `add_bots_challenge`."""
        refused = self.people.refuse_banned(player)
        if refused is None:
            player_first = heads if terms.first is First.RANDOM else terms.first is First.ME
            one, two = (player, BOT) if player_first else (BOT, player)
            self.add_game(one, two, terms, terms.best_of, level=level)
        return refused

    def accept(self, challenge_id: int, actor: int, *, heads: bool) -> Refused:
        """Begin the game that a challenge proposes."""
        refused = self._refuse_closed(challenge_id)
        if refused is not None:
            return refused
        challenge = self.challenges[challenge_id]
        if challenge.opponent is None and actor == challenge.challenger:
            return CannotBeChallenged
        if challenge.opponent not in (None, actor):
            return NotYourChallenge
        refused = self._refuse_to_begin(challenge, actor)
        if refused is None:
            challenge.status, challenge.opponent = "accepted", actor
            self.start(challenge.challenger, actor, challenge.terms, heads=heads)
        return refused

    def decline(self, challenge_id: int, actor: int, reason: DeclineReason | None) -> Refused:
        """Turn a challenge down."""
        refused = self._refuse_closed(challenge_id)
        if refused is None:
            challenge = self.challenges[challenge_id]
            if actor != challenge.opponent:
                return NotYourChallenge
            challenge.status, challenge.reason = "declined", reason
        return refused

    def cancel(self, challenge_id: int, actor: int) -> Refused:
        """Withdraw a challenge."""
        refused = self._refuse_closed(challenge_id)
        if refused is None:
            challenge = self.challenges[challenge_id]
            if actor != challenge.challenger:
                return NotYourChallenge
            challenge.status = "cancelled"
        return refused

    def move(self, game_id: int, actor: int, text: str, seen_version: int | None) -> Refused:
        """Play a move."""
        refused = self._refuse_stranger(game_id, actor)
        if refused is not None:
            return refused
        game = self.games[game_id]
        if actor != game.to_move:
            return NotYourTurn
        if seen_version not in (None, game.version):
            return StaleBoard
        try:
            move = game.position.parse(text)
        except RulesError as error:
            return type(error)
        game.play(str(move), self.now())
        outcome = game.position.outcome
        if outcome is not None:
            winner = game.one if outcome.winner is Player.ONE else game.two
            game.note_result(Ending.NO_LEGAL_MOVE, winner, self.now())
            self.note_end(game_id)
            self.begin_next(game)
        return None

    def resign(self, game_id: int, actor: int) -> Refused:
        """Give a game up."""
        refused = self._refuse_stranger(game_id, actor)
        if refused is None:
            game = self.games[game_id]
            if game.may_be_called_off:
                game.end(Ending.CALLED_OFF, None, self.now())
            else:
                game.end(Ending.RESIGNATION, game.opponent(actor), self.now())
                self.note_end(game_id)
                self.begin_next(game)
        return refused

    def ask_to_take_back(self, game_id: int, actor: int) -> Refused:
        """Ask the opponent to let one's last move be taken back."""
        refused = self._refuse_stranger(game_id, actor)
        if refused is None:
            game = self.games[game_id]
            if game.is_against_bot:
                return self._take_back_from_bot(game)
            if not game.moves or actor == game.to_move:
                return NothingToTakeBack
            if game.take_back_is_asked:
                return AlreadyOffered
            game.take_back_is_asked = True
        return refused

    def answer_take_back(self, game_id: int, actor: int, seen_ply: int, *, agrees: bool) -> Refused:
        """Agree to what the opponent asked, or refuse it."""
        refused = self._refuse_stranger(game_id, actor)
        if refused is not None:
            return refused
        game = self.games[game_id]
        if seen_ply != len(game.moves):
            return OfferIsOver
        if actor != game.to_move:
            return NotYourOffer
        if not game.take_back_is_asked:
            return OfferIsOver
        game.take_back_is_asked = False
        if agrees:
            game.take_back(self.now())
        return None

    def offer_rematch(self, game_id: int, actor: int) -> Refused:
        """Offer another game, or begin it if the opponent has offered it."""
        refused = self._refuse_rematch(game_id, actor)
        if refused is not None:
            return refused
        game = self.games[game_id]
        if not game.rematch_offered_by and not game.is_against_bot:
            game.offer_rematch(actor, self.now())
            return None
        game.close_rematch_offer()
        best_of = 1 if game.match is None else game.match.best_of
        self.add_game(game.two, game.one, game.terms, best_of, rematch_of=game_id, level=game.level)
        return None

    def close_rematch(self, game_id: int, actor: int, *, declines: bool) -> Refused:
        """Decline the opponent's offer of a rematch, or withdraw one's own."""
        game = self.games.get(game_id)
        if game is None:
            return NoSuchGame
        if actor not in game.players:
            return NotInThisGame
        if min(game.players) < 0:
            return PlayerIsGone
        if any(one.rematch_of == game_id for one in self.games.values()):
            return RematchBegan
        if not game.rematch_offered_by:
            return OfferIsOver
        if (actor in game.rematch_offered_by) == declines:
            return NotYourOffer if declines else NotOfferedByYou
        game.close_rematch_offer()
        return None

    def end_game(self, game_id: int, actor: Actor, reason: str) -> Refused:
        """End a game uncounted."""
        if not actor.manages_server:
            return NotModerator
        if game_id not in self.games:
            return NoSuchGame
        game = self.games[game_id]
        if game.is_over:
            return GameIsOver
        game.end(Ending.MODERATION, None, self.now())
        self.people.log.append(ModelEntry("end", actor.id, reason, game=game_id))
        return None

    def set_void_of(self, game_id: int, actor: Actor, reason: str, *, voided: bool) -> Refused:
        """Take a finished game out of standings and ratings, or put it back."""
        if not actor.manages_server:
            return NotModerator
        if game_id not in self.games:
            return NoSuchGame
        if not self.games[game_id].is_over:
            return GameIsStillOpen
        if not self.set_void([game_id], voided=voided):
            return AlreadyVoided if voided else NotVoided
        self.people.log.append(ModelEntry("void" if voided else "unvoid", actor.id, reason, game=game_id))
        return None

    def unvoid_member(self, actor: Actor, member: int, reason: str) -> Refused:
        """Put all games of a member back."""
        if not actor.manages_server:
            return NotModerator
        if not self.set_void(self.games_of(member), voided=False):
            return NotVoided
        self.people.log.append(ModelEntry("unvoid", actor.id, reason, member=member))
        return None

    def ban(self, actor: Actor, member: int, reason: str, *, voids_games: bool) -> Refused:
        """Ban a member, and perhaps take all their games out."""
        refused = self.people.ban(actor, member, reason)
        if refused is None and voids_games:
            self.set_void(self.games_of(member), voided=True)
            self.people.log.append(ModelEntry("void", actor.id, reason, member=member))
        return refused

    def forget(self, person: int) -> tuple[list[int], list[int]]:
        """Erase a member, and return the ids of their open games and challenges."""
        open_games = self.open_games(person)
        for game_id in open_games:
            self.games[game_id].end(Ending.FORGOTTEN, None, self.now())
        open_challenges = self.open_challenges(person)
        for number in open_challenges:
            challenge = self.challenges[number]
            challenge.status = "cancelled" if challenge.challenger == person else "declined"
        played, number = self.games_of(person), self.nameless_number(person)
        for one in self.challenges.values():
            one.forget(person)
        for game_id in played:
            self.games[game_id].forget(person, number)
        self.people.forget(person, played)
        self.seasons.forget(person)
        self.announcements.forget(played)
        return open_games, open_challenges

    def sweep(self) -> list[tuple[str, int]]:
        """Apply everything that is due, and return the events."""
        now = self.now()
        # The longest due first: the next games of two matches get their numbers in this order.
        due = sorted(
            (game.wake_at, number)
            for number, game in self.games.items()
            if game.wake_at is not None and game.wake_at <= now
        )
        done = [(self._warn_or_end(number, now), number) for _, number in due]
        for number, challenge in self.challenges.items():
            if challenge.status == "open" and challenge.expires_at is not None and challenge.expires_at <= now:
                challenge.status = "expired"
                done.append(("expired", number))
        for number, game in self.games.items():
            if game.rematch_expires_at is not None and game.rematch_expires_at <= now:
                game.close_rematch_offer()
                done.append(("lapsed", number))
        done += self.announcements.sweep(now, self.seasons.close_due(now, self.games))
        self.last_sweep = now
        return done

    def extend_deadlines_after_downtime(self) -> None:
        """Give back the time since the last sweep."""
        now, last = self.now(), self.last_sweep
        self.last_sweep = now
        if last is None:
            return
        for game in self.games.values():
            game.extend_deadlines(last, now)
        for challenge in self.challenges.values():
            challenge.extend_deadlines(last, now)

    def _refuse_closed(self, challenge_id: int) -> Refused:
        challenge = self.challenges.get(challenge_id)
        if challenge is None:
            return NoSuchChallenge
        return None if challenge.status == "open" else ChallengeClosed

    def _refuse_to_begin(self, challenge: ModelChallenge, actor: int) -> Refused:
        refused = self.people.refuse_banned(actor, challenge.challenger)
        return refused or (ChallengeBlocked if (challenge.challenger, actor) in self.people.blocks else None)

    def _refuse_stranger(self, game_id: int, actor: int) -> Refused:
        game = self.games.get(game_id)
        if game is None:
            return NoSuchGame
        if game.is_over:
            return GameIsOver
        return None if actor in game.players else NotInThisGame

    def _refuse_rematch(self, game_id: int, actor: int) -> Refused:
        game = self.games.get(game_id)
        if game is None:
            return NoSuchGame
        if actor not in game.players:
            return NotInThisGame
        if min(game.players) < 0:
            return PlayerIsGone
        if not game.is_over or self.has_next(game):
            return NotOver
        if any(one.rematch_of == game_id for one in self.games.values()):
            return RematchBegan
        if game.is_against_bot:
            return self.people.refuse_banned(actor)
        opponent = game.opponent(actor)
        refused = self.people.refuse_banned(actor, opponent) or self.people.refuse_blocked(actor, opponent)
        if refused is None and actor in game.rematch_offered_by:
            return AlreadyOffered
        begins = bool(game.rematch_offered_by)
        return refused or (OfferedElsewhere if not begins and self.open_offer_between(*game.players) else None)

    def _take_back_from_bot(self, game: ModelGame) -> Refused:
        number = 1 if game.bot_is_to_move else 2
        if len(game.moves) < number:
            return NothingToTakeBack
        game.take_back(self.now(), number)
        game.helped = True
        return None

    def _warn_or_end(self, number: int, now: datetime) -> str:
        game = self.games[number]
        if game.deadline is not None and game.deadline > now:
            game.wake_at = game.deadline
            return "warned"
        if game.may_be_called_off:
            game.end(Ending.CALLED_OFF, None, now)
        else:
            game.end(Ending.TIME, game.opponent(game.to_move), now)
            self.note_end(number)
            self.begin_next(game)
        return "ended"
