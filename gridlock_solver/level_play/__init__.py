"""How the levels play: by foresight, by a sense of room, and at the highest level."""
