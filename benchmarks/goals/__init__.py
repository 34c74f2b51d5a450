"""All benchmarks that have goals, in one table."""
