"""Discord's limits: 40 components and 4,000 characters a layout, 2,000 a content, 100 a custom id, 80 a label."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from datetime import date

import discord
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cogs.commands.autocomplete import cell_choices, game_choices, removal_choices
from cogs.commands.members import MOST_BLOCKED, PRIVACY, blocked_text
from cogs.commands.rules import all_variants
from cogs.components.challenges.play_form import play_form
from cogs.components.learning.puzzles import puzzle_message
from cogs.components.records.reviews import review_message
from cogs.components.standings.profile import profile_message
from cogs.discord_api.components import Components
from cogs.messages.boards.board import board_message, board_text, old_board_message
from cogs.messages.boards.exercise import checked_message, exercise_message
from cogs.messages.looks.emoji_set import UNICODE
from cogs.messages.servers.puzzle_posts import puzzle_post_message
from cogs.messages.servers.settings_panel import limits_form, reset_question, settings_panel
from cogs.messages.servers.settings_text import settings_text
from cogs.text.i18n import LANGUAGES, Words
from cogs.text.learning.puzzles import answer_text, solution_text, streaks_text
from cogs.text.lists import overview
from cogs.text.pictures import LONGEST_DESCRIPTION
from cogs.text.shared import MOST_IN_LAYOUT, DisplayNames, text_message
from cogs.text.standings.profile import Profile, profile_description, profile_lines
from cogs.text.standings.tables import statistics
from gridlock_host import Ending, Game, Record
from gridlock_host.bot_player.puzzle_streaks import DayResult, MemberStreak, Streak
from gridlock_host.bot_player.puzzles import DailyPuzzle, PuzzleAnswer
from gridlock_host.learning.accuracies import MemberAccuracy
from gridlock_host.learning.exercises import MOST_EXERCISES, Exercise
from gridlock_host.learning.lessons import Checked
from gridlock_host.learning.spacing import Repetition
from gridlock_host.model.messages.look import Look
from gridlock_host.ratings.service import MemberRatings
from gridlock_host.servers.settings import MOST_CHANNELS, ServerSettings
from gridlock_host.standings.bot_records import BotRecord
from gridlock_host.standings.played_games import Opening, PlayedGames
from gridlock_ratings import Member, Rating, RatingPoint
from gridlock_rules import VARIANTS, Move, Player, Variant, cell_name, replay
from gridlock_solver import Accuracy, Explanation, JudgedPly, Mark, Reason, Review, Solution, explain, puzzle_of_day
from gridlock_solver.judgement.resistance import Answers, Resistance
from gridlock_solver.levels import LEVELS
from local_discord.server.checks.answers import check_modal
from tests.cogs.support.boards import DRAWN, assert_discord_reads, assert_fits, games, parts
from tests.cogs.support.games import ADA, BOB, HERE, NOON, game_of

_WORDS = {language: Words.of(language) for language in LANGUAGES}
_WORDS |= {f"{language}-spoken": words.aloud for language, words in _WORDS.items()}
IN_ALL_LANGUAGES = pytest.mark.parametrize("words", _WORDS.values(), ids=_WORDS)


IN_ALL_LOOKS = pytest.mark.parametrize("look", Look)


@IN_ALL_LANGUAGES
@IN_ALL_LOOKS
@given(game=games())
def test_every_board_fits(words: Words, look: Look, game: Game) -> None:
    for emoji in (UNICODE, DRAWN):
        assert_fits(board_message(game, words, look=look, emoji=emoji))
        for target in () if game.is_over else game.position.targets:
            if game.position.removals(target):
                assert_fits(board_message(game, words, look=look, emoji=emoji, picked=target))
    assert_fits(old_board_message(game, words))
    assert_fits(board_text(game, words))


@IN_ALL_LANGUAGES
@IN_ALL_LOOKS
@given(game=games(), level=st.integers(1, 5), bot=st.sampled_from([ADA, BOB]))
def test_every_board_of_a_game_against_the_bot_fits(words: Words, look: Look, game: Game, level: int, bot: int) -> None:
    assert_fits(board_message(replace(game, bot_id=bot, level=level), words, look=look, emoji=DRAWN))


def assert_message_fits(text: str, shown: Components) -> None:
    """A message with content: 2,000 characters, and 25 buttons in five rows."""
    assert not shown.is_layout
    assert 1 <= len(text) <= 2000
    buttons = [part for part in parts(shown.payload) if part["type"] == 2]
    assert len(shown.payload) <= 5
    assert all(len(row["components"]) <= 5 for row in shown.payload)
    assert_discord_reads(shown)
    assert len(buttons) <= 25
    assert len({button["custom_id"] for button in buttons}) == len(buttons)
    assert all(len(button["custom_id"]) <= 100 and 1 <= len(button["label"]) <= 80 for button in buttons)


def assert_text_fits(text: str, words: Words) -> None:
    """A text of any length: plain content if it fits there, or else a layout."""
    content, shown = text_message(text, words)
    if content is None:
        assert_fits(shown)
    else:
        assert content == text
        assert_message_fits(content, shown)


_FEW, _MANY = Answers(1, 400), Answers(399, 400)


@st.composite
def reviews(draw: st.DrawFn) -> tuple[Game, Review]:
    """A finished game with marks and winning moves of any kind and number."""
    game = draw(games()).ended(Ending.TIME, ADA, NOON)
    plies = []
    for ply, text in enumerate(game.moves):
        before = replay(game.variant, game.position.size, game.moves[:ply])
        winning = before.legal_moves[: draw(st.integers(1, 40))]
        solution = Solution(tuple(winning), before.parse(text), draw(st.booleans()))
        mark = draw(st.sampled_from(Mark))
        resistance = draw(st.sampled_from([None, Resistance(_FEW), Resistance(_FEW, winning[0], _FEW, _MANY)]))
        plies.append(JudgedPly(ply, before.to_move, before.parse(text), mark, solution, resistance))
    return game, Review(game.variant.key, game.position.size, tuple(plies), Player.ONE)


@IN_ALL_LANGUAGES
@given(reviewed=reviews(), page=st.integers(0, 10**9 - 1))
def test_every_page_of_a_review_fits(words: Words, reviewed: tuple[Game, Review], page: int) -> None:
    game, review = reviewed
    for each in (0, page, page % (len(review.plies) + 1)):
        assert_message_fits(*review_message(game, review, each, words))
    why = Explanation.of(Reason.LOSES_TO, line=(Move(63, 62),), opponent="P2", answer="H8/H7")
    assert_message_fits(*review_message(game, review, 0, words, why))


@IN_ALL_LANGUAGES
@IN_ALL_LOOKS
@given(game=games().filter(lambda game: game.moves))
def test_every_exercise_fits(words: Words, look: Look, game: Game) -> None:
    """With the most winning moves, and in Lines and Dodge with the longest reasons."""
    before = game.as_of(game.ply - 1)
    position, slip = before.position, game.moves[-1]
    winning = tuple(map(str, position.legal_moves))
    exercise = Exercise(10**18 - 1, ADA, before, slip, winning, Repetition(10**9 - 1, NOON))
    picks = [target for target in position.targets if position.removals(target)]
    for picked in (None, *picks[:2]):
        assert_fits(exercise_message(exercise, words, look=look, emoji=DRAWN, picked=picked))
    move = position.parse(slip)
    reason = explain(position, move) if game.variant.key in ("lines", "dodge") else None
    for counts in (True, False):
        checked = Checked(exercise, move, is_right=counts, counts=counts, due=MOST_EXERCISES)
        assert_fits(checked_message(checked, reason, words, look=look, emoji=DRAWN))


def dailies() -> st.SearchStrategy[DailyPuzzle]:
    """Puzzles of any server and day; those of the last days have the longest dates."""

    def of(seed: int, day: date) -> DailyPuzzle:
        chosen = puzzle_of_day(seed, day.toordinal())
        return DailyPuzzle(HERE.guild_id, day, chosen.position, chosen)

    return st.builds(of, st.integers(), st.dates(max_value=date(9999, 12, 30)))


LONGEST_STREAK = Streak(10**6, 10**6, has_answered=True)
MANY = DayResult(10**6, 10**6)


@IN_ALL_LANGUAGES
@settings(max_examples=20)
@given(daily=dailies())
def test_every_puzzle_fits(words: Words, daily: DailyPuzzle) -> None:
    assert_message_fits(*puzzle_message(daily, LONGEST_STREAK, words))
    assert_message_fits(*puzzle_post_message(daily, daily, MANY, words))
    answer = daily.puzzle.answer
    reason = explain(daily.position, answer, solution=Solution((answer,), answer, exact=True))
    assert len(words.say(solution_text(daily, reason, MANY, LONGEST_STREAK))) <= 2000
    for given_before in (False, True):
        given_answer = PuzzleAnswer(False, LONGEST_STREAK, MANY, was_answered_before=given_before)
        assert len(words.say(answer_text(daily, str(answer), given_answer, reason))) <= 2000


@IN_ALL_LANGUAGES
def test_the_longest_table_of_streaks_fits(words: Words) -> None:
    streaks = [MemberStreak(10**18 + number, 10**6, 10**6) for number in range(10)]
    assert len(streaks_text(streaks, LONGEST_STREAK, words)) <= 2000


@IN_ALL_LANGUAGES
def test_the_longest_statistics_fit(words: Words) -> None:
    records = {variant.key: Record(10**4, 10**4) for variant in VARIANTS}
    bot_records = [
        BotRecord(variant.key, level, 10**4, 10**4, 10**4)
        for variant in sorted(VARIANTS, key=lambda variant: variant.key)
        for level in LEVELS
    ]
    assert_text_fits(statistics(ADA, records, bot_records, words), words)


@IN_ALL_LANGUAGES
def test_the_longest_profile_fits(words: Words) -> None:
    profile = longest_profile()
    assert len("\n".join(profile_lines(profile, words))) <= MOST_IN_LAYOUT
    description = profile_description(profile, words)
    assert len(description) < LONGEST_DESCRIPTION, "nothing is cut off"
    file = discord.File(io.BytesIO(), "gridlock-profile.png", description=description)
    for each in (file, None):
        assert_fits(profile_message(profile, words, each))


def longest_profile() -> Profile:
    """A profile with the longest numbers, all variants, and everything that can be said of each."""
    record = Record(10**4, 10**4)
    history = (RatingPoint(NOON.toordinal(), -9999, 999), RatingPoint(NOON.toordinal(), -9999, 999))
    rating = Rating(Member(ADA), -9999, 999, 10**4, None, history)
    accuracy = MemberAccuracy(Accuracy(10**6, 10**6), Accuracy(10**6, 10**6))
    return Profile(
        10**18,
        PlayedGames(
            {(variant.key, seat): record for variant in VARIANTS for seat in Player},
            10**4,
            10**4,
            {variant.key: Opening(8, "A1/H8", record) for variant in VARIANTS},
        ),
        MemberRatings(10**9, rating, {variant.key: rating for variant in VARIANTS}),
        {variant.key: accuracy for variant in VARIANTS},
    )


@IN_ALL_LANGUAGES
@pytest.mark.parametrize("many", [1, 5, 6, 10, 40])
def test_a_text_of_any_number_of_lines_fits_into_a_message(words: Words, many: int) -> None:
    """The statistics grow with each variant that is registered."""
    text = "\n".join(["Variant: " + "x" * 360] * many)
    assert_text_fits(text, words)


@given(games())
def test_every_autocomplete_choice_fits(game: Game) -> None:
    choices = cell_choices(game, "")
    for target in game.position.targets[:3]:
        choices += removal_choices(game, cell_name(target), "")
    assert all(1 <= len(choice.name) <= 100 for choice in choices)
    assert len(cell_choices(game, "")) <= 25


@IN_ALL_LANGUAGES
@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)
def test_rule_texts_fit(words: Words, variant: Variant) -> None:
    assert len(variant.rule_text_in(words.language)) <= 3500, "a sentence on perfect play comes after it"


@IN_ALL_LANGUAGES
def test_long_texts_fit(words: Words) -> None:
    """The privacy text, the list of games, and the settings with as many channels as a server can name."""
    settings = ServerSettings(
        channel_ids=tuple(range(ADA - MOST_CHANNELS, ADA)), moderator_role_id=ADA, log_channel_id=ADA, language="de"
    )
    assert len(words.say(PRIVACY)) <= 4000
    assert len(all_variants(words)) <= 4000
    assert len(settings_text(settings, None, words)) <= 2000
    assert_fits(settings_panel(settings, None, words))
    assert_fits(settings_panel(replace(settings, channel_ids=settings.channel_ids[:25]), None, words))
    assert_fits(reset_question(words))


@IN_ALL_LANGUAGES
def test_forms_fit(words: Words) -> None:
    """Titles and labels have up to 45 characters, notes and options up to 100, and a form up to five fields."""
    for form in (play_form(ServerSettings(), words), limits_form(ServerSettings(), words)):
        check_modal(form.payload)


@IN_ALL_LANGUAGES
def test_any_number_of_blocks_fits_into_a_message(words: Words) -> None:
    text = words.say(blocked_text([ADA] * MOST_BLOCKED, 10**4, 10**4))
    assert len(text) <= 2_000
    counted = [int(number) for number in re.findall(r"[0-9]+", re.sub(r"<@[0-9]+>", "", text))]
    assert counted == [10**4 - text.count(f"<@{ADA}>"), 10**4]


@IN_ALL_LANGUAGES
def test_a_list_of_any_length_fits_and_counts_what_it_leaves_out(words: Words) -> None:
    game = game_of(VARIANTS[0].start(8), ())
    for many in (0, 1, 30, 300):
        text = overview([game] * many, [], [], ADA, words)
        assert len(text) <= 4000
        shown = text.count(words("**Your turn**"))
        assert shown == many or text.endswith(words("... and {number} more.", number=many - shown))


class _Person:
    """A person with any name."""

    def __init__(self, name: str) -> None:
        self.id = BOB
        self.display_name = name


@IN_ALL_LANGUAGES
@given(name=st.text(min_size=1, max_size=400))
def test_awkward_names_fit_into_choices(words: Words, name: str) -> None:
    names, person = DisplayNames(), _Person(name)
    names.remember(HERE.guild_id, person)  # type: ignore[arg-type]  # a name is all it needs
    game = game_of(VARIANTS[0].start(), ())
    (choice,) = game_choices(names, [game], ADA, "", words)
    assert 1 <= len(choice.name) <= 100
    assert "\n" not in choice.name


def test_names_are_bounded_and_the_newest_kept() -> None:
    names = DisplayNames()
    for number in range(20_000):
        person = _Person(f"Ada {number}")
        person.id = number
        names.remember(1, person)  # type: ignore[arg-type]
    assert names.find(1, 0) is None
    assert names.find(1, 19_999) == "Ada 19999"
