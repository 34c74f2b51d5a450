"""Spacing of exercises: when one is to be repeated, by the scheduler FSRS.

It estimates how well a person remembers from the answers so far, and repeats an exercise when that is about to fade:
https://github.com/open-spaced-repetition. A wrong answer is repeated on the next day.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from fsrs import Card, Rating, Scheduler, State

# Steps of minutes would be for one sitting. Without chance, an answer has the same effect in every run.
_SCHEDULER: Final = Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)


@dataclass(frozen=True, slots=True)
class Repetition:
    """When an exercise is due, and what is known of the memory of it.

    Attributes:
        answers: How often it was answered.
        due_at: From when on it is due.
        answered_at: When it was last answered; None if never.
        stability: The days after which it is remembered with a probability of 90 %; None before the first answer.
        difficulty: How hard it is to remember, from 1 to 10; None before the first answer.
    """

    answers: int
    due_at: datetime
    answered_at: datetime | None = None
    stability: float | None = None
    difficulty: float | None = None

    def after(self, now: datetime, *, is_right: bool) -> Repetition:
        """Return the repetition after another answer."""
        card = Card(
            # It is for the caller's own use. Without one, the library would sleep to make one.
            card_id=1,
            state=State.Learning if self.answered_at is None else State.Review,
            stability=self.stability,
            difficulty=self.difficulty,
            due=self.due_at,
            last_review=self.answered_at,
        )
        rating, now = Rating.Good if is_right else Rating.Again, now.astimezone(UTC)
        reviewed, _ = _SCHEDULER.review_card(card, rating, review_datetime=now)
        return Repetition(self.answers + 1, reviewed.due, now, reviewed.stability, reviewed.difficulty)
