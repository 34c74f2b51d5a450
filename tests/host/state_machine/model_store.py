"""The model's rows, its matches and its counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from datetime import datetime

from gridlock_host import First
from gridlock_host.model.time_control import CHALLENGE_LIFETIME
from tests.host.state_machine.people import ModelPeople
from tests.host.state_machine.records import ModelChallenge, ModelGame, ModelMatch, ModelTerms
from tests.host.state_machine.seasons import ModelAnnouncements, ModelSeasons
from tests.host.state_machine.standings import records, won_between_people
from tests.host.support.host import BOT

Standings = dict[tuple[int, str], tuple[int, int]]
BotRecords = dict[tuple[int, str, int], tuple[int, int, int]]


class ModelStore:
    """Challenges and games by their ids; those of games count from 1."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self.now = now
        self.challenges: dict[int, ModelChallenge] = {}
        self.games: dict[int, ModelGame] = {}
        self.people = ModelPeople()
        self.seasons = ModelSeasons()
        self.announcements = ModelAnnouncements()
        self.rated_by_default = True
        self.last_sweep: datetime | None = None
        self._matches_made = 0

    def add_challenge(self, challenge_id: int, challenger: int, opponent: int | None, terms: ModelTerms) -> None:
        """Note a new challenge; its id must not have been given out before."""
        assert challenge_id > max(self.challenges, default=0)
        now = self.now()
        self.challenges[challenge_id] = ModelChallenge(challenger, opponent, terms, now, now + CHALLENGE_LIFETIME)

    def add_bots_challenge(self, challenge_id: int, challenger: int, terms: ModelTerms) -> None:
        """Note a challenge that the bot has accepted when it was made."""
        self.add_challenge(challenge_id, challenger, BOT, terms)
        self.challenges[challenge_id].status, self.challenges[challenge_id].expires_at = "accepted", None

    def start(self, challenger: int, opponent: int, terms: ModelTerms, *, heads: bool) -> None:
        """Begin the game of an accepted challenge."""
        challenger_first = heads if terms.first is First.RANDOM else terms.first is First.ME
        one, two = (challenger, opponent) if challenger_first else (opponent, challenger)
        self.add_game(one, two, terms, terms.best_of)

    def add_game(
        self,
        one: int,
        two: int,
        terms: ModelTerms,
        best_of: int,
        *,
        rematch_of: int | None = None,
        level: int | None = None,
    ) -> None:
        """Begin a single game, or the first of a match."""
        match = None
        if best_of > 1:
            self._matches_made += 1
            match = ModelMatch(self._matches_made, best_of)
        number = None if match is None else 1
        game = ModelGame(one, two, terms, self.now(), match=match, number=number, rematch_of=rematch_of, level=level)
        self.games[len(self.games) + 1] = game

    def begin_next(self, game: ModelGame) -> None:
        """Begin the next game of a match that is not decided."""
        if game.match is None or game.number is None or game.number == game.match.best_of:
            return
        if 2 * max(self.wins_in_match_of(game).values()) > game.match.best_of:
            return
        self.games[len(self.games) + 1] = ModelGame(
            game.two, game.one, game.terms, self.now(), match=game.match, number=game.number + 1, level=game.level
        )
        self.games[len(self.games)].voided = game.voided

    def note_end(self, number: int) -> None:
        """Count a game that has just ended."""
        game = self.games[number]
        if game.winner is not None and not game.is_against_bot and not game.voided:
            self.seasons.at(game.ended_at)
            self.announcements.tell_game(number, self.games)

    def set_void(self, numbers: Iterable[int], *, voided: bool) -> bool:
        """Take games out of standings and ratings, or put them back; return whether that changes any."""
        changed = [self.games[number] for number in numbers if self.games[number].voided is not voided]
        for game in changed:
            game.voided = voided
        self.seasons.note_void([game for game in changed if game.is_over], self.games)
        return bool(changed)

    def games_of(self, person: int) -> list[int]:
        """The ids of all games of a member."""
        return [number for number, game in self.games.items() if person in game.players]

    def nameless_number(self, person: int) -> int:
        """The number that stands for a member in ratings once they are erased; 0 without a game."""
        first = min(self.games_of(person), default=0)
        return 2 * first + (first > 0 and self.games[first].two == person)

    def has_next(self, game: ModelGame) -> bool:
        """Whether the next game of a game's match has begun."""
        if game.match is None or game.number is None:
            return False
        return any(one.match == game.match and one.number == game.number + 1 for one in self.games.values())

    def wins_in_match_of(self, game: ModelGame) -> Counter[int]:
        """The games won in a game's match up to that game, by player."""
        if game.match is None or game.number is None:
            return Counter()
        games = (
            one
            for one in self.games.values()
            if one.match == game.match and one.number is not None and one.number <= game.number
        )
        return Counter(one.winner for one in games if one.winner is not None)

    def open_games(self, player: int | None = None) -> list[int]:
        """The ids of all open games, or of one member's."""
        return [
            number
            for number, game in self.games.items()
            if not game.is_over and (player is None or player in game.players)
        ]

    def open_games_against_bot(self) -> list[int]:
        """The ids of the games against the bot that go on."""
        return [number for number in self.open_games() if self.games[number].is_against_bot]

    def open_challenges(self, person: int | None = None) -> list[int]:
        """The ids of all open challenges, or of those by or to one member."""
        return [
            number
            for number, one in self.challenges.items()
            if one.status == "open" and (person is None or person in (one.challenger, one.opponent))
        ]

    def open_offer_between(self, one: int, two: int) -> bool:
        """Whether one of two members has offered the other a rematch."""
        return any(game.rematch_offered_by and {one, two} == set(game.players) for game in self.games.values())

    def standings(self) -> Standings:
        """Games won and lost by member and variant, counted from the games; erased members have none."""
        counted = [game for _, game in won_between_people(self.games)]
        return {
            (person, variant): record
            for variant in {game.terms.variant for game in counted}
            for person, record in records([game for game in counted if game.terms.variant == variant]).items()
        }

    def bot_records(self) -> BotRecords:
        """Games won and lost against the bot, and won with help, counted from the games."""
        records: dict[tuple[int, str, int], Counter[str]] = {}
        for game in self.games.values():
            if not game.is_against_bot or game.level is None or game.winner is None or game.voided:
                continue
            person = game.opponent(BOT)
            if person > 0:
                won = game.winner == person
                record = records.setdefault((person, game.terms.variant, game.level), Counter())
                record.update(won=won, lost=not won, won_with_help=won and game.helped)
        return {key: (record["won"], record["lost"], record["won_with_help"]) for key, record in records.items()}

    def names(self, person: int) -> bool:
        """Whether a member's id is anywhere in the model."""
        return (
            any(person in game.players for game in self.games.values())
            or any(person in (one.challenger, one.opponent) for one in self.challenges.values())
            or self.people.names(person)
        )
