"""Ten thousand open games, a day's worth of sweeps in one go, and memory after thousands of finished games."""
