"""The steps; the chain of their `down_revision`s is their order."""
