"""Interactions that Discord delivers over HTTP, to any number of processes without a connection to its gateway."""
