"""Migration scripts, ordered by their `down_revision`."""
