"""Discord's limits for what a bot sends, one module for each kind of body."""
