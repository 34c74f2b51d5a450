"""The Standoff solver: search over the cells that can still be claimed, in Python and compiled, and tables."""
