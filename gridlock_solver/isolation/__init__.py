"""The Isolation solver: retrograde analysis with numpy, tables, and search on large boards."""
