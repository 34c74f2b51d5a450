"""Tests of the records of games."""
