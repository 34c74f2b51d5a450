"""The parts of the Isolation solver."""
