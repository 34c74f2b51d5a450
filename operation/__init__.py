"""Operation of the program: settings, composition, start and stop, logs, metrics, database commands."""
