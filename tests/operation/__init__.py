"""Running the program, seen from within."""
