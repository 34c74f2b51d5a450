"""Tutorial service: how many steps of each game's tutorial a person has solved."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import select

from gridlock_host.learning.tutorial_steps import tutorial_steps
from gridlock_host.storage.database import Database, insert_into
from gridlock_host.storage.schema import tutorial_progress
from gridlock_rules import VARIANTS

_row = tutorial_progress.c


class Tutorial:
    """Keeps what people have solved, for each person and variant, in all servers together.

    Args:
        database: Where that is stored.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def solved(self, user_id: int) -> Mapping[str, int]:
        """Return how many steps a person has solved, by the keys of the variants that they have begun."""
        rows = await self._database.fetch(select(_row.variant, _row.steps).where(_row.user_id == user_id))
        return {row.variant: row.steps for row in rows}

    async def note_solved(self, user_id: int, variant_key: str, steps: int) -> None:
        """Note that a person has solved the first steps of a variant. What was solved before stays solved.

        Args:
            user_id: The person.
            variant_key: The key of the variant.
            steps: The number of the step that was solved, from 1.
        """
        async with self._database.writing(changes=()) as connection:
            new = insert_into(tutorial_progress, connection.dialect).values(
                user_id=user_id, variant=variant_key, steps=steps
            )
            await connection.execute(
                new.on_conflict_do_update(
                    index_elements=["user_id", "variant"], set_={"steps": steps}, where=_row.steps < steps
                )
            )


def next_variant(solved: Mapping[str, int]) -> str:
    """Return the variant with which a person goes on: one that they have begun, or else the first new one.

    If all are solved, it is the first.

    Args:
        solved: How many steps they have solved, by variant.
    """
    unsolved = [key for key in tutorial_variants() if solved.get(key, 0) < len(tutorial_steps(key))]
    begun = [key for key in unsolved if key in solved]
    return next(iter([*begun, *unsolved, *tutorial_variants()]))


def tutorial_variants() -> tuple[str, ...]:
    """Return the keys of the variants that have a tutorial, in the order users see them."""
    return tuple(variant.key for variant in VARIANTS if tutorial_steps(variant.key))
