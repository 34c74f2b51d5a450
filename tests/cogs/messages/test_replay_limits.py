"""Replays of the longest games fit into a message, in every look and language, with the list of moves."""

from __future__ import annotations

from random import Random

import pytest

from cogs.messages.boards.replay import replay_message
from cogs.text.i18n import LANGUAGES, Words
from gridlock_host.model.end_card import Story
from gridlock_host.model.messages.look import Look
from gridlock_host.model.replay import Replay
from gridlock_host.records.line_notation import line_of
from gridlock_host.records.record import GameRecord, game_of
from gridlock_rules import VARIANTS, Player, Variant
from tests.cogs.support.boards import DRAWN, assert_fits
from tests.host.support.host import GUILD


def longest_record(variant: Variant) -> GameRecord:
    """The longest of some random games on the largest board."""
    games = []
    for seed in range(30):
        random, position, moves = Random(seed), variant.start(8), list[str]()  # noqa: S311
        while position.legal_moves:
            moves.append(str(random.choice(position.legal_moves)))
            position = position.play(position.parse(moves[-1]))
        games.append(tuple(moves))
    return GameRecord(variant.key, 8, max(games, key=len))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("variant", VARIANTS, ids=[variant.key for variant in VARIANTS])
def test_the_longest_replay_fits(variant: Variant, language: str) -> None:
    record, words = longest_record(variant), Words.of(language)
    game = game_of(record, GUILD)
    story = Story((Player.ONE, Player.TWO) * (game.ply // 2 + 1))
    for look in Look:
        for line in (None, line_of(record)):
            shown = Replay(game, game.ply, None if line else story, lists_moves=True, line=line)
            assert_fits(replay_message(shown, words, look=look, emoji=DRAWN))
