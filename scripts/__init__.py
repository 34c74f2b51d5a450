"""Tools for whoever works on the program."""
