"""Text of a member's profile: results, streaks, ratings, accuracy and favourite first moves; and of its picture."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from cogs.text.i18n import Words
from cogs.text.learning.accuracy import accuracy_by_variant
from cogs.text.pictures import fitting_description
from cogs.text.shared import board_size, mention
from cogs.text.standings.head_to_head import lines_by_variant
from cogs.text.standings.tables import record_text, results_against_people
from gridlock_host.learning.accuracies import MemberAccuracy
from gridlock_host.ratings.service import MemberRatings
from gridlock_host.standings.played_games import Opening, PlayedGames
from gridlock_ratings import Rating
from gridlock_rules import VARIANTS
from gridlock_rules.wording import Phrase


@dataclass(frozen=True, slots=True)
class Profile:
    """What is told of a member in a server.

    Attributes:
        user_id: The member.
        played: Their results against other members, streaks and first moves.
        ratings: Their ratings; None if these could not be computed.
        accuracies: Their accuracy by the variant's key.
    """

    user_id: int
    played: PlayedGames
    ratings: MemberRatings | None
    accuracies: Mapping[str, MemberAccuracy]

    @property
    def rating(self) -> Rating | None:
        """The rating from all variants together."""
        return None if self.ratings is None else self.ratings.of_all


def profile_lines(profile: Profile, words: Words) -> list[str]:
    """Return everything that a profile tells, a line each, with an empty line between its parts."""
    parts = [_results(profile, words)]
    if profile.played.records:
        parts.append([*_ratings(profile.ratings, words)])
    parts.append(accuracy_by_variant(profile.accuracies, words))
    parts.append([*_openings(profile.played.openings, words)])
    lines: list[str] = []
    for part in filter(None, parts):
        lines += ["", *part] if lines else part
    return lines


def _results(profile: Profile, words: Words) -> list[str]:
    played = profile.played
    if not played.records:
        return [
            words(
                "{player} has not finished a game against another member in this server yet. `/gridlock challenge` "
                "starts one.",
                player=mention(profile.user_id),
            )
        ]
    records = {variant_key: played.of_variant(variant_key) for variant_key, _ in played.records}
    streaks = words("Won in a row: {number} now, {best} at most", number=played.streak, best=played.best_streak)
    return [*results_against_people(profile.user_id, records, words, played.records), streaks]


def _ratings(ratings: MemberRatings | None, words: Words) -> Iterator[str]:
    if ratings is None:
        yield words("The ratings could not be computed. Please try again later.")
        return
    if ratings.of_all is None or ratings.newest_game is None:
        yield words("No rated game yet.")
        return
    yield words("**Rating** as of game #{number}:", number=ratings.newest_game)
    yield _rating(Phrase("all variants"), ratings.of_all, words)
    yield from (
        _rating(variant.title, ratings.of_variants[variant.key], words)
        for variant in VARIANTS
        if variant.key in ratings.of_variants
    )
    if any(rating.is_provisional for rating in (ratings.of_all, *ratings.of_variants.values())):
        yield words("?: not enough games yet for a rank.")


def _rating(title: str, rating: Rating, words: Words) -> str:
    mark = "?" if rating.is_provisional else ""
    games = words.counted(rating.games, "{number} game", "{number} games")
    result = f"**{round(rating.rating)}**{mark} ± {round(rating.interval)} · {games}"
    return words("{title}: {result}", title=title, result=result)


def _openings(openings: Mapping[str, Opening], words: Words) -> Iterator[str]:
    if openings:
        yield words("**Favourite first moves** on plain boards (turned and mirrored ones count as one):")
    for variant in VARIANTS:
        if (opening := openings.get(variant.key)) is not None:
            title = f"{variant.title} {board_size(opening.size)}"
            result = f"**{opening.move}** · {words.say(record_text(opening.record))}"
            yield words("{title}: {result}", title=title, result=result)


def profile_description(profile: Profile, words: Words) -> str:
    """Return what the picture of a profile shows, for those who cannot see it."""
    said = [*_curve(profile.rating, words), *lines_by_variant(profile.played, words)]
    return fitting_description("\n".join(said))


def _curve(rating: Rating | None, words: Words) -> Iterator[str]:
    if rating is None:
        return
    first = rating.history[0]
    yield words(
        "A curve of the rating: {first} ± {first_interval} on {day}, now {rating} ± {interval}.",
        first=round(first.rating),
        first_interval=round(first.interval),
        day=date.fromordinal(first.day),
        rating=round(rating.rating),
        interval=round(rating.interval),
    )
