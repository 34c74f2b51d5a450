"""Race tests: two actions at once on one game or challenge, repeated: `python -m races`."""
