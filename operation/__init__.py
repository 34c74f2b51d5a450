"""Running the program: its settings, how it is put together, and how it starts and stops."""
