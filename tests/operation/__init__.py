"""Tests of operation inside the test process."""
