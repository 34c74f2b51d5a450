"""The variants there are. To add one, import it and put it into `VARIANTS`."""

from gridlock_rules.errors import UnknownVariant
from gridlock_rules.variant import Variant
from gridlock_rules.variants.blocking import BLOCKING
from gridlock_rules.variants.dodge import DODGE
from gridlock_rules.variants.isolation import ISOLATION
from gridlock_rules.variants.lines import LINES
from gridlock_rules.variants.standoff import STANDOFF
from gridlock_rules.wording import Phrase, all_of, quoted

VARIANTS: tuple[Variant, ...] = (LINES, STANDOFF, DODGE, BLOCKING, ISOLATION)
"""All variants, in the order users see them."""


def find_variant(key: str) -> Variant:
    """Return the variant with this key.

    Raises:
        UnknownVariant: There is none.
    """
    for variant in VARIANTS:
        if variant.key == key:
            return variant
    raise UnknownVariant(
        Phrase(
            "There is no variant {key}. The variants are {keys}.",
            key=quoted(str(key)),
            keys=all_of([variant.key for variant in VARIANTS]),
        )
    )
