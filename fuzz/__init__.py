"""Coverage-guided fuzzing of every parser: `python -m fuzz`."""
