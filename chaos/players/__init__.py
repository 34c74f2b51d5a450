"""The players of a run: what they do, and what they see."""
