"""Statements that a database driver runs by itself: compiled once, without a call into SQLAlchemy for each."""
