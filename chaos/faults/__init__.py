"""The faults of a run: the plan, and what carries it out."""
