"""Measures of the structure of the code."""
