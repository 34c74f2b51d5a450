"""Ways for a person to use the stand-in: a web page, a terminal, a pipe."""
