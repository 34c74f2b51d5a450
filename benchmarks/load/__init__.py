"""Load benchmarks: ten thousand open games, ten thousand due games, and memory after finished games."""
