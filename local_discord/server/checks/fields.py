"""Field errors, and checks of single fields."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from local_discord.errors import ApiError

if TYPE_CHECKING:
    from collections.abc import Sized

    from local_discord.wire import Json

Place: TypeAlias = "tuple[str | int, ...]"
"""The path of a field in a body."""


class Form:
    """Field errors of a request's body, in Discord's format.

    Args:
        root: The path of the checked part in the whole body.
    """

    def __init__(self, root: Place = ()) -> None:
        self._root = root
        self._errors: Json = {}

    def error(self, path: Place, code: str, message: str) -> None:
        """Add an error of the field at `path`."""
        place = self._errors
        for step in (*self._root, *path):
            place = place.setdefault(str(step), {})
        place.setdefault("_errors", []).append({"code": code, "message": message})

    def failure(self) -> ApiError:
        """Return the API error with all field errors."""
        return ApiError(400, 50035, "Invalid Form Body", errors=self._errors)

    def finish(self) -> None:
        """Finish the checks.

        Raises:
            ApiError: A field has an error.
        """
        if self._errors:
            raise self.failure()


def check_text(form: Form, place: Place, value: object, *, least: int = 0, most: int, required: bool = False) -> None:
    """Check that a field is a text within limits, or absent unless it is required."""
    if value is None:
        if required:
            require(form, place)
    elif not isinstance(value, str):
        form.error(place, "STRING_TYPE_CONVERT", "Could not interpret value as string.")
    elif least and not value:
        require(form, place)
    else:
        check_length(form, place, value, least, most)


def check_length(form: Form, place: Place, value: Sized, least: int, most: int) -> None:
    """Check that a field has between `least` and `most` characters or entries."""
    if least <= len(value) <= most:
        return
    if least:
        form.error(place, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")
    else:
        form.error(place, "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")


def require(form: Form, place: Place) -> None:
    """Add the error that a field is missing."""
    form.error(place, "BASE_TYPE_REQUIRED", "This field is required")


def check_choice(form: Form, place: Place, value: object, allowed: tuple[object, ...]) -> None:
    """Check that a field is one of a few values."""
    if value not in allowed:
        form.error(place, "BASE_TYPE_CHOICES", f"Value must be one of {{{', '.join(map(str, allowed))}}}.")


def check_range(form: Form, place: Place, value: object, least: int, most: int) -> None:
    """Check that a field is absent or a whole number within limits."""
    if value is None:
        return
    if not isinstance(value, int) or isinstance(value, bool):
        form.error(place, "NUMBER_TYPE_COERCE", f"Value {value!r} is not int.")
    elif value < least:
        form.error(place, "NUMBER_TYPE_MIN", f"int value should be greater than or equal to {least}.")
    elif value > most:
        form.error(place, "NUMBER_TYPE_MAX", f"int value should be less than or equal to {most}.")
