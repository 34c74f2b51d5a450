"""Tests of replays, exports and imports, as people see them."""
